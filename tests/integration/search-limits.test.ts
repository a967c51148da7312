import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true, trustedProxies: 1 } });
  await seedTool(shop.database.db, { itemName: 'Plumb bob' });
});
afterAll(() => shop.close());

const get = (path: string, from = '203.0.113.7') =>
  fetch(`${shop.origin}/api${path}`, { headers: { 'x-forwarded-for': from } });

test('searches are counted per client address, and cached lists are not', async () => {
  await shop.database.pool.query('insert into rate_limits (key, points, expire) values ($1, 300, $2)', [
    'search:203.0.113.7',
    Date.now() + 60_000,
  ]);
  const limited = await get('/tools?q=plumb');
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await get('/tools')).status).toBe(200);
  expect((await get('/tools?sort=name')).status).toBe(200);
  expect((await get('/tools?q=plumb', '203.0.113.8')).status).toBe(200);
});

test('the longest client address is counted, and is not logged', async () => {
  const email = `${'a'.repeat(240)}@example.com`;
  const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
  await limits.consume('automaticMail', `newsletter:${email}`);
  const { rows } = await shop.database.pool.query("select key from rate_limits where key like 'letter:%'");
  expect(rows).toHaveLength(1);
  expect(rows[0].key).not.toContain('@');
});
