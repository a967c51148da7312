import type { PublicSettings } from '#src/shared/public-settings.ts';
import type { BaseLayer } from './base-layer.ts';

/** The only place that chooses the base layer: tiles if they are configured, else the outline. */
export async function loadBaseLayer(tiles: PublicSettings['tiles']): Promise<BaseLayer> {
  if (!tiles) return (await import('./outline-layer.ts')).outlineLayer;
  return (await import('./tile-layer.ts')).createTileLayer(tiles);
}
