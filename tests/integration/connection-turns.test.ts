import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { shareConnections } from '#src/platform/connection-turns.server.ts';
import { nameAccount, runForNetwork, runForShop } from '#src/platform/request-client.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';

const SIZE = 8;
const { requests: OF_REQUESTS, perNetwork: OF_NETWORK, shop: OF_SHOP } = shareConnections(SIZE);

let database: TestDatabase;
/** Connections that are held as if by slow statements, in the order in which they were given out. */
const held: { who: string; client: pg.PoolClient }[] = [];
const waiting: Promise<unknown>[] = [];
let isOver = false;
beforeAll(async () => {
  database = await createTestDatabase(SIZE);
});
afterAll(() => database.drop());
afterEach(async () => {
  isOver = true;
  for (const { client } of held.splice(0)) client.release();
  await Promise.all(waiting.splice(0));
  isOver = false;
  expect(database.pool.countWaiting()).toBe(0);
});

/** Takes a connection and holds it until the test releases it. `who` is a network and an account in it. */
function take(who: string) {
  const [network = '', account = ''] = who.split(' ');
  const connect = async () => {
    nameAccount(account);
    const client = await database.pool.connect();
    if (isOver) client.release();
    else held.push({ who, client });
  };
  waiting.push(who === 'shop' ? runForShop(connect) : runForNetwork(network, connect));
}

const takeMany = (who: string, count: number) => {
  for (let at = 0; at < count; at += 1) take(who);
};
const list = () => held.map(({ who }) => who);
const release = (who: string) => {
  const at = held.findIndex((one) => one.who === who);
  held.splice(at, 1)[0]?.client.release();
};
/** Runs a statement of a request from this network. */
const ask = (network: string) => runForNetwork(network, async () => await database.db.execute(sql`select 1 as one`));

test('a network with slow statements leaves connections to others', async () => {
  takeMany('a', 3 * SIZE);
  await expect.poll(list).toHaveLength(OF_NETWORK);
  expect((await ask('b')).rows).toEqual([{ one: 1 }]);
  expect(list()).toHaveLength(OF_NETWORK);
});

test('a released connection goes to the network whose turn it is, even if others wait with more requests', async () => {
  takeMany('a', OF_NETWORK);
  takeMany('b', OF_REQUESTS - OF_NETWORK);
  await expect.poll(list).toHaveLength(OF_REQUESTS);
  takeMany('a', 2 * SIZE);
  take('c');
  release('a');
  await expect.poll(list).toHaveLength(OF_REQUESTS);
  release('a');
  await expect.poll(list).toHaveLength(OF_REQUESTS);
  expect(list()).toContain('c');
});

test('accounts of one network take turns', async () => {
  takeMany('office eve', 3 * SIZE);
  await expect.poll(list).toHaveLength(OF_NETWORK);
  take('office bob');
  for (let turn = 1; turn <= 2; turn += 1) {
    release('office eve');
    await expect.poll(list).toHaveLength(OF_NETWORK);
  }
  expect(list()).toContain('office bob');
});

test('requests leave connections for the shop’s own work, no matter how many networks they come from', async () => {
  for (let at = 0; at < 3 * SIZE; at += 1) take(`stranger${at}`);
  await expect.poll(list).toHaveLength(OF_REQUESTS);
  expect((await runForShop(async () => await database.db.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
});

test('the shop’s own work leaves connections for requests', async () => {
  takeMany('shop', 3 * SIZE);
  await expect.poll(list).toHaveLength(OF_SHOP);
  expect((await ask('a')).rows).toEqual([{ one: 1 }]);
});

test('a transaction gets a second connection, even if others in its own network wait', async () => {
  await runForNetwork('a', () =>
    database.db.transaction(async () => {
      takeMany('a', 3 * SIZE);
      await expect.poll(list).toHaveLength(OF_NETWORK - 1);
      expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    }),
  );
});

test('a request that waits too long gets a database error, and no connection later', async () => {
  takeMany('a', OF_NETWORK);
  await expect.poll(list).toHaveLength(OF_NETWORK);
  database.pool.options.connectionTimeoutMillis = 50;
  await expect(ask('a')).rejects.toMatchObject({
    cause: expect.objectContaining({ message: 'timeout exceeded when trying to connect' }),
  });
  release('a');
  expect((await ask('a')).rows).toEqual([{ one: 1 }]);
});
