import { d, filleted, points, polar, times, turnedUpright } from '../geometry.ts';
import { micrometerFigure, vernierCaliperFigure } from '../measuring.ts';
import { axis, circle, knurled, lettering, path, place, rect } from '../primitives.ts';

function ticks(cx: number, cy: number, outer: number, count: number, length: (i: number) => number): string {
  return path(
    'n',
    times(count, (i) => {
      const degrees = (i * 360) / count - 90;
      const [ax, ay] = polar(cx, cy, outer, degrees);
      const [bx, by] = polar(cx, cy, outer - length(i), degrees);
      return d`M${ax} ${ay}L${bx} ${by}`;
    }).join(''),
  );
}

/** A dial gauge with its face centered on the origin, plunger down. */
function dialGauge(): string {
  const [hx, hy] = polar(0, 0, 88, -90 + 37 * 3.6);
  const [tx, ty] = polar(0, 0, -26, -90 + 37 * 3.6);
  const numbers = times(10, (i) => {
    const [x, y] = polar(0, 0, 72, i * 36 - 90);
    return lettering('bt', x, y + 4, String(i * 10));
  }).join('');
  return (
    path('o', turnedUpright(0, points`226 9, 284 9, 290 13 2, 302 13, 316 4 3`)) +
    path('o', turnedUpright(0, points`110 22 3, 150 22 3, 156 16, 228 16 2`)) +
    path('o', turnedUpright(0, points`-182 13 4, -164 13, -160 9, -120 9`)) +
    knurled(filleted(points`88 -132 4, 110 -112 4, 96 -84 2, 74 -104 2`)) +
    circle('o', 0, 0, 124) +
    circle('t', 0, 0, 118) +
    circle('o', 0, 0, 108) +
    ticks(0, 0, 101, 100, (i) => (i % 10 === 0 ? 17 : i % 5 === 0 ? 12 : 8)) +
    numbers +
    circle('t', -34, 28, 20) +
    ticks(-34, 28, 20, 10, () => 5) +
    path('t', 'M-34 28l10 -11') +
    path('s', d`M${tx} ${ty}L${hx} ${hy}`) +
    circle('o', 0, 0, 8) +
    axis(0, -204, 0, 338)
  );
}

function square(x: number, y: number): string {
  return (
    path('o', filleted(points`${x} ${y}, ${x + 62} ${y}, ${x + 62} ${y + 400} 3, ${x} ${y + 400} 3`)) +
    path('t', d`M${x + 8} ${y + 62}V${y + 392}M${x + 54} ${y + 74}V${y + 392}`) +
    path(
      'o',
      d`M${x} ${y + 8}H${x + 430}V${y + 56}H${x + 70}V${y + 62}A8 8 0 0 1 ${x + 54} ${y + 62}V${y + 56}H${x}Z`,
    ) +
    path('t', d`M${x + 62} ${y + 15}H${x + 424}`) +
    [
      [16, 20],
      [44, 20],
      [16, 44],
      [44, 44],
    ]
      .map(([a = 0, b = 0]) => circle('o', x + a, y + b, 5))
      .join('')
  );
}

function rule(x: number, y: number, w: number): string {
  const count = Math.floor((w - 60) / 6) + 1;
  const marks = times(count, (i) => d`M${x + 16 + i * 6} ${y}v${i % 10 === 0 ? 26 : i % 5 === 0 ? 20 : 13}`).join('');
  const numbers = times(Math.floor((w - 60) / 60) + 1, (i) => lettering('bt', x + 16 + i * 60, y + 42, String(i)));
  return (
    path('o', filleted(points`${x} ${y} 2, ${x + w} ${y} 26, ${x + w} ${y + 54} 26, ${x} ${y + 54} 2`)) +
    path('n', marks) +
    numbers.join('') +
    circle('o', x + w - 24, y + 30, 8)
  );
}

function gaugeBlocks(x: number, base: number): string {
  const heights = [58, 74, 92, 112, 134];
  return heights
    .map(
      (h, i) => rect('o', x + i * 40, base - h, 34, h, 1) + path('t', d`M${x + i * 40 + 5} ${base - h + 6}h24v14h-24Z`),
    )
    .join('');
}

/** Caliper, micrometer, square, gauge blocks, dial gauge and rule laid out on a ruled cloth. */
export function measuringSet(): string {
  const grid = path(
    'w',
    times(30, (i) => d`M${i * 64 + 32} 0V720`).join('') + times(11, (i) => d`M0 ${i * 64 + 40}H1920`).join(''),
  );
  return (
    grid +
    square(70, 84) +
    place(vernierCaliperFigure(), 480, -10, 0, 1.18) +
    place(micrometerFigure(), 840, 300, 0, 0.98) +
    gaugeBlocks(214, 480) +
    place(dialGauge(), 1690, 256, 0, 1.2) +
    rule(70, 600, 760)
  );
}
