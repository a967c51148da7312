import { type Map as LeafletMap, tileLayer } from 'leaflet';
import type { PublicSettings } from '#src/shared/public-settings.ts';
import { type BaseLayer, getInitialZoom } from './base-layer.ts';
import { monitorTiles } from './tile-monitor.ts';
import { withTimeout } from './with-timeout.ts';

/** Nobody's tiles go further; many end earlier, which is noticed. */
const MAX_ZOOM = 19;

/** A street map of tiles by somebody else. While they are not to be had, the outline is laid instead. */
export function createTileLayer({ url, attribution }: NonNullable<PublicSettings['tiles']>): BaseLayer {
  return {
    zoomRange: { min: 2, max: MAX_ZOOM },
    // The streets around the shop.
    initialZoom: { narrow: 13, wide: 14 },
    addTo(map, onUnavailable) {
      // Who gives tiles wants to know for which site, and needs not know for which page.
      const layer = tileLayer(url, { maxZoom: MAX_ZOOM, maxNativeZoom: MAX_ZOOM, referrerPolicy: 'strict-origin' });
      const credit = escapeMarkup(attribution);
      map.attributionControl.addAttribution(credit);
      let gone = false;
      map.on('unload', () => {
        gone = true;
      });
      monitorTiles(layer, async () => {
        layer.remove();
        map.attributionControl.removeAttribution(credit);
        const outline = await withTimeout(import('./outline-layer.ts')).catch(() => null);
        if (gone) return;
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

/** The library takes markup here; what is configured is text. */
function escapeMarkup(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}
