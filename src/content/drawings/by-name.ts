import { drawBanner, drawBlankSheet, drawErrorImage, drawLock, drawMark, drawMonogram, drawTool } from './drawings.ts';

/** Pictures for pages of their own, by name. */
const MARKS: Record<string, () => string> = {
  ironmonger: drawMark,
  'not-found': drawErrorImage,
  'blank-sheet': drawBlankSheet,
  'lock-open': () => drawLock('open'),
  'lock-shut': () => drawLock('shut'),
};

/** The drawing at `/images/<kind>/<name>.svg` as an SVG document, or null if there is none. */
export function drawByName(kind: string, name: string): string | null {
  if (kind === 'drawings') return drawTool(name);
  if (kind === 'banners') return drawBanner(name);
  if (kind === 'monograms') return /^[A-Za-z]{1,3}$/.test(name) ? drawMonogram(name.toUpperCase()) : null;
  if (kind === 'marks' && Object.hasOwn(MARKS, name)) return MARKS[name]?.() ?? null;
  return null;
}
