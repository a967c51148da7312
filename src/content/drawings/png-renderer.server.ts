import { LRUCache } from 'lru-cache';
import { createConcurrencyLimiter } from '#src/platform/concurrency-limiter.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { detectImageFormat } from '#src/platform/image-process/image-signature.ts';

/** How many PNGs are cached, of 20 to 200 KB each. */
const MAX_CACHED = 100;

interface PngRenderer {
  /**
   * The PNG called `name`, rendered from `draw` unless it is cached; null if too many are waiting. The same name must
   * always mean the same image. `over` is laid over the drawing, as large as it fits. Throws if `over` is not an image.
   */
  render(name: string, draw: () => string, over?: ImageOverlay): Promise<Buffer | null>;
  /** The PNG of that name, if it is cached or being rendered. */
  getCached(name: string): Promise<Buffer | null> | undefined;
}

interface ImageOverlay {
  image: Buffer;
  area: { left: number; top: number; width: number; height: number };
}

/** Renders drawings as PNGs for clients that do not support SVG: one at a time, since each takes a core for 50 ms. */
export function createPngRenderer(imageProcess: ImageProcess): PngRenderer {
  const cache = new LRUCache<string, Promise<Buffer | null>>({ max: MAX_CACHED });
  const gate = createConcurrencyLimiter(1, 30);
  return {
    getCached: (name) => cache.get(name),
    render(name, draw, over) {
      const cached = cache.get(name);
      if (cached) return cached;
      const rendering = gate.run(() => renderPng(imageProcess, draw(), over));
      cache.set(name, rendering);
      const dropUnlessRendered = (made: Buffer | null) => {
        if (!made) cache.delete(name);
      };
      rendering.then(dropUnlessRendered, () => dropUnlessRendered(null));
      return rendering;
    },
  };
}

async function renderPng(imageProcess: ImageProcess, svg: string, over?: ImageOverlay): Promise<Buffer | null> {
  const parts: Buffer[] = [Buffer.from(svg)];
  let options = {};
  if (over) {
    const format = detectImageFormat(over.image);
    if (!format) throw new Error('The overlay of a drawing is no image.');
    options = { over: { ...over.area, format } };
    parts.push(over.image);
  }
  const outcome = await imageProcess.draw(options, parts, { bytes: over?.image.length ?? 0 });
  if ('failed' in outcome) {
    if (outcome.failed === 'busy') return null;
    throw new Error('The overlay of a drawing cannot be decoded.');
  }
  const [png] = outcome.done.parts;
  if (!png || detectImageFormat(png) !== 'png')
    throw new Error('The image process returned something else than a PNG.');
  return png;
}
