import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, ring, times, turned, turnedSmooth } from './geometry.ts';
import {
  axis,
  circle,
  cross,
  cut,
  dimAcross,
  dimUp,
  leader,
  lettering,
  path,
  rect,
  sectionPlane,
} from './primitives.ts';

/** Slotted screwdriver about y, blade to the left at x = 44; `edgeOn` shows the thin side of the tip. */
export function slottedScrewdriverFigure(y: number, edgeOn = false): string {
  const tip = edgeOn
    ? d`M44 ${y - 3}H62L150 ${y - 13}H396V${y + 13}H150L62 ${y + 3}H44Z`
    : d`M44 ${y - 18}H62C96 ${y - 18} 104 ${y - 24} 120 ${y - 24}C138 ${y - 24} 146 ${y - 13} 168 ${y - 13}H396V${y + 13}H168C146 ${y + 13} 138 ${y + 24} 120 ${y + 24}C104 ${y + 24} 96 ${y + 18} 62 ${y + 18}H44Z`;
  const marks = edgeOn
    ? d`M62 ${y - 3}V${y + 3}`
    : d`M62 ${y - 18}V${y + 18}M62 ${y - 18}Q110 ${y} 62 ${y + 18}M120 ${y - 24}Q150 ${y} 120 ${y + 24}`;
  const flutes = [-27, -12, 12, 27].map((v) =>
    filleted(points`
      500 ${y + v - 4} 4, 690 ${y + v - 4} 4, 700 ${y + v} 3, 690 ${y + v + 4} 4, 500 ${y + v + 4} 4, 490 ${y + v} 3`),
  );
  return (
    path('o', tip) +
    path('t', marks) +
    path('o', turned(y, points`384 16 2, 404 16 2`)) +
    path(
      'm',
      turnedSmooth(y, points`404 21, 430 24, 452 25, 474 32, 510 40, 600 42, 690 40, 728 34, 744 20, 747 0.1`),
    ) +
    path('t', flutes.join('')) +
    path('t', d`M452 ${y - 25}Q444 ${y} 452 ${y + 25}M716 ${y - 37}Q732 ${y} 716 ${y + 37}`)
  );
}

function slotted(): string {
  const [y, s] = [140, 300];
  const [cx, cy] = [190, 442];
  return (
    slottedScrewdriverFigure(y) +
    axis(26, y, 768, y) +
    slottedScrewdriverFigure(s, true) +
    axis(26, s, 768, s) +
    circle('o', cx, cy, 72) +
    times(
      6,
      (i) =>
        `<g transform="translate(${cx} ${cy}) rotate(${i * 60})">${path('t', d`M-14 -72Q-12 -58 0 -58Q12 -58 14 -72`)}</g>`,
    ).join('') +
    circle('t', cx, cy, 46) +
    circle('o', cx, cy, 25) +
    rect('o', cx - 42, cy - 7, 84, 14) +
    cross(cx, cy, 72, 14) +
    cut(ring(430, cy, 40)) +
    cross(430, cy, 40, 14) +
    lettering('nt', 430, cy + 80, 'A–A  6 : 1') +
    sectionPlane(280, y - 46, y + 46, 'A') +
    dimAcross(44, 394, 222, '125', y + 24, y + 20) +
    dimUp(y - 17.5, y + 17.5, 36, '5.5', 44) +
    dimUp(s - 3, s + 3, 36, '1', 44) +
    leader(458, cy - 28, 520, cy - 70, 'Ø 4 CrMoV')
  );
}

/** Screwdrivers, number block 1000. */
export const drivers: Record<string, Drawing> = {
  'slotted-screwdriver': { title: 'Slotted screwdriver', number: '1001', scale: '4:5', body: slotted },
};
