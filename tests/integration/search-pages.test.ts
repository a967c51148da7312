import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexTools } from '#src/features/catalogue/search/index-tools.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { formatCursor } from '#src/shared/list-cursor.ts';
import { RELEVANCE } from '#src/shared/list-query.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount, toSearchQuery } from './list-helpers.ts';
import { createTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  await addLike('Zinc gadget', 700);
  await addLike('Brass sprocket', 300);
  await addLike('Steel flange', 1_200, 'n % 4 * 6');
  await seedTool(shop.database.db, { itemName: 'Claw hammer' });
});
afterAll(() => shop.close());

/**
 * Adds this many tools with one name by one statement, and indexes them. `stock` is an SQL expression of their number.
 */
async function addLike(itemName: string, count: number, stock = '50'): Promise<void> {
  const { db, pool } = shop.database;
  const model = await seedTool(db, { itemName });
  const { rows } = await pool.query<{ id: string }>(
    `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
     select substr(md5(item_name || n), 1, 24), item_name, about, unit_price_minor, min_order_quantity, ${stock}, image
     from tools, generate_series(2, $2::int) n where id = $1 returning id`,
    [model, count],
  );
  await db.transaction((tx) =>
    indexTools(
      tx,
      rows.map(({ id }) => id),
    ),
  );
}

const suggest = async (q: string) =>
  ((await shop.call('GET', `/tools/suggest?q=${q}`)).body as { products: unknown[] }).products;
const find = async (path: string, token?: string) => {
  const response = await shop.call('GET', path, token === undefined ? {} : { token });
  return { ...response, names: (response.body as { itemName: string }[]).map(({ itemName }) => itemName) };
};

/** Reads all ids of a list by cursor, and the total on its first page. */
async function readAll(path: string, token?: string): Promise<{ ids: string[]; total: number }> {
  const ids: string[] = [];
  let total = 0;
  let next: string | undefined = path;
  while (next) {
    const response = await shop.call('GET', next, token === undefined ? {} : { token });
    if (ids.length === 0) total = getTotalCount(response);
    ids.push(...(response.body as { _id: string }[]).map(({ _id }) => _id));
    next = /<[^>]*\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  return { ids, total };
}

test.each([
  ['that matches a few hundred tools', 'sprocket', 300],
  ['with many near matches', 'gadget xyzzyplugh', 700],
])('a search %s visits each tool once by cursor', async (_what, q, count) => {
  const { ids, total } = await readAll(`/tools?${toSearchQuery(q)}&limit=100`);
  expect([total, ids.length, new Set(ids).size]).toEqual([count, count, count]);
});

test.each([
  ['/tools?q=flange&sort=stock', 'true', 'available, seq'],
  ['/tools?q=flange&sort=-stock', 'true', 'available desc, seq desc'],
  ['/tools?q=flange&sort=-stock&state=low', "stock_state = 'low'", 'available desc, seq desc'],
  ['/tools?q=flange&sort=name&state=out', "stock_state = 'out'", 'seq'],
  ['/tools?q=flange&sort=price&state=available', "stock_state <> 'out'", 'unit_price_minor, seq'],
  ['/inventory?q=flange&sort=stock', 'true', 'available, seq'],
  ['/inventory?q=flange&sort=-price&state=low', "stock_state = 'low'", 'unit_price_minor desc, seq desc'],
])('%s has all tools of a word in this state and order', async (path, state, order) => {
  const rows = await shop.query<{ id: string }>(
    `select id from tools where item_name = 'Steel flange' and ${state} order by ${order}`,
  );
  const expected = rows.map(({ id }) => id);
  expect(expected).not.toEqual([]);
  expect(await readAll(`${path}&limit=100`, admin.token)).toEqual({ ids: expected, total: expected.length });
});

test('a made-up cursor leads to nothing', async () => {
  const cursor = formatCursor({ sort: RELEVANCE, key: 50_000_000, seq: 0 });
  expect(await find(`/tools?q=gadget&cursor=${cursor}`)).toMatchObject({ status: 200, names: [] });
});

test('a word that only a draft or an archived tool has is a typo for visitors, and finds the tool for admins', async () => {
  const { id } = await createTool(shop, { itemName: 'Hamer, 500 g', state: 'draft' } as never);
  expect((await find('/tools?q=hamer')).names).toEqual(['Claw hammer']);
  expect(await suggest('hamer')).toMatchObject([{ itemName: 'Claw hammer' }]);
  expect((await find('/inventory?q=hamer', admin.token)).names).toEqual(['Hamer, 500 g']);
  const named = { token: admin.token, body: { itemName: 'Mallet, 500 g', version: 1 } };
  expect((await shop.call('PATCH', `/tools/${id}`, named)).status).toBe(200);
  expect((await find('/inventory?q=hamer', admin.token)).names).toEqual(['Claw hammer']);
});

test('a tool that was just taken off sale is not shown, even before the index knows', async () => {
  await seedTool(shop.database.db, { itemName: 'Pulley press' });
  expect((await find('/tools?q=pulley')).names).toEqual(['Pulley press']);
  await shop.sql`update tools set state = 'archived' where item_name = 'Pulley press'`;
  expect((await find('/tools?q=pulley')).names).toEqual([]);
  expect(await suggest('pulley')).toEqual([]);
});

test('a number with thousands of digits does not keep other tools out of the index', async () => {
  const { db, pool } = shop.database;
  const id = await seedTool(db, { itemName: 'Crimp gauge' });
  await pool.query("update tools set about = repeat('7', 3000) || ' mm', item_name = 'Crimp feeler' where id = $1", [
    id,
  ]);
  await shop.workers.get('tool-search').run();
  expect((await find('/tools?q=feeler')).names).toEqual(['Crimp feeler']);
});
