import sharp from 'sharp';
import { grains } from '#src/content/drawings/geometry.ts';

/** Sizes (in px) and strengths of the texture. The mix is that of photographs of metal, wood and cloth. */
const TEXTURE = [
  [240, 70],
  [120, 45],
  [60, 32],
  [30, 24],
  [15, 18],
  [8, 15],
  [4, 13],
  [2, 16],
] as const;

/**
 * Creates an image of 12 megapixels that costs an encoder as much as a photograph: with texture of every size, edges
 * and lettering. It has the same bytes on every run. The texture is drawn at a quarter of the size, which is as fine as
 * a card shows.
 */
export async function createDetailedPhoto(): Promise<Buffer> {
  const [width, height] = [1_000, 750];
  const sum = new Float32Array(width * height * 3).fill(128);
  for (const [at, [size, strength]] of TEXTURE.entries()) {
    const [columns, rows] = [Math.ceil(width / size) + 1, Math.ceil(height / size) + 1];
    const noise = Buffer.from(grains(columns * rows * 3, at + 1).map((grain) => grain * 255));
    const layer = await sharp(noise, { raw: { width: columns, height: rows, channels: 3 } })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .raw()
      .toBuffer();
    // The texture is mostly gray, since the colors of a photograph vary less than its brightness.
    for (let i = 0; i < sum.length; i += 1)
      sum[i] = (sum[i] ?? 0) + (((layer[i - (i % 3)] ?? 0) * 3 + (layer[i] ?? 0)) / 512 - 1) * strength;
  }
  const places = grains(400, 99);
  const labels = Array.from({ length: 80 }, (_, at) => {
    const [x = 0, y = 0, turn = 0, size = 0, hue = 0] = places.slice(at * 5, at * 5 + 5);
    return (
      `<g transform="translate(${x * width} ${y * height}) rotate(${turn * 360}) scale(${0.3 + size})">` +
      `<rect width="150" height="40" rx="6" fill="hsl(${hue * 360} 40% 50%)" fill-opacity=".6" stroke="#111" stroke-width="3"/>` +
      '<path d="M10 32v-8m8 8v-5m8 5v-5m8 5v-8m8 8v-5m8 5v-5m8 5v-8m8 8v-5m8 5v-5m8 5v-8" stroke="#111" stroke-width="2"/></g>'
    );
  }).join('');
  const edges = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">${labels}</svg>`;
  const pixels = Buffer.from(Uint8ClampedArray.from(sum));
  const picture = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(edges) }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(picture).resize(4_000, 3_000).jpeg({ quality: 90 }).toBuffer();
}
