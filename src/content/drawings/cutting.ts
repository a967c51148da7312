import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, ring, times } from './geometry.ts';
import {
  axis,
  circle,
  clipped,
  cut,
  dimAcross,
  dimUp,
  leader,
  lettering,
  path,
  place,
  rect,
  sectionPlane,
} from './primitives.ts';

/** Path data for saw teeth cut downwards from (x, y), points to the left, `count` teeth of one pitch. */
function teeth(pitch: number, depth: number, count: number): string {
  return times(count, () => d`l${pitch * 0.22} ${depth}l${pitch * 0.78} ${-depth}`).join('');
}

/** Closed wooden saw handle; the blade enters at the left of the origin, which is the handle's middle. */
function sawHandle(): string {
  const outer = d`M-84 -66C-60 -74 -36 -70 -14 -84C8 -98 34 -100 52 -92Q66 -86 58 -72C44 -58 40 -40 46 -16C52 12 66 36 82 54Q94 70 80 82C58 98 26 92 2 88C-30 84 -52 92 -74 80Q-84 74 -76 62C-64 46 -60 30 -66 12C-72 -12 -92 -26 -94 -44Q-96 -60 -84 -66Z`;
  const inner = d`M-24 -44C-8 -56 10 -60 18 -52C24 -44 18 -30 22 -6C26 22 38 38 44 50Q48 60 38 62C14 64 -8 66 -26 60Q-36 56 -34 44C-30 16 -34 -10 -38 -26Q-38 -38 -24 -44Z`;
  const screws = [
    [-64, -42],
    [-52, 66],
    [-54, 6],
    [-50, -52],
  ] as const;
  return (
    path('m', outer) +
    path(
      'w',
      d`M-74 -54C-50 -62 -20 -64 6 -80M-60 76C-30 70 0 78 40 84M30 -84C26 -50 34 -6 60 50M38 -88C32 -52 42 -10 70 46`,
    ) +
    path('o', inner) +
    screws.map(([x, y]) => circle('o', x, y, 7) + path('t', d`M${x - 5} ${y - 5}L${x + 5} ${y + 5}`)).join('')
  );
}

/** Panel saw, toe at (36, …), teeth on y = 268. */
function panelSawFigure(): string {
  return path('o', d`M36 268${teeth(5.5, 7, 99)}L600 262V106L44 199Q36 200 36 206Z`) + place(sawHandle(), 656, 188);
}

function teethDetail(id: string, cx: number, cy: number, r: number, pitch: number): string {
  const x = cx - pitch * 2.5;
  const depth = pitch * 0.9;
  const top = cy - r - 4;
  const profile = d`M${x} ${top}V${cy - depth / 2}` + teeth(pitch, depth, 6) + d`V${top}Z`;
  const bevels = times(
    6,
    (i) => d`M${x + i * pitch + pitch * 0.22} ${cy + depth / 2}l${pitch * 0.18} ${-depth * 0.86}`,
  ).join('');
  return clipped(id, ring(cx, cy, r), path('o', profile) + path('t', bevels)) + circle('l', cx, cy, r);
}

function panelSaw(): string {
  return (
    place(panelSawFigure(), 14, 0) +
    circle('t', 120, 266, 16) +
    path('t', d`M126 281L152 342`) +
    teethDetail('a', 176, 420, 84, 44) +
    lettering('nt', 176, 530, 'pitch 2.8 · 6 : 1') +
    dimAcross(50, 604, 318, '550', 270) +
    dimUp(199, 268, 40, '68', 58, 50) +
    leader(330, 226, 370, 380, 'taper-ground 0.9') +
    leader(616, 258, 640, 380, 'brass')
  );
}

/** Hacksaw, blade pins at (84, 262) and (556, 262). */
export function hacksawFigure(): string {
  const frame = filleted(points`
    60 286 8, 60 250 8, 72 110 46, 120 96 30, 560 96 30, 600 104 10, 600 124 10, 560 118 20, 126 118 30, 98 134 30,
    92 250 8, 92 286 8`);
  const handle = d`M566 92Q580 86 600 90C640 92 676 128 694 182C704 214 716 262 724 300Q726 322 704 322L660 322Q640 320 636 300C632 280 616 280 604 286L572 286Q560 286 560 276V104Q560 94 566 92Z`;
  const opening = d`M596 134Q600 124 618 132C642 148 658 188 664 216C670 240 668 252 656 252L606 252Q596 252 596 242Z`;
  return (
    path('o', frame) +
    path('t', d`M112 107H556M98 138L88 246`) +
    path('m', handle) +
    path('o', opening) +
    path('t', times(7, (i) => d`M${690 + i * 3.6} ${206 + i * 14}l-22 5`).join('')) +
    path('o', `${d`M72 254H556V270` + times(94, (i) => d`L${552 - i * 5} 277L${551 - i * 5} 270`).join('')}H72Z`) +
    circle('o', 82, 262, 6) +
    path(
      'o',
      filleted(points`60 254, 50 254 4, 40 226 6, 28 222 5, 34 256 6, 34 268 6, 28 302 5, 40 298 6, 50 270 4, 60 270`),
    ) +
    path('t', d`M44 256V268M50 254V270`) +
    rect('o', 544, 250, 18, 24, 3) +
    circle('o', 552, 262, 4)
  );
}

function hacksaw(): string {
  const s = 440;
  const plan =
    path('o', filleted(points`60 ${s - 10} 5, 560 ${s - 10}, 560 ${s + 10}, 60 ${s + 10} 5`)) +
    path('m', filleted(points`556 ${s - 15} 5, 716 ${s - 17} 12, 726 ${s} 10, 716 ${s + 17} 12, 556 ${s + 15} 5`)) +
    path('t', d`M92 ${s - 10}V${s + 10}M126 ${s - 10}V${s + 10}M600 ${s - 15}V${s + 15}`);
  return (
    hacksawFigure() +
    axis(20, 262, 596, 262) +
    plan +
    axis(40, s, 750, s) +
    dimAcross(82, 552, 346, '300', 286, 276) +
    dimUp(118, 254, 300, '95', 320, 320) +
    leader(420, 276, 470, 310, 'bi-metal') +
    dimUp(s - 10, s + 10, 36, '12', 60)
  );
}

/** Tenon saw, toe at x = 40, teeth on y = 252. */
export function tenonSawFigure(): string {
  return (
    path('o', d`M44 108V246Q44 252 50 252` + teeth(6, 7, 87) + d`L590 246V108Z`) +
    path('o', filleted(points`40 78 5, 600 78, 600 116, 40 116 5`)) +
    path('t', d`M40 110H600M48 84H600`) +
    place(sawHandle(), 654, 172)
  );
}

function tenonSaw(): string {
  const [x, y] = [420, 372];
  const section =
    cut(
      filleted(points`
        ${x - 20} ${y} 20, ${x + 20} ${y} 20, ${x + 20} ${y + 88} 3, ${x + 6} ${y + 88}, ${x + 6} ${y + 40},
        ${x - 6} ${y + 40}, ${x - 6} ${y + 88}, ${x - 20} ${y + 88} 3`),
    ) + path('f', d`M${x - 4} ${y + 42}H${x + 4}V${y + 160}L${x - 4} ${y + 152}Z`);
  return (
    place(tenonSawFigure(), 14, 0) +
    circle('t', 120, 252, 16) +
    path('t', d`M126 267L148 340`) +
    teethDetail('a', 170, 418, 80, 40) +
    lettering('nt', 170, 524, 'pitch 2 · 8 : 1') +
    sectionPlane(340, 58, 270, 'A') +
    section +
    axis(x, y - 12, x, y + 176) +
    lettering('nt', x, y - 20, 'A–A  4 : 1') +
    leader(x + 20, y + 20, x + 64, y + 14, 'brass') +
    leader(x + 4, y + 130, x + 64, y + 116, '0.7') +
    dimAcross(58, 604, 326, '300', 256, 256) +
    dimUp(116, 252, 40, '75', 58, 58)
  );
}

/** Saws, number block 400. */
export const cutting: Record<string, Drawing> = {
  'panel-saw': { title: 'Panel saw', number: '401', scale: '1:4', body: panelSaw },
  hacksaw: { title: 'Hacksaw', number: '402', scale: '1:2', body: hacksaw },
  'tenon-saw': { title: 'Tenon saw', number: '403', scale: '1:2', body: tenonSaw },
};
