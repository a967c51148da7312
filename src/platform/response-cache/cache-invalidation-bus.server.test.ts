import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type CacheInvalidationBus, connectCacheInvalidationBus } from './cache-invalidation-bus.server.ts';
import { CACHE_TAGS_HEADER, createResponseCache, type ResponseCache } from './response-cache.server.ts';

/** One process of a shop of several. */
interface Process {
  invalidationBus: CacheInvalidationBus;
  kept: ResponseCache;
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
  const kept = createResponseCache({
    maxBytes: 1_000_000,
    maxAgeMs: 60_000,
    onInvalidate: (tags) => invalidationBus.publish(tags),
  });
  invalidationBus.subscribe(kept);
  return { invalidationBus, kept };
}

beforeEach(async () => {
  [here, there] = await Promise.all([join(), join()]);
  for (const { kept } of [here, there]) await keepSomething(kept);
});
afterEach(() => Promise.all([here.invalidationBus.close(), there.invalidationBus.close()]));

async function keepSomething(kept: ResponseCache) {
  for (const tag of ['tools', 'blogs']) {
    const headers = { [CACHE_TAGS_HEADER]: tag };
    await kept.getOrCompute(new Request(`http://shop/${tag}`), async () => new Response(tag, { headers }));
  }
}

async function until(holds: () => boolean | Promise<boolean>) {
  for (let round = 0; round < 150 && !(await holds()); round += 1) await pause(20);
  expect(await holds()).toBe(true);
}
const listeners = async () => {
  const { rows } = await database.pool.query(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-news'",
  );
  return rows.length;
};

test('what one process forgets, the others forget, and nothing else', async () => {
  here.kept.invalidate('tools');
  await until(() => there.kept.stats().entries === 1);
  expect(here.kept.stats().entries).toBe(1);
});

test('a process is not told its own news', async () => {
  here.kept.invalidate('tools');
  await keepSomething(here.kept);
  await until(() => there.kept.stats().entries === 1);
  await pause(50);
  expect(here.kept.stats().entries).toBe(2);
});

test('more news than fit a message make the others forget everything', async () => {
  here.kept.invalidate(...Array.from({ length: 200 }, (_, at) => `tool:${at}`));
  await until(() => there.kept.stats().entries === 0);
});

test('news that are none change nothing', async () => {
  for (const payload of ['', '{', '[]', '{"from":1}', 'null'])
    await database.pool.query('select pg_notify($1, $2)', ['kept_answers', payload]);
  await pause(100);
  expect(there.kept.stats().entries).toBe(2);
});

test('a process that was cut off forgets everything, joins again, once, and hears the next news', async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-news'",
  );
  await until(() => here.kept.stats().entries + there.kept.stats().entries === 0);
  await pause(1_300);
  expect(await listeners()).toBe(2);
  await keepSomething(there.kept);
  here.kept.invalidate('tools');
  await until(() => there.kept.stats().entries === 1);
});

test('leaving sends what is still to be told and leaves no connection behind', async () => {
  here.kept.invalidate('tools');
  await here.invalidationBus.close();
  await until(() => there.kept.stats().entries === 1);
  await until(async () => (await listeners()) === 1);
});
