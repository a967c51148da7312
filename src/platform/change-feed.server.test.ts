import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openSilentNetwork } from '#tests/support/silent-network.ts';
import type { ChangedTags } from './change-feed.server.ts';
import { listenForChanges } from './change-listener.server.ts';
import { type Database, openDatabase, publishChange } from './database.server.ts';

/** One of several processes of a shop. */
interface Process extends Database {
  heard: ChangedTags[];
  leave(): Promise<void>;
}

let database: TestDatabase;
let here: Process;
let there: Process;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function join(): Promise<Process> {
  const opened = openDatabase(database.url, 2, createLog('silent'));
  const heard: ChangedTags[] = [];
  opened.changes.follow((tags) => heard.push(tags));
  const stopListening = await listenForChanges(database.url, opened.changes, { log: createLog('silent') });
  heard.length = 0;
  return {
    ...opened,
    heard,
    async leave() {
      await stopListening();
      await opened.close();
    },
  };
}

beforeEach(async () => {
  [here, there] = await Promise.all([join(), join()]);
});
afterEach(() => Promise.all([here.leave(), there.leave()]));

/** Short for a test, and long enough for a database on a busy machine to answer, in ms. */
const HEARTBEAT_MS = 800;

/** Listens with short heartbeats, and records what it hears and whether it is connected. */
async function listenWithStates(url: string) {
  const heard: ChangedTags[] = [];
  const states: boolean[] = [];
  const stopListening = await listenForChanges(
    url,
    { deliver: (tags) => heard.push(tags), receive: (payload) => heard.push(JSON.parse(payload).tags) },
    { log: createLog('silent'), metrics: { listening: (state) => states.push(state) }, heartbeatMs: HEARTBEAT_MS },
  );
  return { heard, states, stopListening };
}

const listListeners = async () =>
  (
    await database.pool.query(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-change-listener'",
    )
  ).rows.length;

test('a change is applied at once in this process and soon after in the other one, each time once', async () => {
  publishChange(here.db, ['tools', 'tool:1']);
  publishChange(here.db, ['tool:2']);
  expect(here.heard).toEqual([['tools', 'tool:1'], ['tool:2']]);
  await expect.poll(() => there.heard).toEqual([['tools', 'tool:1', 'tool:2']]);
  await pause(50);
  expect(here.heard).toHaveLength(2);
});

test('a change in a transaction is applied right before the writer learns of the commit, and not earlier', async () => {
  await here.db.transaction(async (tx) => {
    publishChange(tx, ['tools']);
    await tx.transaction(async (savepoint) => publishChange(savepoint, ['blogs']));
    await pause(50);
    expect([here.heard, there.heard]).toEqual([[], []]);
  });
  expect(here.heard).toEqual([['tools', 'blogs']]);
  await expect.poll(() => there.heard).toEqual([['tools', 'blogs']]);
});

test('a follower that throws does not keep the connection', async () => {
  here.changes.follow(() => {
    throw new Error('no memory');
  });
  await expect(here.db.transaction(async (tx) => publishChange(tx, ['tools']))).rejects.toThrow('no memory');
  expect(here.pool.totalCount - here.pool.idleCount).toBe(0);
});

test('rolled-back changes are not sent to other processes', async () => {
  const failing = here.db.transaction(async (tx) => {
    publishChange(tx, ['tools']);
    throw new Error('no stock');
  });
  await expect(failing).rejects.toThrow('no stock');
  publishChange(here.db, ['blogs']);
  await expect.poll(() => there.heard).toEqual([['blogs']]);
});

test.each([
  ['many', Array.from({ length: 2_000 }, (_, at) => `tool:${at}`)],
  ['long', Array.from({ length: 100 }, (_, at) => `family:${at}${'é'.repeat(100)}`)],
])('with tags that are too %s for a notification, the other process invalidates everything', async (_what, tags) => {
  publishChange(here.db, tags);
  await expect.poll(() => there.heard).toEqual([null]);
  await here.db.transaction(async (tx) => publishChange(tx, tags));
  await expect.poll(() => there.heard).toEqual([null, null]);
  expect(here.heard).toEqual([tags, tags]);
});

test('notifications in an unknown format change nothing', async () => {
  for (const payload of ['', '{', '[]', '{"from":1}', 'null'])
    await database.pool.query('select pg_notify($1, $2)', ['cache_invalidation', payload]);
  publishChange(here.db, ['last']);
  await expect.poll(() => there.heard).toEqual([['last']]);
});

test('a process that was disconnected invalidates everything, listens again once, and receives the next change', async () => {
  await database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-change-listener'",
  );
  await expect.poll(() => there.heard.length).toBe(2);
  expect(there.heard).toEqual([null, null]);
  await expect.poll(listListeners).toBe(2);
  publishChange(here.db, ['tools']);
  await expect.poll(() => there.heard).toEqual([null, null, ['tools']]);
});

test('a process whose connection died silently hears changes again within two heartbeats', async () => {
  const network = await openSilentNetwork(database.url);
  const { heard, states, stopListening } = await listenWithStates(network.url);
  try {
    // Heartbeats alone change nothing.
    await pause(2.5 * HEARTBEAT_MS);
    expect([heard, states]).toEqual([[null], [true]]);
    network.silence();
    publishChange(here.db, ['lost']);
    await expect.poll(() => states).toEqual([true, false, true]);
    expect(heard).toEqual([null, null, null]);
    publishChange(here.db, ['tools']);
    await expect.poll(() => heard).toEqual([null, null, null, ['tools']]);
  } finally {
    await stopListening();
    network.close();
  }
});

test('a process whose subscription was lost, as by a pooler, notices it', async () => {
  const { states, stopListening } = await listenWithStates(database.url);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  // The other listeners beat less often.
  const findListener = () => {
    const clients = queries.mock.contexts as pg.Client[];
    return clients.find((client) => clients.filter((other) => other === client).length === 3);
  };
  try {
    await expect.poll(findListener).toBeDefined();
    await findListener()?.query('unlisten *');
    await expect.poll(() => states).toEqual([true, false, true]);
  } finally {
    queries.mockRestore();
    await stopListening();
  }
});

test('closing sends what is pending and leaves no connection behind', async () => {
  publishChange(here.db, ['tools']);
  await here.leave();
  here = await join();
  await expect.poll(() => there.heard).toEqual([['tools']]);
  await expect.poll(listListeners).toBe(2);
});
