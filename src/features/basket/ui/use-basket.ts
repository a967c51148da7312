import { useEffect, useSyncExternalStore } from 'react';
import { subscribeToBasket } from './basket-storage.ts';
import { type BasketState, getBasketState, getEmptyState } from './basket-store.ts';
import { scheduleSync, syncBasket } from './basket-sync.ts';

/**
 * The basket of the current user of this browser, live. It is read again once `reader`, who is null until then, is
 * known.
 */
export function useBasket(reader: string | null): BasketState {
  const state = useSyncExternalStore(subscribeToBasket, getBasketState, getEmptyState);
  const isPriced = state.lines.every(({ toolId }) => state.priced.has(toolId));
  useEffect(() => {
    if (reader !== null) void syncBasket({ reads: true });
  }, [reader]);
  useEffect(() => {
    // Another tab has added something.
    if (reader !== null && state.isReady && !isPriced && state.failure === null) scheduleSync();
  }, [reader, state.isReady, state.failure, isPriced]);
  return state;
}
