import { bevelEdgeChiselFigure } from '../chisels.ts';
import { hacksawFigure, tenonSawFigure } from '../cutting.ts';
import { slottedScrewdriverFigure } from '../drivers.ts';
import { d, filleted, points, times } from '../geometry.ts';
import { clawHammerFigure } from '../hammers.ts';
import { blockPlaneFigure } from '../planes.ts';
import { combinationPliersFigure } from '../pliers.ts';
import { circle, path, place, rect, woodgrain } from '../primitives.ts';
import { tapeMeasureFigure } from '../tape.ts';
import { benchViseFigure } from '../vise.ts';

const top = 530;

function drawer(x: number, w: number): string {
  const y = top + 60;
  return (
    rect('o', x, y, w, 96, 2) +
    rect('t', x + 10, y + 10, w - 20, 76) +
    path(
      'o',
      filleted(points`
        ${x + w / 2 - 56} ${y + 44} 4, ${x + w / 2 + 56} ${y + 44} 4, ${x + w / 2 + 46} ${y + 62} 8,
        ${x + w / 2 - 46} ${y + 62} 8`),
    ) +
    circle('t', x + w / 2, y + 26, 4)
  );
}

function bench(): string {
  return (
    rect('m', 60, top, 1800, 50, 4) +
    woodgrain(80, 1840, top, top + 50, 4) +
    rect('o', 130, top + 50, 110, 160) +
    rect('o', 1680, top + 50, 110, 160) +
    rect('o', 240, top + 50, 1440, 116) +
    path('t', d`M142 ${top + 50}V720M228 ${top + 50}V720M1692 ${top + 50}V720M1778 ${top + 50}V720`) +
    path('x', times(9, (i) => d`M${700 + i * 110} ${top}v50M${716 + i * 110} ${top}v50`).join('')) +
    times(4, (i) => drawer(260 + i * 354, 338)).join('')
  );
}

function lamp(x: number): string {
  return (
    path('l', d`M${x} 0V70`) +
    path(
      'o',
      filleted(points`
        ${x - 16} 70 4, ${x + 16} 70 4, ${x + 22} 96 4, ${x + 110} 150 30, ${x + 120} 172 2, ${x - 120} 172 2,
        ${x - 110} 150 30, ${x - 22} 96 4`),
    ) +
    path('t', d`M${x - 22} 96H${x + 22}M${x - 114} 160H${x + 114}`) +
    path('e', d`M${x - 26} 172A26 22 0 0 0 ${x + 26} 172Z`)
  );
}

function board(): string {
  const slats = times(5, (i) => d`M640 ${84 + i * 56}H1850`).join('');
  const corners = [
    [658, 48],
    [1832, 48],
    [658, 372],
    [1832, 372],
  ] as const;
  return (
    rect('o', 640, 30, 1210, 360, 4) +
    path('w', slats) +
    corners.map(([x, y]) => circle('o', x, y, 6) + path('t', d`M${x - 4} ${y - 4}l8 8`)).join('')
  );
}

function oilCan(x: number): string {
  return (
    path(
      'o',
      filleted(points`
        ${x + 6} ${top - 92}, ${x + 70} ${top - 176} 2, ${x + 76} ${top - 172} 2, ${x + 22} ${top - 88}`),
    ) +
    path(
      'm',
      filleted(points`
        ${x - 74} ${top} 4, ${x - 74} ${top - 30} 10, ${x - 20} ${top - 84} 20, ${x + 20} ${top - 84} 20,
        ${x + 74} ${top - 30} 10, ${x + 74} ${top} 4`),
    ) +
    path(
      'o',
      filleted(
        points`${x - 18} ${top - 84}, ${x - 14} ${top - 102} 3, ${x + 22} ${top - 102} 3, ${x + 26} ${top - 84}`,
      ),
    ) +
    path('t', d`M${x - 70} ${top - 36}H${x + 70}M${x - 74} ${top - 12}H${x + 74}`) +
    path('l', d`M${x - 62} ${top - 44}C${x - 130} ${top - 70} ${x - 110} ${top - 8} ${x - 74} ${top - 16}`)
  );
}

/**
 * A joiner's bench in elevation: vise and plane on top, saws, hammer, pliers, chisels and drivers on the wall above.
 */
export function workbench(): string {
  const chisels = times(5, (i) =>
    place(bevelEdgeChiselFigure(0), 1330 + i * 46, 372 - (4 - i) * 4, -90, 0.28 + i * 0.035),
  ).join('');
  const drivers = times(4, (i) =>
    place(slottedScrewdriverFigure(0), 1602 + i * 64, 352 - (3 - i) * 4, -90, 0.28 + i * 0.03),
  ).join('');
  return (
    board() +
    lamp(330) +
    place(tenonSawFigure(), 664, 30, 0, 0.5) +
    place(hacksawFigure(), 664, 200, 0, 0.5) +
    place(clawHammerFigure(), 1188, 44, 90, 0.43) +
    place(combinationPliersFigure(), 1292, 48, 90, 0.36) +
    chisels +
    rect('m', 1300, 200, 252, 18, 2) +
    drivers +
    rect('m', 1570, 214, 260, 18, 2) +
    bench() +
    place(benchViseFigure(), 130, top - 488 * 0.68, 0, 0.68) +
    place(tapeMeasureFigure(), 600, top - 440 * 0.3, 0, 0.3) +
    place(blockPlaneFigure(), 1000, top - 290 * 0.5, 0, 0.5) +
    oilCan(1600)
  );
}
