import { d, filleted, type Point, points, polygon, times, turned } from './geometry.ts';
import { circle, cut, knurled, path } from './primitives.ts';

/** Bevel-gear teeth on the chuck's sleeve, seen from the side and crowding toward the edges. */
function gearTeeth(x: number, y: number, r: number, length: number, half: boolean): string {
  const text = times(19, (i) => {
    const a = ((i + 0.5) / 19 - 0.5) * Math.PI;
    const b = ((i + 1) / 19 - 0.5) * Math.PI;
    const [ya, yb] = [r * Math.sin(a), r * Math.sin(b)];
    if (half && yb > 0) return '';
    return d`M${x} ${y + ya * 0.86}L${x + length} ${y + ya}M${x} ${y + yb * 0.86}L${x + length} ${y + yb}`;
  });
  return path('n', text.join(''));
}

// One jaw in the section plane: a ground rod at 16° to the axis, its grip parallel to the axis, threaded where the nut
// drives it.
function jaw(y: number): string {
  const slope = 0.287;
  const outer = (x: number) => y + 20.7 + (x - 160) * slope;
  const inner = (x: number) => y - 14.7 + (x - 160) * slope;
  const threaded: Point[] = times(9, (i) => [
    [414 - i * 9, outer(414 - i * 9)] as Point,
    [409 - i * 9, outer(409 - i * 9) - 7] as Point,
  ]).flat();
  const points: Point[] = [
    [146, y + 8],
    [239, y + 8],
    [424, inner(424)],
    [414, outer(414)],
    ...threaded,
    [333, outer(333)],
    [158, outer(158)],
    [146, y + 14],
  ];
  return path('o', polygon(points)) + path('t', d`M239 ${y + 8}L239 ${outer(239)}M158 ${y + 8}V${outer(158)}`);
}

/** A keyed drill chuck on its arbor: elevation above the axis `y`, section below; nose to the left at x = 186. */
export function chuckFigure(y: number): string {
  const upper = (stations: readonly Point[]) => {
    const edge = stations.map(([x, r, f]): Point => [x, y - r, f]);
    const [first, last] = [stations[0], stations[stations.length - 1]];
    return filleted([...edge, [last?.[0] ?? 0, y], [first?.[0] ?? 0, y]]);
  };
  const nose = upper(points`186 44 4, 200 50 3, 296 86, 296 86`);
  const gear = upper(points`296 96, 318 112`);
  const sleeve = upper(points`318 118 4, 440 118 4, 446 108 3`);
  const tail = upper(points`446 98, 520 98 5, 536 84 4, 552 84 3`);
  const bodyCut = filleted(points`
    186 ${y + 26}, 186 ${y + 44} 4, 200 ${y + 50} 3, 292 ${y + 84}, 300 ${y + 84}, 300 ${y + 80}, 446 ${y + 80},
    446 ${y + 98}, 520 ${y + 98} 5, 536 ${y + 84} 4, 552 ${y + 84} 3, 552 ${y + 36}, 420 ${y + 30}, 420 ${y},
    330 ${y}, 330 ${y + 26}`);
  return (
    path('o', turned(y, points`420 30, 590 37, 600 46 3, 640 46 3, 640 34, 748 26 4`)) +
    path('t', d`M600 ${y - 46}V${y + 46}M640 ${y - 34}V${y + 34}`) +
    path('o', nose) +
    path('t', d`M200 ${y - 50}V${y}`) +
    path('o', d`M150 ${y}V${y - 10}L160 ${y - 18}H204V${y}Z`) +
    path('o', gear) +
    gearTeeth(296, y, 112, 22, true) +
    knurled(sleeve) +
    path('o', tail) +
    path('t', d`M520 ${y - 98}V${y}M536 ${y - 84}V${y}`) +
    circle('o', 256, y - 36, 15) +
    circle('t', 256, y - 36, 11) +
    cut(bodyCut) +
    cut(
      filleted(points`
        318 ${y + 96}, 318 ${y + 118} 4, 440 ${y + 118} 4, 446 ${y + 108} 3, 446 ${y + 80}, 428 ${y + 80},
        428 ${y + 96}`),
      true,
    ) +
    cut(filleted(points`296 ${y + 84}, 296 ${y + 96}, 318 ${y + 112}, 318 ${y + 80}, 300 ${y + 80}`), true) +
    path('o', d`M318 ${y + 80}H428V${y + 96}H318Z`) +
    cut(d`M340 ${y + 66}L414 ${y + 86}V${y + 96}H340Z`) +
    jaw(y)
  );
}
