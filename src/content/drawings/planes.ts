import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, times, turned, turnedUpright } from './geometry.ts';
import {
  axis,
  circle,
  cut,
  dimAcross,
  dimAngle,
  dimUp,
  fluted,
  knurled,
  leader,
  path,
  place,
  rect,
} from './primitives.ts';

/** Block plane in long section, sole on y = 290. */
export function blockPlaneFigure(): string {
  const y = 290;
  const front = filleted(points`
    56 ${y}, 56 ${y - 34} 12, 84 ${y - 40} 8, 120 ${y - 40} 6, 128 ${y - 28} 6, 196 ${y - 28} 8, 226 ${y}`);
  const rear = filleted(points`
    252 ${y}, 318 ${y - 14}, 380 ${y - 27}, 398 ${y - 27} 4, 398 ${y - 18} 8, 520 ${y - 18} 12, 536 ${y - 56} 4,
    560 ${y - 56} 4, 568 ${y - 26} 12, 650 ${y - 26} 20, 690 ${y - 44} 10, 704 ${y - 34} 10, 704 ${y}`);
  const cheek = d`M56 ${y}V${y - 34}Q60 ${y - 52} 80 ${y - 54}C140 ${y - 58} 190 ${y - 84} 240 ${y - 108}C310 ${y - 140} 400 ${y - 138} 460 ${y - 108}C530 ${y - 74} 600 ${y - 64} 690 ${y - 58}Q704 ${y - 54} 704 ${y - 38}V${y}Z`;
  const upon = (body: string) => place(body, 226, y, -12);
  const cap = filleted(points`30 -9, 60 -18 20, 150 -30 60, 250 -56 60, 330 -72 36, 372 -48 30, 366 -22 14, 300 -9 4`);
  return (
    path('m', cheek) +
    path(
      't',
      d`M80 ${y - 48}C140 ${y - 52} 192 ${y - 78} 242 ${y - 102}C312 ${y - 133} 398 ${y - 131} 456 ${y - 103}C528 ${y - 68} 600 ${y - 58} 690 ${y - 52}`,
    ) +
    cut(front) +
    cut(rear) +
    path(
      'o',
      turnedUpright(124, points`${y - 104} 16 8, ${y - 92} 30 8, ${y - 78} 30 6, ${y - 66} 17 4, ${y - 54} 17`),
    ) +
    ribs(94, 154, y - 92, y - 78) +
    path('o', filleted(points`108 ${y - 54}, 140 ${y - 54}, 140 ${y - 40}, 108 ${y - 40}`)) +
    upon(
      path('e', d`M0 0L16 -8H372V0Z`) +
        cut(cap, true) +
        path('o', filleted(points`196 -54 3, 228 -66 3, 228 20, 196 20`)) +
        path('t', d`M196 -9H228M202 20V60M222 20V60`) +
        path('o', turned(-4, points`372 5, 392 5`)) +
        path('o', turned(8, points`378 24 3, 404 24 3`)) +
        fluted(378, 404, 8, 24, 13),
    )
  );
}

function ribs(x1: number, x2: number, y1: number, y2: number): string {
  return path(
    'n',
    times(13, (i) => {
      const x = (x1 + x2) / 2 + ((x2 - x1) / 2) * Math.sin(((i + 0.5) / 13 - 0.5) * Math.PI);
      return d`M${x} ${y1}V${y2}`;
    }).join(''),
  );
}

function blockPlane(): string {
  const s = 432;
  const plan =
    path(
      'm',
      d`M56 ${s - 44}Q56 ${s - 80} 104 ${s - 83}H656Q704 ${s - 80} 704 ${s - 44}V${s + 44}Q704 ${s + 80} 656 ${s + 83}H104Q56 ${s + 80} 56 ${s + 44}Z`,
    ) +
    path(
      't',
      d`M63 ${s - 42}Q64 ${s - 72} 106 ${s - 76}H652Q694 ${s - 72} 697 ${s - 42}V${s + 42}Q694 ${s + 72} 652 ${s + 76}H106Q64 ${s + 72} 63 ${s + 42}Z`,
    ) +
    rect('o', 222, s - 66, 22, 132, 2) +
    rect('o', 238, s - 60, 338, 120, 1) +
    path(
      'o',
      filleted(points`
        254 ${s - 57}, 400 ${s - 57} 20, 548 ${s - 38} 50, 566 ${s} 50, 548 ${s + 38} 50, 400 ${s + 57} 20, 254 ${s + 57}`),
    ) +
    circle('o', 424, s, 17) +
    path('t', d`M412 ${s - 12}L436 ${s + 12}M270 ${s - 57}V${s + 57}`) +
    circle('o', 124, s, 30) +
    circle('t', 124, s, 16) +
    knurled(turned(s, points`584 24 3, 606 24 3`));
  return (
    blockPlaneFigure() +
    plan +
    axis(36, s, 724, s) +
    axis(124, 170, 124, 474) +
    dimAcross(56, 704, 322, '160', 294, 294) +
    dimAngle(226, 290, 492, -12, 0, '12°', 24) +
    leader(420, 246, 380, 90, 'iron') +
    dimUp(s - 83, s + 83, 740, '41', 660, 660)
  );
}

/** Planes, number block 500. */
export const planes: Record<string, Drawing> = {
  'block-plane': { title: 'Block plane', number: '503', scale: '1:1', body: blockPlane },
};
