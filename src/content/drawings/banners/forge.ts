import { d, filleted, grains, points, polar, smoothBand, times } from '../geometry.ts';
import { ballPeinFigure } from '../hammers.ts';
import { axis, circle, path, place, rect } from '../primitives.ts';

/** Ground in section: a floor line with short 45° strokes under it. */
function floor(y: number): string {
  return path('l', `M0 ${y}H1920`) + path('t', times(97, (i) => d`M${i * 20 + 12} ${y}l-12 12`).join(''));
}

function bricks(x: number, y: number, w: number, h: number): string {
  const [bw, bh] = [64, 26];
  const rows = Math.round(h / bh);
  const text = times(rows, (row) => {
    const joints = times(w / bw + 1, (i) => {
      const at = x + i * bw + (row % 2 ? bw / 2 : 0);
      return at > x && at < x + w ? d`M${at} ${y + row * bh}v${bh}` : '';
    }).join('');
    return (row ? d`M${x} ${y + row * bh}h${w}` : '') + joints;
  });
  return rect('o', x, y, w, rows * bh) + path('t', text.join(''));
}

function anvil(x: number, y: number): string {
  const body = filleted(points`
    -250 -150 8, -236 -164 20, -96 -184, -96 -190, 210 -190 4, 214 -150 10, 150 -138 30, 92 -96 50, 92 -60 30,
    150 -34 20, 172 0 4, -132 0 4, -110 -34 20, -50 -60 30, -50 -96 50, -110 -136 30, -160 -142 40`);
  return place(
    path('o', body) +
      path('t', d`M-96 -184V-146M-96 -172H212M-120 -20H160M-60 -84Q20 -72 100 -84`) +
      path('x', d`M160 -190V-150M178 -190V-150`) +
      path('n', times(10, (i) => d`M${-232 + i * 14} ${-160 - i * 2.4}l3 8`).join('')),
    x,
    y,
  );
}

function tongs(): string {
  const half = (flip: number) =>
    path(
      'o',
      smoothBand(
        points`
          ${-8 * flip} -96, ${-22 * flip} -60, ${-16 * flip} -26, ${10 * flip} 0, ${20 * flip} 60, ${26 * flip} 200,
          ${22 * flip} 300`,
        points`
          ${14 * flip} 300, ${17 * flip} 200, ${10 * flip} 64, ${-8 * flip} 14, ${-30 * flip} -22,
          ${-36 * flip} -62, ${-18 * flip} -100`,
      ),
    );
  return half(1) + half(-1) + circle('o', 0, 2, 11) + circle('t', 0, 2, 5);
}

function blower(x: number, y: number): string {
  return (
    path('o', filleted(points`${x - 34} ${y + 40}, ${x + 34} ${y + 40}, ${x + 52} 664, ${x - 52} 664`)) +
    path('t', d`M${x - 42} ${y + 110}H${x + 42}`) +
    path('o', filleted(points`${x} ${y - 76}, ${x + 120} ${y - 76} 4, ${x + 120} ${y - 34} 4, ${x} ${y - 34}`)) +
    circle('o', x, y, 76) +
    circle('t', x, y, 66) +
    circle('o', x, y, 26) +
    path(
      't',
      times(8, (i) => {
        const [ax, ay] = polar(x, y, 28, i * 45);
        const [bx, by] = polar(x, y, 64, i * 45 + 24);
        return d`M${ax} ${ay}L${bx} ${by}`;
      }).join(''),
    ) +
    path('o', filleted(points`${x - 5} ${y} 5, ${x + 5} ${y} 5, ${x - 36} ${y + 60} 5, ${x - 46} ${y + 56} 5`)) +
    circle('o', x - 41, y + 58, 9) +
    circle('o', x, y, 9)
  );
}

/** A smithy in elevation: hearth and hood, anvil on its block, hammer at rest, tongs on their rail, slack tub. */
export function forge(): string {
  const ground = 664;
  const hearth =
    bricks(210, 430, 448, 234) +
    path('o', filleted(points`190 404 3, 678 404 3, 678 430, 190 430`)) +
    path('o', d`M372 664V560A62 62 0 0 1 496 560V664Z`) +
    path('t', d`M388 664V562A46 46 0 0 1 480 562V664`);
  const size = grains(80, 17);
  const coals = times(40, (i) => {
    const row = i < 18 ? 0 : i < 32 ? 1 : 2;
    const at = i - (row === 0 ? 0 : row === 1 ? 18 : 32);
    const x = 288 + row * 36 + at * 17.4;
    const r = 7.5 + (size[i] ?? 0) * 3;
    return circle(
      row === 1 && at > 3 && at < 10 ? 'e' : row === 0 && at > 7 && at < 12 ? 'e' : 'o',
      x,
      397 - row * 13,
      r,
    );
  }).join('');
  const hood =
    path('o', d`M196 262H672L546 96H322Z`) +
    rect('o', 184, 262, 500, 26, 2) +
    path('t', d`M214 250H654M330 108H538M434 96V262`) +
    rect('o', 352, 0, 164, 96) +
    path('t', d`M352 40H516M352 48H516`) +
    path('t', times(13, (i) => d`M${206 + i * 38} 275m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0`).join('')) +
    path('o', d`M204 288H222V404H204ZM646 288H664V404H646Z`);
  const block =
    path('m', filleted(points`822 430 4, 1178 430 4, 1196 664, 804 664`)) +
    path('w', times(11, (i) => d`M${846 + i * 31} 440Q${838 + i * 32} 540 ${832 + i * 34} 656`).join('')) +
    path('o', d`M816 486H1184L1186 512H814ZM806 610H1194L1196 636H804Z`) +
    circle('f', 1000, 499, 4) +
    circle('f', 1000, 623, 4);
  const rack =
    rect('m', 1350, 120, 470, 22, 3) +
    [1370, 1800].map((x) => circle('o', x, 131, 5)).join('') +
    [1426, 1536, 1646, 1750]
      .map((x, i) => axis(x, 70, x, 500 - i * 30) + place(tongs(), x, 194 - i * 4, 0, Math.round(100 - i * 8) / 100))
      .join('');
  const tub =
    path('o', filleted(points`1420 540, 1700 540, 1680 664, 1440 664`)) +
    path('t', times(8, (i) => d`M${1454 + i * 31} 540L${1464 + i * 28} 664`).join('')) +
    path('o', d`M1422 556H1698L1695 576H1425ZM1434 628H1686L1683 648H1437Z`) +
    path('n', d`M1440 532q20 -8 40 0t40 0t40 0t40 0t40 0t40 0`);
  return (
    hood +
    coals +
    hearth +
    rect('o', 560, 384, 190, 14, 3) +
    path('e', d`M470 384H560V398H470Q460 391 470 384Z`) +
    block +
    anvil(1000, 430) +
    path('e', d`M890 228H1130V240H890Z`) +
    place(ballPeinFigure(), 860, 60, -9, 0.56) +
    blower(96, 500) +
    rack +
    tub +
    axis(434, 0, 434, 690) +
    floor(ground)
  );
}
