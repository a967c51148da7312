import { type Map as LeafletMap, tileLayer } from 'leaflet';
import type { ShopSettings } from '#src/shared/shop-settings.ts';
import { beginningScale, type Ground } from './ground.ts';
import { inTime } from './in-time.ts';
import { watchTiles } from './tile-watch.ts';

/** Nobody's tiles go further; many end earlier, which is noticed. */
const NEAREST = 19;

/** A street map of tiles by somebody else. While they are not to be had, the outline is laid instead. */
export function tileGround({ url, attribution }: NonNullable<ShopSettings['tiles']>): Ground {
  return {
    scales: { smallest: 2, largest: NEAREST },
    // The streets around the shop.
    begin: { narrow: 13, wide: 14 },
    lay(map, onAway) {
      // Who gives tiles wants to know for which site, and needs not know for which page.
      const layer = tileLayer(url, { maxZoom: NEAREST, maxNativeZoom: NEAREST, referrerPolicy: 'strict-origin' });
      const credit = asMarkup(attribution);
      map.attributionControl.addAttribution(credit);
      let gone = false;
      map.on('unload', () => {
        gone = true;
      });
      watchTiles(layer, async () => {
        layer.remove();
        map.attributionControl.removeAttribution(credit);
        const outline = await inTime(import('./outline-ground.ts')).catch(() => null);
        if (gone) return;
        if (outline) turnTo(map, outline.outlineGround, onAway);
        onAway();
      });
      layer.addTo(map);
    },
  };
}

function turnTo(map: LeafletMap, ground: Ground, onAway: () => void): void {
  map.setView(map.getCenter(), beginningScale(ground, map.getContainer()), { animate: false });
  map.setMinZoom(ground.scales.smallest).setMaxZoom(ground.scales.largest);
  ground.lay(map, onAway);
}

/** The library takes markup here; what is configured is text. */
function asMarkup(text: string): string {
  const holder = document.createElement('span');
  holder.textContent = text;
  return holder.innerHTML;
}
