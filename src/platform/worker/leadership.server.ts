import type { AdvisoryLocks, HeldLock } from '../advisory-locks.server.ts';

/**
 * Whether this process has a task that one process of a shop keeps as long as it lives, such as one that remembers what
 * it has done. Takes it over if nobody has it. Throws the driver's errors.
 */
export function createLeadership(locks: Pick<AdvisoryLocks, 'tryAcquire'>, name: string): () => Promise<boolean> {
  let held: HeldLock | null = null;
  let asking: Promise<HeldLock | null> | null = null;
  return async () => {
    if (held && !held.lost.aborted) return true;
    // One process must not acquire the same lock twice, and several jobs may ask at once.
    asking ??= locks.tryAcquire(name).finally(() => {
      asking = null;
    });
    held = await asking;
    return held !== null;
  };
}
