import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, type Point, points, smoothBand, times } from './geometry.ts';
import { axis, circle, cross, dimAcross, dimUp, leader, line, mirrored, path, rect } from './primitives.ts';

type LapJoint = {
  /** Outline of the front half: its jaw above the axis, its handle below. */
  half: readonly Point[];
  /** Grip of the front half's handle: edge nearer the axis, then the outer edge coming back. */
  grip: readonly [readonly Point[], readonly Point[]];
  pivot: readonly [number, number, number];
};

/** Pliers with a lap joint on the axis y = 200: the back half is the mirror image of the front one. */
function lapJointPliers({ half, grip, pivot: [x, y, r] }: LapJoint): string {
  const body = path('o', filleted(half));
  const sleeve = path('m', smoothBand(...grip));
  return (
    mirrored(body + sleeve, y) +
    body +
    sleeve +
    circle('o', x, y, r) +
    circle('t', x, y, r * 0.72) +
    circle('t', x, y, r * 0.2)
  );
}

function serrations(x1: number, x2: number, y: number, pitch: number, depth: number): string {
  const teeth = times(
    (x2 - x1) / pitch,
    (i) => d`l${pitch / 2} ${i % 2 ? depth : -depth}l${pitch / 2} ${i % 2 ? -depth : depth}`,
  );
  return path('t', d`M${x1} ${y}` + teeth.join(''));
}

/** Combination pliers, jaws to the left, pivot at (262, 200). */
export function combinationPliersFigure(): string {
  const half: Point[] = points`
    52 199, 52 180 7, 150 158 90, 214 150 30, 262 138 60, 306 158 26, 336 206 40, 420 250 120, 540 268 60,
    700 250 10, 700 268 10, 540 292 60, 420 280 120, 330 246 40, 296 258 40, 240 258 50, 208 226 16, 204 199`;
  return (
    lapJointPliers({
      half,
      grip: [
        points`338 212, 352 216, 364 224, 420 243, 480 254, 560 258, 650 250, 722 240, 738 250`,
        points`738 250, 736 272, 700 284, 620 298, 540 305, 460 300, 390 280, 356 268, 344 278, 330 264, 338 212`,
      ],
      pivot: [262, 200, 24],
    }) +
    serrations(54, 130, 200, 6, 3) +
    path('o', d`M134 200Q156 178 180 200Q156 222 134 200Z`) +
    path('t', d`M134 200Q156 172 180 200M134 200Q156 228 180 200`) +
    path('t', d`M184 200L192 178L206 196M184 200L192 222L206 204`)
  );
}

function combinationPliers(): string {
  const s = 450;
  const edge =
    path('m', filleted(points`330 ${s - 16} 4, 730 ${s - 13} 12, 730 ${s + 13} 12, 330 ${s + 16} 4`)) +
    path(
      'o',
      filleted(points`
        52 ${s - 9} 4, 200 ${s - 17} 12, 210 ${s - 20} 4, 316 ${s - 20} 6, 340 ${s - 10} 8, 340 ${s + 10} 8,
        316 ${s + 20} 6, 210 ${s + 20} 4, 200 ${s + 17} 12, 52 ${s + 9} 4`),
    ) +
    path('t', d`M208 ${s}H320M208 ${s - 20}V${s + 20}`) +
    rect('o', 240, s - 25, 44, 5, 2) +
    rect('o', 240, s + 20, 44, 5, 2);
  return (
    combinationPliersFigure() +
    axis(34, 200, 700, 200) +
    axis(262, 116, 262, 284) +
    edge +
    axis(34, s, 756, s) +
    axis(262, s - 36, 262, s + 36) +
    dimAcross(52, 738, 366, '180', 222, 266) +
    dimUp(95, 305, 760, '54', 560, 560) +
    leader(196, 184, 236, 84, 'cutter 60 HRC') +
    dimAcross(52, 262, 506, '55', s + 9, s + 25)
  );
}

/** Needle-nose pliers, jaws to the left, pivot at (330, 200). */
function needleNosePliersFigure(): string {
  const half: Point[] = points`
    44 199, 44 191 4, 150 180 200, 252 160 60, 330 148 50, 366 164 24, 392 204 40, 470 240 120, 590 254 60,
    700 240 8, 700 256 8, 590 276 60, 470 266 120, 392 240 40, 358 250 40, 312 250 40, 282 224 14, 278 199`;
  return (
    lapJointPliers({
      half,
      grip: [
        points`396 210, 408 213, 420 218, 470 234, 540 245, 600 246, 670 239, 726 230, 742 238`,
        points`742 238, 738 258, 700 270, 640 281, 580 286, 510 282, 450 268, 416 258, 404 268, 390 256, 396 210`,
      ],
      pivot: [330, 200, 21],
    }) +
    serrations(48, 208, 200, 4, 2.4) +
    path('t', d`M214 200Q228 192 242 200Q228 208 214 200`) +
    path('t', d`M248 200L258 180L276 196M248 200L258 220L276 204`) +
    line('t', 44, 200, 48, 200)
  );
}

function needleNose(): string {
  const s = 450;
  const edge =
    path('m', filleted(points`390 ${s - 14} 4, 734 ${s - 11} 10, 734 ${s + 11} 10, 390 ${s + 14} 4`)) +
    path(
      'o',
      filleted(points`
        44 ${s - 4} 2, 270 ${s - 14} 12, 280 ${s - 18} 4, 376 ${s - 18} 6, 400 ${s - 9} 8, 400 ${s + 9} 8,
        376 ${s + 18} 6, 280 ${s + 18} 4, 270 ${s + 14} 12, 44 ${s + 4} 2`),
    ) +
    path('t', d`M278 ${s}H380M278 ${s - 18}V${s + 18}`) +
    rect('o', 311, s - 23, 38, 5, 2) +
    rect('o', 311, s + 18, 38, 5, 2);
  return (
    needleNosePliersFigure() +
    axis(28, 200, 760, 200) +
    axis(330, 126, 330, 274) +
    edge +
    axis(28, s, 760, s) +
    axis(330, s - 34, 330, s + 34) +
    dimAcross(44, 742, 350, '200', 209, 252) +
    dimAcross(44, 330, 104, '82', 190, 148) +
    leader(130, 199, 172, 268, 'pitch 1.2') +
    dimUp(s - 4, s + 4, 34, '3', 44)
  );
}

/** Water-pump pliers, jaws to the left. */
function waterPumpPliersFigure(): string {
  const lower = filleted(points`
    44 236 6, 64 222 6, 150 222 12, 176 214 10, 212 176 30, 282 150 40, 336 172 30, 420 246 90, 560 296 90,
    716 300 10, 716 322 10, 560 326 90, 400 280 100, 318 232 40, 262 246 40, 206 290 40, 120 290 40`);
  const upper = filleted(points`
    42 168 8, 96 110 50, 190 90 60, 270 116 60, 350 166 60, 440 158 160, 600 118 90, 716 112 10, 716 134 10,
    600 146 90, 440 192 160, 356 236 60, 296 250 36, 232 214 30, 202 166 20, 168 176 10, 150 194 8, 66 194 8`);
  const slot = filleted(points`224 152 12, 242 138 12, 328 214 12, 314 232 12`);
  const notches = times(6, (i) => {
    const x = 240 + i * 15;
    return d`M${x} ${146 + i * 13.4}l12 -5`;
  });
  const grip = (top: readonly Point[], back: readonly Point[]) => path('m', smoothBand(top, back));
  return (
    path('o', lower) +
    grip(
      points`410 236, 422 240, 436 248, 500 272, 580 291, 660 294, 728 294, 744 310`,
      points`744 310, 730 328, 660 332, 580 334, 500 322, 430 296, 412 288, 398 292, 392 276, 410 236`,
    ) +
    path('o', upper) +
    grip(
      points`744 122, 730 106, 660 108, 590 115, 510 132, 440 151, 424 156, 412 148, 400 160`,
      points`400 160, 404 200, 418 204, 430 200, 510 178, 590 154, 660 142, 730 140, 744 122`,
    ) +
    path('o', slot) +
    path('t', notches.join('')) +
    circle('o', 272, 182, 22) +
    circle('t', 272, 182, 15) +
    path('t', d`M261 182H283M272 171V193`) +
    serrations(66, 150, 192, 7, 5) +
    serrations(66, 150, 225, 7, 5)
  );
}

function waterPump(): string {
  const s = 462;
  const edge =
    path('m', filleted(points`400 ${s - 15} 4, 734 ${s - 12} 10, 734 ${s + 12} 10, 400 ${s + 15} 4`)) +
    path(
      'o',
      filleted(points`
        44 ${s - 11} 4, 190 ${s - 16} 6, 204 ${s - 19} 4, 356 ${s - 19} 6, 410 ${s - 9} 8, 410 ${s + 9} 8,
        356 ${s + 19} 6, 204 ${s + 19} 4, 190 ${s + 16} 6, 44 ${s + 11} 4`),
    ) +
    path('t', d`M204 ${s - 7}H372M204 ${s + 7}H372M204 ${s - 19}V${s + 19}`) +
    rect('o', 250, s - 25, 44, 6, 2) +
    rect('o', 254, s + 19, 36, 6, 1);
  return (
    waterPumpPliersFigure() +
    cross(272, 182, 22, 14) +
    edge +
    axis(28, s, 756, s) +
    axis(272, s - 38, 272, s + 38) +
    dimAcross(42, 744, 386, '250', 168, 310) +
    leader(314, 214, 376, 78, '9 positions')
  );
}

/** Pliers, number block 300. */
export const pliers: Record<string, Drawing> = {
  'combination-pliers': { title: 'Combination pliers', number: '301', scale: '1:1', body: combinationPliers },
  'needle-nose-pliers': { title: 'Needle-nose pliers', number: '302', scale: '1:1', body: needleNose },
  'water-pump-pliers': { title: 'Water-pump pliers', number: '303', scale: '1:1', body: waterPump },
};
