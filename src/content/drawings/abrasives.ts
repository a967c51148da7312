import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, grains, points, polar, ring, times, turned, turnedSmooth } from './geometry.ts';
import {
  axis,
  circle,
  clipped,
  cross,
  cut,
  dimAcross,
  dimUp,
  lettering,
  path,
  rect,
  sectionPlane,
  woodgrain,
} from './primitives.ts';

interface Grain {
  x: number;
  y: number;
  /** From 0 to 1, of half a turn. */
  lean: number;
}

/**
 * In whole units, in twelve directions, and sorted: nobody can see exactly where a grain is, and this takes a third of
 * the bytes.
 */
function strokes(all: readonly Grain[], length: number): string {
  const directions = times(
    12,
    (i) => d`l${length * Math.cos((i * Math.PI) / 12)} ${length * Math.sin((i * Math.PI) / 12)}`,
  );
  const rounded = all.map(({ x, y, lean }) => ({
    x: Math.round(x),
    y: Math.round(y),
    stroke: directions[Math.floor(lean * 12)],
  }));
  return path(
    't',
    rounded
      .sort((a, b) => a.x - b.x || a.y - b.y)
      .map(({ x, y, stroke }) => `M${x} ${y}${stroke}`)
      .join(''),
  );
}

/** Stipple for bonded abrasive: short strokes spread evenly by a golden-angle spiral between two radii. */
function grit(cx: number, cy: number, r1: number, r2: number, count: number): string {
  const lean = grains(count, 11);
  const all = times(count, (i) => {
    const r = Math.sqrt(r1 * r1 + ((r2 * r2 - r1 * r1) * (i + 0.5)) / count);
    const [x, y] = polar(cx, cy, r, i * 137.508);
    return { x, y, lean: lean[i] ?? 0 };
  });
  return strokes(all, 3);
}

function gritIn(x: number, y: number, w: number, h: number, count: number, seed: number): string {
  const at = grains(count * 3, seed);
  const all = times(count, (i) => ({
    x: x + (at[i * 3] ?? 0) * w,
    y: y + (at[i * 3 + 1] ?? 0) * h,
    lean: at[i * 3 + 2] ?? 0,
  }));
  return strokes(all, 2.6);
}

/** Grinding wheel seen from its face. */
function grindingWheelFigure(cx: number, cy: number): string {
  return (
    circle('o', cx, cy, 206) +
    grit(cx, cy, 112, 198, 330) +
    circle('t', cx, cy, 199) +
    circle('o', cx, cy, 104) +
    circle('t', cx, cy, 96) +
    circle('m', cx, cy, 50) +
    circle('o', cx, cy, 33)
  );
}

function grindingWheel(): string {
  const [cx, cy] = [260, 276];
  const x = 600;
  const w = 26;
  const half = (sign: 1 | -1) =>
    cut(
      filleted(points`
        ${x - w} ${cy + sign * 33}, ${x + w} ${cy + sign * 33}, ${x + w} ${cy + sign * 200}, ${x + w - 6} ${cy + sign * 206},
        ${x - w + 6} ${cy + sign * 206}, ${x - w} ${cy + sign * 200}`),
    ) +
    path('f', d`M${x - w - 5} ${cy + sign * 34}h5v${sign * 70}h-5ZM${x + w} ${cy + sign * 34}h5v${sign * 70}h-5Z`) +
    cut(d`M${x - w} ${cy + sign * 33}h${2 * w}v${sign * 14}h${-2 * w}Z`, true);
  return (
    grindingWheelFigure(cx, cy) +
    cross(cx, cy, 206, 14) +
    lettering('nt', cx, cy - 68, 'WA 60 K V') +
    lettering('nt', cx, cy + 78, '35 m/s') +
    path('t', d`M${x - w} ${cy - 33}V${cy + 33}M${x + w} ${cy - 33}V${cy + 33}`) +
    half(1) +
    half(-1) +
    axis(x - 60, cy, x + 60, cy) +
    dimUp(cy - 206, cy + 206, 716, 'Ø 200', x + w - 6) +
    dimUp(cy - 33, cy + 33, 530, 'Ø 32', x - w) +
    dimAcross(x - w, x + w, 46, '25', cy - 204)
  );
}

/** Sharpening stone in its wooden box, in elevation; box bottom on y = 262. */
function sharpeningStoneFigure(): string {
  return (
    rect('m', 60, 206, 680, 56, 6) +
    woodgrain(76, 724, 206, 262, 4) +
    path('o', filleted(points`104 206, 104 168, 696 168, 696 206`)) +
    gritIn(108, 171, 582, 32, 130, 5) +
    path('o', filleted(points`104 168, 104 128 3, 696 128 3, 696 168`)) +
    gritIn(108, 131, 582, 34, 330, 9) +
    path('m', filleted(points`92 262, 150 262, 146 274 4, 96 274 4`)) +
    path('m', filleted(points`650 262, 708 262, 704 274 4, 654 274 4`))
  );
}

function sharpeningStone(): string {
  const [sx, sy] = [156, 470];
  return (
    sharpeningStoneFigure() +
    axis(400, 108, 400, 292) +
    sectionPlane(300, 104, 280, 'A') +
    cut(
      filleted(points`
        ${sx - 96} ${sy + 26} 6, ${sx - 96} ${sy - 26} 5, ${sx - 70} ${sy - 26}, ${sx - 70} ${sy}, ${sx + 70} ${sy},
        ${sx + 70} ${sy - 26}, ${sx + 96} ${sy - 26} 5, ${sx + 96} ${sy + 26} 6`),
      true,
    ) +
    rect('o', sx - 70, sy - 61, 140, 61) +
    rect('h', sx - 70, sy - 61, 140, 31) +
    gritIn(sx - 66, sy - 27, 132, 24, 70, 3) +
    axis(sx, sy - 80, sx, sy + 42) +
    lettering('nt', sx, sy + 62, 'A–A') +
    rect('m', 310, 340, 440, 170, 6) +
    woodgrain(322, 740, 340, 510, 8) +
    rect('o', 336, 364, 388, 122, 3) +
    gritIn(340, 368, 378, 114, 420, 21) +
    axis(294, 425, 766, 425) +
    dimAcross(104, 696, 84, '205', 128) +
    dimUp(128, 206, 760, '30', 696) +
    dimAcross(sx - 70, sx + 70, sy - 92, '70', sy - 61)
  );
}

const cutPitch = 8;

/** Flat file in plan about y, tang and handle to the right. */
function flatFileFigure(y: number): string {
  const half = 34;
  const belly = d`M44 ${y - half + 8}C180 ${y - half + 1} 300 ${y - half}`;
  const keel = d`C300 ${y + half} 180 ${y + half - 1} 44 ${y + half - 8}Z`;
  const shoulder = d`L526 ${y - half + 8}Q544 ${y - 16} 560 ${y - 9}V${y + 9}Q544 ${y + 16} 526 ${y + half - 8}L506 ${y + half}`;
  const blade = d`${belly} 506 ${y - half}${shoulder}${keel}`;
  const face = d`${belly} 494 ${y - half}V${y + half}${keel}`;
  const over = times(66, (i) => d`M${-20 + i * cutPitch} ${y + 36}l42 -72`).join('');
  const up = times(62, (i) => d`M${20 + i * cutPitch} ${y + 36}l-22 -72`).join('');
  return (
    path('o', blade) +
    clipped('f', face, path('n', over + up)) +
    path('t', d`M494 ${y - half}V${y + half}`) +
    path('m', turnedSmooth(y, points`566 20, 600 27, 650 33, 700 30, 736 20, 748 8`)) +
    woodgrain(590, 738, y - 26, y + 26, 4) +
    path('o', turned(y, points`548 19 3, 580 22 3`)) +
    path('t', d`M556 ${y - 19}V${y + 19}M574 ${y - 21}V${y + 21}`)
  );
}

function flatFile(): string {
  const [y, s] = [140, 288];
  const [cx, cy, r] = [190, 440, 80];
  const teeth = d`M${cx - 120} ${cy + 60}V${cy}` + times(7, () => 'l14 -26l6 4l20 22').join('') + d`V${cy + 60}Z`;
  return (
    flatFileFigure(y) +
    axis(26, y, 770, y) +
    path(
      'o',
      filleted(points`44 ${s - 9}, 500 ${s - 11} 10, 548 ${s - 8}, 548 ${s + 8}, 500 ${s + 11} 10, 44 ${s + 9}`),
    ) +
    path('t', times(88, (i) => d`M${46 + i * 5} ${s - 9.6}l3 3.4M${46 + i * 5} ${s + 9.6}l3 -3.4`).join('')) +
    path('m', turnedSmooth(s, points`566 20, 600 27, 650 33, 700 30, 736 20, 748 8`)) +
    path('o', turned(s, points`548 19 3, 580 22 3`)) +
    axis(26, s, 770, s) +
    sectionPlane(360, y - 54, y + 54, 'A') +
    clipped('z', ring(cx, cy, r), cut(teeth)) +
    circle('l', cx, cy, r) +
    lettering('nt', cx, cy + 106, '10 : 1') +
    circle('t', 150, s - 8, 16) +
    path('t', d`M154 ${s + 8}L176 361`) +
    cut(filleted(points`360 420, 520 420, 520 452, 360 452`)) +
    axis(440, 400, 440, 474) +
    lettering('nt', 440, 496, 'A–A') +
    dimAcross(44, 506, 222, '250', y + 28, y + 36) +
    dimUp(420, 452, 560, '7', 520)
  );
}

/** Files, wheels and stones, number block 900. */
export const abrasives: Record<string, Drawing> = {
  'flat-file': { title: 'Flat file', number: '901', scale: '1:2', body: flatFile },
  'grinding-wheel': { title: 'Grinding wheel', number: '902', scale: '1:2', body: grindingWheel },
  'sharpening-stone': { title: 'Sharpening stone', number: '903', scale: '1:1', body: sharpeningStone },
};
