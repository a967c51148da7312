import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, type Point, points, polar, times, turned, twelvePoint } from './geometry.ts';
import {
  axis,
  circle,
  cross,
  dimAcross,
  dimAngle,
  dimUp,
  knurled,
  leader,
  lettering,
  path,
  place,
  rect,
  screw,
} from './primitives.ts';

/**
 * Combination wrench in plan, open jaw at the origin, ring at x = `length`; `af` is the width across flats in sheet
 * units.
 */
export function combinationWrenchFigure(af: number, length: number, size: string): string {
  const r = af * 1.08;
  const ringR = af * 0.82;
  const neck = af * 0.36;
  const waist = af * 0.3;
  const turn = -15;
  const spin = ([x, y]: readonly [number, number]): readonly [number, number] => {
    const a = (turn * Math.PI) / 180;
    return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)];
  };
  const tipX = -af * 0.72;
  const s = af / 2;
  const tipY = Math.sqrt(r * r - tipX * tipX);
  const [u1x, u1y] = spin([tipX, -s]);
  const [u2x, u2y] = spin([tipX, -Math.max(tipY, s * 1.3)]);
  const [l1x, l1y] = spin([tipX, s]);
  const [l2x, l2y] = spin([tipX, Math.max(tipY, s * 1.3)]);
  const [b1x, b1y] = spin([af * 0.12, -s]);
  const [b2x, b2y] = spin([af * 0.12, s]);
  const [bcx, bcy] = spin([af * 0.42, 0]);
  const [hx, hy] = polar(0, 0, r, -44);
  const [kx, ky] = polar(0, 0, r, 44);
  const [px, py] = polar(length, 0, ringR, 180 - 40);
  const outline =
    d`M${u1x} ${u1y}L${u2x} ${u2y}A${r} ${r} 0 0 1 ${hx} ${hy}Q${hx + af * 0.3} ${-neck} ${r + af * 0.75} ${-neck}` +
    d`L${length - ringR - af * 0.6} ${-waist}Q${length - ringR} ${-waist} ${px} ${-py}A${ringR} ${ringR} 0 1 1 ${px} ${py}` +
    d`Q${length - ringR} ${waist} ${length - ringR - af * 0.6} ${waist}L${r + af * 0.75} ${neck}Q${kx + af * 0.3} ${neck} ${kx} ${ky}A${r} ${r} 0 0 1 ${l2x} ${l2y}L${l1x} ${l1y}` +
    d`L${b2x} ${b2y}Q${bcx + b2x - spin([af * 0.12, 0])[0]} ${bcy + b2y - spin([af * 0.12, 0])[1]} ${bcx} ${bcy}Q${bcx + b1x - spin([af * 0.12, 0])[0]} ${bcy + b1y - spin([af * 0.12, 0])[1]} ${b1x} ${b1y}Z`;
  const from = r + af * 1.1;
  const to = length - ringR - af * 0.9;
  const panel = filleted(points`
    ${from} ${-waist * 0.62} ${waist * 0.6}, ${to} ${-waist * 0.56} ${waist * 0.56},
    ${to} ${waist * 0.56} ${waist * 0.56}, ${from} ${waist * 0.62} ${waist * 0.6}`);
  const label = size ? lettering('nt', (from + to) / 2, 5, size) : '';
  return (
    path('o', outline) +
    path('t', panel) +
    circle('t', length, 0, ringR * 0.9) +
    path('o', twelvePoint(length, 0, af, 15)) +
    label
  );
}

/**
 * The lettering on a size of the combination wrench, in mm. All sizes are drawn alike, since they have the same
 * proportions.
 */
interface WrenchSize {
  flats: number;
  length: number;
  ring: number;
  thickness: string;
}

const combinationWrench = (size: WrenchSize) => () => {
  const [af, length] = [57, 574];
  const [x, y] = [124, 190];
  const side = filleted(points`
    58 424 4, 190 424 16, 250 431 40, 606 431 30, 656 414 6, 748 404 4, 752 440 4, 660 452 12, 606 449 30,
    250 449 40, 190 456 16, 58 456 4`);
  return (
    place(combinationWrenchFigure(af, length, `CHROME VANADIUM ${size.flats}`), x, y) +
    cross(x + length, y, af * 0.82, 14) +
    axis(56, y, 322, y) +
    axis(560, y, 620, y) +
    axis(...polar(x, y, 118, -195), ...polar(x, y, 190, -15)) +
    dimAngle(x, y, 170, -15, 0, '15°', 6, -26) +
    path('o', side) +
    path('t', d`M190 424V456M657 414L661 452`) +
    path('x', d`M674 412L678 449M731 405L735 442`) +
    axis(40, 440, 600, 440) +
    axis(697, 394, 701, 462) +
    dimAcross(58, 752, 500, String(size.length), 456, 440) +
    dimAcross(x + length - 47, x + length + 47, 96, `Ø ${size.ring}`, 190) +
    leader(...polar(x + length, y, 29, 60), 650, 296, `${size.flats} A/F`) +
    dimUp(424, 456, 38, size.thickness, 58)
  );
};

/** Adjustable wrench in plan, head center at the origin, handle along +x, jaw faces at 22.5° to it. */
function adjustableWrenchFigure(): string {
  const a = (22.5 * Math.PI) / 180;
  const headed = ([x, y, f = 0]: Point): Point => [
    x * Math.cos(a) + y * Math.sin(a),
    y * Math.cos(a) - x * Math.sin(a),
    f,
  ];
  const body = [
    ...points`-20 40, -14 -32 7, -158 -32, -158 -46 6, -92 -92 40, -14 -112 60`.map(headed),
    ...points`70 -46 70, 180 -32 200, 440 -42 60, 506 -38 40, 514 0 40, 506 38 40, 440 42 60, 180 32 200, 112 56 50`,
    ...points`10 108 34, -44 96 8`.map(headed),
  ];
  const jaw = points`-158 32, -2 32 3, -2 66 3, -32 72 6, -40 108 14, -74 112 24, -158 48 6`.map(headed);
  const recess = filleted(points`150 -16 14, 300 -20 80, 440 -25 25, 440 25 25, 300 20 80, 150 16 14`);
  const worm =
    rect('o', 10, 12, 42, 64, 4) +
    rect('h', 10, 12, 42, 64, 4) +
    place(screw(-26, 26, 0, 17, 11, 4), 31, 44, 90) +
    path('t', d`M31 12v6M31 70v6`);
  return (
    path('o', filleted(body)) +
    path('o', filleted(jaw)) +
    path('t', recess) +
    circle('o', 484, 0, 13) +
    place(path('t', d`M-150 -44H-24M-146 44H-50`) + worm, 0, 0, -22.5)
  );
}

function adjustable(): string {
  const [x, y] = [216, 176];
  const s = 450;
  const side =
    path(
      'o',
      filleted(points`
        70 ${s - 12} 4, 150 ${s - 24} 30, 300 ${s - 24} 30, 350 ${s - 13} 60, 640 ${s - 11} 20, 730 ${s - 11} 10,
        730 ${s + 11} 10, 640 ${s + 11} 20, 350 ${s + 13} 60, 300 ${s + 24} 30, 150 ${s + 24} 30, 70 ${s + 12} 4`),
    ) +
    path('t', d`M70 ${s - 8}H262M70 ${s + 8}H262M262 ${s - 24}V${s + 24}`) +
    path('x', d`M690 ${s - 11}V${s + 11}M712 ${s - 11}V${s + 11}`) +
    knurled(d`M236 ${s - 24}H258V${s - 17}H236ZM236 ${s + 17}H258V${s + 24}H236Z`);
  const [fx, fy] = polar(x, y, 0, 0);
  return (
    place(adjustableWrenchFigure(), x, y) +
    axis(x - 190, y, 750, y) +
    axis(...polar(fx, fy, 200, 157.5), ...polar(fx, fy, 232, -22.5)) +
    dimAngle(fx, fy, 210, -22.5, 0, '22½°', 8, -28) +
    cross(x + 484, y, 13, 12) +
    side +
    axis(50, s, 750, s) +
    dimAcross(70, 730, 510, '250', s + 12, s + 11) +
    dimUp(s - 24, s + 24, 40, '18', 150) +
    leader(...polar(x, y, 47, 36), 330, 320, 'worm Ø 13')
  );
}

function torqueWrench(): string {
  const y = 190;
  const tube = turned(y, points`150 17, 470 17`);
  const sleeve = turned(y, points`470 21 3, 566 21`);
  const grip = turned(y, points`566 25 4, 724 25 5`);
  const figure =
    circle('o', 96, y, 46) +
    path('o', filleted(points`128 ${y - 30}, 164 ${y - 19} 6, 164 ${y + 19} 6, 128 ${y + 30}`)) +
    circle('o', 96, y, 46) +
    circle('t', 96, y, 38) +
    rect('o', 86, y - 10, 20, 20, 2) +
    circle('t', 96, y, 4) +
    path('o', tube) +
    path('o', sleeve) +
    knurled(grip) +
    path('o', turned(y, points`724 20 2, 746 20 6`)) +
    path('t', d`M480 ${y - 21}V${y + 21}M556 ${y - 21}V${y + 21}`) +
    path('t', times(8, (i) => d`M${486 + i * 9} ${y}v${i % 2 ? 8 : 13}`).join('') + d`M484 ${y}H556`) +
    path('t', times(5, (i) => d`M566 ${y - 16 + i * 8}h9`).join('')) +
    circle('o', 300, y, 4) +
    rect('t', 176, y - 10, 96, 20, 3) +
    lettering('bt', 224, y + 4.5, '40–200 N·m');
  const s = 430;
  const side =
    path(
      'o',
      filleted(points`
        52 ${s - 18} 4, 138 ${s - 18} 8, 164 ${s - 15} 3, 164 ${s + 15} 3, 138 ${s + 18} 8, 52 ${s + 18} 4`),
    ) +
    path('o', filleted(points`86 ${s + 18}, 86 ${s + 42} 3, 106 ${s + 42} 3, 106 ${s + 18}`)) +
    circle('t', 96, s + 30, 4) +
    path('t', d`M86 ${s + 18}L106 ${s + 42}M106 ${s + 18}L86 ${s + 42}`) +
    path('o', filleted(points`70 ${s - 26} 3, 122 ${s - 26} 3, 122 ${s - 18}, 70 ${s - 18}`)) +
    path('o', filleted(points`116 ${s - 40} 4, 132 ${s - 40} 4, 132 ${s - 18}, 116 ${s - 18}`)) +
    path('o', turned(s, points`164 17, 470 17`)) +
    path('o', turned(s, points`470 21 3, 566 21`)) +
    knurled(turned(s, points`566 25 4, 724 25 5`)) +
    path('o', turned(s, points`724 20 2, 746 20 6`)) +
    path('t', d`M480 ${s - 21}V${s + 21}M556 ${s - 21}V${s + 21}`);
  return (
    figure +
    cross(96, y, 46, 14) +
    axis(150, y, 172, y) +
    axis(276, y, 758, y) +
    side +
    axis(40, s, 758, s) +
    axis(96, s - 54, 96, s + 60) +
    dimAcross(50, 746, 96, '480', 186, 170) +
    dimAcross(86, 106, 506, '½ in', 472) +
    leader(520, 211, 490, 276, 'scale') +
    leader(610, 215, 630, 296, 'Ø 34 knurled')
  );
}

/** Wrenches, number block 200. */
export const wrenches: Record<string, Drawing> = {
  'combination-wrench': {
    title: 'Combination wrench',
    number: '201',
    scale: '1:1',
    body: combinationWrench({ flats: 19, length: 230, ring: 31, thickness: '10' }),
  },
  'combination-wrench-13': {
    title: 'Combination wrench',
    number: '204',
    scale: '3:2',
    body: combinationWrench({ flats: 13, length: 160, ring: 21, thickness: '7.5' }),
  },
  'combination-wrench-17': {
    title: 'Combination wrench',
    number: '205',
    scale: '10:9',
    body: combinationWrench({ flats: 17, length: 205, ring: 28, thickness: '9' }),
  },
  'combination-wrench-22': {
    title: 'Combination wrench',
    number: '206',
    scale: '9:10',
    body: combinationWrench({ flats: 22, length: 255, ring: 36, thickness: '11' }),
  },
  'adjustable-wrench': { title: 'Adjustable wrench', number: '202', scale: '1:1', body: adjustable },
  'torque-wrench': { title: 'Torque wrench', number: '203', scale: '2:5', body: torqueWrench },
};
