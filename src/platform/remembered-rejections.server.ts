import { LRUCache } from 'lru-cache';

/** The keys that are beyond their limit, and for how long, so that their next attempts cost no query. */
export interface RememberedRejections {
  /** How many ms the key still has to wait; null if it is not known to be beyond its limit. */
  getWait(key: string): number | null;
  remember(key: string, waitMs: number): void;
  forget(key: string): void;
}

/**
 * Remembers at most `maxKeys`. The oldest is forgotten first, and its next attempt is counted in the database again.
 */
export function createRememberedRejections(maxKeys: number): RememberedRejections {
  const waiting = new LRUCache<string, true>({ max: maxKeys, ttl: 1, ttlResolution: 0 });
  return {
    getWait(key) {
      const waitMs = waiting.getRemainingTTL(key);
      return waitMs > 0 ? waitMs : null;
    },
    remember: (key, waitMs) => void waiting.set(key, true, { ttl: Math.max(1, Math.ceil(waitMs)) }),
    forget: (key) => void waiting.delete(key),
  };
}
