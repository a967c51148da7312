import 'leaflet/dist/leaflet.css';
import './map.css';
import { map as createMap, divIcon, type LatLngTuple, type Map as LeafletMap, marker, polyline, svg } from 'leaflet';
import { type BaseLayer, getInitialZoom } from './base-layer.ts';
import { MAP_EDGE } from './flatten-polygon.ts';

export interface ShopLocation {
  name: string;
  legalName: string;
  address: readonly string[];
  latitude: number;
  longitude: number;
}

export interface MapHandle {
  zoom(by: 1 | -1): void;
  remove(): void;
}

/**
 * Draws the map into this element. The page still scrolls: the wheel only zooms a focused map, and one finger scrolls
 * the page. `onZoomChange` receives the possible directions. `onUnavailable` reports that the base layer does not load.
 */
export function drawMap(
  element: HTMLElement,
  {
    place,
    baseLayer,
    motion,
    onUnavailable,
    onZoomChange,
  }: {
    place: ShopLocation;
    baseLayer: BaseLayer;
    motion: boolean;
    onUnavailable: () => void;
    onZoomChange: (can: { zoomIn: boolean; zoomOut: boolean }) => void;
  },
): MapHandle {
  const at: LatLngTuple = [place.latitude, place.longitude];
  const map = createMap(element, {
    center: at,
    zoom: getInitialZoom(baseLayer, element),
    minZoom: baseLayer.zoomRange.min,
    maxZoom: baseLayer.zoomRange.max,
    maxBounds: [
      [-75, -180],
      [MAP_EDGE, 180],
    ],
    maxBoundsViscosity: 1,
    renderer: svg({ padding: 0.5 }),
    zoomControl: false,
    scrollWheelZoom: false,
    dragging: !matchMedia('(pointer: coarse)').matches,
    zoomAnimation: motion,
    fadeAnimation: motion,
    markerZoomAnimation: motion,
    inertia: motion,
  });
  if (!motion) {
    const pan = map.panBy.bind(map);
    map.panBy = (offset) => pan(offset, { animate: false });
  }
  map.attributionControl.setPrefix(false);
  baseLayer.addTo(map, onUnavailable);
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());

  const reportZoom = () =>
    onZoomChange({ zoomIn: map.getZoom() < map.getMaxZoom(), zoomOut: map.getZoom() > map.getMinZoom() });
  map.on('zoomend zoomlevelschange', reportZoom);
  reportZoom();

  drawCenterLines(map, at);
  marker(at, {
    title: place.name,
    icon: divIcon({
      className: 'map-marker',
      html: drawMarker(),
      iconSize: [44, 44],
      iconAnchor: [22, 42],
      popupAnchor: [0, -40],
    }),
  })
    .bindTooltip(toLines([place.name, formatPosition(at)]), {
      permanent: true,
      direction: 'top',
      offset: [0, -44],
      className: 'map-label',
    })
    .bindPopup(toLines([place.legalName, ...place.address]), { autoPanPadding: [16, 16] })
    .on('popupopen', ({ target }) => target.closeTooltip())
    .on('popupclose', ({ target, popup }) => {
      target.openTooltip();
      // The focus was in the popup and is lost with it.
      const focusLost =
        document.activeElement === document.body || popup.getElement()?.contains(document.activeElement);
      if (focusLost) target.getElement()?.focus({ preventScroll: true });
    })
    .addTo(map);
  // Leaflet listens for Escape only while the map itself has the focus, not its marker.
  map.on('keydown', ({ originalEvent }) => {
    if (originalEvent.key === 'Escape') map.closePopup();
  });

  return {
    zoom: (by) => map.setZoom(map.getZoom() + by, { animate: motion }),
    remove: () => {
      // Leaflet ends a zoom animation by a timer, which would fail on a removed map.
      (map as unknown as { _animatingZoom: boolean })._animatingZoom = false;
      map.remove();
    },
  };
}

/** Center lines through the shop, as in the shop's drawings. */
function drawCenterLines(map: LeafletMap, [latitude, longitude]: LatLngTuple): void {
  const lines: LatLngTuple[][] = [
    [
      [latitude, -180],
      [latitude, 180],
    ],
    [
      [-MAP_EDGE, longitude],
      [MAP_EDGE, longitude],
    ],
  ];
  polyline(lines, { interactive: false, className: 'map-center' }).addTo(map);
}

/** In degrees and minutes, such as 41° 30′ N. */
function formatPosition([latitude, longitude]: LatLngTuple): string {
  const part = (value: number, [positive, negative]: [string, string]) => {
    const minutes = Math.round(Math.abs(value) * 60);
    return `${Math.floor(minutes / 60)}° ${String(minutes % 60).padStart(2, '0')}′ ${value < 0 ? negative : positive}`;
  };
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A hexagon nut with a point below. */
function drawMarker(): HTMLElement {
  const holder = document.createElement('span');
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('viewBox', '0 0 44 44');
  drawing.setAttribute('aria-hidden', 'true');
  for (const d of ['M22 2l12.1 7v14L22 42 9.9 23V9z', 'M22 9.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z']) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    drawing.append(path);
  }
  holder.append(drawing);
  return holder;
}

/** Text as elements, so that nothing in it becomes markup. */
function toLines(texts: readonly string[]): HTMLElement {
  const holder = document.createElement('div');
  for (const text of texts) {
    const line = document.createElement('span');
    line.textContent = text;
    holder.append(line);
  }
  return holder;
}
