import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type AdvisoryLocks, openAdvisoryLocks } from './advisory-locks.server.ts';

let database: TestDatabase;
let here: AdvisoryLocks;
let there: AdvisoryLocks;

beforeAll(async () => {
  database = await createTestDatabase();
  here = openAdvisoryLocks(database.url);
  there = openAdvisoryLocks(database.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

test('only one process at a time can hold a lock', async () => {
  expect(await here.tryAcquire('a')).toBe(true);
  expect([await there.tryAcquire('a'), await there.tryAcquire('b')]).toEqual([false, true]);
  await here.release('a');
  expect(await there.tryAcquire('a')).toBe(true);
  await Promise.all([there.release('a'), there.release('b')]);
});

test('many locks share one connection outside of the pool, which they use one after the other', async () => {
  const warnings: string[] = [];
  // pg warns only once per process.
  process.on('warning', ({ message }) => warnings.push(message));
  const names = ['c', 'd', 'e', 'f', 'g'];
  expect(await Promise.all(names.map((name) => here.tryAcquire(name)))).toEqual(names.map(() => true));
  expect(database.pool.totalCount).toBe(database.pool.idleCount);
  const { rows } = await database.pool.query(
    "select count(distinct pid)::int as held from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ held: 1 }]);
  await Promise.all(names.map((name) => here.release(name)));
  // Node emits warnings in a later turn of the event loop.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('a lost connection releases its locks, and the next call reconnects', async () => {
  expect(await here.tryAcquire('h')).toBe(true);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await expect.poll(() => there.tryAcquire('h')).toBe(true);
  await here.release('h');
  await there.release('h');
  await expect.poll(() => here.tryAcquire('h').catch(() => false)).toBe(true);
  await here.release('h');
});
