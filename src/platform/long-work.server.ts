import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectGarbage } from './idle-garbage-collection.server.ts';

/** Nobody else waits longer than this for a turn. */
const MAX_TURN_MS = 5;
/** In bytes. Above this, all unused memory is freed at once: V8 would let a long job grow to twice what it needs. */
const MAX_RSS_BYTES = 200 * 1024 * 1024;
const MIN_INTERVAL_MS = 400;

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

let collectedAt = 0;

/**
 * Frees memory between two steps of a long job. What a step leaves is young, so freeing it takes a few milliseconds; it
 * refers to buffers outside of the heap, which would pile up until the heap itself is full.
 */
export async function freeMemory(): Promise<void> {
  await collectGarbage('minor');
  if (process.memoryUsage.rss() < MAX_RSS_BYTES || performance.now() - collectedAt < MIN_INTERVAL_MS) return;
  collectedAt = performance.now();
  await collectGarbage();
}
