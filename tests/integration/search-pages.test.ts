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
  await seedTool(shop.database.db, { itemName: 'Claw hammer' });
});
afterAll(() => shop.close());

/** Adds so many tools of one name, by one statement, and indexes them. */
async function addLike(itemName: string, count: number): Promise<void> {
  const { db, pool } = shop.database;
  const model = await seedTool(db, { itemName });
  const { rows } = await pool.query<{ id: string }>(
    `insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, available, image)
     select substr(md5(item_name || n), 1, 24), item_name, about, unit_price_cents, min_order_quantity, 50, image
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

test.each([
  ['that a few hundred tools meet', 'sprocket', 300],
  ['that many tools come near', 'gadget xyzzyplugh', 700],
])('a search %s leads to each of them once, by its cursor', async (_what, q, count) => {
  const ids: string[] = [];
  let next: string | undefined = `/tools?${toSearchQuery(q)}&limit=100`;
  while (next) {
    const response = await shop.call('GET', next);
    if (ids.length === 0) expect(getTotalCount(response)).toBe(count);
    ids.push(...(response.body as { _id: string }[]).map(({ _id }) => _id));
    next = /<[^>]*\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect([ids.length, new Set(ids).size]).toEqual([count, count]);
});

test('a cursor that somebody made up leads to nothing', async () => {
  const cursor = formatCursor({ sort: RELEVANCE, key: 50_000_000, seq: 0 });
  expect(await find(`/tools?q=gadget&cursor=${cursor}`)).toMatchObject({ status: 200, names: [] });
});

test('a word that only a draft or an archived tool has is a slip to visitors, and the tool is there for admins', async () => {
  const { id } = await createTool(shop, { itemName: 'Hamer, 500 g', state: 'draft' } as never);
  expect((await find('/tools?q=hamer')).names).toEqual(['Claw hammer']);
  expect(await suggest('hamer')).toMatchObject([{ itemName: 'Claw hammer' }]);
  expect((await find('/inventory?q=hamer', admin.token)).names).toEqual(['Hamer, 500 g']);
  const named = { token: admin.token, body: { itemName: 'Mallet, 500 g', version: 1 } };
  expect((await shop.call('PATCH', `/tools/${id}`, named)).status).toBe(200);
  expect((await find('/inventory?q=hamer', admin.token)).names).toEqual(['Claw hammer']);
});

test('a tool that was taken off sale a moment ago is shown to nobody, before the index knows', async () => {
  await seedTool(shop.database.db, { itemName: 'Flange spreader' });
  expect((await find('/tools?q=flange')).names).toEqual(['Flange spreader']);
  await shop.database.pool.query("update tools set state = 'archived' where item_name = 'Flange spreader'");
  expect((await find('/tools?q=flange')).names).toEqual([]);
  expect(await suggest('flange')).toEqual([]);
});

test('a number of thousands of digits keeps no other tool out of the index', async () => {
  const { db, pool } = shop.database;
  const id = await seedTool(db, { itemName: 'Crimp gauge' });
  await pool.query("update tools set about = repeat('7', 3000) || ' mm', item_name = 'Crimp feeler' where id = $1", [
    id,
  ]);
  await shop.workers.get('tool-search').run();
  expect((await find('/tools?q=feeler')).names).toEqual(['Crimp feeler']);
});
