import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { importFile, readToolBySku } from './import-helpers.ts';
import { createTool, getToolRow, listBody } from './order-helpers.ts';

const NAMES = [
  ['Łopata', 'lopata'],
  ['Ключ разводной', 'klyuch-razvodnoy'],
  ['活动扳手', 'huodongbanshou'],
  ['Schraubenschlüssel, groß', 'schraubenschluessel-gross'],
  ['Đà Nẵng', 'da-nang'],
] as const;

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => checkAndClose(shop));

const addTool = async (itemName: string) => {
  const body = {
    itemName,
    about: 'Forged.',
    balance: 18.9,
    quantity: 100,
    minOrderQuantity: 10,
    picture: '/images/drawings/claw-hammer.svg',
  };
  const added = await shop.call('POST', '/tools', { token: admin.token, body });
  return getToolRow(shop, (added.body as { insertedId: string }).insertedId);
};

describe('the address of a tool', () => {
  test.each(NAMES)('whose name is %s has its letters in the Latin alphabet: %s', async (name, slug) => {
    expect((await addTool(name)).slug).toBe(slug);
    // Another tool of that name gets its number.
    const other = await addTool(name);
    expect(other.slug).toBe(`${slug}-${other.seq}`);
  });

  test('is made the same way by an import', async () => {
    const rows = NAMES.map(([name], at) => `SL-${at},${name.replace(',', '')} neu,Forged.,18.90,100,10`);
    await importFile(shop, admin, ['SKU,Name,About,Price,Stock,Minimum order', ...rows].join('\n'));
    for (const [at, [, slug]] of NAMES.entries())
      expect((await readToolBySku(shop, `SL-${at}`))?.slug).toBe(`${slug}-neu`);
  });

  test('is made of the name if a process of the version before adds the tool', async () => {
    const { id } = await createTool(shop, { itemName: 'Claw hammer, old way' });
    await shop.sql`insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
      values ('oldoldoldoldoldoldoldold', 'Claw hammer, old way', 'Forged.', 100, 1, 0, '/images/drawings/claw-hammer.svg')`;
    const [first, second] = [await getToolRow(shop, id), await getToolRow(shop, 'oldoldoldoldoldoldoldold')];
    expect([first.slug, second.slug]).toEqual(['claw-hammer-old-way', `claw-hammer-old-way-${second.seq}`]);
  });

  test('is one for each tool whose name has no letter at all', async () => {
    const [one, other] = [await addTool('···'), await addTool('···')];
    expect([one.slug, other.slug]).toEqual(['tool', `tool-${other.seq}`]);
  });
});

describe('the address of a category', () => {
  test.each(NAMES)('whose name is %s has its letters in the Latin alphabet: %s', async (name, slug) => {
    const add = (body: object) => shop.call('POST', '/categories', { token: admin.token, body });
    const { insertedId: parentId } = (await add({ name })).body as { insertedId: string };
    await add({ name, parentId });
    const all = listBody(await shop.call('GET', '/categories/all', { token: admin.token }));
    const slugs = all.filter((category) => category.name === name).map((category) => category.slug);
    expect(slugs).toEqual([slug, `${slug}-${slug}`]);
  });

  test('is made the same way where a tool names a new category', async () => {
    await createTool(shop, { category: 'Фрезы' });
    const all = listBody(await shop.call('GET', '/categories/all', { token: admin.token }));
    expect(all.find(({ name }) => name === 'Фрезы')?.slug).toBe('frezy');
  });
});
