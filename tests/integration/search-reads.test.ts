import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listToolRows } from '#src/features/catalogue/range/tool-lists.server.ts';
import { searchByRelevance } from '#src/features/catalogue/search/search-tools.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;
let db: Db;
const statements: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  const logger = { logQuery: (text: string) => void statements.push(text) };
  db = drizzle({ client: shop.database.pool, casing: 'snake_case', logger });
  for (const itemName of ['Cordless drill', 'Claw hammer', 'Angle grinder'])
    await seedTool(shop.database.db, { itemName });
});
afterAll(() => shop.close());
beforeEach(() => void statements.splice(0));

const countReads = (table: string) => statements.filter((text) => text.includes(`from "${table}"`)).length;

test('a search in another sort order reads its words once', async () => {
  const { total } = await listToolRows(db, { q: 'hammer', sort: 'name', limit: 10 });
  expect([total, countReads('search_synonyms'), countReads('search_words')]).toEqual([1, 1, 1]);
});

test.each(['cordless hammer', 'cordles hamer', 'hammer without angel grindr', 'flux capacitor'])(
  'a search without results for %s reads the synonyms of its words once, and all synonyms once',
  async (q) => {
    await searchByRelevance(db, { q, onSale: true, near: true, limit: 10 });
    expect(countReads('search_synonyms')).toBe(2);
  },
);
