import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeDataDir, type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';

/** Enough for two batches of the worker. */
const WAITING = 150;

let database: TestDatabase;
const dataDir = makeDataDir();
const shops: RunningShop[] = [];

async function start(): Promise<RunningShop> {
  const shop = await startShop({ dataDir, env: { DATABASE_URL: database.url, PUBLIC_URL: 'http://127.0.0.1:9' } });
  shops.push(shop);
  return shop;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const shop of shops) await shop.stop();
  await database.drop();
  removeDataDir(dataDir);
});

test('after kill -9 in the middle of writing stock alerts, the next start notifies everybody once', async () => {
  const { pool } = database;
  const count = async (query: string) => (await pool.query(query)).rowCount;
  const first = await start();
  const lock = await pool.connect();
  await lock.query('begin');
  // At this point, the emails of the first batch are written but not committed.
  await lock.query('lock table stock_alert_links in share mode');
  await pool.query(
    `with tool as (select id from tools where state = 'on_sale' and available >= min_order_quantity order by id limit 1),
       alerts as (
         insert into stock_alerts (id, tool_id, email, state, confirmed_at, expires_at)
         select g || '@example.com', id, g || '@example.com', 'confirmed', now(), now() + interval '1 year'
         from tool, generate_series(1, $1::int) g)
     insert into awaited_tools (tool_id) select id from tool`,
    [WAITING],
  );
  const writing = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like 'insert into "stock_alert_links"%'`;
  await expect.poll(() => count(writing)).toBe(1);
  await first.stop('SIGKILL');
  await lock.query('rollback');
  lock.release();
  await expect.poll(() => count(writing)).toBe(0);
  const told = "select recipient from mails where kind = 'stock_alert'";
  expect(await count(told)).toBe(0);

  await start();
  await pool.query('update awaited_tools set check_at = now()');
  await expect.poll(() => count('select from awaited_tools')).toBe(0);
  expect(await count(told)).toBe(WAITING);
  expect(await count("select distinct recipient from mails where kind = 'stock_alert'")).toBe(WAITING);
  expect(await count("select from stock_alerts where state <> 'sent'")).toBe(0);
});
