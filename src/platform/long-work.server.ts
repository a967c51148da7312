import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectGarbage } from './idle-garbage-collection.server.ts';

/** Nobody else waits longer than this for a turn. */
const MAX_TURN_MS = 5;
/** In bytes. Above this, all unused memory is freed at once: V8 would let a long job grow to twice what it needs. */
const MAX_RSS_BYTES = 200 * 1024 * 1024;
const MIN_INTERVAL_MS = 400;
/** In bytes. A process that needs more than `MAX_RSS_BYTES` has nothing else to free until it has grown again. */
const MIN_GROWTH_BYTES = 16 * 1024 * 1024;

/** Processes items one by one, and lets requests run in between. */
export async function forEachInTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - began < MAX_TURN_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}

/**
 * Returns a function that frees memory between two steps of a long job. What a step leaves is young, so freeing it takes
 * a few milliseconds; it refers to buffers outside of the heap, which would pile up until the heap itself is full.
 */
export function createMemoryRelease(readRss: () => number, collect: typeof collectGarbage): () => Promise<void> {
  let collectedAt = Number.NEGATIVE_INFINITY;
  /** What the last full collection left. The system gets memory back some time after it, hence the least since then. */
  let keptBytes = 0;
  return async () => {
    await collect('minor');
    const bytes = readRss();
    keptBytes = Math.min(keptBytes, bytes);
    const isWorthIt = bytes >= Math.max(MAX_RSS_BYTES, keptBytes + MIN_GROWTH_BYTES);
    if (!isWorthIt || performance.now() - collectedAt < MIN_INTERVAL_MS) return;
    collectedAt = performance.now();
    await collect('major');
    keptBytes = readRss();
  };
}

export const freeMemory = createMemoryRelease(() => process.memoryUsage.rss(), collectGarbage);
