import { SHIPPING_TAG } from '#src/features/shipping/change-shipping.server.ts';
import { TAX_RATES_TAG } from '#src/features/taxes/service.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { ChangedTags } from '#src/platform/change-feed.server.ts';

/** The tag that is published when the settings have changed. */
export const SETTINGS_TAG = 'shop-settings';

/**
 * Returns a function that applies a change in this process: to the response cache, and to the settings, tax rates
 * and shipping methods if they have changed.
 */
export function followChanges({
  responseCache,
  shopSettings,
  taxRates,
  shipping,
}: Pick<AppContext, 'responseCache' | 'shopSettings' | 'taxRates' | 'shipping'>): (tags: ChangedTags) => void {
  return (tags) => {
    if (tags) responseCache.invalidate(tags);
    else responseCache.invalidateAll();
    if (!tags || tags.includes(SETTINGS_TAG)) void shopSettings.reload();
    if (!tags || tags.includes(TAX_RATES_TAG)) void taxRates.reload();
    if (!tags || tags.includes(SHIPPING_TAG)) void shipping.reload();
  };
}
