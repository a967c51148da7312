import type { Map as LeafletMap } from 'leaflet';

/** What a map is drawn upon. */
export interface Ground {
  /** What it is good for. */
  scales: { smallest: number; largest: number };
  /** How near the map begins, on a narrow page and on a wide one. */
  begin: { narrow: number; wide: number };
  /** `onAway` hears that it is not to be had and the outline has been laid instead. */
  lay(map: LeafletMap, onAway: () => void): void;
}

/** How near a map of this ground begins in this element. */
export function beginningScale({ begin }: Ground, element: HTMLElement): number {
  return element.clientWidth < 640 ? begin.narrow : begin.wide;
}
