import { useEffect } from 'react';
import { whenIdle } from '#src/shared/hydration/when-idle.ts';
import { ACCOUNT_KEY, publishBasket, useBasketCount, writeItem } from './basket-storage.ts';

/** The longest wait for an idle moment, in ms. */
const MAX_IDLE_WAIT_MS = 2_000;

interface FollowedSession {
  status: 'checking' | 'signedOut' | 'signedIn';
  user: { email: string } | null;
  can: (permission: 'basket.keep') => boolean;
  ended: boolean;
}

/**
 * Follows who is signed in: joins this browser's basket with the account's, and deletes it here when the user signs
 * out. If a session merely ended, unsaved changes wait invisibly for the same user. Returns how many tools are in the
 * basket.
 */
export function useBasketSession({ status, user, can, ended }: FollowedSession): number {
  const email = user?.email;
  const keepsBasket = can('basket.keep');
  useEffect(() => {
    if (status === 'signedOut' && !ended) writeItem(ACCOUNT_KEY, null);
    publishBasket();
    if (email === undefined || !keepsBasket) return;
    whenIdle(() => {
      import('./basket-actions.ts').then(
        ({ openBasket }) => openBasket(),
        // The next page tries again.
        () => {},
      );
    }, MAX_IDLE_WAIT_MS);
  }, [status, email, keepsBasket, ended]);
  return useBasketCount();
}
