import type { Map as LeafletMap } from 'leaflet';

/** The layer under the shop's marker: map tiles, or an outline of the world. */
export interface BaseLayer {
  /** Zoom levels at which the layer is legible. */
  zoomRange: { min: number; max: number };
  /** The first zoom level, on a narrow page and on a wide one. */
  initialZoom: { narrow: number; wide: number };
  /** Calls `onUnavailable` once the outline has replaced a layer that does not load. */
  addTo(map: LeafletMap, onUnavailable: () => void): void;
}

/** The first zoom level of a map with this layer in this element. */
export function getInitialZoom({ initialZoom }: BaseLayer, element: HTMLElement): number {
  return element.clientWidth < 640 ? initialZoom.narrow : initialZoom.wide;
}
