import { geoJSON, type LatLngTuple, type Map as LeafletMap, polygon, polyline } from 'leaflet';
import { siteCopy } from '#src/shared/site-copy.ts';
import type { BaseLayer } from './base-layer.ts';
import { MAP_EDGE } from './flatten-polygon.ts';
import { readBorders, readCoasts } from './world-outline.ts';

/** The world's outline, shipped with the shop, drawn by classes so that it has the page's colours by day and by night. */
export const outlineLayer: BaseLayer = {
  // Beyond this a coast is a handful of straight lines.
  zoomRange: { min: 2, max: 6 },
  // Most of a continent, so that the place is known at a glance.
  initialZoom: { narrow: 3, wide: 4 },
  addTo: addOutline,
};

function addOutline(map: LeafletMap): void {
  const still = { interactive: false };
  const land = readCoasts().map((rings) =>
    rings.map((ring) => ring.map(([longitude = 0, latitude = 0]): LatLngTuple => [latitude, longitude])),
  );
  polygon(land, { ...still, className: 'map-land' })
    .addTo(map)
    .bringToBack();
  polyline(graticule(), { ...still, className: 'map-graticule' }).addTo(map);
  geoJSON(readBorders(), { ...still, style: { className: 'map-border' } }).addTo(map);
  map.attributionControl.addAttribution(siteCopy.map.source);
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
