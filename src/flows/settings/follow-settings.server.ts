import type { AppContext } from '#src/flows/app-context.server.ts';
import type { InvalidationSubscriber } from '#src/platform/response-cache/cache-invalidation-bus.server.ts';

/** What the processes of a shop tell each other when the settings have changed. */
export const SETTINGS_TAG = 'shop-settings';

/** Applies what other processes publish: to the response cache, and to the settings when these have changed. */
export function followChanges({
  responseCache,
  shopSettings,
}: Pick<AppContext, 'responseCache' | 'shopSettings'>): InvalidationSubscriber {
  return {
    invalidateLocally(tags) {
      responseCache.invalidateLocally(tags);
      if (tags.includes(SETTINGS_TAG)) void shopSettings.reload();
    },
    invalidateAll() {
      responseCache.invalidateAll();
      void shopSettings.reload();
    },
  };
}
