import { chuckFigure } from './chuck.ts';
import type { Drawing } from './drawing-sheet.ts';
import { d, points, polar, turned } from './geometry.ts';
import { flutedBody, flutedSection } from './helix.ts';
import {
  axis,
  circle,
  cross,
  cut,
  dimAcross,
  leader,
  lettering,
  line,
  path,
  place,
  sectionPlane,
} from './primitives.ts';

const r = 24;

/** Twist drill along y, point to the left at x = 44. */
function twistDrillFigure(y: number): string {
  return (
    path('o', turned(y, points`478 ${r - 1}, 746 ${r - 1}, 752 ${r - 6}`)) +
    path('t', d`M746 ${y - r + 1}V${y + r - 1}`) +
    flutedBody({ x1: 44, x2: 498, y, r, lead: 286, tip: 135, runout: 60, phase: 52 }, 6)
  );
}

function twistDrill(): string {
  const [y, s] = [150, 420];
  const [cx, turn] = [190, 62];
  const [wx, wy] = polar(0, 0, 88 * 0.15 * 1.15, turn - 55);
  return (
    twistDrillFigure(y) +
    axis(24, y, 566, y) +
    axis(714, y, 772, y) +
    lettering('nt', 640, y + 5, 'HSS-Co 5  Ø 8') +
    sectionPlane(330, y - 48, y + 48, 'A') +
    circle('t', cx, s, 88) +
    path('o', flutedSection(cx, s, 88, turn)) +
    line('s', cx + wx, s + wy, cx - wx, s - wy) +
    cross(190, s, 88, 16) +
    cut(flutedSection(430, s, 72, 40)) +
    cross(430, s, 72, 14) +
    lettering('nt', 430, s + 108, 'A–A  5 : 1') +
    dimAcross(44, 498, 232, '75', y, y + 26) +
    dimAcross(44, 752, 276, '117', y, y + 22)
  );
}

function drillChuck(): string {
  const y = 286;
  return (
    place(chuckFigure(0), -112, y, 0, 1.12) +
    axis(34, y, 766, y) +
    dimAcross(96, 506, 496, '92', y + 52, y + 96) +
    leader(340, y - 132, 390, 90, 'knurled') +
    leader(176, y + 40, 100, 436, 'jaw') +
    leader(590, y - 52, 616, 150, 'taper B16')
  );
}

/** Drills and chucks, number block 800. */
export const drilling: Record<string, Drawing> = {
  'twist-drill': { title: 'Twist drill', number: '801', scale: '7:4', body: twistDrill },
  'drill-chuck': { title: 'Drill chuck, half section', number: '802', scale: '4:3', body: drillChuck },
};
