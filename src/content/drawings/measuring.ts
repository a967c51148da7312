import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points, ring, times, turned } from './geometry.ts';
import { axis, circle, clipped, dimAcross, fluted, knurled, leader, lettering, path } from './primitives.ts';

const mm = 3.3;

function mainScale(zero: number, base: number, up: number, from: number, to: number): string {
  return path(
    'n',
    times(to - from + 1, (i) => {
      const v = from + i;
      const height = v % 10 === 0 ? up : v % 5 === 0 ? up * 0.78 : up * 0.55;
      return d`M${zero + v * mm} ${base}v${-height}`;
    }).join(''),
  );
}

function scaleNumbers(zero: number, y: number, from: number, to: number): string {
  return times(to - from + 1, (i) => lettering('bt', zero + (from + i) * 10 * mm, y, String(from + i))).join('');
}

const opening = 24.4;
const jaw = 128;
const face = jaw + opening * mm;
// The vernier's zero line stands 22 right of the sliding face. The main scale starts as far right of the fixed one.
const scaleZero = jaw + 22;

/** Vernier caliper open at 24.40 mm, fixed measuring face at x = 128; both scales read true to 0.02 mm. */
export function vernierCaliperFigure(): string {
  const fixed = filleted(
    points`56 142 8, 104 142 6, 112 76 4, 120 72, 128 142, 128 200, 128 350, 116 350 3, 92 236 60, 56 214 8`,
  );
  const slider = filleted(
    points`
      ${face} 350, ${face} 142, ${face - 8} 72, ${face} 76 4, ${face + 10} 128 6, ${face + 24} 132, ${face + 190} 132 6,
      ${face + 190} 142 3, ${face + 214} 142 4, ${face + 214} 236 10, ${face + 56} 236 10, ${face + 36} 240 60, ${face + 12} 350 3`,
  );
  const vernierZero = scaleZero + opening * mm;
  const vernier = times(51, (i) => d`M${vernierZero + i * 0.98 * mm} 200v${i % 10 === 0 ? 18 : i % 5 === 0 ? 14 : 10}`);
  return (
    path('o', d`M60 150H738V200H60Z`) +
    path('t', d`M60 158H738`) +
    mainScale(scaleZero, 200, 22, 0, 24) +
    mainScale(scaleZero, 200, 22, 84, 175) +
    scaleNumbers(scaleZero, 174, 9, 17) +
    path('o', d`M738 168H756V182H738Z`) +
    path('o', fixed) +
    path('t', d`M56 200H128M122 210V346M104 142L118 84`) +
    path('o', slider) +
    path('o', d`M${face + 14} 160H${face + 200}V200H${face + 14}Z`) +
    mainScale(scaleZero, 200, 22, 22, 77) +
    scaleNumbers(scaleZero, 174, 3, 7) +
    path('n', vernier.join('')) +
    times(6, (i) => lettering('bt', vernierZero + i * 9.8 * mm, 231, String(i * 2))).join('') +
    path('t', d`M${face + 6} 246V344M${face + 12} 142L${face + 4} 84`) +
    knurled(filleted(points`${face + 130} 236 2, ${face + 162} 236 2, ${face + 162} 252 6, ${face + 130} 252 6`)) +
    knurled(filleted(points`${face + 84} 120 2, ${face + 104} 120 2, ${face + 104} 132, ${face + 84} 132`)) +
    circle('o', face + 206, 151, 3)
  );
}

// The twentieth vernier line, that of 0.40, meets the 44 mm line: 24.4 + 20 × 0.98 = 44.
function coincidence(cx: number, cy: number, r: number): string {
  const k = 8 * mm;
  const main = times(9, (i) => d`M${cx + (i - 4) * k} ${cy}v${i === 5 ? -48 : -34}`);
  const vernier = times(9, (i) => (i === 4 ? '' : d`M${cx + (i - 4) * 0.98 * k} ${cy}v34`));
  return (
    clipped('a', ring(cx, cy, r), path('t', d`M${cx - r} ${cy}H${cx + r}` + main.join('') + vernier.join(''))) +
    path('s', d`M${cx} ${cy - 34}V${cy + 56}`) +
    circle('l', cx, cy, r) +
    lettering('nt', cx + 10, cy + 62, '4', 'start') +
    lettering('nt', cx, cy + r + 20, '8 : 1')
  );
}

function vernierCaliper(): string {
  return (
    vernierCaliperFigure() +
    dimAcross(jaw, face, 388, '24.40', 350, 350) +
    circle('t', scaleZero + 44 * mm, 200, 14) +
    path('t', d`M${scaleZero + 44 * mm + 6} 213L374 340`) +
    coincidence(406, 424, 90) +
    leader(413, 210, 560, 330, '1/50 mm')
  );
}

/** Micrometer 0–25 mm, measuring faces at x = 152 and 214, axis on y = 190. */
export function micrometerFigure(): string {
  const y = 190;
  const frame = d`M84 ${y - 24}Q84 ${y - 34} 94 ${y - 34}H126Q134 ${y - 34} 134 ${y - 26}V${y + 30}C134 ${y + 96} 172 ${y + 134} 226 ${y + 134}C284 ${y + 134} 312 ${y + 96} 316 ${y + 34}L322 ${y - 26}Q324 ${y - 36} 334 ${y - 36}H356Q366 ${y - 36} 366 ${y - 26}V${y + 26}C366 ${y + 36} 362 ${y + 44} 358 ${y + 62}C344 ${y + 148} 298 ${y + 196} 226 ${y + 196}C142 ${y + 196} 84 ${y + 140} 84 ${y + 30}Z`;
  const inset = d`M110 ${y + 60}C118 ${y + 130} 164 ${y + 166} 226 ${y + 166}C284 ${y + 166} 322 ${y + 132} 334 ${y + 66}C338 ${y + 52} 348 ${y + 54} 346 ${y + 68}C334 ${y + 142} 292 ${y + 182} 226 ${y + 182}C152 ${y + 182} 104 ${y + 138} 96 ${y + 64}C96 ${y + 52} 108 ${y + 50} 110 ${y + 60}Z`;
  const px = 6;
  const zero = 396;
  const edge = zero + 10.37 * px;
  return (
    path('o', turned(y, points`214 15 1, 330 15`)) +
    path('o', frame) +
    path('m', inset) +
    path('o', turned(y, points`126 15, 152 15 1`)) +
    path('t', d`M144 ${y - 15}V${y + 15}M222 ${y - 15}V${y + 15}`) +
    knurled(turned(y, points`338 40 4, 356 40 4`)) +
    path('o', turned(y, points`366 30, 480 30`)) +
    path(
      'n',
      d`M${zero} ${y}H${edge}` +
        times(11, (i) => d`M${zero + i * px} ${y}v${i % 5 === 0 ? -15 : -10}`).join('') +
        times(10, (i) => d`M${zero + 3 + i * px} ${y}v9`).join(''),
    ) +
    lettering('bt', zero, y - 18, '0') +
    lettering('bt', zero + 30, y - 18, '5') +
    path('o', turned(y, points`${edge} 32, ${edge + 26} 42, ${edge + 46} 42, 620 42 3`)) +
    path('t', d`M${edge + 26} ${y - 42}V${y + 42}M${edge + 40} ${y - 42}V${y + 42}`) +
    path(
      'n',
      times(13, (i) => {
        const a = ((i + 0.5) / 13 - 0.5) * Math.PI;
        const long = i % 5 === 1 ? 24 : 15;
        return d`M${edge} ${y + 32 * Math.sin(a)}L${edge + long} ${y + (32 + (long / 26) * 10) * Math.sin(a)}`;
      }).join(''),
    ) +
    knurled(turned(y, points`520 42, 606 42`)) +
    path('o', turned(y, points`620 22 2, 640 22 2`)) +
    path('o', turned(y, points`640 28 3, 692 28 4`)) +
    fluted(644, 688, y, 28, 15) +
    path('o', turned(y, points`692 13 3, 702 13 3`))
  );
}

// Sleeve and thimble enlarged at 10.37: the 37th thimble line on the datum.
function reading(cx: number, cy: number, r: number): string {
  const k = 36;
  const edge = cx - 10;
  const zero = edge - 0.37 * k;
  const sleeve = times(
    4,
    (i) => d`M${zero - i * k} ${cy}v${i === 0 ? -46 : -30}M${zero - k / 2 - i * k} ${cy}v28`,
  ).join('');
  const thimble = times(13, (i) => {
    const v = i - 6;
    return d`M${edge} ${cy - v * 15}h${(37 + v) % 5 === 0 ? 38 : 24}`;
  }).join('');
  const inside =
    path('t', d`M${cx - r} ${cy}H${edge}` + sleeve + thimble) +
    path('l', d`M${edge} ${cy - r}V${cy + r}`) +
    lettering('nt', edge + 44, cy - 3 * 15 + 5, '40', 'start') +
    lettering('nt', edge + 44, cy + 2 * 15 + 5, '35', 'start') +
    lettering('nt', zero - 5, cy - 50, '10', 'end');
  return clipped('a', ring(cx, cy, r), inside) + path('s', d`M${edge} ${cy}h24`) + circle('l', cx, cy, r);
}

function micrometer(): string {
  return (
    micrometerFigure() +
    axis(60, 190, 730, 190) +
    dimAcross(152, 214, 250, '10.37', 207, 207) +
    dimAcross(84, 702, 96, '103', 154, 176) +
    lettering('nt', 226, 345, '0–25') +
    leader(404, 218, 420, 320, '0.5 pitch') +
    leader(566, 232, 596, 300, 'knurled') +
    reading(580, 440, 84)
  );
}

/** Measuring tools, number block 700. */
export const measuring: Record<string, Drawing> = {
  'vernier-caliper': { title: 'Vernier caliper', number: '701', scale: '1:1', body: vernierCaliper },
  micrometer: { title: 'Outside micrometer', number: '702', scale: '2:1', body: micrometer },
};
