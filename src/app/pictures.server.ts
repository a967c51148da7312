import { Hono } from 'hono';
import {
  drawBanner,
  drawBlankSheet,
  drawErrorPicture,
  drawLock,
  drawMark,
  drawMonogram,
  drawTool,
} from '#src/features/drawings/drawings.ts';
import type { ImageStore } from '#src/features/images/store.server.ts';
import { type ApiEnv, keep, sendRefusal } from '#src/platform/api.server.ts';
import { refuse } from '#src/shared/problem.ts';

/** Pictures that stand on pages of their own, by name. */
const MARKS: Record<string, () => string> = {
  ironmonger: drawMark,
  'not-found': drawErrorPicture,
  'blank-sheet': drawBlankSheet,
  'lock-open': () => drawLock('open'),
  'lock-shut': () => drawLock('shut'),
};

/** Everything under `/images/`: drawings made by code, and uploads from the image store. */
export function picturesApp(images: ImageStore) {
  const draw = (kind: string, name: string): string | null => {
    if (kind === 'drawings') return drawTool(name);
    if (kind === 'banners') return drawBanner(name);
    if (kind === 'monograms') return /^[A-Za-z]{1,3}$/.test(name) ? drawMonogram(name.toUpperCase()) : null;
    if (kind === 'marks' && Object.hasOwn(MARKS, name)) return MARKS[name]?.() ?? null;
    return null;
  };
  return new Hono<ApiEnv>()
    .get('/:kind/:file{[a-zA-Z0-9-]+\\.svg}', (c) => {
      const svg = draw(c.req.param('kind'), c.req.param('file').slice(0, -4));
      if (!svg) return sendRefusal(c, refuse('not_found'));
      keep(c, 'static');
      // A drawing may be improved with a new version of the shop, so it is asked for again after a day.
      return c.body(svg, 200, {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
        // Styles inside the drawing itself; nothing else may run or load should it be opened alone.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
    })
    .get('/:file{[A-Za-z0-9_-]+\\.webp}', async (c) => {
      const file = await images.read(c.req.param('file'));
      if (!file) return sendRefusal(c, refuse('not_found'));
      return c.body(new Uint8Array(file), 200, {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    });
}
