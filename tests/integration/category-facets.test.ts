import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countChangedCategories } from '#src/features/catalogue/range/category-facets.server.ts';
import { getFacets } from '#src/features/catalogue/range/facets.server.ts';
import { readScope } from '#src/features/catalogue/range/filtered-tools.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let admin: TestUser;
const ids: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  for (const [at, category] of ['Files > Flat', 'Files > Flat', 'Files > Round', 'Files', 'Rasps'].entries()) {
    const id = await seedTool(shop.database.db, {
      itemName: `Tool ${at}`,
      unitPriceMinor: 100 * (at + 1),
      minOrderQuantity: at + 1,
      quantity: at === 1 ? 0 : 500,
      category,
      specifications: [
        { name: 'Cut', value: at % 2 === 0 ? 'Bastard' : 'Smooth', unit: '' },
        { name: 'Length', value: String(100 + 50 * at), unit: 'mm' },
      ],
    });
    ids.push(id);
  }
});
afterAll(() => shop.close());

async function readFacets(category: string) {
  const { db } = shop.database;
  const scope = await readScope(db, { filters: { category, specifications: [] }, errors: {} });
  if (!scope.ok) throw new Error(`there is no ${category}`);
  return getFacets(db, scope.value);
}

const countAll = async () => {
  while ((await countChangedCategories(shop.database.db)) > 0);
};

/** Returns a category's facets, and whether its tools were read for them. */
async function watchReading(category: string) {
  const query = vi.spyOn(shop.database.pool, 'query');
  const facets = await readFacets(category);
  const readsTools = query.mock.calls.some(([statement]) => JSON.stringify(statement).includes('tool_facets'));
  query.mockRestore();
  return { facets, readsTools };
}

describe('the filters of a category', () => {
  test.each(['files', 'flat', 'round', 'rasps'])(
    'are the same for %s, whether precomputed or read from its tools',
    async (category) => {
      await shop.sql`insert into category_facet_changes (category_id) select id from categories`;
      const live = await watchReading(category);
      await countAll();
      const counted = await watchReading(category);
      expect([live.readsTools, counted.readsTools]).toEqual([true, false]);
      expect(counted.facets).toEqual(live.facets);
    },
  );

  test('follow a change at once, even before it is counted', async () => {
    await countAll();
    expect((await readFacets('round')).price).toEqual({ min: 3, max: 3 });
    const body = { version: 1, balance: 7.5 };
    expect((await shop.call('PATCH', `/tools/${ids[2]}`, { token: admin.token, body })).status).toBe(200);
    expect((await readFacets('round')).price).toEqual({ min: 7.5, max: 7.5 });
    await countAll();
    expect((await readFacets('files')).price).toEqual({ min: 1, max: 7.5 });
  });

  test('are recounted for both the old and the new category when a tool moves', async () => {
    await countAll();
    await shop.sql`update tools set category_id = (select id from categories where slug = 'rasps')
      where id = ${ids[0]}`;
    expect((await readFacets('rasps')).total).toBe(2);
    await countAll();
    expect([(await readFacets('rasps')).total, (await readFacets('flat')).total]).toEqual([2, 1]);
  });

  test('leave nothing behind for a category that was deleted while it was counted', async () => {
    await shop.sql`insert into category_facet_changes (category_id) values ('gone')`;
    await countAll();
    const rows = await shop.sql`select from category_facet_changes`;
    expect(rows).toEqual([]);
  });

  test('are read from its tools if one of them changed during counting, until they are counted again', async () => {
    const { db, pool } = shop.database;
    await countAll();
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        "select from category_facets where category_id = (select id from categories where slug = 'rasps') for update",
      );
      await pool.query(
        "insert into category_facet_changes (category_id) select id from categories where slug = 'rasps'",
      );
      const counting = countChangedCategories(db);
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await pool.query('update tools set unit_price_minor = 9900 where id = $1', [ids[4]]);
      await holder.query('commit');
      expect(await counting).toBe(1);
    } finally {
      holder.release();
    }
    const overtaken = await watchReading('rasps');
    await countAll();
    const counted = await watchReading('rasps');
    expect([overtaken.readsTools, counted.readsTools]).toEqual([true, false]);
    expect([overtaken.facets.price?.max, counted.facets.price?.max]).toEqual([99, 99]);
  });

  test('are a sample for a category with too many tools to count, which is read while other tools are sold', async () => {
    const { pool, fill } = shop.database;
    await fill(
      `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image, category_id, specifications)
       select lpad(n::text, 24, '0'), item_name, about, 100 + n % 50, min_order_quantity, 50, image, category_id,
         case when n % 4 = 0 then specifications else '[{"name": "Cut", "value": "Second", "unit": ""}]' end
       from tools, generate_series(1, 10050) n where tools.id = $1`,
      [ids[2]],
    );
    const live = await watchReading('round');
    await countAll();
    const counted = await watchReading('round');
    expect([live.readsTools, counted.readsTools]).toEqual([true, false]);
    expect([live.facets.about, counted.facets.about]).toEqual([true, true]);
    const cut = ({ specifications }: typeof live.facets) => specifications.find(({ name }) => name === 'Cut')?.values;
    expect(cut(counted.facets)).toEqual(cut(live.facets));
    expect(counted.facets.total).toBe(live.facets.total);
    expect(Math.abs(counted.facets.total - 10_051)).toBeLessThan(2_000);
    await pool.query('update tools set min_order_quantity = 2 where id = $1', [ids[2]]);
    expect((await watchReading('round')).readsTools).toBe(false);
    // Once there are few enough tools again, they are counted, and until then the sample is used.
    await fill("update tools set state = 'archived' where id like '0000%' and unit_price_minor < 140");
    const fewer = await watchReading('round');
    expect([fewer.readsTools, fewer.facets.about]).toEqual([true, false]);
    await countAll();
    expect(await watchReading('round')).toEqual({ facets: fewer.facets, readsTools: false });
  });
});
