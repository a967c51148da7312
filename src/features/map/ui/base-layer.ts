import type { Map as LeafletMap } from 'leaflet';

/** What a map is drawn upon. */
export interface BaseLayer {
  /** What it is good for. */
  zoomRange: { min: number; max: number };
  /** How near the map begins, on a narrow page and on a wide one. */
  initialZoom: { narrow: number; wide: number };
  /** `onAway` hears that it is not to be had and the outline has been laid instead. */
  addTo(map: LeafletMap, onUnavailable: () => void): void;
}

/** How near a map of this ground begins in this element. */
export function getInitialZoom({ initialZoom: begin }: BaseLayer, element: HTMLElement): number {
  return element.clientWidth < 640 ? begin.narrow : begin.wide;
}
