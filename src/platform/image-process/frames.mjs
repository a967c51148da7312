// The messages between the shop and its image process: a JSON head, then parts of bytes.

const PREFIX_BYTES = 4;
const MAX_HEAD_BYTES = 8 * 1024;
const MAX_PARTS = 8;

/** @typedef {{ head: Record<string, unknown>, parts: Buffer[] }} Frame */

/**
 * The bytes of a frame, to be written one after another.
 * @param {Record<string, unknown>} head
 * @param {Uint8Array[]} [parts]
 * @returns {Uint8Array[]}
 */
export function encodeFrame(head, parts = []) {
  const json = Buffer.from(JSON.stringify({ ...head, lengths: parts.map((part) => part.byteLength) }));
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(json.length);
  return [Buffer.concat([prefix, json]), ...parts];
}

/**
 * Takes chunks as they arrive and calls `onFrame` for each frame. Throws if data is not a frame or has more than
 * `maxBytes`, before the bytes are stored, since the other side may be under a stranger's control.
 * @param {number} maxBytes
 * @param {(frame: Frame) => void} onFrame
 * @returns {(chunk: Buffer) => void}
 */
export function createFrameReader(maxBytes, onFrame) {
  let target = Buffer.alloc(PREFIX_BYTES);
  let filled = 0;
  /** @type {'prefix' | 'head' | 'parts'} */
  let awaited = 'prefix';
  /** @type {{ head: Record<string, unknown>, lengths: number[] }} */
  let begun = { head: {}, lengths: [] };

  /** @param {typeof awaited} next @param {number} length */
  const expect = (next, length) => {
    [awaited, target, filled] = [next, Buffer.alloc(length), 0];
  };

  const finish = () => {
    if (awaited === 'prefix') {
      const length = target.readUInt32BE();
      if (length === 0 || length > MAX_HEAD_BYTES) throw new Error('A frame has no head or a large one.');
      expect('head', length);
    } else if (awaited === 'head') {
      begun = parseHead(target);
      const length = begun.lengths.reduce((sum, part) => sum + part, 0);
      if (length > maxBytes) throw new Error('A frame is too large.');
      expect('parts', length);
      if (length === 0) finish();
    } else {
      const { head, lengths } = begun;
      const bytes = target;
      let end = 0;
      expect('prefix', PREFIX_BYTES);
      const parts = lengths.map((length) => {
        end += length;
        return bytes.subarray(end - length, end);
      });
      onFrame({ head, parts });
    }
  };

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(target, filled, at);
      at += copied;
      filled += copied;
      if (filled === target.length) finish();
    }
  };
}

/** @param {Buffer} bytes */
function parseHead(bytes) {
  /** @type {unknown} */
  const parsed = JSON.parse(bytes.toString());
  if (typeof parsed !== 'object' || parsed === null || !('lengths' in parsed))
    throw new Error('A frame has no lengths.');
  const { lengths, ...head } = parsed;
  if (!Array.isArray(lengths) || lengths.length > MAX_PARTS) throw new Error('A frame has no lengths or too many.');
  for (const length of lengths)
    if (!Number.isSafeInteger(length) || length < 0) throw new Error('A length of a frame is no length.');
  return { head: /** @type {Record<string, unknown>} */ (head), lengths: /** @type {number[]} */ (lengths) };
}
