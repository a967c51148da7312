/** Which keys are beyond their limit, and for how long, so that their next attempts cost no query. */
export interface RememberedRejections {
  /** How many ms such a key has to wait still; null where it is not known to be beyond its limit. */
  getWait(key: string): number | null;
  remember(key: string, waitMs: number): void;
  forget(key: string): void;
}

/** Remembers at most `maxKeys`. The oldest is forgotten first: its next attempt is counted in the database again. */
export function createRememberedRejections(maxKeys: number): RememberedRejections {
  /** When each may come again. */
  const ends = new Map<string, number>();
  return {
    getWait(key) {
      const end = ends.get(key);
      if (end === undefined) return null;
      const wait = end - performance.now();
      if (wait > 0) return wait;
      ends.delete(key);
      return null;
    },
    remember(key, waitMs) {
      ends.delete(key);
      for (const oldest of ends.keys()) {
        if (ends.size < maxKeys) break;
        ends.delete(oldest);
      }
      ends.set(key, performance.now() + waitMs);
    },
    forget: (key) => void ends.delete(key),
  };
}
