import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createIdleGarbageCollection } from './idle-garbage-collection.server.ts';

const getHeapMegabytes = () => process.memoryUsage().heapTotal / 1024 / 1024;

/** Grows the heap by about 100 MB of garbage. */
function growHeap(): void {
  const kept: number[][] = [];
  for (let at = 0; at < 100; at += 1) kept.push(Array.from({ length: 130_000 }, (_, index) => index + at));
  expect(kept.at(-1)?.length).toBe(130_000);
}

test('an idle process releases unused heap', async () => {
  const collectGarbage = createIdleGarbageCollection();
  growHeap();
  const grown = getHeapMegabytes();
  for (let run = 0; run < 4; run += 1) {
    await collectGarbage();
    await pause(200);
  }
  expect(getHeapMegabytes()).toBeLessThan(grown - 50);
});

test('a busy process does not pause for garbage collection', async () => {
  const collectGarbage = createIdleGarbageCollection();
  growHeap();
  const until = performance.now() + 300;
  while (performance.now() < until);
  const grown = getHeapMegabytes();
  await collectGarbage();
  expect(getHeapMegabytes()).toBeGreaterThan(grown - 20);
});
