import { formatCount } from '#src/shared/numbers.ts';
import { type Encoding, MAX_IMPORT_ROWS, MAX_ROW_BYTES } from './rules.ts';

const SAVE_AS_CSV = 'Please save the sheet as CSV (UTF-8), and choose that file.';

/** Beginnings of files that are not text. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook or a ZIP archive'],
  [[0x50, 0x4b, 0x05, 0x06], 'a ZIP archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel workbook'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'a compressed file'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a compressed file'],
];

/** Bytes that Windows-1252 does not use. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

export interface UploadScan {
  /** Scans the next bytes. Returns a sentence that names row and byte if the file can't be an import, else null. */
  add(chunk: Uint8Array): string | null;
  /** The result of the whole scan. */
  end(): { encoding: Encoding } | { refusal: string };
}

/**
 * Scans an upload as it arrives without keeping any of it: its encoding, and whether it is text with lines of a bounded
 * length. Bytes are counted from 1, rows as a spreadsheet does.
 */
export function createUploadScan(): UploadScan {
  let offset = 0;
  let head: number[] = [];
  let encoding: 'utf-16le' | 'utf-16be' | 'utf-8' | null = null;
  let lineBytes = 0;
  let rows = 1;
  let isQuoted = false;
  let previous = 0;
  let needed = 0;
  let [low, high] = [0x80, 0xbf];
  let sequenceAt = 0;
  let sequences = 0;
  let invalid = 0;
  let firstInvalid = 0;
  let firstUnused = 0;

  /** Scans the beginning once it has arrived. */
  function begin(): string | null {
    const [a, b, c, d] = head;
    if (a === 0xff && b === 0xfe) encoding = 'utf-16le';
    else if (a === 0xfe && b === 0xff) encoding = 'utf-16be';
    else if (a === 0xef && b === 0xbb && c === 0xbf) encoding = 'utf-8';
    else if (a && b === 0 && c && d === 0) encoding = 'utf-16le';
    else if (a === 0 && b && c === 0 && d) encoding = 'utf-16be';
    const known = SIGNATURES.find(([bytes]) => bytes.every((byte, at) => head[at] === byte));
    return known ? `This is ${known[1]}, not a CSV file (byte 1). ${SAVE_AS_CSV}` : null;
  }

  const isWide = () => encoding === 'utf-16le' || encoding === 'utf-16be';

  function addCharacter(code: number, width: number): string | null {
    if (code === 0) return `This file is not text: there is a zero at byte ${formatCount(offset + 1)}. ${SAVE_AS_CSV}`;
    if (code === 0x22) isQuoted = !isQuoted;
    if (code === 0x0a || code === 0x0d) {
      lineBytes = 0;
      if (!isQuoted && !(code === 0x0a && previous === 0x0d)) rows += 1;
      if (rows > MAX_IMPORT_ROWS + MAX_TITLE_ROWS)
        return `This file has more than ${formatCount(MAX_IMPORT_ROWS)} rows (byte ${formatCount(offset + 1)}). Please split it.`;
    } else lineBytes += width;
    previous = code;
    if (lineBytes > MAX_ROW_BYTES * width)
      return `Row ${formatCount(rows)} is longer than ${formatCount(MAX_ROW_BYTES)} bytes (byte ${formatCount(offset + 1)}). Please check that each product is on a line of its own.`;
    return null;
  }

  /** Checks UTF-8 by its definition: nothing overlong, no surrogates, nothing above U+10FFFF. */
  function checkByte(byte: number): void {
    if (needed > 0) {
      if (byte >= low && byte <= high) {
        needed -= 1;
        [low, high] = [0x80, 0xbf];
        if (needed === 0) sequences += 1;
        return;
      }
      noteInvalid();
    }
    [low, high] = [0x80, 0xbf];
    needed = 0;
    if (byte < 0x80) return;
    sequenceAt = offset + 1;
    if (UNUSED.has(byte) && firstUnused === 0) firstUnused = sequenceAt;
    if (byte >= 0xc2 && byte <= 0xdf) needed = 1;
    else if (byte >= 0xe0 && byte <= 0xef) {
      needed = 2;
      if (byte === 0xe0) low = 0xa0;
      if (byte === 0xed) high = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      needed = 3;
      if (byte === 0xf0) low = 0x90;
      if (byte === 0xf4) high = 0x8f;
    } else noteInvalid();
  }

  function noteInvalid(): void {
    invalid += 1;
    if (firstInvalid === 0) firstInvalid = sequenceAt;
  }

  let pendingByte: number | null = null;
  let isAfterHigh = false;

  /** UTF-16 writes some characters as a pair: a high half, then a low one. */
  function checkUnit(code: number): string | null {
    const isLow = code >= 0xdc00 && code <= 0xdfff;
    const at = isAfterHigh ? offset - 2 : offset;
    if (isLow !== isAfterHigh) return describeHalf(at);
    isAfterHigh = code >= 0xd800 && code <= 0xdbff;
    return null;
  }

  function addByte(byte: number): string | null {
    if (!isWide()) {
      checkByte(byte);
      return addCharacter(byte, 1);
    }
    if (pendingByte === null) {
      pendingByte = byte;
      return null;
    }
    const code = encoding === 'utf-16le' ? pendingByte | (byte << 8) : (pendingByte << 8) | byte;
    pendingByte = null;
    return checkUnit(code) ?? addCharacter(code, 2);
  }

  function addAll(bytes: ArrayLike<number>): string | null {
    const isPlain = !isWide();
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      // Nearly all bytes of a file are letters and digits, for which only the length of the line matters.
      if (isPlain && byte > 0x22 && byte < 0x80 && needed === 0 && lineBytes < MAX_ROW_BYTES) {
        lineBytes += 1;
        offset += 1;
        previous = byte;
        continue;
      }
      const refusal = addByte(byte);
      if (refusal) return refusal;
      offset += 1;
    }
    return null;
  }

  let hasBegun = false;
  return {
    add(chunk) {
      if (hasBegun) return addAll(chunk);
      head = [...head, ...chunk];
      if (head.length < 4) return null;
      hasBegun = true;
      const refusal = begin() ?? addAll(head);
      head = [];
      return refusal;
    },
    end() {
      if (!hasBegun) {
        hasBegun = true;
        const refusal = addAll(head);
        if (refusal) return { refusal };
      }
      if (offset === 0) return { refusal: 'This file is empty. Please choose another one.' };
      if (encoding !== null && encoding !== 'utf-8') {
        if (isAfterHigh && pendingByte === null) return { refusal: describeHalf(offset - 1) };
        return pendingByte === null
          ? { encoding }
          : {
              refusal: `The file ends in the middle of a character at byte ${formatCount(offset)}. Please save it again.`,
            };
      }
      if (needed > 0) noteInvalid();
      if (invalid === 0) return { encoding: 'utf-8' };
      // A file with multibyte characters of UTF-8 is UTF-8: in Windows-1252, such sequences are rare accidents.
      if (encoding === 'utf-8' || sequences >= invalid)
        return {
          refusal: `This file is not valid UTF-8: byte ${formatCount(firstInvalid)} is not part of a character. Please save it again as CSV (UTF-8).`,
        };
      if (firstUnused > 0)
        return {
          refusal: `The encoding of this file is unknown: byte ${formatCount(firstUnused)} is not a character. Please save it as CSV (UTF-8).`,
        };
      return { encoding: 'windows-1252' };
    },
  };
}

const describeHalf = (at: number) =>
  `This file is not valid UTF-16: byte ${formatCount(at)} is not part of a character. ${SAVE_AS_CSV}`;

/** Room for a few rows of title and header above those of the products. */
const MAX_TITLE_ROWS = 21;
