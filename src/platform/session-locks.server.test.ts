import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openSessionLocks, type SessionLocks } from './session-locks.server.ts';

let database: TestDatabase;
let here: SessionLocks;
let there: SessionLocks;

beforeAll(async () => {
  database = await createTestDatabase();
  here = openSessionLocks(database.pool);
  there = openSessionLocks(database.pool);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

test('a lock is one process’s at a time', async () => {
  expect(await here.take('a')).toBe(true);
  expect([await there.take('a'), await there.take('b')]).toEqual([false, true]);
  await here.giveBack('a');
  expect(await there.take('a')).toBe(true);
  await Promise.all([there.giveBack('a'), there.giveBack('b')]);
});

test('many of them take nothing of the pool, and one connection together', async () => {
  const names = ['c', 'd', 'e', 'f', 'g'];
  expect(await Promise.all(names.map((name) => here.take(name)))).toEqual(names.map(() => true));
  expect(database.pool.totalCount).toBe(database.pool.idleCount);
  const { rows } = await database.pool.query(
    "select count(distinct pid)::int as held from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ held: 1 }]);
  await Promise.all(names.map((name) => here.giveBack(name)));
});

test('a connection that dies frees its locks, and is made anew', async () => {
  expect(await here.take('h')).toBe(true);
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await expect.poll(() => there.take('h')).toBe(true);
  await here.giveBack('h');
  await there.giveBack('h');
  await expect.poll(() => here.take('h').catch(() => false)).toBe(true);
  await here.giveBack('h');
});
