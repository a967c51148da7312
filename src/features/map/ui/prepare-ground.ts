import type { ShopSettings } from '#src/shared/shop-settings.ts';
import type { Ground } from './ground.ts';

/** The one place that decides what the ground is: tiles where the shop has some, else the outline shipped with it. */
export async function prepareGround(tiles: ShopSettings['tiles']): Promise<Ground> {
  if (!tiles) return (await import('./outline-ground.ts')).outlineGround;
  return (await import('./tile-ground.ts')).tileGround(tiles);
}
