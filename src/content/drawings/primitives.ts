import { escapeXml } from './drawing-sheet.ts';
import { d, num, type Point, points, polar, polygon, times } from './geometry.ts';

/**
 * Line kinds, each a class of the sheet's styles.
 * Outlines: `o` over paper, `m` over tint, `l` alone, `s` in the signal color.
 * Surfaces: `h` and `g` hatched, `k` knurled, `e` filled in the signal color, `f` filled with ink.
 * Lines: `t` thin, `w` hairline, `n` needle-thin in full ink, `c` center line, `x` hidden line.
 */
type Line = 'o' | 'm' | 'l' | 'h' | 'g' | 'k' | 't' | 'w' | 'n' | 'c' | 'x' | 's' | 'e' | 'f';

export function path(kind: Line, data: string): string {
  return `<path class="${kind}" d="${data}"/>`;
}

/** Material cut by the section plane: outline over paper with 45° hatching; `reverse` for the neighboring part. */
export function cut(data: string, reverse = false): string {
  return path('o', data) + path(reverse ? 'g' : 'h', data);
}

/** A surface with diamond knurling. */
export function knurled(data: string): string {
  return path('o', data) + path('k', data);
}

/** A straight line. */
export function line(kind: Line, x1: number, y1: number, x2: number, y2: number): string {
  return path(kind, d`M${x1} ${y1}L${x2} ${y2}`);
}

/** A circle by center and radius. */
export function circle(kind: Line, cx: number, cy: number, r: number): string {
  return `<circle class="${kind}" cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}"/>`;
}

/** A rectangle with corner radius `r`. */
export function rect(kind: Line, x: number, y: number, w: number, h: number, r = 0): string {
  const round = r ? ` rx="${num(r)}"` : '';
  return `<rect class="${kind}" x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${round}/>`;
}

/** Crossed center lines through a hole or boss, running `over` past its radius. */
export function cross(cx: number, cy: number, r: number, over = 10): string {
  const reach = r + over;
  return path('c', d`M${cx - reach} ${cy}H${cx + reach}M${cx} ${cy - reach}V${cy + reach}`);
}

/** A horizontal or vertical run of center line. */
export function axis(x1: number, y1: number, x2: number, y2: number): string {
  return line('c', x1, y1, x2, y2);
}

/** Moves, turns (degrees, about the new origin) and scales what is drawn; line weights stay those of the sheet. */
export function place(body: string, x: number, y: number, turn = 0, scale = 1): string {
  const turned = turn ? ` rotate(${num(turn)})` : '';
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`;
  const kind = scale === 1 ? '' : ` class="z${Math.round(scale * 100)}"`;
  return `<g${kind} transform="translate(${num(x)} ${num(y)})${turned}${scaled}">${body}</g>`;
}

/** The mirror image below the horizontal line `y`. */
export function mirrored(body: string, y: number): string {
  return `<g transform="matrix(1 0 0 -1 0 ${num(2 * y)})">${body}</g>`;
}

/** Shows `body` only inside the outline; `id` must be unique within its drawing. */
export function clipped(id: string, outline: string, body: string): string {
  return `<clipPath id="${id}"><path d="${outline}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
}

/** Lettering in the dimension color (`dt`), in ink (`nt`), or in small ink (`bt`). */
export function lettering(kind: 'dt' | 'nt' | 'bt', x: number, y: number, text: string, anchor = 'middle'): string {
  return `<text class="${kind}" x="${num(x)}" y="${num(y)}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

function arrow(x: number, y: number, degrees: number): string {
  const [ax, ay] = polar(x, y, 12, degrees + 169);
  const [bx, by] = polar(x, y, 12, degrees - 169);
  return `<path class="a" d="${d`M${x} ${y}L${ax} ${ay}L${bx} ${by}Z`}"/>`;
}

/** A horizontal dimension at height `y`; extension lines start near `fromLeft` and `fromRight`. */
export function dimAcross(
  x1: number,
  x2: number,
  y: number,
  text: string,
  fromLeft: number,
  fromRight = fromLeft,
): string {
  const side = (from: number) => (y > from ? 1 : -1);
  const extensions = d`M${x1} ${fromLeft + 5 * side(fromLeft)}V${y + 6 * side(fromLeft)}M${x2} ${fromRight + 5 * side(fromRight)}V${y + 6 * side(fromRight)}`;
  const tight = x2 - x1 < Math.max(34, text.length * 10 + 6);
  const run = tight ? d`M${x1 - 24} ${y}H${x2 + 24}` : d`M${x1} ${y}H${x2}`;
  const heads = tight ? arrow(x1, y, 0) + arrow(x2, y, 180) : arrow(x1, y, 180) + arrow(x2, y, 0);
  const label = tight ? lettering('dt', x2 + 28, y + 5, text, 'start') : lettering('dt', (x1 + x2) / 2, y - 6, text);
  return dimensionLine(extensions + run) + heads + label;
}

/** A vertical dimension at `x`; extension lines start near `fromTop` and `fromBottom`. */
export function dimUp(y1: number, y2: number, x: number, text: string, fromTop: number, fromBottom = fromTop): string {
  const side = (from: number) => (x > from ? 1 : -1);
  const extensions = d`M${fromTop + 5 * side(fromTop)} ${y1}H${x + 6 * side(fromTop)}M${fromBottom + 5 * side(fromBottom)} ${y2}H${x + 6 * side(fromBottom)}`;
  const tight = y2 - y1 < Math.max(34, text.length * 10 + 6);
  const run = tight ? d`M${x} ${y1 - 24}V${y2 + 24}` : d`M${x} ${y1}V${y2}`;
  const heads = tight ? arrow(x, y1, 90) + arrow(x, y2, -90) : arrow(x, y1, -90) + arrow(x, y2, 90);
  const my = (y1 + y2) / 2;
  const label = tight
    ? lettering('dt', x + 8, y1 - 12, text, 'start')
    : `<g transform="rotate(-90 ${num(x)} ${num(my)})">${lettering('dt', x, my - 6, text)}</g>`;
  return dimensionLine(extensions + run) + heads + label;
}

/** A leader with its arrow at (x, y). It bends at (tx, ty) into a shelf that carries the text, if any. */
export function leader(x: number, y: number, tx: number, ty: number, text: string): string {
  const way = tx >= x ? 1 : -1;
  const degrees = (Math.atan2(y - ty, x - tx) * 180) / Math.PI;
  return `<g class="j">${dimensionLine(d`M${x} ${y}L${tx} ${ty}h${way * 10}`)}${arrow(x, y, degrees)}${text ? lettering('dt', tx + way * 15, ty + 5.5, text, way > 0 ? 'start' : 'end') : ''}</g>`;
}

/** An angular dimension: an arc of radius `r` between two directions in degrees. Its text is `off` beyond the arc. */
export function dimAngle(
  cx: number,
  cy: number,
  r: number,
  from: number,
  to: number,
  text: string,
  off = 20,
  at = (from + to) / 2,
): string {
  const [x1, y1] = polar(cx, cy, r, from);
  const [x2, y2] = polar(cx, cy, r, to);
  const [tx, ty] = polar(cx, cy, r + off, at);
  const large = to - from > 180 ? 1 : 0;
  const lean = Math.min(6, (12 / r) * 30);
  return (
    dimensionLine(d`M${x1} ${y1}A${r} ${r} 0 ${large} 1 ${x2} ${y2}`) +
    arrow(x1, y1, from - 90 + lean) +
    arrow(x2, y2, to + 90 - lean) +
    lettering('dt', tx, ty + 5, text)
  );
}

function dimensionLine(data: string): string {
  return `<path class="d" d="${data}"/>`;
}

/** The trace of a section plane at `x` between two heights, with its viewing arrows and letter. */
export function sectionPlane(x: number, y1: number, y2: number, letter: string): string {
  const trace = path('c', d`M${x} ${y1}V${y2}`) + path('l', d`M${x} ${y1 - 10}v10M${x} ${y2}v10`);
  return `<g class="j">${trace}${lettering('nt', x - 10, y1 - 1, letter, 'end')}${lettering('nt', x - 10, y2 + 9, letter, 'end')}</g>`;
}

/** A screw seen from the side, every crest and root drawn; axis horizontal at `cy`, `r` the outer radius. */
export function screw(x1: number, x2: number, cy: number, r: number, pitch: number, depth = pitch * 0.5): string {
  const turns = Math.floor((x2 - x1) / pitch);
  const upper: Point[] = [];
  const lower: Point[] = [];
  const root = r - depth;
  for (let i = 0; i < turns; i++) {
    const x = x1 + i * pitch;
    upper.push([x, cy - root], [x + pitch * 0.3, cy - r], [x + pitch * 0.5, cy - r], [x + pitch * 0.8, cy - root]);
    const h = x + pitch / 2;
    if (h + pitch * 0.8 <= x2)
      lower.push([h, cy + root], [h + pitch * 0.3, cy + r], [h + pitch * 0.5, cy + r], [h + pitch * 0.8, cy + root]);
  }
  const outline = [
    ...upper,
    ...points`${x2} ${cy - root}, ${x2} ${cy + root}`,
    ...lower.reverse(),
    ...points`${x1} ${cy + root}`,
  ];
  const slants = times(turns, (i) => {
    const x = x1 + i * pitch;
    if (x + pitch * 1.3 > x2) return '';
    return d`M${x + pitch * 0.3} ${cy - r}L${x + pitch * 0.8} ${cy + r}M${x + pitch * 0.5} ${cy - r}L${x + pitch} ${cy + r}M${x + pitch * 0.8} ${cy - root}L${x + pitch * 1.3} ${cy + root}`;
  }).join('');
  return path('o', polygon(outline)) + path('n', slants);
}

/** Straight knurling or flutes on a turned surface: lines crowd toward the edges as they do on a cylinder. */
export function fluted(x1: number, x2: number, cy: number, r: number, count: number): string {
  return path(
    'n',
    times(count, (i) => {
      const y = cy + r * Math.sin(((i + 0.5) / count - 0.5) * Math.PI);
      return d`M${x1} ${y}H${x2}`;
    }).join(''),
  );
}

const height = (edge: Edge, x: number): number => (typeof edge === 'number' ? edge : edge(x));

type Edge = number | ((x: number) => number);

/** Long-grain lines of wood between two edges, each a height or a height by x. */
export function woodgrain(x1: number, x2: number, top: Edge, bottom: Edge, count = 4): string {
  return path(
    'w',
    times(count, (i) => {
      const t = (i + 1) / (count + 1);
      const at = (x: number) => height(top, x) + (height(bottom, x) - height(top, x)) * t;
      const a = x1 + (i % 2) * 26;
      const b = x2 - ((i + 1) % 3) * 34;
      const q = (b - a) / 3;
      return d`M${a} ${at(a)}C${a + q} ${at(a + q)} ${b - q} ${at(b - q)} ${b} ${at(b)}`;
    }).join(''),
  );
}
