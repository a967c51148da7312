import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { formatCursor } from '#src/shared/list-cursor.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true, trustedProxies: 1 } });
  await seedTool(shop.database.db, { itemName: 'Plumb bob' });
});
afterAll(() => shop.close());

const get = (path: string, from = '203.0.113.7') =>
  fetch(`${shop.origin}/api${path}`, { headers: { 'x-forwarded-for': from } });

test('searches are limited per client address, and cached lists are not', async () => {
  await shop.sql`insert into rate_limits (key, points, expire)
    values ('search:203.0.113.7', 300, ${Date.now() + 60_000})`;
  const limited = await get('/tools?q=plumb');
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await get('/tools')).status).toBe(200);
  expect((await get('/tools?sort=name')).status).toBe(200);
  expect((await get('/tools?q=plumb', '203.0.113.8')).status).toBe(200);
});

test('filters are limited per client address: exact counts, a category with words, and distant pages', async () => {
  const { db } = shop.database;
  await seedTool(db, { itemName: 'Plumb line', category: 'Plumbing' });
  const from = '203.0.113.30';
  const count = async (path: string) => {
    shop.context.responseCache.invalidateAll();
    await shop.sql`delete from rate_limits where key = ${`search:${from}`}`;
    expect([path, (await get(path, from)).status]).toEqual([path, 200]);
    const rows = await shop.sql`select points from rate_limits where key = ${`search:${from}`}`;
    return rows[0]?.points ?? 0;
  };
  expect(await count('/tools/facets?category=plumbing')).toBe(0);
  expect(await count('/tools/facets?category=plumbing&price.min=1&price.max=9&state=low&spec.A=1&spec.B.min=1')).toBe(
    4,
  );
  expect(await count('/tools/facets?q=plumb&price.min=1')).toBe(2);
  expect(await count('/tools?category=plumbing&price.min=1&state=low')).toBe(1);
  expect(await count('/tools?category=plumbing&page=10&limit=100')).toBe(0);
  expect(await count('/tools?category=plumbing&page=11&limit=100')).toBe(1);
  expect(await count('/tools?category=plumbing&q=plumb')).toBe(1);
});

test.each(['/tools', '/tools?sort=name', '/blogs', '/review'])(
  'pages of %s by cursor are limited per client address, and cached pages are not',
  async (path) => {
    const from = '203.0.113.20';
    await shop.sql`insert into rate_limits (key, points, expire)
      values (${`listPage:${from}`}, 600, ${Date.now() + 60_000}) on conflict do nothing`;
    const url = `${path}${path.includes('?') ? '&' : '?'}limit=1`;
    const first = await get(url, from);
    expect(first.status).toBe(200);
    const cursor = formatCursor({
      sort: path.includes('name') ? 'name' : '',
      key: path.includes('name') ? 'a' : null,
      seq: 9,
    });
    const limited = await get(`${url}&cursor=${cursor}`, from);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await get(`${url}&cursor=${cursor}`, '203.0.113.21')).status).toBe(200);
  },
);

test('a client that exceeded its limit can still read cached pages', async () => {
  const from = '203.0.113.23';
  await shop.sql`insert into rate_limits (key, points, expire)
    values (${`listPage:${from}`}, 600, ${Date.now() + 60_000})`;
  const id = await seedTool(shop.database.db, { itemName: 'Spirit level' });
  const path = `/tools?limit=1&before=${id}`;
  expect((await get(path, from)).status).toBe(429);
  expect((await get(path, '203.0.113.24')).status).toBe(200);
  expect((await get(path, from)).status).toBe(200);
});

test('a crawler that reads ten pages per second for a minute is served', async () => {
  const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
  expect(await limits.consume('listPage', '203.0.113.22', 600)).toBeNull();
  expect(await limits.consume('listPage', '203.0.113.22')).toBeGreaterThan(0);
});

test('the longest client address is counted, but not logged', async () => {
  const email = `${'a'.repeat(240)}@example.com`;
  const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
  await limits.consume('automaticMail', `newsletter:${email}`);
  const rows = await shop.sql`select key from rate_limits where key like 'letter:%'`;
  expect(rows).toHaveLength(1);
  expect(rows[0].key).not.toContain('@');
});

test.each(['/tools?q=plumb', '/tools?category=plumbing&q=plumb', '/tools/facets?category=plumbing&q=plumb'])(
  'a client that exceeded the search limit causes no query with %s',
  async (path) => {
    const from = '203.0.113.40';
    const { pool } = shop.database;
    await pool.query('insert into rate_limits (key, points, expire) values ($1, 300, $2) on conflict do nothing', [
      `search:${from}`,
      Date.now() + 60_000,
    ]);
    expect((await get(path, from)).status).toBe(429);
    const connect = vi.spyOn(pool, 'connect');
    const limited = await get(path, from);
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
    expect((await get(path, '203.0.113.41')).status).not.toBe(429);
  },
);

test('a limit that was reset, or whose attempts were taken back, is not remembered as used up', async () => {
  const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
  expect(await limits.consume('searchMiss', 'somebody', 101)).toBeGreaterThan(0);
  await limits.reset('searchMiss', 'somebody');
  expect(await limits.consume('searchMiss', 'somebody', 99)).toBeNull();
  expect(await limits.consume('searchMiss', 'somebody', 2)).toBeGreaterThan(0);
  await limits.uncount('searchMiss', 'somebody');
  await limits.uncount('searchMiss', 'somebody');
  expect(await limits.consume('searchMiss', 'somebody')).toBeNull();
});

test('a client that may try again is counted again', async () => {
  const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
  const moveOn = vi.spyOn(performance, 'now');
  expect(await limits.consume('search', 'later', 301)).toBe(60);
  await shop.sql`delete from rate_limits where key = 'search:later'`;
  expect(await limits.consume('search', 'later')).toBeGreaterThan(0);
  const later = performance.now() + 61_000;
  moveOn.mockReturnValue(later);
  expect(await limits.consume('search', 'later')).toBeNull();
  moveOn.mockRestore();
});

test('searches of a network are limited by the time they take', async () => {
  const from = '203.0.113.50';
  const { searchTime } = shop.context.limits;
  const paths = [
    '/tools?q=plumb',
    '/tools?sort=name&limit=37',
    '/tools?category=plumbing&limit=41',
    '/tools/facets?category=plumbing',
    '/tools/suggest?q=plu',
  ];
  const measure = vi.spyOn(searchTime, 'measure');
  for (const path of paths) expect([path, (await get(path, from)).status]).toEqual([path, 200]);
  expect(measure.mock.calls.map(([client]) => client)).toEqual(paths.map(() => from));
  measure.mockRestore();
  const later = vi.spyOn(searchTime, 'getWait').mockImplementation((client) => (client === from ? 7 : null));
  shop.context.responseCache.invalidateAll();
  for (const path of paths) {
    const limited = await get(path, from);
    expect([path, limited.status, limited.headers.get('retry-after')]).toEqual([path, 429, '7']);
  }
  expect((await get('/tools?q=plumb', '203.0.113.51')).status).toBe(200);
  later.mockRestore();
});

test('a session can read who is signed in and get ID tokens sixty times in ten seconds', async () => {
  const read = (path: string) =>
    fetch(`${shop.origin}/api/auth/${path}`, { headers: { 'x-forwarded-for': '203.0.113.60', cookie: 'session=one' } });
  const paths = Array.from({ length: 80 }, (_, at) => ['get-session', 'token', 'jwks'][at % 3] ?? '');
  const responses = await Promise.all(paths.map(read));
  const limited = responses.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
