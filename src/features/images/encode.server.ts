import * as z from 'zod';
import type { ReceivedFile } from '#src/platform/http/received-file.server.ts';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import { detectImageFormat, isHeic } from '#src/platform/image-process/image-signature.ts';
import { getVariantWidths, type ImageGeneration } from '#src/shared/image-url.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

const MAX_SIDE = 1600;

/** The most bytes of a card's image on a phone: it is at most 720 px wide, or 800 px from an earlier version. */
const MAX_CARD_BYTES = 40_000;
const CARD_WIDTHS = { from: 720, to: 800 };

/** The most bytes of a variant. They grow with the width, though more slowly than the pixels do. */
function getMaxBytes(width: number): number {
  const bytes = Math.round(MAX_CARD_BYTES * (width / CARD_WIDTHS.from) ** 1.5);
  return width <= CARD_WIDTHS.to ? Math.min(bytes, MAX_CARD_BYTES) : bytes;
}

/** An image as it is stored: re-encoded as WebP, upright, without metadata. */
export interface EncodedImage {
  generation: ImageGeneration;
  full: Buffer;
  /** In px, of `full`. */
  width: number;
  height: number;
  resized: { width: number; data: Buffer }[];
}

const sideSchema = z.number().int().min(1).max(MAX_SIDE);
const encodedSchema = z.object({ width: sideSchema, height: sideSchema });

const TOO_LARGE =
  'This picture has more pixels than we can process. Please choose a smaller one, or save it as a JPEG and try again.';
/** A JPEG of that size is progressive: 'save it as a JPEG' would not help. */
const TOO_LARGE_JPEG =
  'This picture has more pixels than we can process. Please make it smaller, or save it as a JPEG that is not progressive.';
const HEIC =
  'This is an HEIC picture, which not all browsers can show. Please send it as a JPEG. To take JPEG pictures with an iPhone, choose Settings › Camera › Formats › Most Compatible.';

/**
 * Re-encodes an upload without its metadata: at most 1600 px on its longer side, and in smaller widths with few bytes.
 * Only the image process decodes the bytes, and what it returns is checked before it is stored.
 */
export async function encodeImage(
  imageProcess: ImageProcess,
  from: Uploader,
  upload: Pick<ReceivedFile, 'head' | 'bytes' | 'read'>,
  generation: ImageGeneration = 2,
): Promise<Outcome<EncodedImage>> {
  const format = detectImageFormat(upload.head);
  const unreadable = isHeic(upload.head) ? refusePicture(HEIC) : fail('picture_unreadable');
  if (!format) return unreadable;
  const variants = getVariantWidths({ width: MAX_SIDE, generation }).map((width) => ({
    width,
    maxBytes: getMaxBytes(width),
  }));
  const options = { format, maxSide: MAX_SIDE, variants };
  const outcome = await imageProcess.encode(from, options, upload.read, { format, bytes: upload.bytes });
  if ('failed' in outcome) {
    if (outcome.failed === 'busy') return fail('busy');
    if (outcome.failed === 'unreadable') return unreadable;
    return refusePicture(format === 'jpeg' ? TOO_LARGE_JPEG : TOO_LARGE);
  }
  const { width, height } = encodedSchema.parse(outcome.done.head);
  const [full, ...smaller] = outcome.done.parts;
  const widths = getVariantWidths({ width, generation });
  const areWebp = outcome.done.parts.every((part) => detectImageFormat(part) === 'webp');
  if (!full || !areWebp || smaller.length !== widths.length)
    throw new Error('The image process returned something else than images.');
  const resized = smaller.map((data, at) => ({ width: widths[at] ?? width, data }));
  return ok({ generation, full, width, height, resized });
}

const refusePicture = (detail: string) => fail('picture_unreadable', { detail, fields: { image: detail } });
