import { d, filleted, points, times, turned, turnedUpright } from './geometry.ts';
import { cut, path, rect, screw } from './primitives.ts';

/** A serrated, replaceable jaw plate, 22 wide, with its face on the given side. */
export function jawPlate(x: number, y: number, faceRight: boolean): string {
  const face = faceRight ? x + 22 : x;
  const step = faceRight ? -4 : 4;
  return (
    path('o', d`M${x} ${y}H${x + 22}V${y + 58}H${x}Z`) +
    path('n', times(9, (i) => d`M${face} ${y + 4 + i * 6}l${step} 3l${-step} 3`).join('')) +
    path('x', d`M${x} ${y + 34}H${x + 22}M${x} ${y + 44}H${x + 22}`)
  );
}

/** The sliding jaw with its dynamic-jaw beam and front boss; the jaw face stands at x = 0, screw axis at y = 0. */
export function slidingJaw(): string {
  const casting = filleted(points`
    0 -144, 0 -60 10, 0 -44, 216 -44 4, 216 42 4, -70 42 20, -130 42 16, -150 30 12, -150 -34 14, -122 -48 20,
    -92 -100 50, -58 -144 12`);
  return (
    path('o', casting) +
    path('t', d`M-8 -86C-40 -80 -76 -52 -104 -40M0 -44H-96M-130 -36V34M-14 -136H-52`) +
    path('t', d`M0 34H206M0 -36H206`)
  );
}

/** The screw's head collar, tommy bar and end knobs; the collar's inner face stands at x = 0, axis y = 0. */
export function viseHandle(): string {
  return (
    path('o', turned(0, points`-18 24 2, 0 24 2`)) +
    path('o', turned(0, points`-62 26 10, -18 30 6`)) +
    path('o', turnedUpright(-40, points`-124 9, 158 9`)) +
    path('o', turnedUpright(-40, points`-140 15 7, -116 15 4`)) +
    path('o', turnedUpright(-40, points`150 15 4, 174 15 7`)) +
    path('o', turned(0, points`-58 15, -22 15`))
  );
}

/** The fixed jaw and body; jaw face at x = 0, screw axis y = 0, the swivel's top face at y = 150. */
export function viseBody(): string {
  const casting = filleted(points`
    0 -144, 54 -144 8, 66 -118 10, 150 -118 6, 262 -118 8, 276 -96 12, 276 -80 14, 232 -62 30, 220 -40, 244 -40 12,
    244 46 20, 206 66 30, 196 120 30, 222 150, 10 150, 36 120 30, 24 72 30, 0 60 14`);
  return (
    path('o', casting) +
    path('t', d`M66 -118V-104H262M60 -86H224M24 -44H226M24 44H226M36 120H196M8 -136H48`) +
    path('t', d`M52 66C60 84 60 100 56 116M180 66C172 84 172 100 176 116`)
  );
}

/** The swivel base with its two clamp bolts, centered on x = 0, top face at y = 0. */
export function swivelBase(): string {
  const bolt = (x: number) =>
    rect('o', x - 18, 40, 36, 6, 1) + rect('o', x - 13, 26, 26, 14, 2) + path('t', d`M${x - 5} 26V40M${x + 5} 26V40`);
  return (
    path('o', filleted(points`-118 0 4, 118 0 4, 118 22 3, -118 22 3`)) +
    path('t', times(29, (i) => d`M${-112 + i * 8} 14v8`).join('')) +
    path('o', filleted(points`-100 22, 100 22, 112 40 20, 172 46 8, 172 66 4, -172 66 4, -172 46 8, -112 40 20`)) +
    path('x', d`M-156 46V66M-138 46V66M138 46V66M156 46V66`) +
    bolt(-147) +
    bolt(147)
  );
}

// The beam broken open where it enters the body, to show the screw running in it.
function brokenOut(): string {
  const torn = d`M142 226C150 236 140 248 148 262C154 276 142 284 150 296L326 296V226Z`;
  return (
    path('o', torn) +
    cut(d`M142 226C150 232 146 238 146 242H326V226Z`) +
    cut(d`M147 282C146 288 146 292 150 296H326V282Z`) +
    screw(150, 326, 262, 13, 10, 4)
  );
}

/** The bench vise, opened by 82, on its swivel base; screw axis on y = 262, base plate on y = 488. */
export function benchViseFigure(): string {
  const move = (body: string, x: number, y: number) => `<g transform="translate(${x} ${y})">${body}</g>`;
  return (
    move(swivelBase(), 446, 422) +
    move(slidingJaw(), 248, 262) +
    move(viseBody(), 330, 262) +
    jawPlate(226, 122, true) +
    jawPlate(330, 122, false) +
    brokenOut() +
    move(viseHandle(), 98, 262)
  );
}
