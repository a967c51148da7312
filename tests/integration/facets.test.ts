import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BASE_UNITS } from '#src/features/catalogue/range/facet-rules.ts';
import { SPECIFICATION_UNITS, type Specification } from '#src/features/catalogue/tool/rules.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { type ApiResponse, listBody, objectBody, placeOrder, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

interface Drill {
  name: string;
  steel: string;
  /** In `unit`. */
  length: string;
  unit: 'mm' | 'in';
  minor: number;
  minimum: number;
  stock: number;
  category: string;
}

const STEELS = ['HSS', 'HSS-Co 5', 'Carbide'];
/** Enough variety for every filter to match some tools and to leave some out. */
const DRILLS = Array.from({ length: 36 }, (_, at): Drill => {
  const unit = at % 5 === 0 ? 'in' : 'mm';
  const length =
    unit === 'in' ? String((at % 7) + 1) : at % 4 === 0 ? `${at * 5} to ${at * 5 + 20}` : String(at * 5 + 10);
  return {
    name: `Drill ${String(at).padStart(2, '0')}`,
    steel: STEELS[at % 3] ?? '',
    length,
    unit,
    minor: 100 + ((at * 37) % 50) * 10,
    minimum: [1, 5, 20][at % 3] ?? 1,
    stock: [0, 25, 900][(at >> 1) % 3] ?? 0,
    category: at % 2 === 0 ? 'Drilling > Twist drills' : at % 3 === 0 ? 'Drilling' : 'Milling',
  };
});

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  for (const drill of DRILLS) {
    const specifications: Specification[] = [
      { name: 'Steel', value: drill.steel, unit: '' },
      { name: 'Length', value: drill.length, unit: drill.unit },
    ];
    await seedTool(shop.database.db, {
      itemName: drill.name,
      unitPriceMinor: drill.minor,
      minOrderQuantity: drill.minimum,
      quantity: drill.stock,
      category: drill.category,
      specifications,
    });
  }
  await seedTool(shop.database.db, { itemName: 'Draft', state: 'draft', category: 'Drilling' });
});
afterAll(() => shop.close());

const get = (path: string): Promise<ApiResponse> => shop.call('GET', path);
const listNames = async (query: string) =>
  listBody(await get(`/tools?limit=100&${query}`)).map(({ itemName }) => itemName);

const inCategory = (drill: Drill, slug: string) =>
  slug === 'drilling' ? drill.category.startsWith('Drilling') : drill.category === 'Drilling > Twist drills';
const toMillimeters = ({ length, unit }: Drill) =>
  length.split(' to ').map((one) => Number(one) * (unit === 'in' ? 25.4 : 1));
const getState = ({ stock, minimum }: Drill) => (stock < minimum ? 'out' : stock < 3 * minimum ? 'low' : 'available');

describe('GET /tools with filters', () => {
  const cases: [string, (drill: Drill) => boolean][] = [
    ['category=drilling', (drill) => inCategory(drill, 'drilling')],
    ['category=twist-drills', (drill) => inCategory(drill, 'twist-drills')],
    ['spec.Steel=HSS', ({ steel }) => steel === 'HSS'],
    ['spec.Steel=HSS&spec.Steel=Carbide', ({ steel }) => steel !== 'HSS-Co 5'],
    ['spec.Length=15 mm', ({ length, unit }) => length === '15' && unit === 'mm'],
    [
      'spec.Length.min=50&spec.Length.max=80',
      (drill) => {
        const [low = 0, high = low] = toMillimeters(drill);
        return high >= 50 && low <= 80;
      },
    ],
    ['spec.Length.min=4 in', (drill) => (toMillimeters(drill).at(-1) ?? 0) >= 101.6],
    ['spec.Length.max=2&spec.Length.unit=in', (drill) => (toMillimeters(drill)[0] ?? 0) <= 50.8],
    ['price.min=2&price.max=4', ({ minor }) => minor >= 200 && minor <= 400],
    ['minimum.max=5', ({ minimum }) => minimum <= 5],
    [
      'category=drilling&spec.Steel=HSS&price.max=5&state=available',
      (drill) =>
        inCategory(drill, 'drilling') && drill.steel === 'HSS' && drill.minor <= 500 && getState(drill) !== 'out',
    ],
    ['category=twist-drills&state=out', (drill) => inCategory(drill, 'twist-drills') && getState(drill) === 'out'],
    ['spec.Steel=Wood', () => false],
    ['spec.Nothing.min=1', () => false],
  ];

  test.each(cases)('%s finds exactly the tools that pass, newest first, and counts them', async (query, passes) => {
    const expected = DRILLS.filter(passes).map(({ name }) => name);
    const found = await get(`/tools?limit=100&${query}`);
    expect(listBody(found).map(({ itemName }) => itemName)).toEqual(expected.toReversed());
    expect(getTotalCount(found)).toBe(expected.length);
  });

  test.each([
    ['name', (one: Drill, other: Drill) => (one.name < other.name ? -1 : 1)],
    ['-price', (one: Drill, other: Drill) => other.minor - one.minor || (one.name < other.name ? 1 : -1)],
    ['minimum', (one: Drill, other: Drill) => one.minimum - other.minimum || (one.name < other.name ? -1 : 1)],
    ['-stock', (one: Drill, other: Drill) => other.stock - one.stock || (one.name < other.name ? 1 : -1)],
  ])('sort=%s sorts a category and its subtree across all pages', async (sort, compare) => {
    const expected = DRILLS.filter((drill) => inCategory(drill, 'drilling')).sort(compare);
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map(async (page) =>
        listBody(await get(`/tools?category=drilling&sort=${sort}&limit=5&page=${page}`)),
      ),
    );
    expect(pages.flat().map(({ itemName }) => itemName)).toEqual(expected.slice(0, 25).map(({ name }) => name));
  });

  test('can be combined with words', async () => {
    expect(await listNames('q=drill%2035&spec.Steel=Carbide')).toEqual(['Drill 35']);
    expect(await listNames('q=drill%2035&spec.Steel=HSS')).toEqual([]);
  });

  test('reports errors at their parameters', async () => {
    const refused = await get('/tools?price.min=x&category=drilling');
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({ 'price.min': expect.stringContaining('such as 18.90') });
    for (const path of ['/tools', '/tools/facets']) {
      const upsideDown = await get(`${path}?price.min=50&price.max=10&spec.Length.min=9&spec.Length.max=1`);
      expect(statusAndCode(upsideDown)).toBe('422 invalid');
      expect(Object.keys(objectBody(upsideDown).errors ?? {}).sort()).toEqual(['price.max', 'spec.Length.max']);
    }
    expect(objectBody(await get('/tools?category=unknown')).errors).toHaveProperty('category');
    expect(objectBody(await get('/tools?category=drilling&page=200&limit=100')).errors).toHaveProperty('page');
    expect(objectBody(await get(`/tools?category=drilling&before=${'a'.repeat(24)}`)).errors).toHaveProperty('before');
    expect(objectBody(await get('/tools/facets?category=unknown')).errors).toHaveProperty('category');
    expect(objectBody(await get('/tools/facets?spec.A.min=x')).errors).toHaveProperty(['spec.A.min']);
  });

  test('finds a category’s tools by a former slug', async () => {
    const tree = listBody(await get('/categories'));
    const milling = tree.find(({ name }) => name === 'Milling');
    const body = { slug: 'mills', version: 1 };
    await shop.call('PATCH', `/categories/${milling?._id}`, { token: admin.token, body });
    expect(await listNames('category=milling')).toEqual(await listNames('category=mills'));
    expect(await listNames('category=mills')).toHaveLength(
      DRILLS.filter(({ category }) => category === 'Milling').length,
    );
  });
});

interface Facets {
  total: number;
  about: boolean;
  price: { min: number; max: number } | null;
  minimum: { min: number; max: number } | null;
  stock: { state: string; count: number }[];
  specifications: {
    name: string;
    unit: string;
    min: number | null;
    max: number | null;
    values: { value: string; count: number }[];
  }[];
}

const getFacets = async (query: string) => (await get(`/tools/facets?${query}`)).body as Facets;
const countBy = <T>(rows: readonly T[], key: (row: T) => string) =>
  Object.fromEntries([...Map.groupBy(rows, key)].map(([name, group]) => [name, group.length]));
const toCounts = (values: readonly { value: string; count: number }[] = []) =>
  Object.fromEntries(values.map(({ value, count }) => [value, count]));

describe('GET /tools/facets', () => {
  const twist = DRILLS.filter((drill) => inCategory(drill, 'twist-drills'));

  test('counts every value in a category, with the ranges of its numbers', async () => {
    const facets = await getFacets('category=twist-drills');
    const [steel, length] = ['Steel', 'Length'].map((name) => facets.specifications.find((one) => one.name === name));
    expect(facets).toMatchObject({ total: twist.length, about: false });
    expect(toCounts(steel?.values)).toEqual(countBy(twist, (drill) => drill.steel));
    expect(toCounts(length?.values)).toEqual(countBy(twist, (drill) => `${drill.length} ${drill.unit}`));
    const millimeters = twist.flatMap(toMillimeters);
    expect(length).toMatchObject({ unit: 'mm', min: Math.min(...millimeters), max: Math.max(...millimeters) });
    const minor = twist.map((drill) => drill.minor);
    expect(facets.price).toEqual({ min: Math.min(...minor) / 100, max: Math.max(...minor) / 100 });
    expect(facets.minimum).toEqual({ min: 1, max: 20 });
    const states = countBy(twist, getState);
    expect(facets.stock.map(({ state, count }) => [state, count])).toEqual([
      ['available', (states.available ?? 0) + (states.low ?? 0)],
      ['low', states.low],
      ['out', states.out],
    ]);
  });

  test('counts each specification without its own filter and with all others', async () => {
    const facets = await getFacets('category=twist-drills&spec.Steel=HSS&price.max=4');
    const cheap = twist.filter(({ minor }) => minor <= 400);
    const steel = facets.specifications.find(({ name }) => name === 'Steel');
    const length = facets.specifications.find(({ name }) => name === 'Length');
    expect(toCounts(steel?.values)).toEqual(countBy(cheap, (drill) => drill.steel));
    const both = cheap.filter((drill) => drill.steel === 'HSS');
    expect(toCounts(length?.values)).toEqual(countBy(both, (drill) => `${drill.length} ${drill.unit}`));
    expect(facets.total).toBe(both.length);
    const hss = twist.filter((drill) => drill.steel === 'HSS').map(({ minor }) => minor / 100);
    expect(facets.price).toEqual({ min: Math.min(...hss), max: Math.max(...hss) });
  });

  test('keeps chosen values even if no tool has them', async () => {
    const facets = await getFacets('category=twist-drills&spec.Steel=Wood&state=out');
    expect(facets.specifications.find(({ name }) => name === 'Steel')?.values).toContainEqual({
      value: 'Wood',
      count: 0,
    });
  });

  test('sorts numbers by value', async () => {
    const { specifications } = await getFacets('category=mills');
    const values = specifications.find(({ name }) => name === 'Length')?.values.map(({ value }) => value) ?? [];
    const numbers = values.map((value) => Number.parseFloat(value) * (value.endsWith('in') ? 25.4 : 1));
    expect(numbers.length).toBeGreaterThan(4);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  test('estimates the counts of more than ten thousand tools from a bounded sample', async () => {
    const { pool, fill } = shop.database;
    // Without triggers, which would take seconds for this many rows.
    await fill(
      `begin; alter table tools disable trigger user;
       insert into categories (id, name, slug) values ('many', 'Many', 'many');
       insert into tools (id, sku, slug, item_name, about, unit_price_minor, min_order_quantity, available, image, category_id)
         select 'm' || lpad(i::text, 23, '0'), 'M' || i, 'm' || i, 'Nail', 'Nail', 100, 1, 1, '', 'many' from generate_series(1, 12000) i;
       insert into tool_facets select t.id, t.seq, i * 178956, 'many', 'nail', 100, 1, 'available', array[concat_ws(E'\\x1f', 'Kind', 'K' || i % 4, '')], '{}', '{}', '{}'
         from generate_series(1, 12000) i join tools t on t.sku = 'M' || i;
       insert into category_tool_counts values ('many', 12000); alter table tools enable trigger user; commit`,
    );
    await pool.query('analyze tool_facets');
    shop.context.responseCache.invalidateAll();
    const facets = await getFacets('category=many');
    expect(facets.about).toBe(true);
    expect(facets.total).toBeGreaterThan(11_000);
    expect(facets.total).toBeLessThan(13_000);
    for (const { count } of facets.specifications[0]?.values ?? []) expect(Math.abs(count - 3_000)).toBeLessThan(700);
    expect(facets.specifications[0]?.values).toHaveLength(4);
    expect((await get('/tools?category=many&limit=1')).headers.get('X-Total-Count')).toBe('10000+');
    expect(getTotalCount(await get('/tools?category=many&limit=1&spec.Kind=K1'))).toBe(3_000);
    expect((await getFacets('category=many&spec.Kind=K1')).total).toBe(3_000);
  });
});

describe('the data that filters use', () => {
  test('follows every change of a tool', async () => {
    const { db } = shop.database;
    const specifications: Specification[] = [{ name: 'Point', value: '118', unit: '°' }];
    const id = await seedTool(db, { itemName: 'Step drill', specifications, category: 'Points', quantity: 100 });
    const total = async (query: string) => getTotalCount(await get(`/tools?limit=1&${query}`));
    const change = (body: object) => shop.call('PATCH', `/tools/${id}`, { token: admin.token, body });
    expect(await total('spec.Point=118 °')).toBe(1);
    await change({ version: 1, specifications: [{ name: 'Point', value: '135', unit: '°' }], balance: 40 });
    expect(await total('spec.Point=118 °')).toBe(0);
    expect(await total('spec.Point=135 °&price.min=40')).toBe(1);
    await shop.call('POST', `/tools/${id}/archive`, { token: admin.token });
    expect(await total('spec.Point=135 °')).toBe(0);
    await shop.call('POST', `/tools/${id}/restore`, { token: admin.token });
    expect(await total('spec.Point=135 °&category=points')).toBe(1);
  });

  test('is written by an order only if the stock status changes', async () => {
    const { db, pool } = shop.database;
    const buyer = await shop.signUp();
    const id = await seedTool(db, { itemName: 'Reamer', quantity: 60, minOrderQuantity: 10, unitPriceMinor: 100 });
    const read = async () =>
      (await pool.query('select xmin::text, stock_state as state from tool_facets where tool_id = $1', [id])).rows[0];
    const before = await read();
    const tool = { id, itemName: 'Reamer', unitPriceMinor: 100 };
    await placeOrder(shop, buyer, tool);
    expect(await read()).toEqual(before);
    for (let order = 0; order < 3; order += 1) await placeOrder(shop, buyer, tool);
    expect((await read()).state).toBe('low');
    expect(getTotalCount(await get('/tools?limit=1&category=drilling&state=low'))).toBeGreaterThan(0);
  });

  test('uses the same base units as the pages', async () => {
    const rows = await shop.sql`select unit, b.base, b.factor
      from unnest(${SPECIFICATION_UNITS}::text[]) unit, get_base_unit(unit) b`;
    for (const { unit, base, factor } of rows)
      expect([unit, base, factor]).toEqual([unit, ...(BASE_UNITS[unit] ?? [unit, 1])]);
  });
});

describe('filtered lists in the response cache', () => {
  test('are cached for a single filter in any spelling, and for no more filters', async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    const isComputed = async (path: string) => {
      spy.mockClear();
      await get(path);
      return spy.mock.calls.some(([statement]) => JSON.stringify(statement).includes('tool_facets'));
    };
    shop.context.responseCache.invalidateAll();
    for (const path of ['/tools/facets?', '/tools?sort=name&']) {
      expect(await isComputed(`${path}category=drilling&spec.Steel=HSS`)).toBe(true);
      expect(await isComputed(`${path}spec.Steel=HSS&category=drilling&price.min=&other=1`)).toBe(false);
      for (const spelling of ['%20drilling', 'drilling%20', '%20%20drilling%E2%80%83', 'drilling%0A'])
        expect([spelling, await isComputed(`${path}category=${spelling}&spec.Steel=HSS`)]).toEqual([spelling, false]);
      expect(await isComputed(`${path}category=drilling&spec.Steel=Carbide`)).toBe(true);
      for (const query of ['spec.Steel=HSS&state=low', 'price.min=1', 'spec.Steel=Nothing'])
        expect([path, query, await isComputed(`${path}${query}`), await isComputed(`${path}${query}`)]).toEqual([
          path,
          query,
          true,
          true,
        ]);
    }
    spy.mockRestore();
  });
});
