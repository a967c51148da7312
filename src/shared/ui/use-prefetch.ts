import { useSyncExternalStore } from 'react';

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Whether a link fetches its page ahead, for its `prefetch`. Without a connection it must not: the framework answers a
 * part of a page that cannot be fetched by reloading the page somebody is on, which would then be gone.
 */
export function usePrefetch(): 'intent' | 'none' {
  return useSyncExternalStore(
    follow,
    () => (navigator.onLine ? 'intent' : 'none'),
    () => 'intent',
  );
}
