import sharp, { type OutputInfo } from 'sharp';
import { createGate } from '#src/platform/gate.server.ts';
import { smallerWidths } from '#src/shared/picture.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';

export const LARGEST_UPLOAD_BYTES = 10 * 1024 * 1024;
const LARGEST_PIXELS = 40_000_000;
const LARGEST_SIDE = 1600;
/** In seconds. */
const LONGEST_DECODING = 15;

// One thread a picture: more would only take them from everything else.
sharp.concurrency(1);

// A picture of many pixels takes memory and the threads that passwords are checked on: two at once, a few waiting.
const decoding = createGate(2, 16);

/** A picture as it is stored: re-encoded by us, upright, without metadata. */
export interface EncodedPicture {
  whole: Buffer;
  /** In px, of the whole. */
  width: number;
  height: number;
  smaller: { width: number; data: Buffer }[];
}

/** Decodes, limits, strips and re-encodes an upload: at most 1600 px on its longer side, and its smaller widths. */
export async function encodePicture(upload: Uint8Array): Promise<Outcome<EncodedPicture>> {
  if (!hasPictureSignature(upload)) return refuse('picture_unreadable');
  return (await decoding.pass(() => encode(upload))) ?? refuse('busy');
}

async function encode(upload: Uint8Array): Promise<Outcome<EncodedPicture>> {
  let picture: { data: Buffer; info: OutputInfo };
  try {
    picture = await sharp(upload, { limitInputPixels: LARGEST_PIXELS, failOn: 'error', pages: 1 })
      .rotate()
      .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .timeout({ seconds: LONGEST_DECODING })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return refuse('picture_unreadable');
  }
  const { width, height } = picture.info;
  const smaller: EncodedPicture['smaller'] = [];
  for (const stored of smallerWidths(width)) {
    smaller.push({
      width: stored,
      data: await sharp(picture.data).resize({ width: stored }).webp({ quality: 80 }).toBuffer(),
    });
  }
  return succeed({ whole: picture.data, width, height, smaller });
}

/** Magic bytes of JPEG, PNG, GIF, WebP and AVIF. Whatever else a decoder might accept (SVG, PDF) never reaches it. */
function hasPictureSignature(bytes: Uint8Array): boolean {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 16) return false;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true;
  if (bytes[0] === 0x89 && ascii(1, 4) === 'PNG') return true;
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return true;
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return true;
  return ascii(4, 8) === 'ftyp' && /^(avif|avis|mif1|miaf)/.test(ascii(8, 12));
}
