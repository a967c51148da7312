import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

const [FLOOD, OTHER] = ['203.0.113.7', '198.51.100.4'];
const SENT = 150;
/** The most places of one client. */
const MAX_PLACES = 20;

let shop: TestShop;
let plumb: string;
beforeAll(async () => {
  shop = await createTestShop({ settings: { trustedProxies: 1 } });
  plumb = await seedTool(shop.database.db, { itemName: 'Plumb bob' });
});
afterAll(() => shop.close());

const get = async (path: string, from: string) => {
  const response = await fetch(`${shop.origin}/api${path}`, { headers: { 'x-forwarded-for': from } });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
};

/** Blocks reads of these tables until the test releases them. */
async function holdTables(tables: string) {
  const client = await shop.database.pool.connect();
  await client.query(
    `begin; set local idle_in_transaction_session_timeout = 0; lock table ${tables} in access exclusive mode`,
  );
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

test.each([
  ['searches', 'tool_search, tool_stocks', (at: number) => `/tools?q=plumb${at}`],
  ['suggestions', 'tool_search', (at: number) => `/tools/suggest?q=plumb${at}`],
  ['filtered lists', 'tool_facets', (at: number) => `/tools?price.max=${at + 1}`],
  ['counts of filters', 'tool_facets', (at: number) => `/tools/facets?price.max=${at + 1}`],
])('%s of one address let another address take its turn', async (_what, tables, toPath) => {
  const release = await holdTables(tables);
  const order: string[] = [];
  const refused: (string | null)[] = [];
  const flood = Array.from({ length: SENT }, async (_, at) => {
    const { status, retryAfter } = await get(toPath(at), FLOOD);
    if (status === 200) order.push(FLOOD);
    else refused.push(retryAfter);
  });
  // While everything is blocked, all requests without a place are rejected.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(SENT - MAX_PLACES);
  expect(refused[0]).toMatch(/^[1-9]\d*$/);
  const other = get(toPath(SENT), OTHER).then(({ status }) => order.push(OTHER) && status);
  await pause(1_000);
  await release();
  expect(await other).toBe(200);
  await Promise.all(flood);
  // It comes after only a few of them. In order of arrival, it would come after all twenty.
  expect(order.indexOf(OTHER)).toBeLessThan(MAX_PLACES * 0.75);
});

test('requests of one address that wait for the database leave connections for others and for health checks', async () => {
  const release = await holdTables('tools');
  const flood = Array.from({ length: 60 }, (_, at) => get(`/tools/${plumb}/quantity?quantity=${at + 1}`, FLOOD));
  await expect.poll(() => shop.database.pool.countWaiting()).toBeGreaterThan(MAX_PLACES);
  expect((await get('/blogs?limit=1', OTHER)).status).toBe(200);
  expect((await get('/../readyz', FLOOD)).status).toBe(200);
  await release();
  await Promise.all(flood);
});
