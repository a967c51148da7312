import sharp, { type Sharp } from 'sharp';

const MAX_PIXELS = 40_000_000;
const MAX_DECODE_SECONDS = 15;

// One thread per image: more would only take them from everything else.
sharp.concurrency(1);

/**
 * The only decoder of bytes from outside. It checks their signature first and limits pixels, frames and time. Null for
 * what is no image; what only looks like one fails when it is read.
 */
export function decodeImage(bytes: Uint8Array): Sharp | null {
  if (!hasImageSignature(bytes)) return null;
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 }).timeout({
    seconds: MAX_DECODE_SECONDS,
  });
}

/** Magic bytes of JPEG, PNG, GIF, WebP and AVIF. Whatever else a decoder might accept (SVG, PDF) never reaches it. */
function hasImageSignature(bytes: Uint8Array): boolean {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 16) return false;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true;
  if (bytes[0] === 0x89 && ascii(1, 4) === 'PNG') return true;
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return true;
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true;
  return ascii(4, 8) === 'ftyp' && /^(avif|avis|mif1|miaf)/.test(ascii(8, 12));
}
