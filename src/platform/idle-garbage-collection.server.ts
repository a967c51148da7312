import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Below this share of time at work the process is idle: nobody waits for the pause, about 50 ms. */
const MAX_UTILIZATION = 0.1;
/** In bytes. With less unused heap a collection would return next to nothing. */
const MIN_UNUSED_BYTES = 24 * 1024 * 1024;

type Collect = (options: { type: 'major'; execution: 'async' } | { type: 'minor' }) => Promise<void>;

let collect: Collect | null = null;

/** Collects garbage now. Resolves when it is done; nothing else waits for most of it. */
export async function collectGarbage(type: 'major' | 'minor' = 'major'): Promise<void> {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  await collect(type === 'major' ? { type, execution: 'async' } : { type });
}

/**
 * Returns a job that gives unused heap back to the system. V8 collects garbage when it allocates: after a flood of
 * requests an idle process would keep all that it had for them. Each run takes the heap nearer to what is in use.
 */
export function createIdleGarbageCollection(): () => Promise<void> {
  let previous = performance.eventLoopUtilization();
  let inUse = process.memoryUsage().heapUsed;
  return async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, previous);
    previous = now;
    // Garbage counts as used until it is collected, so the last collection tells what really is.
    const { heapTotal, heapUsed } = process.memoryUsage();
    inUse = Math.min(inUse, heapUsed);
    if (utilization > MAX_UTILIZATION || heapTotal - inUse < MIN_UNUSED_BYTES) return;
    await collectGarbage();
    inUse = process.memoryUsage().heapUsed;
  };
}
