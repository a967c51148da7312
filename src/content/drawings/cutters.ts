import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, smoothBand, times } from './geometry.ts';
import { axis, circle, dimAcross, dimUp, leader, mirrored, path, rect } from './primitives.ts';

/** Bolt cutter with compound action, blades to the left. */
function boltCutterFigure(): string {
  const y = 200;
  const blade = filleted(points`
    40 199, 40 190 3, 70 158 20, 120 136 24, 176 138 20, 246 164 14, 246 190 14, 204 190 14, 170 199 6, 104 199`);
  const arm = filleted(points`
    216 158 16, 250 150 16, 318 168 30, 372 154 20, 420 140 4, 426 162 4, 372 180 20, 322 218 22, 288 212 22,
    282 188 20, 220 186 16`);
  const tube = filleted(points`412 141.4, 640 104, 643 124, 416 163`);
  const grip = smoothBand(
    points`566 113, 576 108, 640 98, 700 88, 742 84, 752 94`,
    points`752 94, 748 110, 700 118, 640 128, 584 136, 570 137, 566 113`,
  );
  const half = path('o', tube) + path('o', arm) + path('m', grip) + path('t', d`M420 140L426 162M432 139L436 160`);
  const rings = path('t', times(9, (i) => d`M${600 + i * 14} ${106 - i * 2.2}l3 25`).join(''));
  return (
    mirrored(half + rings, y) +
    half +
    rings +
    path('o', blade) +
    mirrored(path('o', blade), y) +
    path('t', d`M42 193L104 189L166 192M42 207L104 211L166 208`) +
    path('o', filleted(points`138 148 17, 172 148 17, 172 252 17, 138 252 17`)) +
    [
      [155, 166],
      [155, 234],
      [234, 174],
      [234, 226],
      [306, 200],
    ]
      .map(
        ([x = 0, v = 0]) =>
          circle('o', x, v, 11) + path('t', `M${x - 5.5} ${v - 9.5}h11l5.5 9.5l-5.5 9.5h-11l-5.5 -9.5Z`),
      )
      .join('')
  );
}

function boltCutter(): string {
  const s = 440;
  const edge =
    path('m', filleted(points`560 ${s - 16} 4, 748 ${s - 16} 12, 748 ${s + 16} 12, 560 ${s + 16} 4`)) +
    path('o', filleted(points`400 ${s - 12}, 560 ${s - 12}, 560 ${s + 12}, 400 ${s + 12}`)) +
    path(
      'o',
      filleted(points`
        40 ${s - 7} 3, 110 ${s - 14} 20, 256 ${s - 14} 6, 256 ${s + 14} 6, 110 ${s + 14} 20, 40 ${s + 7} 3`),
    ) +
    path(
      'o',
      filleted(points`
        216 ${s - 20} 5, 330 ${s - 20} 6, 412 ${s - 15} 5, 412 ${s + 15} 5, 330 ${s + 20} 6, 216 ${s + 20} 5`),
    ) +
    path('t', d`M256 ${s - 7}H330M256 ${s + 7}H330M330 ${s - 20}V${s + 20}`) +
    path('o', filleted(points`136 ${s - 22} 2, 174 ${s - 22} 2, 174 ${s - 14}, 136 ${s - 14}`)) +
    path('o', filleted(points`136 ${s + 14}, 174 ${s + 14}, 174 ${s + 22} 2, 136 ${s + 22} 2`)) +
    [155, 234, 306].map((x) => rect('o', x - 8, s - 28, 16, 6, 1) + rect('o', x - 10, s + 22, 20, 7, 1)).join('');
  return (
    boltCutterFigure() +
    axis(24, 200, 440, 200) +
    edge +
    axis(24, s, 762, s) +
    axis(155, s - 42, 155, s + 42) +
    axis(306, s - 42, 306, s + 42) +
    dimAcross(40, 752, 368, '610', 210, 306) +
    dimUp(84, 316, 500, '195', 700, 700) +
    leader(96, 195, 150, 84, '62 HRC') +
    dimAcross(155, 306, 506, '128', s + 30)
  );
}

/** Cutters, number block 300. */
export const cutters: Record<string, Drawing> = {
  'bolt-cutter': { title: 'Bolt cutter', number: '304', scale: '1:3', body: boltCutter },
};
