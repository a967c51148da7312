import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createToolSearchWorker } from '#src/features/catalogue/search/index-worker.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;

const STEELS = ['HSS', 'Cobalt', 'Carbide'];
/** Every second tool is a wrench. The others are drills, and a third of them mention 'wrench' in their text. */
const TOOLS = Array.from({ length: 24 }, (_, at) => ({
  itemName: at % 2 === 0 ? `Wrench W${at}` : `Drill D${at}`,
  about: at % 6 === 1 ? 'Comes with a wrench.' : 'Plain.',
  steel: STEELS[at % 3] ?? '',
  minor: 100 * (at + 1),
  category: at % 4 < 2 ? 'Bench' : 'Bench > Vises',
}));
const isWrench = ({ itemName, about }: (typeof TOOLS)[number]) =>
  `${itemName} ${about}`.toLowerCase().includes('wrench');

beforeAll(async () => {
  shop = await createTestShop();
  const { db } = shop.database;
  for (const { itemName, about, steel, minor, category } of TOOLS)
    await seedTool(db, {
      itemName,
      about,
      unitPriceMinor: minor,
      quantity: 500,
      category,
      sku: `SKU-${itemName.split(' ')[1]}-77`,
      specifications: [{ name: 'Steel', value: steel, unit: '' }],
    });
  await seedTool(db, { itemName: 'Wrench of a draft', state: 'draft' });
  await createToolSearchWorker({ db, log: { error: (fields) => expect(fields).toEqual({}) } }).run();
});
afterAll(() => shop.close());

interface Facets {
  total: number;
  about: boolean;
  price: { min: number; max: number } | null;
  specifications: { name: string; values: { value: string; count: number }[] }[];
}
const getFacets = async (query: string) => (await shop.call('GET', `/tools/facets?${query}`)).body as Facets;
const countList = async (query: string) => getTotalCount(await shop.call('GET', `/tools?limit=1&sort=name&${query}`));
const toSteels = ({ specifications }: Facets) =>
  Object.fromEntries(
    specifications.find(({ name }) => name === 'Steel')?.values.map(({ value, count }) => [value, count]) ?? [],
  );
const countSteels = (tools: readonly (typeof TOOLS)[number][]) =>
  Object.fromEntries([...Map.groupBy(tools, ({ steel }) => steel)].map(([steel, group]) => [steel, group.length]));

describe('GET /tools/facets with words', () => {
  test('counts the tools that match, as the list does', async () => {
    const found = TOOLS.filter(isWrench);
    const facets = await getFacets('q=wrenches');
    expect([facets.total, facets.about]).toEqual([found.length, false]);
    expect(facets.total).toBe(await countList('q=wrenches'));
    expect(toSteels(facets)).toEqual(countSteels(found));
    const minor = found.map((tool) => tool.minor);
    expect(facets.price).toEqual({ min: Math.min(...minor) / 100, max: Math.max(...minor) / 100 });
  });

  test.each(['category=vises', 'category=bench', 'price.max=9', 'spec.Steel=HSS&price.min=3', 'state=out'])(
    'counts the matches that pass %s, as the list does',
    async (filters) => {
      const facets = await getFacets(`q=wrench&${filters}`);
      expect(facets.total).toBe(await countList(`q=wrench&${filters}`));
    },
  );

  test('counts each specification among the matches without its own filter', async () => {
    const facets = await getFacets('q=wrench&spec.Steel=HSS');
    expect(toSteels(facets)).toEqual(countSteels(TOOLS.filter(isWrench)));
    expect(facets.total).toBe(TOOLS.filter((tool) => isWrench(tool) && tool.steel === 'HSS').length);
  });

  test('counts the matches of a part number, and none if no tool has the words', async () => {
    expect((await getFacets('q=skud577')).total).toBe(1);
    expect((await getFacets('q=skud577&category=vises')).total).toBe(await countList('q=skud577&category=vises'));
    expect(await getFacets('q=zzyzx')).toMatchObject({ total: 0, price: null, stock: [], specifications: [] });
    expect((await getFacets('q=%20')).total).toBe(TOOLS.length);
  });

  test('are not cached, and reject what lists reject', async () => {
    shop.context.responseCache.invalidateAll();
    const consume = vi.spyOn(shop.context.limits, 'consume');
    for (let at = 0; at < 2; at += 1) await getFacets('q=drill');
    expect(consume.mock.calls.map(([name, , points]) => [name, points])).toEqual([
      ['search', 1],
      ['search', 1],
    ]);
    consume.mockRestore();
    const refused = await shop.call('GET', `/tools/facets?q=${'a'.repeat(4_001)}`);
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toHaveProperty('q');
  });
});
