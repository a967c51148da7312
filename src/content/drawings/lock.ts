import { renderSheet } from './drawing-sheet.ts';
import { d, points, polygon, regular, ring, times } from './geometry.ts';
import { axis, cut, dimAcross, dimUp, leader, path, place } from './primitives.ts';

const left = 290;
const right = 690;
const top = 120;
const bottom = 430;
/** Where the plug turns in its housing; the lock opens when every pin parts here. */
const shearLine = 296;
const keywayTop = 312;
const keywayBottom = 376;
const plugBottom = 396;
const pins = [350, 420, 490, 560, 630] as const;
/** How deep the key is cut under each pin. */
const cuts = [336, 324, 342, 328, 338] as const;
const driver = 44;
const half = 11;

/** The solid side of a chamber, hatched. Hollows stand out because they are empty. */
function solid(x1: number, x2: number, y1: number, y2: number, reverse = false): string {
  return cut(d`M${x1} ${y1}H${x2}V${y2}H${x1}Z`, reverse);
}

function housing(): string {
  const walls = [left, ...pins.flatMap((x) => [x - half, x + half]), right];
  const upper = times(pins.length + 1, (i) => {
    const [from = left, to = right] = [walls[i * 2], walls[i * 2 + 1]];
    return solid(from, to, top + 26, shearLine) + solid(from, to, shearLine, keywayTop, true);
  });
  return (
    solid(left, right, top, top + 26) +
    upper.join('') +
    solid(left, right, keywayBottom, plugBottom, true) +
    solid(left, right, plugBottom, bottom)
  );
}

function spring(x: number, from: number, to: number): string {
  const turns = 7;
  const step = (to - from) / turns;
  const coil = times(turns, (i) => d`L${x + (i % 2 ? -7 : 7)} ${from + step * (i + 0.5)}`).join('');
  return path('t', d`M${x} ${from}${coil}L${x} ${to}`);
}

/** One chamber: spring, driver pin, key pin. `tip` is the height of the key pin's point. */
function stack(x: number, depth: number, tip: number): string {
  const length = depth - shearLine;
  const parting = tip - length;
  const keyPin = points`${x - half + 2} ${parting}, ${x + half - 2} ${parting}, ${x + half - 2} ${tip - 7}, ${x + 3} ${tip}, ${x - 3} ${tip}, ${x - half + 2} ${tip - 7}`;
  return (
    spring(x, top + 26, parting - driver) +
    path('m', d`M${x - half + 2} ${parting - driver}H${x + half - 2}V${parting}H${x - half + 2}Z`) +
    path('e', polygon(keyPin))
  );
}

function key(): string {
  const middle = (keywayTop + keywayBottom) / 2;
  const ridge = keywayTop + 4;
  const teeth = pins
    .map((x, i) => {
      const depth = cuts[i] ?? ridge;
      const run = depth - ridge;
      return d`L${x - 7 - run} ${ridge}L${x - 7} ${depth}H${x + 7}L${x + 7 + run} ${ridge}`;
    })
    .join('');
  const blade = d`M214 ${middle - 34}H270V${ridge}${teeth}L668 ${ridge}L684 ${middle}L668 ${keywayBottom - 4}H270V${middle + 34}H214Z`;
  return (
    path('o', blade) +
    path('t', d`M278 ${middle + 10}H660`) +
    path('o', `${regular(148, middle, 150, 6, 30)}`) +
    path('t', regular(148, middle, 136, 6, 30)) +
    path('o', ring(118, middle, 22))
  );
}

function lock(open: boolean): string {
  const middle = (keywayTop + keywayBottom) / 2;
  const tips = pins.map((_, i) => (open ? (cuts[i] ?? 0) : keywayBottom - 12));
  return (
    path('l', d`M${left} ${keywayTop}H${right}V${keywayBottom}H${left}Z`) +
    housing() +
    (open ? key() : '') +
    pins.map((x, i) => stack(x, cuts[i] ?? 0, tips[i] ?? 0)).join('') +
    path('s', d`M${left - 8} ${shearLine}H${right + 8}`) +
    axis(open ? 44 : left - 40, middle, right + 50, middle) +
    dimAcross(left, right, 480, '60', bottom) +
    dimUp(top, bottom, 744, '33', right) +
    leader(left + 14, shearLine, 214, 200, open ? 'open' : 'shut')
  );
}

/** A pin tumbler lock in section: with its key in, every pin parts at the shear line; without, none does. 800 × 600. */
export function drawLock(state: 'open' | 'shut'): string {
  const title = state === 'open' ? 'Pin lock with its key' : 'Pin lock, shut';
  return renderSheet({
    title,
    number: state === 'open' ? '201' : '202',
    scale: '4:1',
    body: () => (state === 'open' ? lock(true) : place(lock(false), -70, 0)),
  });
}
