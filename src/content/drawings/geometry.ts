/** A point in sheet units. The optional third number is the fillet radius at that corner. */
export type Point = readonly [x: number, y: number, fillet?: number];

/** A number as short SVG text: one decimal, never `-0`. */
export function num(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded === 0 ? '0' : String(rounded);
}

/** Path data with every number rounded: d`M${x} ${y}`. */
export function d(parts: TemplateStringsArray, ...values: (number | string)[]): string {
  return parts.reduce((text, part, i) => {
    const value = values[i - 1] ?? '';
    return text + (typeof value === 'number' ? num(value) : value) + part;
  });
}

/** A list of points, written as they are read off a drawing: points`x y, x y fillet, …`. */
export function points(parts: TemplateStringsArray, ...values: number[]): Point[] {
  return parts
    .reduce((text, part, i) => `${text}${values[i - 1] ?? ''}${part}`)
    .split(',')
    .map((point) => {
      const [x, y, fillet = 0] = point.trim().split(/\s+/).map(Number);
      if (x === undefined || y === undefined || Number.isNaN(x + y + fillet)) throw new Error(`Not a point: ${point}`);
      return [x, y, fillet];
    });
}

/** The point at `radius` from a center; degrees run clockwise from three o'clock, as the sheet's y axis points down. */
export function polar(cx: number, cy: number, radius: number, degrees: number): readonly [number, number] {
  const a = (degrees * Math.PI) / 180;
  return [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
}

/** Calls `make` with `count` whole numbers, from 0. */
export function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: Math.max(0, Math.round(count)) }, (_, i) => make(i));
}

function corner(before: Point, at: Point, after: Point): string {
  const [x, y, wanted = 0] = at;
  const [ax, ay] = [before[0] - x, before[1] - y];
  const [bx, by] = [after[0] - x, after[1] - y];
  const la = Math.hypot(ax, ay);
  const lb = Math.hypot(bx, by);
  const cross = ax * by - ay * bx;
  if (wanted <= 0 || la === 0 || lb === 0 || Math.abs(cross) < 1e-6) return d`L${x} ${y}`;
  const half = Math.acos(Math.max(-1, Math.min(1, (ax * bx + ay * by) / (la * lb)))) / 2;
  const tangent = Math.min(wanted / Math.tan(half), la * 0.5, lb * 0.5);
  const r = tangent * Math.tan(half);
  const sweep = cross < 0 ? 1 : 0;
  return d`L${x + (ax / la) * tangent} ${y + (ay / la) * tangent}A${r} ${r} 0 0 ${sweep} ${x + (bx / lb) * tangent} ${y + (by / lb) * tangent}`;
}

/** A closed polygon whose corners are true tangent arcs where a fillet is given. */
export function filleted(points: readonly Point[]): string {
  const text = points
    .map((at, i) => {
      const before = points[(i + points.length - 1) % points.length] ?? at;
      const after = points[(i + 1) % points.length] ?? at;
      return corner(before, at, after);
    })
    .join('');
  return `M${text.slice(1)}Z`;
}

/** An open polyline with filleted corners; the ends stay sharp. */
export function filletedLine(points: readonly Point[]): string {
  return `M${points
    .map((at, i) => {
      const before = points[i - 1];
      const after = points[i + 1];
      return before && after ? corner(before, at, after) : d`L${at[0]} ${at[1]}`;
    })
    .join('')
    .slice(1)}`;
}

/** Straight segments through the points. */
export function polygon(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => d`${x} ${y}`).join('L')}${closed ? 'Z' : ''}`;
}

function curveTo(points: readonly Point[]): string {
  return points
    .slice(1)
    .map((to, i) => {
      const from = points[i] ?? to;
      const before = points[i - 1] ?? from;
      const after = points[i + 2] ?? to;
      return d`C${from[0] + (to[0] - before[0]) / 6} ${from[1] + (to[1] - before[1]) / 6} ${to[0] - (after[0] - from[0]) / 6} ${to[1] - (after[1] - from[1]) / 6} ${to[0]} ${to[1]}`;
    })
    .join('');
}

/** A smooth open curve through every point. */
export function smooth(points: readonly Point[]): string {
  const first = points[0];
  return first ? d`M${first[0]} ${first[1]}` + curveTo(points) : '';
}

/** Two smooth edges joined into one closed outline: out along the first, back along the second. */
export function smoothBand(out: readonly Point[], back: readonly Point[]): string {
  const start = back[0];
  return `${smooth(out)}${start ? d`L${start[0]} ${start[1]}` : ''}${curveTo(back)}Z`;
}

/** A turned part about the horizontal axis `cy`: stations of [x, radius, fillet]. */
export function turned(cy: number, stations: readonly Point[]): string {
  const upper = stations.map(([x, r, f]): Point => [x, cy - r, f]);
  const lower = stations.map(([x, r, f]): Point => [x, cy + r, f]).reverse();
  return filleted([...upper, ...lower]);
}

/** A turned part about the vertical axis `cx`: stations of [y, radius, fillet]. */
export function turnedUpright(cx: number, stations: readonly Point[]): string {
  const left = stations.map(([y, r, f]): Point => [cx - r, y, f]);
  const right = stations.map(([y, r, f]): Point => [cx + r, y, f]).reverse();
  return filleted([...left, ...right]);
}

/** A turned part with a flowing profile, such as a wooden handle: stations of [x, radius]. */
export function turnedSmooth(cy: number, stations: readonly Point[]): string {
  return smoothBand(
    stations.map(([x, r]): Point => [x, cy - r]),
    stations.map(([x, r]): Point => [x, cy + r]).reverse(),
  );
}

/** A regular polygon by its width across flats. `turn` is the direction of its first corner, in degrees. */
export function regular(cx: number, cy: number, acrossFlats: number, sides: number, turn = 0): string {
  const r = acrossFlats / 2 / Math.cos(Math.PI / sides);
  return polygon(times(sides, (i) => polar(cx, cy, r, turn + (i * 360) / sides)));
}

/** The twelve-point opening of a ring wrench, by width across flats. */
export function twelvePoint(cx: number, cy: number, acrossFlats: number, turn = 0): string {
  const outer = acrossFlats / Math.sqrt(3);
  const inner = acrossFlats / 2 / Math.cos(Math.PI / 12);
  return polygon(times(24, (i) => polar(cx, cy, i % 2 ? inner : outer, turn + i * 15)));
}

/** A full circle as path data, for compound outlines with holes. */
export function ring(cx: number, cy: number, r: number): string {
  return d`M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/**
 * Evenly distributed pseudo-random numbers in 0…1, the same on every run: grain and stipple must not change between
 * builds.
 */
export function grains(count: number, seed: number): number[] {
  let state = seed;
  return times(count, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  });
}
