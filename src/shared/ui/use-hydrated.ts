import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether script runs: false in what the server renders, true from the moment the page has come alive. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
