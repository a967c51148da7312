import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, grains, points, smoothBand, times, turnedUpright } from './geometry.ts';
import { axis, circle, cross, cut, dimAcross, dimUp, leader, path, woodgrain } from './primitives.ts';

/** Claw hammer lying on its side, handle axis at y = 190, eye at x = 150. */
export function clawHammerFigure(): string {
  const handle = smoothBand(
    points`100 168, 190 166, 260 172, 350 174, 470 168, 580 162, 660 164, 712 154, 734 168, 738 190`,
    points`738 190, 735 214, 712 230, 660 218, 580 214, 470 210, 350 206, 260 208, 190 214, 100 212`,
  );
  const head = d`M119 152C117 106 140 62 236 46Q244 45 243 52C202 74 184 106 182 152L186 166V216L180 228Q174 240 174 262L174 274Q182 278 182 286V318L176 326H124L118 318V286Q118 278 126 274L126 262Q126 240 120 228L114 216V166Z`;
  return (
    path('m', handle) +
    woodgrain(
      200,
      720,
      (x) => (x < 500 ? 173 : 166),
      (x) => (x < 500 ? 208 : 216),
      4,
    ) +
    path('t', d`M706 157Q692 190 706 227`) +
    path('o', head) +
    path(
      't',
      d`M118 318H182M118 286H182M126 274H174M120 228Q150 236 180 228M119 152Q150 144 182 152M114 166Q150 160 186 166M114 216Q150 222 186 216`,
    ) +
    path('t', d`M146 146C146 112 168 78 236 50`) +
    path('t', d`M186 172H204M186 208H204`)
  );
}

function clawHammer(): string {
  const plan =
    path(
      'm',
      smoothBand(
        points`186 417, 350 419, 560 414, 680 413, 724 417, 736 430`,
        points`736 430, 724 443, 680 447, 560 446, 350 441, 186 443`,
      ),
    ) +
    woodgrain(200, 720, 417, 443, 3) +
    path(
      'o',
      filleted(points`
        112 396 12, 168 396 10, 250 404 3, 250 424 2, 206 430 3, 250 436 2, 250 456 3, 168 464 10, 112 464 12`),
    ) +
    circle('x', 150, 430, 28) +
    path('t', d`M180 399V461`);
  return (
    clawHammerFigure() +
    axis(84, 190, 756, 190) +
    axis(150, 32, 150, 340) +
    plan +
    axis(90, 430, 756, 430) +
    dimAcross(114, 738, 382, '330', 226, 200) +
    dimUp(46, 326, 66, '148', 230, 118) +
    dimAcross(118, 182, 358, 'Ø 34', 326) +
    leader(222, 60, 290, 74, 'R 62')
  );
}

/** Ball peen hammer with its head cut through the eye; handle axis at y = 200, eye at x = 150. */
export function ballPeinFigure(): string {
  const eye = d`M112 160Q134 168 152 176T190 174V226Q170 232 152 224T112 240Z`;
  const handle = smoothBand(
    points`112 160, 134 169, 156 175, 188 174, 240 176, 340 182, 440 178, 560 168, 660 168, 722 176, 736 200`,
    points`736 200, 722 224, 660 232, 560 232, 440 222, 340 218, 240 224, 188 226, 156 225, 134 231, 112 240`,
  );
  const head = d`M133 122A31 31 0 1 1 167 122Q170 140 186 148V252Q170 262 168 286L188 296V328L182 336H118L112 328V296L132 286Q130 262 114 252V148Q130 140 133 122Z`;
  return (
    cut(head) +
    path('o', eye) +
    path('m', handle) +
    woodgrain(
      196,
      724,
      (x) => 182 - (x - 196) * 0.02,
      (x) => 218 + (x - 196) * 0.02,
      4,
    ) +
    path('w', d`M150 186H190M150 214H190`) +
    path('e', d`M112 192L158 198.5V201.5L112 208Z`) +
    path('t', d`M112 296H188M112 328H188M700 172Q688 200 700 229`)
  );
}

function ballPein(): string {
  const plan =
    path(
      'm',
      smoothBand(
        points`188 425, 340 427, 560 418, 680 418, 726 424, 736 440`,
        points`736 440, 726 456, 680 462, 560 462, 340 453, 188 455`,
      ),
    ) +
    woodgrain(200, 720, 424, 456, 3) +
    circle('o', 150, 440, 38) +
    circle('t', 150, 440, 32) +
    path('t', d`M166 440A16 16 0 1 1 150 424`);
  return (
    ballPeinFigure() +
    axis(86, 200, 756, 200) +
    axis(150, 36, 150, 350) +
    plan +
    axis(96, 440, 756, 440) +
    axis(150, 390, 150, 490) +
    dimAcross(112, 188, 366, 'Ø 39', 336) +
    dimAcross(114, 736, 384, '320', 260, 210) +
    leader(172, 70, 236, 62, 'SR 16') +
    leader(126, 197, 90, 132, 'wedge')
  );
}

function deadBlow(): string {
  const shot = grains(240, 7);
  const balls: string[] = [];
  for (let row = 0; row < 9; row++)
    for (let col = 0; col < 8; col++) {
      const x = 107 + col * 12 + (row % 2) * 6;
      const y = 262 - row * 10.4;
      if (x < 196 && (row < 7 || (shot[row * 8 + col] ?? 0) > 0.45)) balls.push(circle('t', x, y, 5.6));
    }
  const head = turnedUpright(
    150,
    points`
    62 60 10, 100 60, 104 66 3, 116 66 3, 120 62, 280 62, 284 66 3, 296 66 3, 300 60, 338 60 10`,
  );
  const bore = turnedUpright(150, points`132 48 8, 268 48 8`);
  const canister = turnedUpright(150, points`138 44 6, 268 44 6`);
  const handle = smoothBand(
    points`212 176, 300 180, 400 178, 470 172, 600 170, 700 170, 738 180, 742 200`,
    points`742 200, 738 220, 700 230, 600 230, 470 228, 400 222, 300 220, 212 224`,
  );
  return (
    path('m', handle) +
    path('l', d`M480 171Q474 200 480 229M728 175Q720 200 728 226`) +
    path('t', times(14, (i) => d`M${500 + i * 15} 178V222`).join('')) +
    path('t', d`M494 178H702V222H494Z`) +
    cut(head) +
    path('o', bore) +
    cut(bore, true) +
    path('o', canister) +
    balls.join('') +
    path('t', d`M84 104H216M84 116H216M84 284H216M84 296H216`) +
    path('x', d`M212 190H250V210H212`) +
    axis(150, 44, 150, 356) +
    axis(66, 200, 758, 200) +
    circle('m', 150, 440, 66) +
    circle('t', 150, 440, 60) +
    circle('t', 150, 440, 50) +
    path('m', filleted(points`216 424, 470 422, 720 420 14, 738 440 20, 720 460 14, 470 458, 216 456`)) +
    cross(150, 440, 66) +
    axis(232, 440, 758, 440) +
    dimUp(62, 338, 56, '145', 92) +
    dimAcross(84, 742, 384, '345', 330, 206) +
    leader(168, 226, 286, 110, 'steel shot')
  );
}

/** Hammers, number block 100. */
export const hammers: Record<string, Drawing> = {
  'claw-hammer': { title: 'Claw hammer', number: '101', scale: '1:2', body: clawHammer },
  'ball-pein-hammer': { title: 'Ball peen hammer', number: '102', scale: '1:2', body: ballPein },
  'dead-blow-mallet': { title: 'Dead-blow mallet', number: '103', scale: '1:2', body: deadBlow },
};
