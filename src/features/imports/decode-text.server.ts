import { formatCount } from '#src/shared/numbers.ts';
import type { Encoding } from './rules.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** The most bytes that are parsed without a pause for other requests. */
const SLICE = 32 * 1024;

/**
 * Decodes the pieces of a file to slices of text. Throws `UnreadableFile` at bytes that are not characters of the
 * encoding, or at a zero byte, which no text has. Its message names the byte, counted from 1.
 */
export async function* decodeText(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  // The byte order mark is removed below: the decoder would not tell that it was there.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  /** The bytes of whole characters so far, and those of a character that is still incomplete. */
  let decoded = 0;
  let held: Uint8Array = new Uint8Array();
  const decode = (bytes?: Uint8Array): string => {
    const all = bytes ? Buffer.concat([held, bytes]) : held;
    const zero = isWide ? -1 : all.indexOf(0);
    if (zero >= 0) throw new UnreadableFile(describeByte(encoding, decoded + zero, 'is a zero'));
    const text = tryDecode(decoder, bytes);
    if (text === null)
      throw new UnreadableFile(
        describeByte(encoding, decoded + findInvalid(all, encoding), 'is not part of a character'),
      );
    const length = isWide ? text.length * 2 : encoding === 'utf-8' ? Buffer.byteLength(text) : text.length;
    const plain = decoded === 0 ? text.replace(/^\ufeff/, '') : text;
    decoded += length;
    held = all.subarray(length);
    return plain;
  };
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLICE) yield decode(piece.subarray(at, at + SLICE));
  }
  yield decode();
}

/** Null if the bytes are not in the encoding. */
function tryDecode(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}

/**
 * The number of bytes that are whole characters. It goes byte by byte, since the decoder does not say where it failed.
 */
function findInvalid(bytes: Uint8Array, encoding: Encoding): number {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let whole = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const text = tryDecode(decoder, bytes.subarray(at, at + 1));
    if (text === null) break;
    if (text !== '') whole = at + 1;
  }
  return whole;
}

function describeByte(encoding: Encoding, at: number, what: string): string {
  return `This file is not in ${encoding.toUpperCase()}: byte ${formatCount(at + 1)} ${what}. Please choose another encoding, or save it as CSV (UTF-8).`;
}
