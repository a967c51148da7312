// @ts-check
import sharp from 'sharp';
import { exceedsPixelLimit, getMaxPixels } from './pixel-limits.mjs';

// One thread and no cache, since all memory is for the current image.
sharp.concurrency(1);
sharp.cache(false);
// Other formats that a decoder might accept (PDF, TIFF, matrices) are never opened.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`) });

/**
 * An image that is not decoded. `unreadable`: its bytes are not an image. `too_large`: its header announces too many
 * pixels.
 */
export class RejectedImage extends Error {
  /** @param {'unreadable' | 'too_large'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Opens outside bytes that begin as `format` says. Reads only the header, and rejects too many pixels.
 * @param {string} format
 * @param {Buffer} bytes
 */
async function open(format, bytes) {
  const header = await rejectUnreadable(sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata());
  const isExpected = format === 'avif' ? header.compression === 'av1' : header.format === format;
  if (!isExpected) throw new RejectedImage('unreadable');
  if (exceedsPixelLimit(header)) throw new RejectedImage('too_large');
  return sharp(bytes, { limitInputPixels: getMaxPixels(header), failOn: 'error', pages: 1 });
}

/**
 * @template T
 * @param {Promise<T>} decoding
 */
async function rejectUnreadable(decoding) {
  try {
    return await decoding;
  } catch {
    throw new RejectedImage('unreadable');
  }
}

/** From the quality for images with little detail down to the lowest. */
const QUALITIES = [80, 70, 60, 52, 44, 37, 32, 26, 20, 14];

/**
 * Encodes an image as WebP in each width, in the highest quality that takes at most `maxBytes`, or in the lowest.
 * Widths ascend: a quality that was too large for a small file is not tried for a larger one, which saves half of the
 * time.
 * @param {Buffer} image
 * @param {{ width: number, maxBytes: number }[]} variants
 */
async function encodeVariants(image, variants) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const { width: fullWidth, height, channels } = info;
  const encoded = [];
  let quality = 0;
  for (const { width, maxBytes } of variants) {
    const full = sharp(data, { raw: { width: fullWidth, height, channels } });
    const resized = await full.resize({ width }).raw().toBuffer({ resolveWithObject: true });
    const raw = { width: resized.info.width, height: resized.info.height, channels: resized.info.channels };
    for (; ; quality += 1) {
      const file = await sharp(resized.data, { raw })
        .webp({ quality: QUALITIES[quality] ?? 14 })
        .toBuffer();
      if (file.length > maxBytes && quality < QUALITIES.length - 1) continue;
      encoded.push(file);
      break;
    }
  }
  return encoded;
}

/**
 * Encodes an upload as WebP, upright and without metadata. The first part is at most `maxSide` px large. The others are
 * those `variants` that are smaller.
 * @param {{ format: string, maxSide: number, variants: { width: number, maxBytes: number }[] }} options
 * @param {Buffer[]} parts
 */
async function encode({ format, maxSide, variants }, [upload = Buffer.alloc(0)]) {
  const image = await open(format, upload);
  const { data, info } = await rejectUnreadable(
    image
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true }),
  );
  const smaller = await encodeVariants(
    data,
    variants.filter(({ width }) => width < info.width),
  );
  return { head: { width: info.width, height: info.height }, parts: [data, ...smaller] };
}

/**
 * Renders one of the shop's drawings as PNG. With `over`, an outside image is laid over it, as large as it fits there.
 * @param {{ over?: { format: string, left: number, top: number, width: number, height: number } }} options
 * @param {Buffer[]} parts
 */
async function draw({ over }, [svg = Buffer.alloc(0), upload = Buffer.alloc(0)]) {
  const sheet = sharp(svg);
  if (!over) return { head: {}, parts: [await sheet.png({ palette: true, colours: 64 }).toBuffer()] };
  const { format, left, top, width, height } = over;
  const image = await open(format, upload);
  const { data, info } = await rejectUnreadable(
    image.resize({ width, height, fit: 'inside' }).png().toBuffer({ resolveWithObject: true }),
  );
  const middle = {
    left: left + Math.round((width - info.width) / 2),
    top: top + Math.round((height - info.height) / 2),
  };
  const drawn = sheet.composite([{ input: data, ...middle }]).png({ palette: true, colours: 256 });
  return { head: {}, parts: [await drawn.toBuffer()] };
}

/**
 * Finds reasons not to show a PDF to others. Loads the PDF library only with the first PDF, since images do not need
 * it.
 * @param {object} _options
 * @param {Buffer[]} parts
 */
async function inspect(_options, [upload = Buffer.alloc(0)]) {
  const { inspectPdf } = await import('./pdf-inspection.mjs');
  return { head: await inspectPdf(upload), parts: [] };
}

/** @type {Record<string, (options: any, parts: Buffer[]) => Promise<import('./frames.mjs').Frame>>} */
export const JOBS = { encode, draw, inspect };
