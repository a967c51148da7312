import { renderSvg } from './drawing-sheet.ts';
import { d } from './geometry.ts';
import { mark } from './marks.ts';
import { clipped, line, path, place, rect } from './primitives.ts';

const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 36;
/** Where a tool's drawing begins. The name of the shop is to the left of it. */
const COLUMN = 392;

/** The area of an uploaded image on its sheet, in px. */
export const uploadArea = { left: COLUMN + 1, top: MARGIN + 1, width: 1200 - MARGIN - COLUMN - 2, height: 556 };

/** Single-stroke letters, 10 high, as lettered with a pen: the machine that renders a preview may have no fonts. */
const letters: Record<string, { width: number; stroke: string }> = {
  I: { width: 0.6, stroke: 'M0.3 0V10' },
  R: { width: 6, stroke: 'M0 10V0H3.3A2.75 2.75 0 0 1 3.3 5.5H0M3 5.5L6 10' },
  O: { width: 6, stroke: 'M3 0A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7V3A3 3 0 0 0 3 0Z' },
  N: { width: 6, stroke: 'M0 10V0L6 10V0' },
  M: { width: 7, stroke: 'M0 10V0L3.5 6.5L7 0V10' },
  G: { width: 6, stroke: 'M6 3A3 3 0 0 0 0 3V7A3 3 0 0 0 6 7V5.6H3.6' },
  E: { width: 5, stroke: 'M5 0H0V10H5M0 5H4.4' },
};
const GAP = 2.6;

/** The shop's name, `height` px high from its upper left corner, with the resulting width. */
function wordmark(x: number, y: number, height: number): { drawn: string; width: number } {
  const scale = height / 10;
  let at = 0;
  const strokes = [...'IRONMONGER'].map((letter) => {
    const { width, stroke } = letters[letter] ?? { width: 0, stroke: '' };
    const placed = `<path class="l" style="stroke-width:1.7" transform="translate(${at} 0)" d="${stroke}"/>`;
    at += width + GAP;
    return placed;
  });
  const width = (at - GAP) * scale;
  return { drawn: `<g transform="translate(${x} ${y}) scale(${scale})">${strokes.join('')}</g>`, width };
}

/** The background of all previews: a frame, as on a sheet. */
function framed(body: string): string {
  const frame = rect('t', MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN);
  return renderSvg('', WIDTH, HEIGHT, withoutLettering(body) + frame, 1.25, false, 'light');
}

function withoutLettering(body: string): string {
  return body.replaceAll(/<text[^<]*<\/text>/g, '');
}

/** Mark and name in the left column, dimensioned like a length. */
function signature(): string {
  const name = wordmark(74, 372, 38);
  const [from, to, at] = [74, 74 + name.width, 452];
  const dimension =
    `<path class="d" d="${d`M${from} ${at - 24}V${at + 8}M${to} ${at - 24}V${at + 8}M${from} ${at}H${to}`}"/>` +
    `<path class="a" d="${d`M${from} ${at}l14 -4v8ZM${to} ${at}l-14 -4v8Z`}"/>`;
  const nut = `<g transform="translate(62 140) scale(2.9)">${mark().replaceAll('<path ', '<path style="stroke-width:1.5" ').replaceAll('<circle ', '<circle style="stroke-width:1.5" ')}</g>`;
  return nut + name.drawn + dimension + line('t', COLUMN, MARGIN, COLUMN, HEIGHT - MARGIN);
}

/** A tool's drawing beside the name of its shop. */
export function toolPreview(drawing: string): string {
  return framed(place(drawing, COLUMN - 12, 48, 0, 0.98) + signature());
}

/** The same background for an uploaded image, which is placed on it at `uploadArea`. */
export function drawUploadPreview(): string {
  return framed(signature());
}

/** A wide drawing with the name of the shop above it. */
export function bannerPreview(drawing: string): string {
  const name = wordmark(192, 78, 50);
  const nut = `<g transform="translate(66 50) scale(1.65)">${mark()}</g>`;
  const [left, right, bottom] = [MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN];
  const scale = (right - left) / 1920;
  const top = bottom - 720 * scale;
  const shown = clipped('preview', d`M${left} ${top}H${right}V${bottom}H${left}Z`, place(drawing, left, top, 0, scale));
  return framed(shown + path('t', d`M${left} ${top}H${right}`) + nut + name.drawn);
}
