import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type CacheInvalidationBus, connectCacheInvalidationBus } from './cache-invalidation-bus.server.ts';
import { CACHE_TAGS_HEADER } from './cacheable-routes.server.ts';
import { createResponseCache, type ResponseCache } from './response-cache.server.ts';

/** One process of a shop of several. */
interface Process {
  invalidationBus: CacheInvalidationBus;
  cache: ResponseCache;
}

let database: TestDatabase;
let here: Process;
let there: Process;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function join(): Promise<Process> {
  const invalidationBus = await connectCacheInvalidationBus(database.url, database.pool, createLog('silent'));
  const cache = createResponseCache({
    maxBytes: 1_000_000,
    maxAgeMs: 60_000,
    onInvalidate: (tags) => invalidationBus.publish(tags),
  });
  invalidationBus.subscribe(cache);
  return { invalidationBus, cache };
}

beforeEach(async () => {
  [here, there] = await Promise.all([join(), join()]);
  for (const { cache } of [here, there]) await fillCache(cache);
});
afterEach(() => Promise.all([here.invalidationBus.close(), there.invalidationBus.close()]));

async function fillCache(cache: ResponseCache) {
  for (const tag of ['tools', 'blogs']) {
    const headers = { [CACHE_TAGS_HEADER]: tag };
    await cache.getOrCompute(`/${tag}`, new Headers(), async () => new Response(tag, { headers }));
  }
}

async function until(holds: () => boolean | Promise<boolean>) {
  for (let attempt = 0; attempt < 150 && !(await holds()); attempt += 1) await pause(20);
  expect(await holds()).toBe(true);
}
const listeners = async () => {
  const { rows } = await database.pool.query(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-cache-invalidation'",
  );
  return rows.length;
};

test('what one process invalidates, the others invalidate, and nothing else', async () => {
  here.cache.invalidate('tools');
  await until(() => there.cache.stats().entries === 1);
  expect(here.cache.stats().entries).toBe(1);
});

test('a process does not receive its own messages', async () => {
  here.cache.invalidate('tools');
  await fillCache(here.cache);
  await until(() => there.cache.stats().entries === 1);
  await pause(50);
  expect(here.cache.stats().entries).toBe(2);
});

test('more tags than fit a message make the others invalidate everything', async () => {
  here.cache.invalidate(...Array.from({ length: 200 }, (_, at) => `tool:${at}`));
  await until(() => there.cache.stats().entries === 0);
});

test('messages of no known form change nothing', async () => {
  for (const payload of ['', '{', '[]', '{"from":1}', 'null'])
    await database.pool.query('select pg_notify($1, $2)', ['cache_invalidation', payload]);
  await pause(100);
  expect(there.cache.stats().entries).toBe(2);
});

test('a process that was cut off invalidates everything, subscribes again, once, and receives the next message', async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-cache-invalidation'",
  );
  await until(() => here.cache.stats().entries + there.cache.stats().entries === 0);
  await pause(1_300);
  expect(await listeners()).toBe(2);
  await fillCache(there.cache);
  here.cache.invalidate('tools');
  await until(() => there.cache.stats().entries === 1);
});

test('closing publishes what is pending and leaves no connection behind', async () => {
  here.cache.invalidate('tools');
  await here.invalidationBus.close();
  await until(() => there.cache.stats().entries === 1);
  await until(async () => (await listeners()) === 1);
});
