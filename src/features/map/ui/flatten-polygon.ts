/** Longitude and latitude in degrees. */
type Position = readonly number[];
type Ring = readonly Position[];

const TURN = 360;

/** The highest latitude on the flat map, north and south, in degrees. */
export const MAP_EDGE = 84;

/**
 * Prepares a polygon of the globe for a flat map. A coast that crosses the date line would jump between the edges.
 * So the polygon runs on beyond one edge, and a copy a full turn further covers the other edge.
 * A polygon around a pole is closed along the edge of the map.
 */
export function flattenPolygon(rings: readonly Ring[]): Position[][][] {
  const whole = rings.map(unroll);
  const longitudes = whole.flat().map(([longitude = 0]) => longitude);
  const copies = [whole];
  if (Math.min(...longitudes) < -TURN / 2) copies.push(whole.map((ring) => shift(ring, TURN)));
  if (Math.max(...longitudes) > TURN / 2) copies.push(whole.map((ring) => shift(ring, -TURN)));
  return copies;
}

function unroll(ring: Ring): Position[] {
  let turns = 0;
  let before = ring[0]?.[0] ?? 0;
  const run = ring.map(([longitude = 0, latitude = 0]) => {
    if (longitude - before > TURN / 2) turns -= TURN;
    if (longitude - before < -TURN / 2) turns += TURN;
    before = longitude;
    return [longitude + turns, latitude];
  });
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last) return [];
  if (Math.abs((last[0] ?? 0) - (first[0] ?? 0)) > TURN / 2) {
    const edge = (first[1] ?? 0) < 0 ? -MAP_EDGE : MAP_EDGE;
    run.push([last[0] ?? 0, edge], [first[0] ?? 0, edge], first);
  }
  const middle = run.reduce((sum, [longitude = 0]) => sum + longitude, 0) / run.length;
  return shift(run, -TURN * Math.round(middle / TURN));
}

function shift(ring: Ring, by: number): Position[] {
  return ring.map(([longitude = 0, latitude = 0]) => [longitude + by, latitude]);
}
