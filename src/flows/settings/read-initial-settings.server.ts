import { storeInitialSettings } from '#src/features/shop-settings/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

/**
 * Reads the settings at the start. Values from the environment of an earlier version become settings once, at the first
 * start of a version with settings. After that, the keys have no effect, which is logged.
 */
export async function readInitialSettings(
  { db, log, shopSettings }: Pick<AppContext, 'db' | 'log' | 'shopSettings'>,
  environment: { holdHours: number | undefined },
): Promise<void> {
  const { holdHours } = environment;
  const isStored = await storeInitialSettings(db, holdHours === undefined ? {} : { holdHours });
  if (holdHours !== undefined) {
    log.warn(
      { takenOver: isStored, holdHours },
      'ORDER_HOLD_HOURS is only the initial value of a setting and is no longer read; change it in the settings of the shop, and remove the key',
    );
  }
  await shopSettings.reload();
}
