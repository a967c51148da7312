import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToolStockRefresh } from '#src/features/catalogue/tool/tool-stocks.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readToolBySku } from './import-helpers.ts';
import { getColumn, getTotalCount } from './list-helpers.ts';
import { createTool, objectBody, placeOrder, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
});
afterAll(() => checkAndClose(shop));

const get = (path: string) => shop.call('GET', path, { token: owner.token });
const patch = ({ id }: TestTool, body: object, version: number) =>
  shop.call('PATCH', `/tools/${id}`, { token: owner.token, body: { ...body, version } });
/** Which of these tools the list of products to reorder has. The overview counts the same number. */
async function listReported(...among: TestTool[]): Promise<boolean[]> {
  const list = await get('/inventory?state=reorder&limit=100');
  expect(objectBody(await get('/overview')).lowTools).toBe(getTotalCount(list));
  const ids = getColumn(list, '_id');
  return among.map(({ id }) => ids.includes(id));
}

async function setDefault(reorderOrders: number): Promise<void> {
  const { version, settings } = objectBody(await get('/settings')) as { version: number; settings: object };
  const body = { version, settings: { ...settings, reorderOrders } };
  expect((await shop.call('PUT', '/settings', { token: owner.token, body })).status).toBe(200);
}

test('a tool is reported below its own level, and others below the minimum orders of the setting', async () => {
  const [few, enough, own] = [
    await createTool(shop, { quantity: 29, minOrderQuantity: 10 }),
    await createTool(shop, { quantity: 30, minOrderQuantity: 10 }),
    await createTool(shop, { quantity: 400, minOrderQuantity: 10 }),
  ];
  expect(await listReported(few, enough, own)).toEqual([true, false, false]);
  expect((await patch(own, { reorderLevel: 401 }, 1)).status).toBe(200);
  expect((await patch(few, { reorderLevel: 29 }, 1)).status).toBe(200);
  expect(await listReported(few, enough, own)).toEqual([false, false, true]);
  await setDefault(4);
  expect(await listReported(few, enough, own)).toEqual([false, true, true]);
  await setDefault(0);
  expect(await listReported(few, enough, own)).toEqual([false, false, true]);
  await setDefault(3);
  // A tool that cannot be ordered any more is out of stock, and nothing else.
  expect((await patch(own, { reorderLevel: 5, state: 'draft' }, 2)).status).toBe(200);
  expect(await listReported(few, enough, own)).toEqual([false, false, false]);
});

test('the level follows the orders, and zero reports a tool never', async () => {
  const ada = await shop.signUp({ confirmed: true });
  const [sold, never] = [
    await createTool(shop, { quantity: 100, reorderLevel: 90 }),
    await createTool(shop, { quantity: 20, minOrderQuantity: 10, reorderLevel: 0 }),
  ];
  const refresh = createToolStockRefresh(shop.database.db);
  await refresh();
  expect(await listReported(sold, never)).toEqual([false, false]);
  await placeOrder(shop, ada, sold, 11);
  await refresh();
  expect(await listReported(sold, never)).toEqual([true, false]);
});

test('an import sets and empties the level, and an export has it', async () => {
  await importFile(shop, owner, 'SKU,Name,Price,Minimum,Stock,Meldebestand\nRL-1,Vise,12.00,1,50,60\n');
  expect(await readToolBySku(shop, 'RL-1')).toMatchObject({ reorder_level: 60 });
  const list = await get('/inventory?state=reorder&limit=100');
  expect(getColumn(list, 'sku')).toContain('RL-1');
  const { body } = await get('/exports/tools.csv');
  expect(String(body).split('\r\n')[0]).toContain('"Reorder level"');
  expect(await checkFile(shop, owner, String(body))).toMatchObject({ creates: 0, changes: 0, faults: [] });
  const { faults } = await checkFile(shop, owner, 'SKU,Reorder level\nRL-1,-3\n');
  expect(faults).toMatchObject([{ column: 'Reorder level', value: '-3' }]);
  await importFile(shop, owner, 'SKU,Reorder level\nRL-1,\n');
  expect(await readToolBySku(shop, 'RL-1')).toMatchObject({ reorder_level: null });
  expect(getColumn(await get('/inventory?state=reorder&limit=100'), 'sku')).not.toContain('RL-1');
});

test('only staff can read the level', async () => {
  const tool = await createTool(shop, { reorderLevel: 7 });
  expect(objectBody(await get(`/inventory/${tool.id}`)).reorderLevel).toBe(7);
  expect(JSON.stringify((await shop.call('GET', `/tools/${tool.id}`)).body)).not.toContain('reorderLevel');
  expect(JSON.stringify((await shop.call('GET', '/tools')).body)).not.toContain('reorderLevel');
});
