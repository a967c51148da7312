import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchMisses } from '#src/features/catalogue/search/tables.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount, toSearchQuery } from './list-helpers.ts';
import { createTool, placeOrder } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const search = (q: string, more = '') => shop.call('GET', `/tools?${toSearchQuery(q)}${more}`);
const find = async (q: string, more = '') =>
  ((await search(q, more)).body as { itemName: string }[]).map(({ itemName }) => itemName);

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  const tools = [
    { itemName: 'Combination wrench, 13 mm', sku: 'WR-C13', gtin: '4006381333931', about: 'Chrome vanadium.' },
    { itemName: 'Combination wrench, 17 mm', sku: 'WR-C17', about: 'Chrome vanadium.' },
    { itemName: 'Twist drill, 8 mm, HSS', sku: 'DR-08', about: 'For steel.', category: 'Drill bits' },
    { itemName: 'Twist drill, 5/16 in, HSS', sku: 'DR-516', about: 'For steel.', category: 'Drill bits' },
    { itemName: 'Drill chuck, 13 mm', sku: 'CH-13', about: 'For every drill of 8 mm and more.' },
    { itemName: 'Claw hammer, 16 oz', sku: 'HM-CL16', about: 'A forged head on hickory.' },
    { itemName: 'Bench vise, 150 mm', sku: 'VS-150', about: 'Hold what you hammer. Its D handle turns.' },
    {
      itemName: 'Müller saw',
      sku: 'SW-1',
      about: 'Ein Fuchsschwanz.',
      maker: { name: 'Gebrüder Müller', address: 'x' },
    },
    { itemName: 'Молоток слесарный', sku: 'RU-1', about: 'Сталь.' },
    { itemName: 'Stubby screwdriver', sku: 'SD-1', about: 'Phillips.' },
    { itemName: 'Marking knife', sku: 'SAW-YER', about: 'Of one bevel.' },
  ];
  for (const tool of tools) await seedTool(shop.database.db, tool);
});
afterAll(() => shop.close());

describe('a search', () => {
  test.each(['WR-C13', 'wrc13', 'WR C13', 'wr.c-13', '4006381333931', '4 006381 333931', '04006381333931'])(
    'finds the part number %s first',
    async (q) => {
      expect((await find(q))[0]).toBe('Combination wrench, 13 mm');
    },
  );

  test.each([
    ['hammers', 'Claw hammer, 16 oz'],
    ['hamemr', 'Claw hammer, 16 oz'],
    ['hmmer', 'Claw hammer, 16 oz'],
    ['claw hammmer', 'Claw hammer, 16 oz'],
    ['spanner', 'Combination wrench, 17 mm'],
    ['vice', 'Bench vise, 150 mm'],
    ['8mm drill', 'Twist drill, 8 mm, HSS'],
    ['8 mm drills', 'Twist drill, 8 mm, HSS'],
    ['drill 5/16', 'Twist drill, 5/16 in, HSS'],
    ['5/16" drill', 'Twist drill, 5/16 in, HSS'],
    ['drill', 'Twist drill, 5/16 in, HSS'],
    ['muller', 'Müller saw'],
    ['MÜLLER', 'Müller saw'],
    ['gebruder', 'Müller saw'],
    ['молоток', 'Молоток слесарный'],
    ['screw driver', 'Stubby screwdriver'],
    ['a hammer for the bench', 'Claw hammer, 16 oz'],
  ])('for %s finds %s first', async (q, itemName) => {
    expect((await find(q))[0]).toBe(itemName);
  });

  test('that no tool matches completely shows the nearest matches, and is counted for the owner', async () => {
    expect((await find('cordless hammer'))[0]).toBe('Claw hammer, 16 oz');
    expect(await find('chainsaw helicopter')).toEqual([]);
    await search('Chainsaw  HELICOPTER');
    const misses = await shop.database.db.select().from(searchMisses);
    expect(misses.map(({ query, times }) => [query, times])).toEqual(
      expect.arrayContaining([
        ['cordless hammer', 1],
        // A network counts once a day.
        ['chainsaw helicopter', 1],
      ]),
    );
    expect(misses.some(({ query }) => query === 'hammers')).toBe(false);
  });

  test('is sorted as requested, filtered by stock, and paged', async () => {
    const byPrice = (await search('wrench', '&sort=name')).body as { itemName: string }[];
    expect(byPrice.map(({ itemName }) => itemName)).toEqual(['Combination wrench, 13 mm', 'Combination wrench, 17 mm']);
    expect(await find('wrench', '&state=out')).toEqual([]);
    const first = await search('wrench', '&limit=1');
    expect(getTotalCount(first)).toBe(2);
    const second = await search('wrench', '&limit=1&page=2');
    expect([first.body, second.body].flat()).toHaveLength(2);
    expect(first.body).not.toEqual(second.body);
  });

  test.each([
    '%',
    '___',
    "'; drop table tools; --",
    '\\',
    '& | ! <-> :*',
    '((((',
    '"',
    '\u00a0',
    '=drill ^drill #dr',
    '🪚',
  ])('for %s is an ordinary search', async (q) => {
    expect((await search(q)).status).toBe(200);
    expect((await shop.call('GET', `/tools/suggest?${toSearchQuery(q)}`)).status).toBe(200);
  });

  test('shows drafts and archived tools only to admins', async () => {
    const id = await createTool(shop, { itemName: 'Secret plumb line', state: 'draft' } as never);
    expect(await find('plumb')).toEqual([]);
    const inventory = await shop.call('GET', '/inventory?q=plumb', { token: admin.token });
    expect(inventory.body).toEqual([expect.objectContaining({ _id: id.id })]);
  });
});

describe('the index', () => {
  test('has an admin’s changes as soon as they are stored', async () => {
    const tool = await createTool(shop, { itemName: 'Pipe bender' } as never);
    expect(await find('bender')).toEqual(['Pipe bender']);
    const changed = await shop.call('PATCH', `/tools/${tool.id}`, {
      token: admin.token,
      body: { itemName: 'Pipe flarer', version: 1 },
    });
    expect(changed.status).toBe(200);
    expect(await find('flarer')).toEqual(['Pipe flarer']);
    expect(await find('bender')).toEqual([]);
  });

  test('follows changes made directly in the database', async () => {
    const id = await seedTool(shop.database.db, { itemName: 'Rivet nut' });
    await shop.sql`update tools set item_name = 'Rivet tongs' where id = ${id}`;
    await shop.workers.get('tool-search').run();
    expect(await find('tongs')).toEqual(['Rivet tongs']);
  });

  test('counts in how many tools on sale each word occurs', async () => {
    const rows = await shop.sql`
      select w.word, w.tools, count(s.tool_id)::integer as counted from search_words w
      left join (select tool_id, unnest(tsvector_to_array(document)) as word from tool_search where on_sale
        union all select tool_id, '' from tool_search where on_sale) s on s.word = w.word
      group by 1, 2 having w.tools <> count(s.tool_id)`;
    expect(rows).toEqual([]);
  });

  test('is not written by orders', async () => {
    const ada = await shop.signUp();
    const tool = await createTool(shop, { itemName: 'Anvil' });
    const before = await shop.sql`select xmin, ctid from tool_search where tool_id = ${tool.id}`;
    await placeOrder(shop, ada, tool);
    expect((await shop.sql`select from tool_search_queue`).length).toBe(0);
    const after = await shop.sql`select xmin, ctid from tool_search where tool_id = ${tool.id}`;
    expect(after).toEqual(before);
  });
});

describe('suggestions', () => {
  const suggest = async (q: string) =>
    (
      (await shop.call('GET', `/tools/suggest?${toSearchQuery(q)}`)).body as { products: { itemName: string }[] }
    ).products.map(({ itemName }) => itemName);

  test.each([
    ['wr-c1', 'Combination wrench, 13 mm'],
    ['wrc17', 'Combination wrench, 17 mm'],
    ['ham', 'Claw hammer, 16 oz'],
    ['bench vi', 'Bench vise, 150 mm'],
    ['hamemr', 'Claw hammer, 16 oz'],
    ['моло', 'Молоток слесарный'],
    // The first letter of another word, which also starts a word that no hammer has.
    ['hammer d', 'Claw hammer, 16 oz'],
    ['hammer qu', 'Claw hammer, 16 oz'],
    ['drill 8', 'Twist drill, 8 mm, HSS'],
    // Part numbers by only their letters.
    ['WRC', 'Combination wrench, 13 mm'],
    ['sawy', 'Marking knife'],
    ['saw-yer', 'Marking knife'],
  ])('for %s start with %s', async (q, itemName) => {
    expect((await suggest(q))[0]).toBe(itemName);
  });

  test('show tools with the name before part numbers that start with it', async () => {
    expect(await suggest('saw')).toEqual(['Müller saw', 'Marking knife']);
  });

  test.each(['drill bits', 'Drill Bit', 'bits', 'dri', 'drill t'])(
    'for %s include the category with its tools',
    async (q) => {
      const { body } = await shop.call('GET', `/tools/suggest?${toSearchQuery(q)}`);
      expect(body).toMatchObject({
        categories: [{ name: 'Drill bits', path: 'Drill bits', slug: 'drill-bits', tools: 2 }],
      });
    },
  );

  test.each(['safe', 'safet', 'safety', 'Safety batteries', 'safety battery', 'batteries'])(
    'for %s include a category at each letter, even if the stem of its words has a different spelling',
    async (q) => {
      const category = 'Safety battery packs';
      const { length: rowCount } = await shop.sql`select from categories where name = ${category}`;
      if (!rowCount) await seedTool(shop.database.db, { itemName: 'Quxlet', category });
      const { body } = await shop.call('GET', `/tools/suggest?${toSearchQuery(q)}`);
      expect(body).toMatchObject({ categories: [{ name: category }] });
    },
  );

  test('require input that is not too long', async () => {
    expect((await shop.call('GET', '/tools/suggest?q=')).status).toBe(422);
    expect((await shop.call('GET', `/tools/suggest?q=${'a'.repeat(4_001)}`)).status).toBe(422);
  });
});
