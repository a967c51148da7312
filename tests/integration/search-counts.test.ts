import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToolSearchWorker } from '#src/features/catalogue/search/index-worker.server.ts';
import { searchByRelevance } from '#src/features/catalogue/search/search-tools.server.ts';
import { addSynonyms } from '#src/features/catalogue/search/synonyms.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

const count = async (q: string) =>
  (await searchByRelevance(shop.database.db, { q, onSale: true, near: true, limit: 20 })).total;

async function index(): Promise<void> {
  await createToolSearchWorker({ db: shop.database.db, log: { error: (fields) => expect(fields).toEqual({}) } }).run();
}

/** Adds tools like a model. */
async function addLike(itemName: string, from: number, until: number): Promise<string> {
  const model = await seedTool(shop.database.db, { itemName, quantity: 50 });
  await shop.database.fill(
    `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
     select lpad(n::text, 24, '0'), item_name, about, unit_price_minor, min_order_quantity, 50, image
     from tools, generate_series($1::int, $2::int) n where id = $3`,
    [from, until, model],
  );
  return model;
}

test('a word, its synonyms and two adjacent words are counted exactly, although most counts are precomputed', async () => {
  const admin = await shop.createAdmin();
  const by = { userId: admin.userId, email: admin.email, role: 'admin' as const };
  await addSynonyms(shop.database.db, by as never, ['dorble', 'snarp']);
  await addLike('Wooden dorble', 1, 299);
  await addLike('Splitting snarp', 300, 339);
  await addLike('Dorble for a snarp', 340, 349);
  await addLike('Dorble of oak, wooden', 350, 354);
  await index();
  // 300, 41, 11 and 6, including the models.
  expect(await count('dorble')).toBe(358);
  expect(await count('snarp')).toBe(358);
  expect(await count('wooden dorble')).toBe(306);
  expect(await count('splitting dorble')).toBe(41);
});

test('a sample is enough to report more than ten thousand, and fewer are counted exactly', async () => {
  const { pool } = shop.database;
  await addLike('Gadget of zinc, not far from a widget', 1_001, 13_500);
  await index();
  expect(await count('widget gadget')).toBe(10_001);
  await pool.query("update tools set state = 'archived' where id like '0000%' and id > lpad('10990', 24, '0')");
  await index();
  expect(await count('widget gadget')).toBe(9_991);
});
