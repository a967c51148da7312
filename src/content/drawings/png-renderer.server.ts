import sharp from 'sharp';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import { decodeImage } from '#src/platform/decode-image.server.ts';

/** How many PNGs are cached; one has 20 to 200 KB. */
const MAX_CACHED = 100;

interface PngRenderer {
  /**
   * The PNG called `name`, rendered from `draw` where it is not cached; null when too many wait. The same name always
   * means the same image. `over` is laid upon the drawing, as large as it fits. Throws when `over` is no image.
   */
  render(name: string, draw: () => string, over?: ImageOverlay): Promise<Buffer | null>;
  /** The PNG of that name, where it is cached or in rendering. */
  getCached(name: string): Promise<Buffer | null> | undefined;
}

interface ImageOverlay {
  image: Buffer;
  area: { left: number; top: number; width: number; height: number };
}

/** Renders drawings as PNGs for clients that take no SVG: one at a time, since each takes a core for 50 ms. */
export function createPngRenderer(): PngRenderer {
  const cache = new Map<string, Promise<Buffer | null>>();
  const gate = createConcurrencyLimiter(1, 30);
  return {
    getCached: (name) => cache.get(name),
    render(name, draw, over) {
      const cached = cache.get(name);
      if (cached) return cached;
      const rendering = gate.run(() => renderPng(draw(), over));
      cache.set(name, rendering);
      const dropUnlessRendered = (made: Buffer | null) => {
        if (!made) cache.delete(name);
      };
      rendering.then(dropUnlessRendered, () => dropUnlessRendered(null));
      for (const oldest of cache.keys()) {
        if (cache.size <= MAX_CACHED) break;
        cache.delete(oldest);
      }
      return rendering;
    },
  };
}

async function renderPng(svg: string, over?: ImageOverlay): Promise<Buffer> {
  const sheet = sharp(Buffer.from(svg));
  if (!over) return sheet.png({ palette: true, colours: 64 }).toBuffer();
  const { left, top, width, height } = over.area;
  const opened = decodeImage(over.image);
  if (!opened) throw new Error('The overlay of a drawing is no image.');
  const { data, info } = await opened.resize({ width, height, fit: 'inside' }).toBuffer({ resolveWithObject: true });
  const middle = {
    left: left + Math.round((width - info.width) / 2),
    top: top + Math.round((height - info.height) / 2),
  };
  return sheet
    .composite([{ input: data, ...middle }])
    .png({ palette: true, colours: 256 })
    .toBuffer();
}
