import { storeInitialSettings } from '#src/features/shop-settings/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

/**
 * Reads the settings at the start. What an environment of an earlier version said becomes a setting once, at the first
 * start that knows settings. Later the key has no effect, which the log says.
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
