import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkReplicaUrl } from '#src/app/check-replica-url.server.ts';
import { openDatabase } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import type { Replica } from '#src/platform/replica/replica.server.ts';
import { createTestDatabase, toTestDatabase } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openSilentNetwork } from '#tests/support/silent-network.ts';
import { type ReplicatedServer, startReplicatedServer } from '#tests/support/streaming-replica.ts';
import { openTransactionPooler } from '#tests/support/transaction-pooler.ts';
import { createTool, listBody, objectBody, placeOrder, type TestTool } from './order-helpers.ts';

let server: ReplicatedServer;
let shop: TestShop;
let replica: Replica;
let admin: TestUser;
let buyer: TestUser;
let tool: TestTool;
const log = createLog('silent');
/** On a busy machine, the replica can fall behind at any moment, and the primary does what these tests expect of it. */
const SLOW_REPLAY = { retry: 3 };

beforeAll(async () => {
  server = await startReplicatedServer();
  await migrateDatabase(server.primary.url, 'migrations');
  const addresses = { url: server.replica.url, primaryUrl: server.primary.url };
  const database = openDatabase(server.primary.url, 10, log, { replica: addresses });
  shop = await createTestShop({ database: toTestDatabase(database, server.primary.url, async () => {}) });
  if (!database.replica) throw new Error('opened with a replica');
  replica = database.replica;
  replica.watch();
  [admin, buyer] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
  tool = await createTool(shop, { itemName: 'Claw hammer' });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});
afterEach(() => server.replica.asSuperuser('select pg_wal_replay_resume()').catch(() => {}));

/** Waits until the replica has caught up. */
async function isUsed(): Promise<void> {
  while ((await replica.check()).state !== 'current') await setTimeout(50);
}
const pause = () => server.replica.asSuperuser('select pg_wal_replay_pause()');

/** How many statements and transactions went where meanwhile. */
async function count<T>(work: () => Promise<T>) {
  const before = replica.stats();
  const result = await work();
  const { statements, fallbacks } = replica.stats();
  return { result, replica: statements - before.statements, primary: fallbacks - before.fallbacks };
}

async function rename(itemName: string): Promise<void> {
  const { version } = objectBody(await shop.call('GET', `/inventory/${tool.id}`, { token: admin.token }));
  const { status } = await shop.call('PATCH', `/tools/${tool.id}`, {
    token: admin.token,
    body: { itemName, version },
  });
  expect(status).toBe(200);
}

const namesOf = async (path: string, token?: string) =>
  listBody(await shop.call('GET', path, { token })).map(({ itemName }) => itemName);

test('lists, searches, exports and the overview are read at the replica', async () => {
  const today = new Date().toISOString().slice(0, 10);
  for (const path of [
    '/tools?q=hammer',
    '/tools/facets?q=hammer',
    '/tools/suggest?q=ham',
    '/orders?q=hammer',
    '/orders',
    '/user?q=admin',
    '/inventory?state=available',
    '/overview',
    '/overview/oldest',
    '/exports/tools.csv',
    `/exports/purchases.csv?from=${today}&to=${today}`,
    '/tax-report',
    `/exports/taxes.csv?from=${today}&to=${today}`,
  ])
    await expect
      .poll(async () => {
        await isUsed();
        const counted = await count(() => shop.call('GET', path, { token: admin.token }));
        return [path, counted.result.status, counted.primary, counted.replica > 0];
      })
      .toEqual([path, 200, 0, true]);
  const sessions = await server.replica.asSuperuser<{ name: string }>(
    "select distinct application_name as name from pg_stat_activity where usename = 'shop'",
  );
  expect(sessions.map(({ name }) => name).sort()).toEqual(['ironmonger-reader', 'ironmonger-replica-monitor']);
});

test('everybody sees a write at once, however far the replica is behind', async () => {
  await isUsed();
  await pause();
  await rename('Club hammer');
  await placeOrder(shop, buyer, { ...tool, itemName: 'Club hammer' });
  const { result, primary } = await count(() => namesOf('/inventory?q=hammer', admin.token));
  expect([result, primary > 0]).toEqual([['Club hammer'], true]);
  expect(await namesOf(`/myorder?email=${buyer.email}&q=hammer`, buyer.token)).toEqual(['Club hammer']);
  expect(await namesOf('/orders', admin.token)).toEqual(['Club hammer']);
});

test('a write is also seen by a process that has not heard of it', async () => {
  const addresses = { url: server.replica.url, primaryUrl: server.primary.url };
  const other = openDatabase(server.primary.url, 5, log, { replica: addresses });
  other.replica?.watch();
  const read = async () =>
    (await toReadSource(other.db).execute<{ name: string }>(sql`select item_name as name from tools`)).rows;
  await expect.poll(async () => (await read()) && other.replica?.stats().statements).toBeGreaterThan(0);
  await pause();
  for (const name of ['Sledge hammer', 'Ball hammer']) {
    await rename(name);
    expect(await read()).toEqual([{ name }]);
  }
  await other.close();
});

test('a cached page is never older than the change that evicted it', async () => {
  await isUsed();
  const read = async () => (await namesOf('/tools?limit=5'))[0];
  await read();
  await pause();
  await rename('Framing hammer');
  expect(await read()).toBe('Framing hammer');
  await server.replica.asSuperuser('select pg_wal_replay_resume()');
  await isUsed();
  expect(await read()).toBe('Framing hammer');
});

test('a statement that replay cancels is repeated at the primary', SLOW_REPLAY, async () => {
  await isUsed();
  const source = toReadSource(shop.database.db);
  // Only the replica takes long.
  const slow = sql`select count(*)::int as posts, (case when pg_is_in_recovery() then pg_sleep(5) end)::text from blogs`;
  const counted = count(() => source.execute<{ posts: number }>(slow));
  await expect
    .poll(() =>
      server.replica.asSuperuser(
        "select from pg_stat_activity where query like '%pg_sleep(5)%from blogs' and state = 'active'",
      ),
    )
    .toHaveLength(1);
  await shop.database.db.transaction(async (tx) => {
    await tx.execute('lock table blogs in access exclusive mode');
    await tx.execute('select pg_current_xact_id()');
  });
  const { result, primary } = await counted;
  expect([result.rows[0]?.posts, primary]).toEqual([0, 1]);
});

test(
  'a canceled statement does not keep the next one from the replica, and a lost connection does',
  SLOW_REPLAY,
  async () => {
    await isUsed();
    const fail = (code: string) => replica.noteFault(Object.assign(new pg.DatabaseError('', 0, 'error'), { code }));
    fail('40001');
    const client = await replica.connect();
    client?.release();
    fail('57P01');
    expect([client !== null, await replica.connect()]).toEqual([true, null]);
  },
);

test('the time limit of a statement is not given to the primary a second time', SLOW_REPLAY, async () => {
  await isUsed();
  const { primary } = await count(() =>
    expect(
      toReadSource(shop.database.db).transaction(async (tx) => {
        await tx.execute('set local statement_timeout = 50');
        await tx.execute('select pg_sleep(1)');
      }),
    ).rejects.toThrow(),
  );
  expect(primary).toBe(0);
});

test('a read that has begun when the network falls silent is repeated within seconds', async () => {
  const network = await openSilentNetwork(server.replica.url);
  const addresses = { url: network.url, primaryUrl: server.primary.url };
  const other = openDatabase(server.primary.url, 5, log, { replica: addresses });
  other.replica?.watch();
  await expect.poll(() => other.replica?.stats().state).toBe('current');
  const read = toReadSource(other.db)
    .execute(sql`select pg_sleep(1)::text as slept`)
    .then(({ rows }) => rows);
  await expect
    .poll(() =>
      server.replica.asSuperuser(
        "select from pg_stat_activity where query like '%pg_sleep(1)%as slept' and state = 'active'",
      ),
    )
    .toHaveLength(1);
  network.silence();
  const silentAt = performance.now();
  expect(await read).toEqual([{ slept: '' }]);
  expect(performance.now() - silentAt).toBeLessThan(9_000);
  await other.close();
  network.close();
});

test('addresses of no replica of this database are refused, each with what to do', async () => {
  const [url, replicaUrl] = [server.primary.url, server.replica.url];
  const elsewhere = await createTestDatabase();
  await server.primary.asSuperuser('create database other owner shop');
  await isUsed();
  const pooler = await openTransactionPooler(replicaUrl);
  for (const [urls, sentence] of [
    [{ url, replicaUrl: url }, /accepts writes: the primary itself.* Set it to the address of a streaming replica/],
    [{ url, replicaUrl: elsewhere.url }, /accepts writes.* or leave it out/],
    [{ url: elsewhere.url, replicaUrl }, /a replica of another cluster.* Set it to the address of a streaming replica/],
    [
      { url, replicaUrl: withDatabase(replicaUrl, 'other') },
      /leads to the database "other", and DATABASE_URL to "shop"/,
    ],
    [{ url, replicaUrl: withDatabase(replicaUrl, 'nowhere') }, /cannot be used: database "nowhere" does not exist\.$/],
    [{ url, replicaUrl: pooler.url }, /leads to a pooler.* Set it to the address of PostgreSQL itself/],
  ] as const)
    expect(await checkReplicaUrl(urls)).toMatch(sentence);
  expect(await checkReplicaUrl({ url, replicaUrl })).toBe(null);
  pooler.close();
  await elsewhere.drop();
});

test('a role that may not find out where the replica is gets a sentence, at the start and later', async () => {
  await isUsed();
  await server.primary.asSuperuser('revoke execute on function pg_control_checkpoint() from public');
  await expect
    .poll(async () => (await replica.check()).reason)
    .toMatch(/^It does not tell its position: permission denied .* Grant the role/);
  await server.primary.asSuperuser('revoke execute on function pg_control_system() from public');
  const urls = { url: server.primary.url, replicaUrl: server.replica.url };
  await expect.poll(() => checkReplicaUrl(urls)).toMatch(/As a superuser, grant it to execute pg_control_system, /);
  await server.primary.asSuperuser('grant execute on function pg_control_system(), pg_control_checkpoint() to public');
});

test('without its replica, the shop reads at the primary, and says so', SLOW_REPLAY, async () => {
  await isUsed();
  await server.replica.end();
  expect(await namesOf('/inventory?q=hammer', admin.token)).toEqual(['Framing hammer']);
  const { body } = await shop.call('POST', '/system/check', { token: admin.token, body: {} });
  expect((body as { ports: unknown[] }).ports).toContainEqual(
    expect.objectContaining({
      port: 'replica',
      health: 'down',
      trouble: expect.stringMatching(/^It does not respond: /),
    }),
  );
  expect(await checkReplicaUrl({ url: server.primary.url, replicaUrl: server.replica.url })).toBe(null);
  await server.replica.start();
  await isUsed();
  expect((await count(() => namesOf('/inventory?q=hammer', admin.token))).replica).toBeGreaterThan(0);
});

// The last one: there is no way back.
test('a replica that was promoted is not read any more', async () => {
  await server.replica.asSuperuser('select pg_promote()');
  await rename('Brick hammer');
  const { result, replica: read } = await count(() => namesOf('/inventory?q=hammer', admin.token));
  expect([result, read]).toEqual([['Brick hammer'], 0]);
  await expect.poll(() => replica.stats().state).toBe('promoted');
});
