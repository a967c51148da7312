import type { PublicSettings } from '#src/shared/public-settings.ts';
import type { BaseLayer } from './base-layer.ts';

/** The one place that decides what the ground is: tiles where the shop has some, else the outline shipped with it. */
export async function loadBaseLayer(tiles: PublicSettings['tiles']): Promise<BaseLayer> {
  if (!tiles) return (await import('./outline-layer.ts')).outlineLayer;
  return (await import('./tile-layer.ts')).createTileLayer(tiles);
}
