import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, filletedLine, points, times, turned, turnedUpright } from './geometry.ts';
import {
  axis,
  circle,
  cut,
  dimAcross,
  dimUp,
  fluted,
  leader,
  lettering,
  path,
  rect,
  screw,
  sectionPlane,
} from './primitives.ts';
import { benchViseFigure } from './vise.ts';

function pad(x: number, y: number, r: number): string {
  return (
    path(
      'e',
      filleted(points`
        ${x} ${y - r} 2, ${x + 10} ${y - r} 2, ${x + 16} ${y - 9} 3, ${x + 26} ${y - 9}, ${x + 26} ${y + 9},
        ${x + 16} ${y + 9} 3, ${x + 10} ${y + r} 2, ${x} ${y + r} 2`),
    ) + path('t', d`M${x + 5} ${y - r}V${y + r}`)
  );
}

/** F-clamp, bar on y = 120, spindle on y = 341. */
function fClampFigure(): string {
  const bar =
    rect('o', 50, 102, 640, 36, 3) +
    path('t', d`M50 110H690M50 130H690`) +
    path('t', times(104, (i) => d`M${112 + i * 5.4} 131l2.6 5`).join(''));
  const fixed = filleted(points`
    44 92 6, 92 92 6, 96 170 30, 100 291 40, 124 313 8, 124 369 6, 104 369 6, 62 313 60, 44 200 60`);
  const web = filletedLine(points`64 150 0, 62 230 50, 76 307 30, 102 341 0`);
  const arm = filleted(points`
    430 88 8, 488 88 10, 500 150 40, 490 281 40, 508 309 10, 508 373 8, 424 373 8, 424 309 10, 450 281 40,
    440 190 40, 424 150 8`);
  return (
    path('o', fixed) +
    path('t', web) +
    path('t', d`M112 313V369`) +
    bar +
    path('o', filleted(points`44 92 6, 92 92 6, 92 148 6, 44 148 6`)) +
    circle('o', 68, 120, 6) +
    path('o', arm) +
    path('t', d`M452 160Q462 225 470 287M478 160Q480 225 478 287M430 102H490M430 138H494M424 321H508M424 361H508`) +
    screw(296, 424, 341, 12, 8, 3.6) +
    screw(508, 566, 341, 12, 8, 3.6) +
    pad(270, 341, 28) +
    path('o', turned(341, points`560 16 2, 576 16 2`)) +
    path('m', turned(341, points`576 18, 590 25 10, 610 28 20, 700 28 20, 722 24 10, 740 14 8`)) +
    fluted(604, 712, 341, 26, 9)
  );
}

function fClamp(): string {
  const [x, y] = [140, 466];
  return (
    fClampFigure() +
    axis(104, 341, 758, 341) +
    axis(32, 120, 712, 120) +
    cut(rect2(x - 18, y - 44, 36, 88)) +
    axis(x, y - 64, x, y + 64) +
    axis(x - 38, y, x + 38, y) +
    lettering('nt', x, y + 88, 'A–A') +
    sectionPlane(250, 84, 156, 'A') +
    dimAcross(124, 270, 265, '0–300', 313, 313) +
    dimUp(138, 341, 366, '140', 400, 400) +
    dimAcross(x - 18, x + 18, y - 70, '9', y - 46) +
    leader(540, 353, 500, 440, 'Tr 14 × 4') +
    dimAcross(44, 740, 58, '480', 92, 327)
  );
}

function rect2(x: number, y: number, w: number, h: number): string {
  return d`M${x} ${y}H${x + w}V${y + h}H${x}Z`;
}

/** C-clamp with its screw on y = 330. */
function gClampFigure(): string {
  const frame = filleted(points`
    90 360 8, 90 300 8, 110 300 4, 110 214 90, 196 92 70, 404 92 70, 486 190 70, 486 292, 506 292 6, 506 368 6,
    412 368 6, 412 292 6, 430 292, 430 216 40, 378 148 40, 226 148 40, 172 216 60, 172 300 4, 186 300 4, 186 360 8`);
  const rib = filleted(points`
    128 290 4, 128 220 80, 204 108 60, 398 108 60, 470 196 60, 470 280 4, 446 280 4, 446 212 40, 386 132 40,
    218 132 40, 154 214 60, 154 290 4`);
  const boss = d`M412 292H506V316H412ZM412 344H506V368H412Z`;
  return (
    path('o', frame) +
    path('t', rib) +
    path('t', d`M176 300V360M90 312H176M90 348H176`) +
    cut(boss) +
    screw(300, 652, 330, 17, 12, 5) +
    path('o', filleted(points`262 298 3, 274 298 3, 284 316 4, 300 316, 300 344, 284 344 4, 274 362 3, 262 362 3`)) +
    path('e', d`M262 298H268V362H262Z`) +
    path('o', turned(330, points`640 20 3, 664 24 4, 700 24 4, 708 16 4`)) +
    path('o', turnedUpright(682, points`236 9, 424 9`)) +
    path('o', turnedUpright(682, points`226 14 5, 244 14 3`)) +
    path('o', turnedUpright(682, points`416 14 3, 434 14 5`)) +
    lettering('nt', 302, 126, '150')
  );
}

function gClamp(): string {
  const [x, y] = [180, 476];
  return (
    gClampFigure() +
    axis(70, 330, 740, 330) +
    axis(682, 208, 682, 452) +
    sectionPlane(258, 74, 164, 'A') +
    cut(
      filleted(points`
        ${x - 42} ${y - 34}, ${x + 42} ${y - 34}, ${x + 42} ${y - 14} 4, ${x + 12} ${y - 10} 6,
        ${x + 12} ${y + 10} 6, ${x + 42} ${y + 14} 4, ${x + 42} ${y + 34}, ${x - 42} ${y + 34},
        ${x - 42} ${y + 14} 4, ${x - 12} ${y + 10} 6, ${x - 12} ${y - 10} 6, ${x - 42} ${y - 14} 4`),
    ) +
    axis(x, y - 52, x, y + 52) +
    lettering('nt', x + 66, y + 6, 'A–A', 'start') +
    dimAcross(186, 262, 410, '0–150', 360, 362) +
    dimUp(148, 330, 346, '85', 320, 380) +
    leader(560, 316, 590, 176, 'Tr 18 × 4')
  );
}

function benchVise(): string {
  return (
    benchViseFigure() +
    axis(24, 262, 776, 262) +
    axis(420, 350, 420, 540) +
    dimAcross(248, 330, 68, '0–200', 120, 120) +
    dimUp(118, 488, 738, '210', 600, 618) +
    leader(280, 270, 226, 470, 'Tr 26 × 5')
  );
}

/** Clamps and vises, number block 600. */
export const holding: Record<string, Drawing> = {
  'f-clamp': { title: 'F-clamp', number: '601', scale: '2:5', body: fClamp },
  'g-clamp': { title: 'C-clamp', number: '602', scale: '1:2', body: gClamp },
  'bench-vise': { title: 'Bench vise', number: '603', scale: '1:2', body: benchVise },
};
