import type { AppContext } from '#src/flows/app-context.server.ts';
import type { ChangedTags } from '#src/platform/change-feed.server.ts';

/** The tag that is published when the settings have changed. */
export const SETTINGS_TAG = 'shop-settings';

/**
 * Returns a function that applies a change in this process: to the response cache, and to the settings if they have
 * changed.
 */
export function followChanges({
  responseCache,
  shopSettings,
}: Pick<AppContext, 'responseCache' | 'shopSettings'>): (tags: ChangedTags) => void {
  return (tags) => {
    if (tags) responseCache.invalidate(tags);
    else responseCache.invalidateAll();
    if (!tags || tags.includes(SETTINGS_TAG)) void shopSettings.reload();
  };
}
