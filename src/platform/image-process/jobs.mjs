// @ts-check
import sharp from 'sharp';
import { exceedsPixelLimit, MAX_PIXELS } from './pixel-limits.mjs';

// One thread, and nothing kept: memory belongs to the image in work.
sharp.concurrency(1);
sharp.cache(false);
// Whatever else a decoder might accept (PDF, TIFF, matrices) is never opened.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}`) });

/** An image that is not decoded. `unreadable`: its bytes are none. `too_large`: its header announces too many pixels. */
export class RejectedImage extends Error {
  /** @param {'unreadable' | 'too_large'} reason */
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * Opens bytes from outside that begin as `format` says. Reads the header alone, and rejects too many pixels.
 * @param {string} format
 * @param {Buffer} bytes
 */
async function open(format, bytes) {
  const header = await rejectUnreadable(sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata());
  const isExpected = format === 'avif' ? header.compression === 'av1' : header.format === format;
  if (!isExpected) throw new RejectedImage('unreadable');
  if (exceedsPixelLimit(header)) throw new RejectedImage('too_large');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
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

/** The first is for images that have few details; a variant gets the first that keeps it small enough. */
const VARIANT_QUALITIES = [80, 70, 60, 52, 44, 37, 32, 26, 20];

/**
 * An image as WebP of this width, in the best quality that takes at most `maxBytes`. One that takes more in every quality
 * has the lowest.
 * @param {Buffer} image
 * @param {{ width: number, maxBytes: number }} variant
 */
async function encodeVariant(image, { width, maxBytes }) {
  const { data, info } = await sharp(image).resize({ width }).raw().toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  /** @param {number} at */
  const tryQuality = (at) =>
    sharp(data, { raw })
      .webp({ quality: VARIANT_QUALITIES[at] ?? 20 })
      .toBuffer();
  const best = await tryQuality(0);
  if (best.length <= maxBytes) return best;
  let [tooLarge, fits] = [0, VARIANT_QUALITIES.length - 1];
  /** @type {Awaited<ReturnType<typeof tryQuality>> | null} */
  let fitting = null;
  // Halves the range: three more attempts instead of eight.
  while (fits - tooLarge > 1) {
    const at = Math.floor((fits + tooLarge) / 2);
    const encoded = await tryQuality(at);
    if (encoded.length <= maxBytes) [fits, fitting] = [at, encoded];
    else tooLarge = at;
  }
  return fitting ?? tryQuality(fits);
}

/**
 * An upload as WebP, upright and without metadata. The first part is at most `maxSide` px large. The others are those of
 * `variants` that are smaller.
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
  const parts = [data];
  for (const variant of variants) if (variant.width < info.width) parts.push(await encodeVariant(data, variant));
  return { head: { width: info.width, height: info.height }, parts };
}

/**
 * A drawing of the shop's own as PNG. With `over` an image from outside is laid upon it, as large as it fits there.
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

/** @type {Record<string, (options: any, parts: Buffer[]) => Promise<import('./frames.mjs').Frame>>} */
export const JOBS = { encode, draw };
