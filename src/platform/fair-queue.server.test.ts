import { expect, test } from 'vitest';
import { createFairLimiter, createFairQueue, type FairQueue } from './fair-queue.server.ts';

class Full extends Error {}

/** Creates a queue of one task at a time, whose tasks finish when the test releases them. */
function createTestQueue(maxPlaces: number, maxPlacesPerClient: number) {
  const limits = { maxConcurrent: 1, maxPlaces, maxPlacesPerClient };
  const queue: FairQueue = createFairQueue(limits, () => new Full());
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  /** Enters the queue and runs. Returns false if there is no place. */
  function add(client: string, name: string, signal?: AbortSignal) {
    const place = queue.enter(client, { signal });
    if (!place) return false;
    const done = place.run(() => {
      started.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
    done.catch(() => {});
    void done.finally(place.leave).catch(() => {});
    return done;
  }
  return {
    queue,
    started,
    add,
    async finish(name: string) {
      finish.get(name)?.();
      // The next task starts after a few microtasks.
      await new Promise(setImmediate);
    },
  };
}

test('clients take turns, no matter how many tasks one of them sent before', async () => {
  const { add, started, finish } = createTestQueue(10, 5);
  for (const name of ['a1', 'a2', 'a3']) add('a', name);
  for (const name of ['b1', 'b2']) add('b', name);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await finish(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('a client has a share of the places, and others get a place as long as somebody has several', () => {
  const { add } = createTestQueue(4, 2);
  const clients = ['a', 'a', 'a', 'b', 'b', 'c', 'd', 'e'];
  const taken = clients.filter((client, at) => add(client, `${at}`) !== false);
  expect(taken).toEqual(['a', 'a', 'b', 'b', 'c', 'd']);
});

test('a client with fewer places than others takes the newest place of the client with the most', async () => {
  const { add, started, finish } = createTestQueue(4, 3);
  const [, , newest] = ['a1', 'a2', 'a3'].map((name) => add('a', name));
  add('b', 'b1');
  expect(add('c', 'c1')).not.toBe(false);
  await expect(newest).rejects.toBeInstanceOf(Full);
  // Now 'a' has two, and 'c' would not have fewer than 'a' afterwards.
  expect(add('c', 'c2')).toBe(false);
  for (const name of ['a1', 'a2', 'b1', 'c1']) await finish(name);
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a place that was lost before its task arrived rejects the task', async () => {
  const { queue } = createTestQueue(2, 2);
  queue.enter('a');
  const lost = queue.enter('a');
  expect(queue.enter('b')).not.toBeNull();
  await expect(lost?.run(async () => 'too late')).rejects.toBeInstanceOf(Full);
});

test('a client that has left no longer waits or takes a place', async () => {
  const { add, started, finish } = createTestQueue(2, 2);
  const abort = new AbortController();
  add('a', 'running');
  const waiting = add('b', 'left', abort.signal);
  expect(add('c', 'early')).toBe(false);
  abort.abort();
  await expect(waiting).rejects.toBeInstanceOf(Full);
  expect(add('c', 'later')).not.toBe(false);
  expect(add('b', 'again', abort.signal)).toBe(false);
  await finish('running');
  expect(started).toEqual(['running', 'later']);
});

test('a failed task frees its turn and its place', async () => {
  const { queue } = createTestQueue(1, 1);
  const place = queue.enter('a');
  await expect(place?.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(queue.enter('b')).toBeNull();
  place?.leave();
  expect(await queue.enter('b')?.run(async () => 'done')).toBe('done');
});

test('a client with 3,000 tasks delays others only by the running task and one turn', async () => {
  const limiter = createFairLimiter({ maxConcurrent: 2, maxPlaces: 20, maxPlacesPerClient: 18 });
  const order: string[] = [];
  const work = (client: string) => async () => {
    await new Promise(setImmediate);
    order.push(client);
    return client;
  };
  const flood = Array.from({ length: 3_000 }, () => limiter.run('flood', work('flood')));
  const other = limiter.run('other', work('other'));
  expect(await other).toBe('other');
  expect(order.indexOf('other')).toBeLessThanOrEqual(3);
  const results = await Promise.all(flood);
  expect(results.filter((result) => result === null)).toHaveLength(3_000 - 18);
});

test('a client that may not use all turns leaves one for others, and gets its next one as soon as one of its own ends', async () => {
  const limiter = createFairLimiter({
    maxConcurrent: 3,
    maxConcurrentPerClient: 2,
    maxPlaces: 10,
    maxPlacesPerClient: 5,
  });
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const add = (client: string, name: string) =>
    limiter.run(client, () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    });
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name));
  expect(started).toEqual(['a1', 'a2']);
  all.push(add('b', 'b1'));
  expect(started).toEqual(['a1', 'a2', 'b1']);
  for (const name of ['b1', 'a2', 'a1', 'a3', 'a4']) {
    finish.get(name)?.();
    await new Promise(setImmediate);
  }
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});
