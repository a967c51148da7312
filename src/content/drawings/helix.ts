import { d, type Point, polygon, times } from './geometry.ts';
import { path } from './primitives.ts';

const web = 0.15;

// Cross-section of a two-flute drill as radius (share of the drill's) by angle: margin, relieved land, rounded heel,
// then the straight lip that runs tangent to the web.
function profile(degrees: number): number {
  const a = ((degrees % 180) + 180) % 180;
  if (a < 9) return 1;
  if (a < 88) return 0.955;
  const heel = 0.955 - 0.79 * Math.sin((Math.min(1, (a - 88) / 56) * Math.PI) / 2) ** 0.8;
  const lip = web / Math.sin(((180 - a) * Math.PI) / 180 + Math.asin(web));
  return Math.min(1, Math.max(heel, lip, web));
}

const edges = [0, 9, 88, 180, 189, 268];

/**
 * Stations of one fluted length. `tip` is the point angle in degrees, 0 for none; `runout` is where the flutes fade
 * into the shank.
 */
type Flutes = {
  x1: number;
  x2: number;
  y: number;
  r: number;
  lead: number;
  tip: number;
  runout: number;
  phase: number;
};

function radiusAt(f: Flutes, x: number, degrees: number): number {
  const cone = f.tip ? Math.max(0, x - f.x1) * Math.tan((f.tip * Math.PI) / 360) : f.r;
  const fade = f.runout > 0 ? Math.max(0, Math.min(1, (x - (f.x2 - f.runout)) / f.runout)) : 0;
  const share = profile(degrees);
  return Math.min(cone, f.r * (share + (1 - share) * fade));
}

function place(f: Flutes, x: number, degrees: number): { y: number; z: number } {
  const a = ((degrees + f.phase + ((x - f.x1) / f.lead) * 360) * Math.PI) / 180;
  const r = radiusAt(f, x, degrees);
  return { y: r * Math.sin(a), z: r * Math.cos(a) };
}

// The nearest surface to the viewer at height y on the station x.
function nearest(f: Flutes, x: number, y: number): number {
  let best = Number.NEGATIVE_INFINITY;
  let before = place(f, x, 0);
  for (let degrees = 4; degrees <= 360; degrees += 4) {
    const here = place(f, x, degrees);
    if ((before.y - y) * (here.y - y) <= 0 && before.y !== here.y) {
      const t = (y - before.y) / (here.y - before.y);
      best = Math.max(best, before.z + (here.z - before.z) * t);
    }
    before = here;
  }
  return best;
}

/** The silhouette half-heights of the fluted body at station x: [above, below] the axis. */
function silhouette(f: Flutes, x: number): [number, number] {
  let [top, bottom] = [0, 0];
  for (let degrees = 0; degrees < 360; degrees += 3) {
    const { y } = place(f, x, degrees);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [top, bottom];
}

/**
 * A fluted drill body from the side, its helices computed and hidden parts left out. `step` is the sampling distance.
 */
export function flutedBody(f: Flutes, step = 5): string {
  const count = Math.ceil((f.x2 - f.x1) / step);
  const stations = times(count + 1, (i) => Math.min(f.x2, f.x1 + i * step));
  const shape = stations.map((x) => silhouette(f, x));
  const upper = stations.map((x, i): Point => [x, f.y + (shape[i]?.[0] ?? 0)]);
  const lower = stations.map((x, i): Point => [x, f.y + (shape[i]?.[1] ?? 0)]).reverse();
  const runs = edges.map((degrees) => {
    let text = '';
    let drawing = false;
    for (const x of stations) {
      const { y, z } = place(f, x, degrees);
      const faded = f.runout > 0 && x > f.x2 - f.runout * 0.25;
      const seen =
        !faded && (!f.tip || radiusAt(f, x, degrees) >= f.r * 0.94) && z >= nearest(f, x, y * 0.999) - f.r * 0.03;
      if (seen) text += drawing ? d`L${x} ${f.y + y}` : d`M${x} ${f.y + y}`;
      drawing = seen;
    }
    return { text, margin: degrees % 180 === 9 };
  });
  return (
    path('o', polygon([...upper, ...lower])) +
    (f.tip ? point(f) : '') +
    runs.map(({ text, margin }) => path(margin ? 't' : 'l', text)).join('')
  );
}

// The ground tip: both cutting lips where they can be seen, and the edge between cone and land.
function point(f: Flutes): string {
  const end = f.x1 + f.r / Math.tan((f.tip * Math.PI) / 360);
  const seen = (x: number, degrees: number) => {
    const at = place(f, x, degrees);
    return at.z >= nearest(f, x, at.y * 0.999) - f.r * 0.04 ? at : null;
  };
  const follow = (places: readonly (readonly [number, number])[]) => {
    let drawing = false;
    return places
      .map(([x, degrees]) => {
        const at = seen(x, degrees);
        const text = at ? (drawing ? d`L${x} ${f.y + at.y}` : d`M${x} ${f.y + at.y}`) : '';
        drawing = at !== null;
        return text;
      })
      .join('');
  };
  const lips = [0, 180].map((side) =>
    follow(
      times(25, (i) => {
        const share = web * 1.02 + (1 - web * 1.02) * (i / 24);
        const behind = ((Math.asin(web / share) - Math.asin(web)) * 180) / Math.PI;
        return [f.x1 + share * (end - f.x1), side - behind] as const;
      }),
    ),
  );
  const lands = [0, 180].map((side) => follow(times(23, (i) => [end, side + i * 4] as const)));
  return path('l', lips.join('')) + path('t', lands.join(''));
}

/** The same cross-section seen along the axis, for end views and sections. */
export function flutedSection(cx: number, cy: number, r: number, turn: number): string {
  return polygon(
    times(120, (i) => {
      const a = ((i * 3 + turn) * Math.PI) / 180;
      const radius = r * profile(i * 3);
      return [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
    }),
  );
}
