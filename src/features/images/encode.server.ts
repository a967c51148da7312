import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import { decodeImage } from '#src/platform/decode-image.server.ts';
import { getVariantWidths } from '#src/shared/image-url.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const MAX_SIDE = 1600;

// Decoding takes memory and the threads that also hash passwords.
const decoding = createConcurrencyLimiter(2, 16);

/** An image as it is stored: re-encoded as WebP, upright, without metadata. */
export interface EncodedImage {
  full: Buffer;
  /** In px, of `full`. */
  width: number;
  height: number;
  resized: { width: number; data: Buffer }[];
}

/** Re-encodes an upload without its metadata: at most 1600 px on its longer side, and in smaller widths. */
export async function encodeImage(upload: Uint8Array): Promise<Outcome<EncodedImage>> {
  const input = decodeImage(upload);
  if (!input) return fail('picture_unreadable');
  return (await decoding.run(() => encode(input))) ?? fail('busy');
}

async function encode(upload: Sharp): Promise<Outcome<EncodedImage>> {
  let image: { data: Buffer; info: OutputInfo };
  try {
    image = await upload
      .rotate()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return fail('picture_unreadable');
  }
  const { width, height } = image.info;
  const resized: EncodedImage['resized'] = [];
  for (const variant of getVariantWidths(width)) {
    resized.push({
      width: variant,
      data: await sharp(image.data).resize({ width: variant }).webp({ quality: 80 }).toBuffer(),
    });
  }
  return ok({ full: image.data, width, height, resized });
}
