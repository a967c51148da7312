import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, placeOrder, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let buyer: TestUser;
let spanner: TestTool;

const parts = (itemName: string, unitPriceMinor: number, category: string, quantity = 500) => ({
  itemName,
  unitPriceMinor,
  category,
  quantity,
  minOrderQuantity: 10,
});

beforeAll(async () => {
  shop = await createTestShop();
  buyer = await shop.signUp();
  spanner = await createTool(shop, parts('Spanner, 8 mm', 800, 'Spanners'));
  for (const [name, minor, quantity] of [
    ['Spanner, 24 mm', 5_100, 500],
    ['Spanner, 10 mm', 900, 20],
    ['Spanner, 6 mm', 650, 500],
    ['Spanner, 9 mm', 810, 5],
    ['Spanner, 13 mm', 1_200, 500],
  ] as const)
    await createTool(shop, parts(name, minor, 'Spanners', quantity));
  await createTool(shop, parts('Assortment, 12 spanners', 51_800, 'Assortments'));
});
afterAll(() => checkAndClose(shop));

const listSimilar = async (tool: TestTool) => {
  const response = await shop.call('GET', `/tools/${tool.id}/similar`);
  expect(response.status).toBe(200);
  return listBody(response).map(({ itemName }) => itemName);
};

describe('the tools that are similar to one', () => {
  test('are of its category and not sold out, nearest in price first', async () => {
    expect(await listSimilar(spanner)).toEqual(['Spanner, 10 mm', 'Spanner, 6 mm', 'Spanner, 13 mm']);
  });

  test('change as soon as one of them is sold out', async () => {
    const [{ id } = { id: '' }] = await shop.sql`select id from tools where item_name = 'Spanner, 10 mm'`;
    await listSimilar(spanner);
    await placeOrder(shop, buyer, { ...spanner, id, itemName: 'Spanner, 10 mm', unitPriceMinor: 900 }, 20);
    await expect.poll(() => listSimilar(spanner)).toEqual(['Spanner, 6 mm', 'Spanner, 13 mm', 'Spanner, 24 mm']);
  });

  test('are of its family and then of the whole shop, nearest in price, if its category has too few or it has none', async () => {
    const rasp = await createTool(shop, parts('Rasp', 2_000, 'Rasps'));
    await createTool(shop, parts('File', 4_000, 'Rasps'));
    const level = await createTool(shop, parts('Level', 3_000, ''));
    expect(await listSimilar(rasp)).toEqual(['File', 'Spanner, 13 mm', 'Level']);
    expect(await listSimilar(level)).toEqual(['Rasp', 'File', 'Spanner, 13 mm']);
    const dear = { ...parts('Rasp, large', 90_000, 'Large rasps'), family: 'Rasps by hand' };
    await createTool(shop, dear as never);
    const small = { ...parts('Rasp, small', 1_000, 'Small rasps'), family: 'Rasps by hand' };
    expect((await listSimilar(await createTool(shop, small as never)))[0]).toBe('Rasp, large');
  });
});
