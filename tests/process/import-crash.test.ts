import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Import } from '#src/features/imports/contract.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  makeDataDir,
  QUICK_PASSWORDS,
  type RunningShop,
  removeDataDir,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';

/** Enough rows for three batches. One row in the second batch changes an existing tool. */
const ROWS = 250;
const CHANGED = 150;

let database: TestDatabase;
const dataDir = makeDataDir();
const shops: RunningShop[] = [];

async function start(): Promise<{ shop: RunningShop; token: string }> {
  const shop = await startShop({
    dataDir,
    env: { ...QUICK_PASSWORDS, DATABASE_URL: database.url, PUBLIC_URL: 'http://127.0.0.1:9' },
  });
  shops.push(shop);
  return { shop, token: await signInAdmin(shop.origin) };
}

async function readImport({ origin }: RunningShop, token: string, id: string): Promise<Import> {
  const response = await fetch(`${origin}/api/imports/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Import;
}

async function waitForState(shop: RunningShop, token: string, id: string, state: Import['state']): Promise<Import> {
  for (let waited = 0; waited < 30_000; waited += 100) {
    const found = await readImport(shop, token, id);
    if (found.state === state) return found;
    await pause(100);
  }
  throw new Error(`${JSON.stringify(await readImport(shop, token, id))} is not ${state}\n${shop.output()}`);
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const shop of shops) await shop.stop();
  await database.drop();
  removeDataDir(dataDir);
});

test('after kill -9 in the middle of an import, the next start writes each row exactly once, and it can be undone', async () => {
  const { pool } = database;
  const count = async (statement: string) => (await pool.query(statement)).rowCount;
  const { shop, token } = await start();
  const { rows } = await pool.query("select id, sku, available from tools where state = 'on_sale' order by id limit 1");
  const known = rows[0] as { id: string; sku: string; available: number };
  const lines = Array.from({ length: ROWS }, (_, at) =>
    at === CHANGED ? `${known.sku},,,,${known.available + 5}` : `CRASH-${at},Crash rasp ${at},5,1,7`,
  );
  const form = new FormData();
  form.append('file', new File([`SKU,Name,Price,MOQ,Stock\n${lines.join('\n')}\n`], 'crash.csv', { type: 'text/csv' }));
  const authorization = `Bearer ${token}`;
  const added = await fetch(`${shop.origin}/api/imports`, { method: 'POST', body: form, headers: { authorization } });
  const { insertedId: id } = (await added.json()) as { insertedId: string };
  expect(await waitForState(shop, token, id, 'ready')).toMatchObject({ creates: ROWS - 1, changes: 1, faults: [] });

  // The second batch waits for this tool after half of its rows were written but not committed.
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('select from tools where id = $1 for update', [known.id]);
  await fetch(`${shop.origin}/api/imports/${id}/confirm`, { method: 'POST', headers: { authorization } });
  const written = "select from tools where sku like 'CRASH-%'";
  await expect.poll(() => count(written)).toBe(100);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => count(waiting)).toBeGreaterThan(0);
  await shop.stop('SIGKILL');
  await lock.query('rollback');
  lock.release();
  await expect.poll(() => count(waiting)).toBe(0);
  expect(await count(written)).toBe(100);

  await pool.query('update imports set claimed_until = now()');
  const next = await start();
  await waitForState(next.shop, next.token, id, 'done');
  expect(await count(written)).toBe(ROWS - 1);
  const stock = await pool.query(
    "select sum(available)::int as available, count(*)::int as adjusted from tools t join stock_adjustments a on a.tool_id = t.id and a.delta = 7 where sku like 'CRASH-%'",
  );
  expect(stock.rows).toEqual([{ available: 7 * (ROWS - 1), adjusted: ROWS - 1 }]);
  const changed = await pool.query('select available from tools where id = $1', [known.id]);
  expect(changed.rows).toEqual([{ available: known.available + 5 }]);

  const undone = await fetch(`${next.shop.origin}/api/imports/${id}/undo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${next.token}` },
  });
  expect(undone.status).toBe(200);
  await waitForState(next.shop, next.token, id, 'undone');
  const left = await pool.query('select available from tools where id = $1', [known.id]);
  expect(left.rows).toEqual([{ available: known.available }]);
  expect(await count(`${written} and state = 'on_sale'`)).toBe(0);
});
