import { feature, mesh } from 'topojson-client';
import countries from 'world-atlas/countries-110m.json';
import { flattenPolygon } from './flatten-polygon.ts';

type Shape = NonNullable<Parameters<typeof mesh>[1]>;
type World = Parameters<typeof mesh>[0] & { objects: Record<'countries' | 'land', Shape> };

const world = countries as unknown as World;

/** The world's land as flattened polygons of rings. Each point is longitude and latitude in degrees. */
export function readCoasts() {
  const land = feature(world, world.objects.land);
  const shapes = 'features' in land ? land.features : [land];
  return shapes.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flatMap(flattenPolygon) : [],
  );
}

/** The borders between countries. */
export function readBorders() {
  return mesh(world, world.objects.countries, (one, other) => one !== other);
}
