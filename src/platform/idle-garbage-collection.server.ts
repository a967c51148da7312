import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * The process counts as idle if it works for less than this share of the time. Then nobody waits for the pause of about
 * 50 ms.
 */
const MAX_UTILIZATION = 0.1;
/** In bytes. With less unused heap, a collection would free next to nothing. */
const MIN_UNUSED_BYTES = 24 * 1024 * 1024;

type Collect = (options: { type: 'major'; execution: 'async' } | { type: 'minor' }) => Promise<void>;

let collect: Collect | null = null;

/** Collects garbage now. Resolves when it is done. Most of it runs without blocking anything else. */
export async function collectGarbage(type: 'major' | 'minor' = 'major'): Promise<void> {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  await collect(type === 'major' ? { type, execution: 'async' } : { type });
}

/**
 * Returns a job that gives unused heap back to the system. V8 only collects garbage when it allocates, so an idle
 * process would keep everything it had for a flood of requests. Each run brings the heap closer to what is in use.
 */
export function createIdleGarbageCollection(): () => Promise<void> {
  let previous = performance.eventLoopUtilization();
  let inUse = process.memoryUsage().heapUsed;
  return async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, previous);
    previous = now;
    // Garbage counts as used until it is collected, so only the last collection shows what is really in use.
    const { heapTotal, heapUsed } = process.memoryUsage();
    inUse = Math.min(inUse, heapUsed);
    if (utilization > MAX_UTILIZATION || heapTotal - inUse < MIN_UNUSED_BYTES) return;
    await collectGarbage();
    inUse = process.memoryUsage().heapUsed;
  };
}
