import { type Map as LeafletMap, tileLayer } from 'leaflet';
import type { PublicSettings } from '#src/shared/public-settings.ts';
import { type BaseLayer, getInitialZoom } from './base-layer.ts';
import { monitorTiles } from './tile-monitor.ts';
import { withTimeout } from './with-timeout.ts';

/** No tile server goes further. Many end earlier, which the monitor notices. */
const MAX_ZOOM = 19;

/** A street map from an external tile server. The outline replaces it while tiles do not load. */
export function createTileLayer({ url, attribution }: NonNullable<PublicSettings['tiles']>): BaseLayer {
  return {
    zoomRange: { min: 2, max: MAX_ZOOM },
    // Shows the streets around the shop.
    initialZoom: { narrow: 13, wide: 14 },
    addTo(map, onUnavailable) {
      // Tile servers require the site's origin, but need not know the page.
      const layer = tileLayer(url, { maxZoom: MAX_ZOOM, maxNativeZoom: MAX_ZOOM, referrerPolicy: 'strict-origin' });
      const credit = escapeMarkup(attribution);
      map.attributionControl.addAttribution(credit);
      let removed = false;
      map.on('unload', () => {
        removed = true;
      });
      monitorTiles(layer, async () => {
        layer.remove();
        map.attributionControl.removeAttribution(credit);
        const outline = await withTimeout(import('./outline-layer.ts')).catch(() => null);
        if (removed) return;
        if (outline) switchTo(map, outline.outlineLayer, onUnavailable);
        onUnavailable();
      });
      layer.addTo(map);
    },
  };
}

function switchTo(map: LeafletMap, baseLayer: BaseLayer, onUnavailable: () => void): void {
  map.setView(map.getCenter(), getInitialZoom(baseLayer, map.getContainer()), { animate: false });
  map.setMinZoom(baseLayer.zoomRange.min).setMaxZoom(baseLayer.zoomRange.max);
  baseLayer.addTo(map, onUnavailable);
}

/** Leaflet expects markup here, but the configured attribution is text. */
function escapeMarkup(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}
