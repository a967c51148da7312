import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { seedTool, seedUser } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { fetchAllPages, getColumn, getTotalCount, toSearchQuery } from './list-helpers.ts';
import { type ApiResponse, createTool, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

const get = (path: string, token: string | undefined = admin.token): Promise<ApiResponse> =>
  shop.call('GET', path, { token });

beforeAll(async () => {
  shop = await createTestShop();
  const { db } = shop.database;
  admin = await shop.createAdmin();
  ada = await shop.signUp({ email: 'ada.byron@works.example', displayName: 'Ada Byron' });
  await shop.signUp({ email: 'bob@quarry.example', displayName: 'Bob Stone' });
  await createTool(shop, { itemName: 'Bench vise, 120 mm' });
  await createTool(shop, { itemName: '100%_sure \\ "level"', unitPriceMinor: 99_000 });
  for (let at = 0; at < 40; at += 1) {
    await seedUser(db, {
      email: `person${String(at).padStart(2, '0')}@crowd.example`,
      displayName: ['zoe', 'Yan', 'xenia', 'Émile'][at % 4] as string,
      emailConfirmed: at % 2 === 0,
    });
    await seedTool(db, {
      itemName: `${['Wrench', 'anvil', 'Übersetzer', 'saw 🪚'][at % 4]} no. ${at}`,
      about: at % 2 ? 'Forged and hardened.' : 'Cast.',
      unitPriceMinor: 500 + (at % 5) * 100,
      quantity: [0, 9, 10, 29, 30][at % 5] as number,
      minOrderQuantity: 10,
    });
  }
});
afterAll(() => shop.close());

describe('GET /user as a list', () => {
  test('is searched by email and name, and filtered by role and confirmation', async () => {
    const found: [string, number][] = [
      ['q=crowd', 40],
      ['q=person0', 10],
      [toSearchQuery('émile'), 10],
      ['q=crowd&state=confirmed', 20],
      ['q=crowd&state=unconfirmed', 20],
      ['state=admin', 1],
      ['state=customer', 42],
      ['q=xenia&state=admin', 0],
    ];
    for (const [query, count] of found)
      expect([query, getTotalCount(await get(`/user?${query}`))]).toEqual([query, count]);
  });

  test('is sorted by name without regard to capitals and accents, by email and by sign-up date', async () => {
    const names = (await fetchAllPages(get, '/user?q=crowd&sort=name', 9)).map((row) =>
      String(row.displayName).toLowerCase(),
    );
    expect(names).toHaveLength(40);
    expect(names.filter((name, at) => name !== names[at - 1])).toEqual(['émile', 'xenia', 'yan', 'zoe']);
    const emails = (await fetchAllPages(get, '/user?q=example&sort=-email', 9)).map((row) => String(row.email));
    expect(emails.filter((email) => email !== admin.email && !/^person[1-3]|^person0[1-8]/.test(email))).toEqual([
      'person09@crowd.example',
      'person00@crowd.example',
      'bob@quarry.example',
      'ada.byron@works.example',
    ]);
    expect(getColumn(await get('/user?sort=created&limit=2'), 'email')).toEqual([admin.email, ada.email]);
  });

  test('is for admins only', async () => {
    expect(statusAndCode(await get('/user?q=a', ada.token))).toBe('403 forbidden');
    expect(statusAndCode(await get('/orders?q=a', ada.token))).toBe('403 forbidden');
    expect(statusAndCode(await shop.call('GET', '/orders?page=1'))).toBe('401 unauthenticated');
  });
});

describe('GET /tools as a list', () => {
  test('is filtered by stock, and tools with low stock can still be ordered', async () => {
    const totals = [];
    for (const state of ['available', 'low', 'out']) {
      totals.push(getTotalCount(await get(`/tools?state=${state}&q=no.`, undefined)));
    }
    expect(totals).toEqual([24, 16, 16]);
  });

  test('is searched by name and description, and sorted by every key in both directions', async () => {
    expect(getTotalCount(await get('/tools?q=hardened+anvil', undefined))).toBe(10);
    expect(getTotalCount(await get(`/tools?${toSearchQuery('🪚')}`, undefined))).toBe(10);
    expect(getTotalCount(await get(`/tools?${toSearchQuery('ÜBER')}`, undefined))).toBe(10);
    for (const [key, field, steps] of [
      ['price', 'balance', [990, 18.9, 9, 8, 7, 6, 5]],
      ['minimum', 'minOrderQuantity', [10]],
      ['stock', 'quantity', [100, 30, 29, 10, 9, 0]],
    ] as const) {
      const rows = await fetchAllPages(get, `/tools?sort=-${key}`, 11);
      const values = rows.map((row) => Number(row[field]));
      expect(values.filter((value, at) => value !== values[at - 1])).toEqual(steps);
      expect(new Set(rows.map((row) => row._id)).size).toBe(42);
    }
    const words = (await fetchAllPages(get, '/tools?sort=name', 11)).map((row) => String(row.itemName).split(' ')[0]);
    expect(words.filter((word, at) => word !== words[at - 1])).toEqual([
      '100%_sure',
      'anvil',
      'Bench',
      'saw',
      'Übersetzer',
      'Wrench',
    ]);
  });

  test('is cached until a tool changes, and a search is never cached', async () => {
    const { responseCache } = shop.context;
    const entries = async (path: string) => {
      const before = responseCache.stats().entries;
      await shop.call('GET', path);
      return responseCache.stats().entries - before;
    };
    responseCache.invalidateAll();
    expect(await entries('/tools?sort=price&page=2&limit=5')).toBe(1);
    expect(await entries('/tools?state=out')).toBe(1);
    for (const q of ['a', 'saw', '%', 'nothing-like-it']) expect(await entries(`/tools?${toSearchQuery(q)}`)).toBe(0);
    const again = await shop.call('GET', '/tools?sort=price&page=2&limit=5');
    expect([again.headers.get('etag') !== null, getTotalCount(again)]).toEqual([true, 42]);
    await seedTool(shop.database.db, { itemName: 'Feeler gauge' });
    responseCache.invalidate(['tools']);
    expect(getTotalCount(await shop.call('GET', '/tools?sort=price&page=2&limit=5'))).toBe(43);
    for (const table of ['stock_adjustments', 'price_changes'])
      await shop.query(`delete from ${table} where tool_id in (select id from tools where item_name = 'Feeler gauge')`);
    await shop.database.db.delete(tools).where(eq(tools.itemName, 'Feeler gauge'));
    responseCache.invalidate(['tools']);
  });
});
