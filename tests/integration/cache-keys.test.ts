import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seedBlog, seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
  await seedTool(shop.database.db);
  await seedBlog(shop.database.db);
});
afterAll(() => shop.close());
beforeEach(() => shop.context.responseCache.invalidateAll());

const getEntries = () => shop.context.responseCache.stats().entries;
const get = async (path: string) => (await shop.call('GET', path)).status;

test.each([
  ['/blogs?limit=1', ['/blogs?limit=0001', '/blogs?limit=1&x=1', '/blogs?x=2&limit=%31', '/blogs?limit=1.0']],
  ['/tools', ['/tools?limit=100', '/tools?utm_source=x', '/tools?x']],
  ['/tools?sort=-price&page=1', ['/tools?page=1&sort=-price', '/tools?page=001&sort=-price&x=1']],
  ['/docs', ['/docs?x=1', '/docs?x=2']],
  ['/openapi.json', ['/openapi.json?x=1']],
])('all spellings of %s share one cache entry', async (path, spellings) => {
  expect(await get(path)).toBe(200);
  expect(getEntries()).toBe(1);
  for (const spelling of spellings) expect([spelling, await get(spelling)]).toEqual([spelling, 200]);
  expect(getEntries()).toBe(1);
});

test('addresses with endless variations are not cached', async () => {
  for (let at = 0; at < 5; at += 1) {
    const unknown = randomBytes(12).toString('hex');
    for (const path of [
      `/blogs?before=${unknown}&limit=${'0'.repeat(at)}1`,
      `/tools/${unknown}`,
      `/tools?q=${' '.repeat(at)}`,
      `/tools?q=${unknown}`,
      `/tools?limit=1&limit=${at + 1}`,
      `/blogs?limit=${at + 200}`,
    ])
      await get(path);
  }
  expect(getEntries()).toBe(0);
});
