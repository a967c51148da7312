import type { Drawing } from './drawing-sheet.ts';
import { d, filleted, points } from './geometry.ts';
import { axis, circle, cut, dimAcross, dimUp, leader, lettering, path, rect, sectionPlane } from './primitives.ts';

function engineersSquare(): string {
  const stock = filleted(points`96 84, 168 84, 168 470 3, 96 470 3`);
  const blade = d`M96 92H648V150H178V160A10 10 0 0 1 158 160V150H96Z`;
  const end =
    path('o', filleted(points`672 84 3, 744 84 3, 744 470 3, 672 470 3`)) +
    path('t', d`M702 84V150H714V84`) +
    path('o', d`M702 92H714V150H702Z`);
  return (
    path('o', stock) +
    path('t', d`M104 160V462M160 172V462`) +
    path('o', blade) +
    path('l', d`M168 84V92`) +
    path('t', d`M168 100H640`) +
    [
      [116, 108],
      [148, 134],
      [116, 134],
      [148, 108],
    ]
      .map(([x = 0, y = 0]) => circle('o', x, y, 6))
      .join('') +
    path('s', d`M178 194H212V150`) +
    place90() +
    end +
    axis(708, 66, 708, 490) +
    dimAcross(168, 648, 240, '150', 170, 150) +
    dimUp(150, 470, 56, '100', 96, 96) +
    `<g class="j">${featureFrame(350, 330)}</g>` +
    leader(168, 410, 350, 346, '') +
    dimAcross(672, 744, 46, '22', 84) +
    lettering('nt', 400, 128, 'DIN 875-1 / 1')
  );
}

function place90(): string {
  return lettering('dt', 226, 186, '90°', 'start');
}

function featureFrame(x: number, y: number): string {
  return (
    path(
      't',
      d`M${x + 10} ${y}h150v32h-150ZM${x + 50} ${y}v32M${x + 118} ${y}v32M${x + 30} ${y + 8}v16M${x + 20} ${y + 24}h20`,
    ) +
    lettering('nt', x + 84, y + 21, '0.018') +
    lettering('nt', x + 139, y + 21, 'A')
  );
}

function vial(x: number, y: number, w: number, h: number): string {
  return (
    path(
      'o',
      filleted(points`
        ${x - w / 2} ${y - h / 2} ${h / 2}, ${x + w / 2} ${y - h / 2} ${h / 2}, ${x + w / 2} ${y + h / 2} ${h / 2},
        ${x - w / 2} ${y + h / 2} ${h / 2}`),
    ) +
    path(
      'e',
      filleted(points`
        ${x - w * 0.17} ${y - h * 0.36} ${h * 0.3}, ${x + w * 0.17} ${y - h * 0.36} ${h * 0.3},
        ${x + w * 0.17} ${y + h * 0.24} ${h * 0.3}, ${x - w * 0.17} ${y + h * 0.24} ${h * 0.3}`),
    ) +
    path(
      't',
      d`M${x - w * 0.19} ${y - h / 2}v${h}M${x + w * 0.19} ${y - h / 2}v${h}M${x - w * 0.31} ${y - h / 2}v${h}M${x + w * 0.31} ${y - h / 2}v${h}`,
    )
  );
}

function roundVial(x: number, y: number, turn: number): string {
  return (
    circle('o', x, y, 30) +
    circle('t', x, y, 25) +
    `<g transform="translate(${x} ${y}) rotate(${turn})">${vial(0, 0, 40, 15)}</g>`
  );
}

function spiritLevel(): string {
  const y = 130;
  const body =
    rect('o', 44, y - 46, 712, 92, 3) +
    path('t', d`M44 ${y - 34}H756M44 ${y + 34}H756M64 ${y - 46}V${y + 46}M736 ${y - 46}V${y + 46}`);
  const grip = (x: number) =>
    path(
      'o',
      filleted(points`${x - 52} ${y - 20} 20, ${x + 52} ${y - 20} 20, ${x + 52} ${y + 20} 20, ${x - 52} ${y + 20} 20`),
    );
  const [sx, sy] = [130, 424];
  const section = filleted(points`
    ${sx - 42} ${sy - 84} 5, ${sx + 42} ${sy - 84} 5, ${sx + 42} ${sy + 84} 5, ${sx - 42} ${sy + 84} 5`);
  // In the opposite direction, so that it stays empty.
  const hollow = filleted(points`
    ${sx - 32} ${sy - 74} 3, ${sx - 32} ${sy + 74} 3, ${sx + 32} ${sy + 74} 3, ${sx + 32} ${sy - 74} 3`);
  return (
    body +
    roundVial(118, y, 90) +
    circle('o', 692, y, 13) +
    grip(246) +
    grip(554) +
    path('o', filleted(points`346 ${y - 46}, 454 ${y - 46}, 446 ${y - 10} 8, 354 ${y - 10} 8`)) +
    vial(400, y - 28, 80, 22) +
    rect('o', 44, 246, 712, 40, 2) +
    path('t', d`M64 246V286M736 246V286`) +
    path('o', filleted(points`346 252 4, 454 252 4, 454 280 4, 346 280 4`)) +
    vial(400, 266, 80, 20) +
    axis(28, 266, 772, 266) +
    axis(400, 66, 400, 306) +
    cut(section + hollow) +
    axis(sx, sy - 100, sx, sy + 94) +
    lettering('nt', sx, sy + 112, 'A–A  1 : 1') +
    sectionPlane(320, y - 50, y + 56, 'A') +
    vial(430, 410, 250, 74) +
    axis(280, 410, 580, 410) +
    leader(452, 392, 500, 342, '0.5 mm / m') +
    dimAcross(44, 756, 56, '600', 84) +
    dimUp(sy - 84, sy + 84, sx + 76, '50', sx + 44)
  );
}

/** Squares and levels, number block 700. */
export const straightness: Record<string, Drawing> = {
  'engineers-square': { title: "Engineer's square", number: '703', scale: '1:1', body: engineersSquare },
  'spirit-level': { title: 'Spirit level', number: '704', scale: '1:3', body: spiritLevel },
};
