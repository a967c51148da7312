// @ts-check

/** Decoders also buffer whole lines, so a line of a million pixels takes more than its share. */
const MAX_SIDE = 20_000;

/** The most for any format that is decoded whole. */
const MAX_PIXELS = 40_000_000;
/**
 * The most of a JPEG in a single scan, as cameras of phones write it. It is shrunk line by line while it is read, so
 * that even 200 megapixels take 25 MB. A header also says 'progressive' if a plain JPEG has several scans.
 */
const MAX_SHRUNK_PIXELS = 200_000_000;

/**
 * The contents of a header, as sharp reads them.
 * @typedef {{ width: number, height: number, format?: string, depth?: string, hasAlpha?: boolean, isProgressive?: boolean,
 *   chromaSubsampling?: string }} Header
 */

/**
 * The most pixels of an image, by what its decoder needs for each: at most 160 MB in all. AVIF takes 19 bytes per
 * pixel.
 * @param {Header} header
 */
export function getMaxPixels({ format, depth, hasAlpha, isProgressive, chromaSubsampling }) {
  const isDeep = depth !== 'uchar';
  if (format === 'heif') return isDeep || hasAlpha ? 6_000_000 : 8_300_000;
  if (format === 'gif') return 20_000_000;
  if (format === 'jpeg' && isProgressive) return chromaSubsampling === '4:2:0' ? 30_000_000 : 20_000_000;
  if (format === 'jpeg') return MAX_SHRUNK_PIXELS;
  if (format === 'png' && (isProgressive || isDeep)) return 12_000_000;
  return MAX_PIXELS;
}

/**
 * Whether the header announces more pixels than the image process can decode within its memory.
 * @param {Header} header
 */
export function exceedsPixelLimit(header) {
  const { width, height } = header;
  return Math.max(width, height) > MAX_SIDE || width * height > getMaxPixels(header);
}
