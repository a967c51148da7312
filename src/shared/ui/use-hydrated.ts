import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in server HTML and while hydrating, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
