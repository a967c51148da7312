import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToolSearchWorker } from '#src/features/catalogue/search/index-worker.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { explainAll, listNodes, recordStatements } from './list-plans.ts';
import { type ApiResponse, listBody } from './order-helpers.ts';

let shop: TestShop;

/** The category Forgings has more tools than there are dorbles; Oddments, which contains some of them, has fewer. */
beforeAll(async () => {
  shop = await createTestShop();
  const { db, pool } = shop.database;
  const addMany = async (itemName: string, category: string, from: number, until: number) => {
    const model = await seedTool(db, { itemName, category, quantity: 50 });
    await pool.query(
      `insert into tools (id, item_name, about, category_id, unit_price_minor, min_order_quantity, available, image)
       select lpad(n::text, 24, '0'), item_name, about, category_id, n, min_order_quantity, 50, image
       from tools, generate_series($2::int, $3::int) n where id = $1`,
      [model, from, until],
    );
  };
  await addMany('Wooden dorble', 'Forgings', 1, 1_499);
  await addMany('Oak dorble', 'Oddments', 2_000, 2_058);
  await addMany('Snarp of zinc', 'Oddments', 3_000, 3_099);
  await addMany('Zinc plate', 'Forgings', 4_000, 4_299);
  await seedTool(db, { itemName: 'Brass clasp', sku: 'ODD-7714', category: 'Oddments', quantity: 50 });
  await seedTool(db, { itemName: 'Wooden dorble', sku: 'OUT-1', category: 'Oddments', quantity: 0 });
  await createToolSearchWorker({ db, log: { error: (fields) => expect(fields).toEqual({}) } }).run();
  await pool.query("update tools set state = 'draft' where id in (lpad('2000', 24, '0'), lpad('1', 24, '0'))");
  await createToolSearchWorker({ db, log: { error: (fields) => expect(fields).toEqual({}) } }).run();
  await pool.query('vacuum analyze tool_search, tools, tool_facets');
});
afterAll(() => shop.close());

/** Reads all pages of a list by cursor, and returns the ids in order and the reported count. */
async function readAll(query: string): Promise<{ ids: string[]; count: string | null }> {
  const ids: string[] = [];
  let path: string | null = `/tools?${query}&limit=100`;
  let count: string | null = null;
  while (path !== null) {
    const response: ApiResponse = await shop.call('GET', path);
    expect([path, response.status]).toEqual([path, 200]);
    count ??= response.headers.get('x-total-count');
    ids.push(...listBody(response).map(({ _id }) => String(_id)));
    path = /<\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  return { ids, count };
}

/** Reads the expected ids from the tables, without any search. */
async function listIds(name: string, category: string, besides = 'true'): Promise<string[]> {
  const rows = await shop.query<{ id: string }>(
    `select id from tools where item_name ~* $1 and state = 'on_sale' and ${besides}
     and category_id = (select id from categories where name = $2) order by unit_price_minor, seq`,
    [name, category],
  );
  return rows.map(({ id }) => id);
}

describe('words in a category', () => {
  test.each([
    ['dorble', 'Forgings'],
    ['dorble', 'Oddments'],
    ['snarp', 'Oddments'],
    ['wooden dorble', 'Oddments'],
  ])(
    '%s in %s are each found once and counted, by relevance and by price, up to the last page',
    async (words, category) => {
      const expected = await listIds(words.replace(' ', '.*'), category);
      expect(expected.length).toBeGreaterThan(0);
      const query = `q=${encodeURIComponent(words)}&category=${category.toLowerCase()}`;
      const byPrice = await readAll(`${query}&sort=price`);
      expect(byPrice.ids).toEqual(expected);
      expect(byPrice.count).toBe(String(expected.length));
      const byRelevance = await readAll(query);
      expect(byRelevance.ids.toSorted()).toEqual(expected.toSorted());
      expect(byRelevance.count).toBe(String(expected.length));
    },
  );

  test('can also be filtered by price and stock', async () => {
    const cheap = await readAll('q=dorble&category=oddments&price.max=20.10&sort=price');
    expect(cheap.ids).toEqual(await listIds('dorble', 'Oddments', 'unit_price_minor <= 2010'));
    const gone = await readAll('q=dorble&category=oddments&state=out');
    expect(gone.ids).toEqual(await listIds('dorble', 'Oddments', "stock_state = 'out'"));
  });

  test('a part number is found in its category, and in no other', async () => {
    for (const sort of ['relevance', 'price']) {
      expect((await readAll(`q=odd7714&category=oddments&sort=${sort}`)).ids).toHaveLength(1);
      expect((await readAll(`q=odd7714&category=forgings&sort=${sort}`)).ids).toEqual([]);
    }
  });

  test.each(['price', 'relevance'])(
    'by %s, are looked up through the category if it has fewer tools than there are matches',
    async (sort) => {
      const readsWords = async (category: string) => {
        const statements = await recordStatements(async () => {
          const response = await shop.call('GET', `/tools?q=dorble&category=${category}&sort=${sort}&limit=7`);
          expect(response.status).toBe(200);
        });
        const plans = await explainAll(shop.database.pool, statements);
        const indexes = plans.flatMap(listNodes).flatMap((node) => node['Index Name'] ?? []);
        return indexes.some((name) => /^tool_search_\d_document_idx/.test(name));
      };
      expect(await readsWords('oddments')).toBe(false);
      expect(await readsWords('forgings')).toBe(true);
    },
  );
});
