import { formatCount } from '#src/shared/numbers.ts';
import type { Encoding } from './rules.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** So much text is parsed without a pause for other requests. */
const SLICE = 32 * 1024;

/**
 * Decodes pieces of a file to slices of text. Throws `UnreadableFile` where bytes are no characters of the encoding, or a
 * zero, which no text has. Its message names the byte, counted from 1.
 */
export async function* decodeText(pieces: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  // The byte order mark is taken away below: the decoder would not say that it was there.
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be';
  /** Bytes of whole characters so far, and those of a character that is not whole yet. */
  let decoded = 0;
  let held: Uint8Array = new Uint8Array();
  const decode = (bytes?: Uint8Array): string => {
    const all = bytes ? Buffer.concat([held, bytes]) : held;
    const zero = isWide ? -1 : all.indexOf(0);
    if (zero >= 0) throw new UnreadableFile(describeByte(encoding, decoded + zero, 'is a zero'));
    const text = tryDecode(decoder, bytes);
    if (text === null)
      throw new UnreadableFile(describeByte(encoding, decoded + findInvalid(all, encoding), 'belongs to no character'));
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

/** Null where the bytes are not of the encoding. */
function tryDecode(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}

/** How many bytes are whole characters. Byte by byte, since the decoder does not say where it failed. */
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
