import { d, filleted, points, times, turned } from '../geometry.ts';
import { axis, circle, cut, lettering, line, path, place, rect, screw } from '../primitives.ts';
import { jawPlate, slidingJaw, swivelBase, viseBody, viseHandle } from '../vise.ts';

const y = 296;
const k = 1.25;

function spring(x: number, turns: number, r: number, pitch: number): string {
  const front = times(turns, (i) => d`M${x + i * pitch} ${y + r}L${x + (i + 0.5) * pitch} ${y - r}`).join('');
  const back = times(turns - 1, (i) => d`M${x + (i + 0.5) * pitch} ${y - r}L${x + (i + 1) * pitch} ${y + r}`).join('');
  return path('t', back) + path('l', front);
}

function capScrew(x: number, at: number, turn: number): string {
  const body =
    path('o', turned(0, points`0 10 2, 16 10 2`)) +
    path('o', turned(0, points`16 6, 52 6 1`)) +
    path('n', times(8, (i) => d`M${20 + i * 4} -6l2 12`).join('')) +
    path('x', 'M2 -5H10V5H2');
  return place(body, x, at, turn, 1.15);
}

function nut(x: number): string {
  return (
    path('o', d`M${x} ${y - 30}H${x + 104}V${y + 30}H${x}Z`) +
    path('t', times(7, (i) => d`M${x + 4 + i * 14} ${y - 30}l8 60`).join('')) +
    cut(filleted(points`${x} ${y - 64} 5, ${x + 104} ${y - 64} 5, ${x + 104} ${y - 30}, ${x} ${y - 30}`)) +
    cut(filleted(points`${x} ${y + 30}, ${x + 104} ${y + 30}, ${x + 104} ${y + 64} 5, ${x} ${y + 64} 5`))
  );
}

function balloon(n: number, x: number, at: number, toX: number, toY: number): string {
  const length = Math.hypot(toX - x, toY - at);
  const [sx, sy] = [x + ((toX - x) / length) * 18, at + ((toY - at) / length) * 18];
  return `<g class="d">${circle('n', x, at, 18).replace('class="n"', '')}${line('n', sx, sy, toX, toY).replace('class="n"', '')}</g>${lettering('dt', x, at + 5.5, String(n))}`;
}

/** A bench vise taken apart along its screw, its parts numbered; the swivel base drops below the body. */
export function explodedVise(): string {
  const plateY = y - 176;
  const bolts = plateY + 46;
  return (
    axis(24, y, 1896, y) +
    axis(1335, 60, 1335, 706) +
    place(viseHandle(), 146, y, 0, k) +
    path('o', turned(y, points`146 19, 206 19`)) +
    screw(206, 432, y, 26, 17, 7) +
    path('o', turned(y, points`432 17, 456 17 3`)) +
    path('o', turned(y, points`482 48 2, 495 48 2`)) +
    spring(516, 7, 36, 14) +
    path('e', turned(y, points`630 42 2, 645 42 2`)) +
    place(slidingJaw(), 862, y, 0, k) +
    axis(840, bolts, 1240, bolts) +
    place(jawPlate(0, 0, true), 900, plateY, 0, k) +
    capScrew(1036, bolts, 180) +
    capScrew(1058, bolts, 0) +
    place(jawPlate(0, 0, false), 1150, plateY, 0, k) +
    place(viseBody(), 1190, y, 0, k) +
    nut(1580) +
    rect('o', 1722, y - 36, 12, 72, 2) +
    path('o', filleted(points`1766 ${y - 30} 4, 1808 ${y - 30} 4, 1808 ${y + 30} 4, 1766 ${y + 30} 4`)) +
    path('t', d`M1766 ${y - 11}H1808M1766 ${y + 11}H1808`) +
    place(swivelBase(), 1335, 590, 0, k) +
    balloon(1, 250, 470, 300, y + 26) +
    balloon(2, 450, 470, 487, y + 48) +
    balloon(3, 540, 500, 556, y + 36) +
    balloon(4, 630, 470, 637, y + 42) +
    balloon(5, 820, 500, 850, y + 54) +
    balloon(6, 940, 56, 916, plateY) +
    balloon(7, 1130, 56, 1100, bolts - 8) +
    balloon(8, 1560, 70, 1500, y - 148) +
    balloon(9, 1620, 500, 1634, y + 64) +
    balloon(10, 1790, 480, 1786, y + 30) +
    balloon(11, 1610, 620, 1548, 660)
  );
}
