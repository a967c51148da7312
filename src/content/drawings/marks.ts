import { escapeXml, renderSheet, renderSvg } from './drawing-sheet.ts';
import { d, points, polar, regular, turned } from './geometry.ts';
import { flutedBody } from './helix.ts';
import { axis, circle, clipped, dimAcross, leader, path } from './primitives.ts';

const drillAxis = 256;
const r = 58;
// The fracture, as offsets from where it crosses the axis.
const fracture = [
  [9, -96],
  [9, 2 - r],
  [4, -40],
  [22, -14],
  [-12, 22],
  [8, 48],
  [6, r - 2],
  [6, 96],
] as const;
const breakAt = 330;

function fragment(id: string, side: 'left' | 'right', body: string): string {
  const edge = fracture.map(([x, y]) => d`L${breakAt + x} ${drillAxis + y}`).join('');
  const from = side === 'left' ? 0 : 800;
  const crack = fracture
    .slice(1, -1)
    .map(([x, y]) => d`${breakAt + x} ${drillAxis + y}`)
    .join('L');
  return clipped(id, `M${from} 0${edge}L${from} 600Z`, body) + path('s', `M${crack}`);
}

function brokenDrill(): string {
  const flutes = flutedBody({ x1: 60, x2: 580, y: drillAxis, r, lead: 500, tip: 118, runout: 60, phase: 52 });
  const shank =
    path('o', turned(drillAxis, points`560 ${r - 1}, 690 ${r - 1}, 698 ${r - 8}`)) +
    path('t', d`M690 ${drillAxis - r + 1}V${drillAxis + r - 1}`);
  return (
    axis(24, drillAxis, 776, drillAxis) +
    `<g transform="translate(-8 34) rotate(-9 190 ${drillAxis})">${fragment('a', 'left', flutes)}</g>` +
    `<g transform="translate(44 0)">${fragment('b', 'right', shank + flutes)}</g>` +
    path('f', 'M388 352l8 3l-3 7l-9 -2ZM364 388l6 -4l5 5l-4 6ZM412 398l9 1l-2 7l-8 -2Z') +
    dimAcross(52, 742, 470, '404', 320, drillAxis + r).replace('class="dt"', 'class="dt dl"') +
    leader(372, 220, 440, 110, 'broken here')
  );
}

/** The image of the page-not-found page: a twist drill broken through its flutes, dimensioned. 800 × 600. */
export function drawErrorImage(): string {
  return renderSheet({ title: 'Broken twist drill', number: '404', scale: '4:3', body: brokenDrill });
}

/** A sheet on which nothing is drawn yet: center lines, a dashed outline, a title block to be filled in. 800 × 600. */
export function drawBlankSheet(): string {
  const body = () =>
    axis(90, 250, 710, 250) +
    axis(400, 70, 400, 430) +
    path('x', 'M180 130H620V370H180Z') +
    dimAcross(180, 620, 452, '?', 370);
  return renderSheet({ title: 'Not drawn yet', number: '–', scale: '1:1', body });
}

/** The portrait of a reviewer without a picture: at most three initials, lettered in a drawn circle. 160 × 160. */
export function drawMonogram(initials: string): string {
  const letters = [...initials.trim()].slice(0, 3).join('').toUpperCase();
  return renderSvg(
    `Portrait of ${letters || 'a customer'}`,
    160,
    160,
    circle('o', 80, 80, 62) +
      circle('t', 80, 80, 56) +
      path('c', 'M6 80H34M126 80H154M80 6V34M80 126V154') +
      `<text class="${letters.length > 2 ? 'ml ml3' : 'ml'}" x="80" y="${letters.length > 2 ? 95 : 100}" text-anchor="middle">${escapeXml(letters)}</text>`,
  );
}

/** The shop's mark on a sheet of 64 × 64: a hexagon nut, its thread cut open. */
export function mark(): string {
  const [x1, y1] = polar(32, 32, 16, 100);
  const [x2, y2] = polar(32, 32, 16, 10);
  const nut = path('o', regular(32, 32, 50, 6)) + circle('t', 32, 32, 22.5) + circle('o', 32, 32, 10.5);
  return nut + path('s', d`M${x1} ${y1}A16 16 0 1 1 ${x2} ${y2}`);
}

/** The mark as a separate image. 64 × 64. */
export function drawMark(): string {
  return renderSvg('Shop mark', 64, 64, mark(), 1.5);
}

/**
 * The mark for an icon of `size` px: the smaller it is, the fewer and heavier its lines. `share` is how much of the
 * side it fills, less where a device may cut off the corners. Only in the light scheme, since the background of an icon
 * is not ours.
 */
export function drawIcon(size: number, share: number): string {
  const lean = size < 48;
  const [x1, y1] = polar(32, 32, 16, 100);
  const [x2, y2] = polar(32, 32, 16, 10);
  const lines = lean
    ? path('o', regular(32, 32, 52, 6)) + path('s', d`M${x1} ${y1}A16 16 0 1 1 ${x2} ${y2}`) + circle('f', 32, 32, 6)
    : mark();
  const scale = (size * share) / 64;
  const margin = (size - 64 * scale) / 2;
  const body = `<g transform="translate(${margin} ${margin}) scale(${scale})">${lines}</g>`;
  return renderSvg('Shop mark', size, size, body, lean ? 3 : 1.5, false, 'light');
}
