import { geoJSON, type LatLngTuple, type Map as LeafletMap, polyline } from 'leaflet';
import { feature, mesh } from 'topojson-client';
import outline from 'world-atlas/countries-110m.json';

type Shape = NonNullable<Parameters<typeof mesh>[1]>;
type World = Parameters<typeof mesh>[0] & { objects: Record<'countries' | 'land', Shape> };

/** What the outline is good for; beyond it a coast is a handful of straight lines. */
export const GROUND_SCALES = { smallest: 2, largest: 7 };

/**
 * Lays the ground of the map: the world's outline, shipped with the shop, drawn by classes so that it has the page's
 * colours by day and by night. The one place that decides what the ground is.
 */
export function layGround(map: LeafletMap, source: string): void {
  const world = outline as unknown as World;
  const { countries, land } = world.objects;
  const still = { interactive: false };
  geoJSON(feature(world, land), { ...still, style: { className: 'map-land' } }).addTo(map);
  polyline(graticule(), { ...still, className: 'map-graticule' }).addTo(map);
  const borders = mesh(world, countries, (one, other) => one !== other);
  geoJSON(borders, { ...still, style: { className: 'map-border' } }).addTo(map);
  map.attributionControl.addAttribution(source);
}

/** Meridians and parallels, ten degrees apart. */
function graticule(): LatLngTuple[][] {
  const lines: LatLngTuple[][] = [];
  for (let longitude = -180; longitude <= 180; longitude += 10) {
    lines.push([
      [-84, longitude],
      [84, longitude],
    ]);
  }
  for (let latitude = -80; latitude <= 80; latitude += 10) {
    lines.push([
      [latitude, -180],
      [latitude, 180],
    ]);
  }
  return lines;
}
