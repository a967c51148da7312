import * as z from 'zod';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import { detectImageFormat } from '#src/platform/image-process/image-signature.ts';
import { getVariantWidths } from '#src/shared/image-url.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;
const MAX_SIDE = 1600;

/** An image as it is stored: re-encoded as WebP, upright, without metadata. */
export interface EncodedImage {
  full: Buffer;
  /** In px, of `full`. */
  width: number;
  height: number;
  resized: { width: number; data: Buffer }[];
}

const sideSchema = z.number().int().min(1).max(MAX_SIDE);
const encodedSchema = z.object({ width: sideSchema, height: sideSchema });

const TOO_LARGE =
  'This picture has more pixels than we can read. Please choose a smaller one, or save it as JPEG and try again.';

/**
 * Re-encodes an upload without its metadata: at most 1600 px on its longer side, and in smaller widths. The bytes are
 * decoded in the image process alone, and what it returns is checked before it is stored.
 */
export async function encodeImage(
  imageProcess: ImageProcess,
  from: Uploader,
  upload: Uint8Array,
): Promise<Outcome<EncodedImage>> {
  const format = detectImageFormat(upload);
  if (!format) return fail('picture_unreadable');
  const options = { format, maxSide: MAX_SIDE, widths: getVariantWidths(MAX_SIDE) };
  const outcome = await imageProcess.encode(from, options, upload, { format, bytes: upload.length });
  if ('failed' in outcome) {
    if (outcome.failed === 'busy') return fail('busy');
    if (outcome.failed === 'unreadable') return fail('picture_unreadable');
    return fail('picture_unreadable', { detail: TOO_LARGE, fields: { image: TOO_LARGE } });
  }
  const { width, height } = encodedSchema.parse(outcome.done.head);
  const [full, ...smaller] = outcome.done.parts;
  const widths = getVariantWidths(width);
  const areWebp = outcome.done.parts.every((part) => detectImageFormat(part) === 'webp');
  if (!full || !areWebp || smaller.length !== widths.length)
    throw new Error('The image process returned something else than images.');
  return ok({ full, width, height, resized: smaller.map((data, at) => ({ width: widths[at] ?? width, data })) });
}
