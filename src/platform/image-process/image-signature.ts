export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** The format that the first bytes show; null if it is not an image format. No decoder sees anything else. */
export function detectImageFormat(bytes: Uint8Array): ImageFormat | null {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 16) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes[0] === 0x89 && ascii(1, 4) === 'PNG') return 'png';
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif';
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp';
  return ascii(4, 8) === 'ftyp' && /^(avif|avis|mif1|miaf)/.test(ascii(8, 12)) ? 'avif' : null;
}

/** Whether the first bytes name a brand of HEIC, which iPhones write and no free decoder reads. */
export function isHeic(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(4, 48));
  return head.startsWith('ftyp') && /hei[cmsx]|hev[cmsx]/.test(head);
}
