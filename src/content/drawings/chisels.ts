import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, regular, turned, turnedSmooth } from './geometry.ts';
import {
  axis,
  cut,
  dimAcross,
  dimAngle,
  dimUp,
  leader,
  lettering,
  path,
  sectionPlane,
  woodgrain,
} from './primitives.ts';

function chiselHandle(y: number): string {
  return (
    path('m', turnedSmooth(y, points`452 22, 500 30, 560 34, 620 33, 676 29, 716 27`)) +
    woodgrain(470, 706, y - 24, y + 24, 4) +
    path('t', d`M520 ${y - 31.5}Q512 ${y} 520 ${y + 31.5}M528 ${y - 32.5}Q520 ${y} 528 ${y + 32.5}`) +
    path('o', turned(y, points`424 17 3, 456 22 3`)) +
    path('o', turned(y, points`712 29 3, 732 29 3`)) +
    path('m', turned(y, points`732 25, 748 20 12`)) +
    path('t', d`M430 ${y - 18}V${y + 18}M722 ${y - 29}V${y + 29}`)
  );
}

/** Bevel-edge chisel in plan about y, edge to the left at x = 44. */
export function bevelEdgeChiselFigure(y: number): string {
  return (
    path(
      'o',
      filleted(points`
        44 ${y - 32}, 340 ${y - 32} 8, 366 ${y - 15} 16, 396 ${y - 11} 10, 404 ${y - 19} 4, 424 ${y - 19} 2,
        424 ${y + 19} 2, 404 ${y + 19} 4, 396 ${y + 11} 10, 366 ${y + 15} 16, 340 ${y + 32} 8, 44 ${y + 32}`),
    ) +
    path(
      't',
      d`M92 ${y - 32}V${y + 32}M92 ${y - 15}H330L354 ${y - 9}M92 ${y + 15}H330L354 ${y + 9}M92 ${y - 15}L88 ${y - 32}M92 ${y + 15}L88 ${y + 32}M404 ${y - 19}V${y + 19}M52 ${y - 32}V${y + 32}`,
    ) +
    chiselHandle(y)
  );
}

function bevelEdge(): string {
  const [y, s] = [150, 318];
  const side =
    path(
      'o',
      filleted(points`
        44 ${s + 12}, 92 ${s - 4}, 340 ${s - 8} 10, 396 ${s - 9} 6, 404 ${s - 19} 4, 424 ${s - 19} 2,
        424 ${s + 19} 2, 404 ${s + 19} 4, 396 ${s + 12} 6, 340 ${s + 12}`),
    ) +
    path('t', d`M92 ${s - 4}V${s + 12}M92 ${s + 4}L340 ${s + 2}L380 ${s - 2}M404 ${s - 19}V${s + 19}`) +
    chiselHandle(s);
  const [x, v] = [200, 460];
  return (
    bevelEdgeChiselFigure(y) +
    axis(26, y, 766, y) +
    side +
    axis(26, s, 766, s) +
    cut(
      filleted(points`
        ${x - 84} ${v + 30}, ${x - 78} ${v + 18}, ${x - 40} ${v - 22}, ${x + 40} ${v - 22}, ${x + 78} ${v + 18},
        ${x + 84} ${v + 30}`),
    ) +
    axis(x, v - 44, x, v + 52) +
    lettering('nt', x, v + 76, 'A–A  3 : 1') +
    sectionPlane(220, y - 52, y + 52, 'A') +
    dimUp(y - 32, y + 32, 34, '25', 44) +
    dimAcross(44, 748, 226, '270', 182, 162) +
    dimAngle(44, s + 12, 118, -18.4, 0, '25°', 14, -28) +
    dimAcross(x - 84, x + 84, v - 52, '25', v + 26)
  );
}

/** Cold chisel from the flat side about y, edge to the left at x = 52. */
function coldChiselFigure(y: number): string {
  return (
    path(
      'o',
      filleted(points`
        52 ${y - 34}, 72 ${y - 34}, 300 ${y - 27} 120, 700 ${y - 27}, 738 ${y - 20} 4, 738 ${y + 20} 4,
        700 ${y + 27}, 300 ${y + 27} 120, 72 ${y + 34}, 52 ${y + 34}`),
    ) +
    path(
      't',
      d`M72 ${y - 34}V${y + 34}M330 ${y - 11}H700L738 ${y - 8}M330 ${y + 11}H700L738 ${y + 8}M330 ${y - 11}Q262 ${y - 14} 214 ${y - 29}M330 ${y + 11}Q262 ${y + 14} 214 ${y + 29}M700 ${y - 27}V${y + 27}`,
    ) +
    lettering('nt', 540, y + 5, 'CR-V 60°')
  );
}

function coldChisel(): string {
  const [y, s] = [150, 318];
  const side =
    path(
      'o',
      filleted(points`
        52 ${s}, 72 ${s - 9}, 300 ${s - 27} 120, 700 ${s - 27}, 738 ${s - 20} 4, 738 ${s + 20} 4, 700 ${s + 27},
        300 ${s + 27} 120, 72 ${s + 9}`),
    ) +
    path(
      't',
      d`M72 ${s - 9}V${s + 9}M300 ${s - 11}H700L738 ${s - 8}M300 ${s + 11}H700L738 ${s + 8}M300 ${s - 11}L222 ${s - 20}M300 ${s + 11}L222 ${s + 20}M700 ${s - 27}V${s + 27}`,
    );
  return (
    coldChiselFigure(y) +
    axis(30, y, 480, y) +
    axis(600, y, 762, y) +
    side +
    axis(30, s, 762, s) +
    cut(regular(200, 464, 54, 8, 22.5)) +
    axis(146, 464, 254, 464) +
    axis(200, 410, 200, 518) +
    lettering('nt', 282, 470, 'A–A', 'start') +
    sectionPlane(470, s - 48, s + 48, 'A') +
    dimUp(y - 34, y + 34, 38, '20', 52) +
    dimAcross(52, 738, 236, '200', 196, 176) +
    dimUp(437, 491, 136, '16', 176) +
    leader(730, s + 23, 690, 410, 'head 35 to 40 HRC')
  );
}

/** Chisels, number block 500. */
export const chisels: Record<string, Drawing> = {
  'bevel-edge-chisel': { title: 'Bevel-edge chisel', number: '501', scale: '3:4', body: bevelEdge },
  'cold-chisel': { title: 'Cold chisel', number: '502', scale: '1:1', body: coldChisel },
};
