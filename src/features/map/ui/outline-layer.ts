import { geoJSON, type LatLngTuple, type Map as LeafletMap, polygon, polyline } from 'leaflet';
import type { BaseLayer } from './base-layer.ts';
import { MAP_EDGE } from './flatten-polygon.ts';
import { readBorders, readCoasts } from './world-outline.ts';

/** An outline of the world from the shop's own files. CSS classes give it the page's colors. */
export const outlineLayer: BaseLayer = {
  // At more than 6, a coast is only a few straight lines.
  zoomRange: { min: 2, max: 6 },
  // Shows most of a continent, so that people recognize the place.
  initialZoom: { narrow: 3, wide: 4 },
  addTo: addOutline,
};

function addOutline(map: LeafletMap): void {
  const passive = { interactive: false };
  const land = readCoasts().map((rings) =>
    rings.map((ring) => ring.map(([longitude = 0, latitude = 0]): LatLngTuple => [latitude, longitude])),
  );
  polygon(land, { ...passive, className: 'map-land' })
    .addTo(map)
    .bringToBack();
  polyline(graticule(), { ...passive, className: 'map-graticule' }).addTo(map);
  geoJSON(readBorders(), { ...passive, style: { className: 'map-border' } }).addTo(map);
  map.attributionControl.addAttribution('Natural Earth');
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
