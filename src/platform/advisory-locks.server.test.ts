import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openSilentNetwork } from '#tests/support/silent-network.ts';
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

/** Ends the sessions that hold locks. Resolves once they are gone, and with them their locks. */
const endSessions = () =>
  database.pool.query(
    "select pg_terminate_backend(pid, 10000) from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())",
  );

test('only one process at a time can hold a lock', async () => {
  const held = await here.tryAcquire('a');
  expect(held?.lost.aborted).toBe(false);
  const other = await there.tryAcquire('b');
  expect([await there.tryAcquire('a'), other?.lost.aborted]).toEqual([null, false]);
  await held?.release();
  const taken = await there.tryAcquire('a');
  expect(taken).not.toBeNull();
  await Promise.all([taken?.release(), other?.release()]);
});

test('many locks share one connection outside of the pool, which they use one after the other', async () => {
  const warnings: string[] = [];
  // pg warns only once per process.
  process.on('warning', ({ message }) => warnings.push(message));
  const held = await Promise.all(['c', 'd', 'e', 'f', 'g'].map((name) => here.tryAcquire(name)));
  expect(held.map((lock) => lock !== null)).toEqual(held.map(() => true));
  expect(database.pool.totalCount).toBe(database.pool.idleCount);
  const { rows } = await database.pool.query(
    "select count(distinct pid)::int as held from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (select oid from pg_database where datname = current_database())",
  );
  expect(rows).toEqual([{ held: 1 }]);
  await Promise.all(held.map((lock) => lock?.release()));
  // Node emits warnings in a later turn of the event loop.
  await new Promise(setImmediate);
  expect(warnings).toEqual([]);
});

test('a lost connection releases its locks and tells their holder, and the next call reconnects', async () => {
  const held = await here.tryAcquire('h');
  await endSessions();
  await expect.poll(() => held?.lost.aborted).toBe(true);
  const taken = await there.tryAcquire('h');
  expect(taken).not.toBeNull();
  // It must not release what is another's by now.
  await held?.release();
  expect(await here.tryAcquire('h')).toBeNull();
  await taken?.release();
  const again = await here.tryAcquire('h');
  expect(again).not.toBeNull();
  await again?.release();
});

test('a holder whose network has gone silent is told, and the next call reconnects', async () => {
  const network = await openSilentNetwork(database.url);
  const locks = openAdvisoryLocks(network.url, { intervalMs: 200, timeoutMs: 2_000 });
  try {
    const held = await locks.tryAcquire('i');
    // Heartbeats alone change nothing.
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(held?.lost.aborted).toBe(false);
    network.silence();
    await endSessions();
    expect(await there.tryAcquire('i')).not.toBeNull();
    await expect.poll(() => held?.lost.aborted).toBe(true);
    expect(await locks.tryAcquire('j')).not.toBeNull();
  } finally {
    await locks.close();
    network.close();
  }
});

test('closing does not wait for a network that has gone silent', async () => {
  const network = await openSilentNetwork(database.url);
  const locks = openAdvisoryLocks(network.url, { intervalMs: 60_000, timeoutMs: 60_000 });
  const held = await locks.tryAcquire('k');
  expect(held).not.toBeNull();
  network.silence();
  await locks.close();
  await endSessions();
  network.close();
});
