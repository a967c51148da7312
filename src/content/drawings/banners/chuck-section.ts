import { chuckFigure } from '../chuck.ts';
import { d, points, polar, times, turned } from '../geometry.ts';
import { flutedBody } from '../helix.ts';
import { axis, circle, cross, dimAcross, path, place } from '../primitives.ts';

function noseView(cx: number, cy: number): string {
  const jaws = times(3, (i) =>
    place(path('o', 'M-24 -62L-8 -26H8L24 -62V-104Q0 -116 -24 -104Z') + path('t', 'M0 -26V-110'), cx, cy, i * 120 + 60),
  ).join('');
  const teeth = times(54, (i) => {
    const [ax, ay] = polar(cx, cy, 184, (i * 360) / 54);
    const [bx, by] = polar(cx, cy, 214, (i * 360) / 54);
    return d`M${ax} ${ay}L${bx} ${by}`;
  }).join('');
  const keyHoles = times(3, (i) => {
    const [x, y] = polar(cx, cy, 134, i * 120 + 90);
    return circle('o', x, y, 22) + circle('t', x, y, 16);
  }).join('');
  return (
    circle('o', cx, cy, 224) +
    circle('t', cx, cy, 214) +
    circle('o', cx, cy, 184) +
    path('n', teeth) +
    circle('o', cx, cy, 166) +
    circle('t', cx, cy, 96) +
    circle('o', cx, cy, 84) +
    jaws +
    circle('s', cx, cy, 25) +
    keyHoles +
    cross(cx, cy, 224, 24)
  );
}

/** A drill chuck gripping a drill, elevation above its axis and section below; the view on its nose beside it. */
export function chuckSection(): string {
  const y = 352;
  const drill =
    flutedBody({ x1: 536, x2: 950, y, r: 15, lead: 150, tip: 118, runout: 40, phase: 40 }, 4) +
    path('o', turned(y, points`940 14, 1026 14 3`));
  const squares =
    times(15, (i) => d`M${i * 128 + 64} 0V720`).join('') + times(6, (i) => d`M0 ${i * 128 + 32}H1920`).join('');
  return (
    path('w', squares) +
    drill +
    place(chuckFigure(268), 398, y - 268 * 1.9, 0, 1.9) +
    noseView(262, y) +
    axis(20, y, 1900, y) +
    dimAcross(752, 1447, 648, '92', y + 90, y + 170)
  );
}
