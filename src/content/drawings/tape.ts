import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, ring, times } from './geometry.ts';
import { axis, circle, clipped, cross, dimAcross, dimUp, lettering, path } from './primitives.ts';

/**
 * Half circles about two centers in turn, which take a tenth of the bytes of a curve. A radius that is too small grows
 * to the necessary size.
 */
function spiral(cx: number, cy: number, r1: number, r2: number, turns: number): string {
  const halves = turns * 2;
  const ends = times(halves + 1, (i) => cx + (r1 + ((r2 - r1) * i) / halves) * (i % 2 ? -1 : 1));
  return ends.map((x, i) => (i === 0 ? d`M${x} ${cy}` : d`A1 1 0 0 1 ${x} ${cy}`)).join('');
}

/** Tape measure with its case cut open over the coil; the blade leaves at the lower right. */
export function tapeMeasureFigure(): string {
  const [cx, cy] = [236, 246];
  const shell = filleted(points`
    66 120 60, 130 72 60, 320 72 90, 404 150 70, 414 372 10, 424 404 6, 424 420 6, 92 420 26, 66 380 40`);
  const window = ring(cx, cy, 128);
  const out =
    path('o', d`M414 396H742V412H414Z`) +
    path('n', times(64, (i) => d`M${424 + i * 4.6} 396v${i % 10 === 0 ? 14 : i % 5 === 0 ? 10 : 6}`).join('')) +
    path('o', filleted(points`716 388 2, 752 388 4, 752 440 3, 744 440 2, 744 396 3, 716 396 2`)) +
    circle('f', 726, 392, 2.4) +
    circle('f', 737, 392, 2.4);
  return (
    out +
    path('m', shell) +
    path(
      't',
      filleted(points`76 126 54, 134 82 54, 316 82 84, 394 154 64, 402 370 10, 408 410 6, 98 410 20, 76 374 36`),
    ) +
    circle('o', cx, cy, 128) +
    clipped(
      'a',
      window,
      path('n', spiral(cx, cy, 62, 118, 14)) +
        path('l', d`M${cx + 118} ${cy}C${cx + 118} ${cy + 60} ${cx + 110} ${cy + 110} ${cx + 160} ${cy + 150}`) +
        path('t', spiral(cx, cy, 20, 50, 4)),
    ) +
    circle('l', cx, cy, 128) +
    circle('o', cx, cy, 18) +
    circle('t', cx, cy, 58) +
    path('t', d`M${cx - 18} ${cy}H${cx + 18}`) +
    path('e', filleted(points`372 142 10, 396 128 8, 430 176 10, 424 214 8, 404 200 8`)) +
    path('t', d`M398 154L412 176M404 148L418 170`) +
    path('o', filleted(points`92 412 4, 392 412 4, 392 428 6, 92 428 6`))
  );
}

function tapeMeasure(): string {
  const x = 640;
  return (
    tapeMeasureFigure() +
    cross(236, 246, 128, 24) +
    path('m', filleted(points`${x - 84} 72 22, ${x + 84} 72 22, ${x + 84} 300 16, ${x - 84} 300 16`)) +
    path('t', d`M${x - 72} 78V294M${x + 72} 78V294`) +
    path('e', filleted(points`${x - 24} 100 8, ${x + 24} 100 8, ${x + 24} 150 8, ${x - 24} 150 8`)) +
    path('t', d`M${x - 24} 116H${x + 24}M${x - 24} 126H${x + 24}M${x - 24} 136H${x + 24}`) +
    path('o', filleted(points`${x - 66} 262 4, ${x + 66} 262 4, ${x + 66} 300 4, ${x - 66} 300 4`)) +
    path('o', d`M${x - 57} 284Q${x} 304 ${x + 57} 284V278Q${x} 297 ${x - 57} 278Z`) +
    axis(x, 54, x, 318) +
    dimAcross(x - 57, x + 57, 346, '25', 286) +
    dimAcross(66, 424, 470, '78', 384, 414) +
    dimUp(72, 428, 40, '76', 130, 92) +
    lettering('nt', 566, 382, '5 m · class II')
  );
}

/** Tape measures, number block 700. */
export const tapes: Record<string, Drawing> = {
  'tape-measure': { title: 'Tape measure', number: '705', scale: '4:3', body: tapeMeasure },
};
