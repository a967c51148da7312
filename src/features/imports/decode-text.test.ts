import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.server.ts';

async function decode(bytes: Uint8Array, encoding: Parameters<typeof decodeText>[1], piece: number): Promise<string> {
  async function* cut() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  let text = '';
  for await (const slice of decodeText(cut(), encoding)) text += slice;
  return text;
}

const TEXT = 'Größe – 手工具 🔨\ufeff, end';
const FILES = [
  ['utf-8', Buffer.from(`\ufeff${TEXT}`)],
  ['utf-16le', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
] as const;

describe('a text', () => {
  test.each(FILES)(
    'in %s is complete no matter where its chunks end, and starts after its byte order mark',
    async (encoding, bytes) => {
      for (const piece of [1, 2, 3, 5, 7, 1_000]) expect(await decode(bytes, encoding, piece)).toBe(TEXT);
    },
  );

  test.each(FILES)('in %s with an error names the byte, no matter where its chunks end', async (encoding, bytes) => {
    const [broken, at] =
      encoding === 'utf-8'
        ? [Buffer.concat([bytes, Buffer.from([0xe2, 0x82, 0x41])]), bytes.length + 1]
        : [
            Buffer.concat([
              bytes,
              encoding === 'utf-16le' ? Buffer.from([0x3d, 0xd8, 0x41, 0]) : Buffer.from([0xd8, 0x3d, 0, 0x41]),
            ]),
            bytes.length + 1,
          ];
    for (const piece of [1, 2, 3, 5, 1_000])
      await expect(decode(broken, encoding, piece)).rejects.toThrow(`byte ${at} is not part of a character`);
    const cutOff = broken.subarray(0, -2);
    for (const piece of [1, 2, 1_000])
      await expect(decode(cutOff, encoding, piece)).rejects.toThrow(`byte ${at} is not part of a character`);
  });
});
