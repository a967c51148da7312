import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readImport, readToolBySku } from './import-helpers.ts';
import { createTool, placeOrder } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

const toolBySku = (sku: string) => readToolBySku(shop, sku);
const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
  shop.workers.get('imports').listen();
});
afterAll(() => shop.close());

describe('between check and writing', () => {
  test('changes by others stay, unless the file has the same field', async () => {
    const { id } = await createTool(shop, { sku: 'M-1', unitPriceMinor: 1000, quantity: 100, category: 'Old' });
    const { _id } = await checkFile(shop, admin, 'SKU,Price,Stock\nM-1,11,90\n');
    await call('PATCH', `/tools/${id}`, { category: 'Theirs', version: 1 });
    await placeOrder(shop, ada, { id, itemName: (await toolBySku('M-1')).item_name, unitPriceMinor: 1000 });
    await call('POST', `/imports/${_id}/confirm`);
    await shop.workers.get('imports').idle();
    // The count takes away ten pieces, and the ten that were ordered in the meantime are not put back.
    expect(await toolBySku('M-1')).toMatchObject({
      unit_price_minor: 1100,
      category: 'Theirs',
      available: 80,
      held: 10,
    });
  });

  test('a row for a new product that exists by now is rejected, whether found by SKU or GTIN', async () => {
    const files = ['SKU,Name,Price,MOQ,Stock\nX-1,Rasp,5,1,40\n', 'EAN,Name,Price,MOQ\n4006381333931,Saw,5,1\n'];
    const checked: { _id: string }[] = [];
    for (const file of [...files, ...files]) checked.push(await checkFile(shop, admin, file));
    const confirm = async (at: number) => {
      await call('POST', `/imports/${checked[at]?._id}/confirm`);
      await shop.workers.get('imports').idle();
      return readImport(shop, admin, checked[at]?._id ?? '');
    };
    expect(await confirm(0)).toMatchObject({ creates: 1, refused: 0 });
    expect(await confirm(1)).toMatchObject({ creates: 1, refused: 0 });
    const { id, item_name: itemName } = await toolBySku('X-1');
    await placeOrder(shop, ada, { id, itemName, unitPriceMinor: 500 });
    expect(await confirm(2)).toMatchObject({ creates: 0, changes: 0, refused: 1 });
    expect(await confirm(3)).toMatchObject({ creates: 0, changes: 0, refused: 1 });
    expect(await toolBySku('X-1')).toMatchObject({ available: 30, held: 10 });
    expect(await shop.sql`select from tools where gtin = '4006381333931'`).toHaveLength(1);
    expect((await call('GET', `/imports/${checked[3]?._id}/rows?result=create`)).body).toMatchObject([
      { outcome: 'refused', reason: expect.stringContaining('now exists. Please upload the file again') },
    ]);
  });

  test('products of one file that share a GTIN are all created, in any batch', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `G-${at},Rasp,5,1,${at % 110 ? '' : '12345670'}\n`);
    expect(await importFile(shop, admin, `SKU,Name,Price,MOQ,GTIN\n${rows.join('')}`)).toMatchObject({
      creates: 120,
      refused: 0,
    });
  });

  test('a row whose SKU or terms no longer fit is rejected, and all others are written', async () => {
    await createTool(shop, { sku: 'T-1', minOrderQuantity: 10 });
    const { _id } = await checkFile(
      shop,
      admin,
      'SKU,Name,Price,MOQ,Maximum order,Address of its page\nT-1,,,,50,\nT-2,Rasp,5,1,,taken-page\nT-3,Saw,5,1,,\n',
    );
    await shop.sql`update tools set min_order_quantity = 60 where sku = 'T-1'`;
    await createTool(shop, { slug: 'taken-page' });
    await call('POST', `/imports/${_id}/confirm`);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, _id)).toMatchObject({ state: 'done', creates: 1, changes: 0, refused: 2 });
    expect(await toolBySku('T-3')).toBeDefined();
    const { body } = await call('GET', `/imports/${_id}/rows?result=create`);
    expect(body).toMatchObject([
      { row: 3, outcome: 'refused', reason: expect.stringContaining('already has this page address') },
      { row: 4, outcome: 'created' },
    ]);
  });
});
