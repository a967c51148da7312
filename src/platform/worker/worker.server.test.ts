import { expect, test } from 'vitest';
import type { Db } from '../database.server.ts';
import { backoff } from './backoff.ts';
import { createWorker } from './worker.server.ts';

const db = {} as Db;
const log = { error: () => {} };

/** Creates a worker whose due rows are the numbers in `due`. */
function createNumberWorker(due: number[], run: (job: number) => Promise<'succeeded' | 'failed'>) {
  const released: number[] = [];
  const worker = createWorker({
    name: 'numbers',
    db,
    log,
    claimMode: 'lease',
    claim: async (_db, limit) => due.splice(0, limit),
    run,
    release: async (_db, jobs) => void released.push(...jobs),
    batchSize: 2,
    pollMs: 60_000,
  });
  return { worker, released };
}

test('a run ends when nothing is due and returns how many jobs succeeded', async () => {
  const { worker } = createNumberWorker([1, 2, 3], async (job) => (job === 2 ? 'failed' : 'succeeded'));
  expect(await worker.run()).toBe(2);
});

test('a call during a run makes it check once more', async () => {
  const due = [1];
  const { worker } = createNumberWorker(due, async (job) => {
    if (job === 1) queueMicrotask(() => due.push(2));
    return 'succeeded';
  });
  const first = worker.run();
  expect(await Promise.all([first, worker.run()])).toEqual([2, 2]);
});

test('a notification only has an effect after `listen`, and `idle` waits for its run', async () => {
  const done: number[] = [];
  const { worker } = createNumberWorker([1], async (job) => {
    done.push(job);
    return 'succeeded';
  });
  worker.notify();
  await worker.idle();
  expect(done).toEqual([]);
  worker.listen();
  worker.notify();
  await worker.idle();
  expect(done).toEqual([1]);
});

test('stop releases claimed jobs that have not started, and waits for the rest', async () => {
  const { worker, released } = createNumberWorker([1, 2], async () => 'succeeded');
  const run = worker.run();
  await worker.stop();
  expect([await run, released]).toEqual([0, [1, 2]]);
});

test('a job that throws ends the run after the parallel jobs', async () => {
  const done: number[] = [];
  const { worker } = createNumberWorker([1, 2, 3], async (job) => {
    if (job === 1) throw new Error('not stored');
    done.push(job);
    return 'succeeded';
  });
  await expect(worker.run()).rejects.toThrow('not stored');
  expect(done).toEqual([2]);
});

test('backoff doubles up to its maximum', () => {
  const delays = [1, 2, 3, 4, 100].map((failures) => backoff(failures, { first: 10, max: 60 }));
  expect(delays).toEqual([10, 20, 40, 60, 60]);
});
