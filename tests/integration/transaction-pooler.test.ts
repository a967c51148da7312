import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabaseUrls } from '#src/app/check-database-urls.server.ts';
import { prepareDatabase } from '#src/app/prepare-database.server.ts';
import { listenForChanges } from '#src/platform/change-listener.server.ts';
import { openDatabase, publishChange } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { findPooling } from '#src/platform/pooling.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createDatabaseWithRoles } from '#tests/support/database-roles.ts';
import { openSilentNetwork } from '#tests/support/silent-network.ts';
import { openTransactionPooler, type TransactionPooler } from '#tests/support/transaction-pooler.ts';

let database: TestDatabase;
let pooler: TransactionPooler;
const log = createLog('silent');

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await openTransactionPooler(database.url);
});
afterAll(async () => {
  pooler.close();
  await database.drop();
});

const check = (urls: { url: string; directUrl?: string; migrationUrl?: string; preparedStatements?: boolean }) =>
  checkDatabaseUrls({ preparedStatements: true, ...urls });

/** As a shop behind the pooler opens it. */
const openPooled = (preparedStatements = false) =>
  openDatabase(pooler.url, 3, log, { hasSessions: false, preparedStatements });

test('a pooler that shares sessions is found, idle or busy, and no server or proxy is mistaken for one', async () => {
  const network = await openSilentNetwork(database.url);
  expect(await findPooling(pooler.url)).toEqual({ kind: 'transaction', keepsPreparedStatements: false });
  const opened = openPooled();
  let isBusy = true;
  const work = Array.from({ length: 3 }, async () => {
    while (isBusy) await opened.pool.query('select pg_sleep(0.002)');
  });
  for (let time = 0; time < 2; time++) {
    expect(await findPooling(pooler.url)).toEqual({ kind: 'transaction', keepsPreparedStatements: false });
    expect(await findPooling(database.url)).toEqual({ kind: 'session' });
    expect(await findPooling(network.url)).toEqual({ kind: 'session' });
  }
  isBusy = false;
  await Promise.all(work);
  await opened.close();
  network.close();
});

test('addresses with which the shop cannot work are refused, each with what to do', async () => {
  const other = await createTestDatabase();
  const [url, directUrl] = [pooler.url, database.url];
  expect(await check({ url: directUrl })).toEqual([]);
  expect(await check({ url, directUrl, preparedStatements: false })).toEqual([]);
  for (const [urls, sentence] of [
    [{ url }, /Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, and DATABASE_PREPARED_STATEMENTS to off/],
    [{ url, directUrl }, /does not keep prepared statements. Set DATABASE_PREPARED_STATEMENTS to off/],
    [{ url: directUrl, directUrl: url }, /^DATABASE_DIRECT_URL leads to a pooler/],
    [{ url: directUrl, migrationUrl: url }, /^DATABASE_MIGRATION_URL leads to a pooler/],
    [{ url, directUrl: other.url, preparedStatements: false }, /^DATABASE_DIRECT_URL leads to another database/],
    [{ url: directUrl, migrationUrl: other.url }, /^DATABASE_MIGRATION_URL leads to another database/],
    [{ url: directUrl, directUrl: 'postgres://shop:canary@127.0.0.1:1/shop' }, /^DATABASE_DIRECT_URL cannot be used/],
  ] as const) {
    const errors = await check(urls);
    expect(errors).toEqual([expect.stringMatching(sentence)]);
    expect(errors.join()).not.toContain('canary');
  }
  await other.drop();
});

test('the direct address must sign in as the same role', async () => {
  const { app, owner, env, drop } = await createDatabaseWithRoles();
  expect(await check({ url: env.DATABASE_URL, migrationUrl: env.DATABASE_MIGRATION_URL })).toEqual([]);
  expect(await check({ url: env.DATABASE_URL, directUrl: env.DATABASE_MIGRATION_URL })).toEqual([
    `DATABASE_DIRECT_URL signs in as "${owner}", and DATABASE_URL as "${app}". Both must use the same role.`,
  ]);
  await drop();
});

test('the role limits the sessions that a pooler opens, but not migrations', async () => {
  const lines: string[] = [];
  const warnings = createLog('warn', { write: (line) => lines.push(line) });
  const urls = { url: pooler.url, directUrl: database.url };
  // Processes that start together.
  await Promise.all([1, 2, 3].map(() => prepareDatabase(urls, 'migrations', warnings)));
  expect(lines).toEqual([expect.stringContaining('got its time limits')]);
  const fresh = await openTransactionPooler(database.url);
  const opened = openDatabase(fresh.url, 1, log, { hasSessions: false });
  const { rows } = await opened.pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(rows).toEqual([{ statement: '10s', lock: '5s', idle: '15s' }]);
  await migrateDatabase(database.url, 'migrations', async (client) => {
    expect((await client.query("select current_setting('statement_timeout') as limit")).rows).toEqual([{ limit: '0' }]);
  });
  await opened.close();
  fresh.close();
});

test('prepared statements work behind a pooler that does not keep them, once they are off', async () => {
  const processes = [openPooled(), openPooled()];
  const named = { name: 'a_number', text: 'select $1::int as n' };
  const ask = (opened: (typeof processes)[number]) =>
    Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await opened.pool.query({ ...named, values: [n] })).rows[0].n),
    );
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  expect(await Promise.all(processes.map(ask))).toEqual([numbers, numbers]);
  const kept = [openPooled(true), openPooled(true)];
  await expect(Promise.all(kept.map(ask))).rejects.toThrow(/prepared statement "a_number"/);
  for (const opened of [...processes, ...kept]) await opened.close();
});

test('changes that are published through a pooler are heard at the direct address', async () => {
  const [here, there] = [openPooled(), openPooled()];
  const heard: (readonly string[] | null)[] = [];
  there.changes.follow((tags) => heard.push(tags));
  const stopListening = await listenForChanges(database.url, there.changes, { log });
  heard.length = 0;
  await here.db.transaction(async (tx) => publishChange(tx, ['tool:a']));
  publishChange(here.db, ['tool:b']);
  await expect.poll(() => heard.flat(), { timeout: 5_000 }).toEqual(['tool:a', 'tool:b']);
  await stopListening();
  for (const opened of [here, there]) await opened.close();
});
