import { geoJSON, type LatLngTuple, type Map as LeafletMap, polygon, polyline } from 'leaflet';
import { MAP_EDGE } from './flat-outline.ts';
import { readBorders, readCoasts } from './outline.ts';

/** What the outline is good for; beyond it a coast is a handful of straight lines. */
export const GROUND_SCALES = { smallest: 2, largest: 6 };

/**
 * Lays the ground of the map: the world's outline, shipped with the shop, drawn by classes so that it has the page's
 * colours by day and by night. The one place that decides what the ground is.
 */
export function layGround(map: LeafletMap, source: string): void {
  const still = { interactive: false };
  const land = readCoasts().map((rings) =>
    rings.map((ring) => ring.map(([longitude = 0, latitude = 0]): LatLngTuple => [latitude, longitude])),
  );
  polygon(land, { ...still, className: 'map-land' }).addTo(map);
  polyline(graticule(), { ...still, className: 'map-graticule' }).addTo(map);
  geoJSON(readBorders(), { ...still, style: { className: 'map-border' } }).addTo(map);
  map.attributionControl.addAttribution(source);
}

/** Meridians and parallels, ten degrees apart. */
function graticule(): LatLngTuple[][] {
  const lines: LatLngTuple[][] = [];
  for (let longitude = -180; longitude <= 180; longitude += 10) {
    lines.push([
      [-MAP_EDGE, longitude],
      [MAP_EDGE, longitude],
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
