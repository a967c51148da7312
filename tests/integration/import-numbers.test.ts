import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile } from './import-helpers.ts';
import { createTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const toolBySku = async (sku: string) => (await shop.sql`select * from tools where sku = ${sku}`)[0];
const call = (method: string, path: string) => shop.call(method, path, { token: admin.token });
const listRows = async (id: string, result: string) =>
  (await call('GET', `/imports/${id}/rows?result=${result}`)).body as { after: Record<string, string> }[];

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());

describe('numbers with thousands', () => {
  const HEAD = ['SKU', 'Name', 'Price', 'MOQ', 'Weight', 'Size', 'Volume prices', 'Stock'];
  test.each([
    [
      'point',
      ',',
      ['N-1', 'Anvil', '1,234.50', '1', '1,250 g', '1,200 x 800 x 144.5 mm', 'from 1,000: 1,100', '1,200'],
    ],
    [
      'comma',
      ';',
      ['N-2', 'Anvil', '1.234,50', '1', '1.250 g', '1.200 x 800 x 144,5 mm', 'from 1.000: 1.100', '1.200'],
    ],
  ])('and a decimal %s appear as they will be stored', async (_mark, separator, cells) => {
    const file = [HEAD, cells].map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\n');
    const { _id, faults } = await importFile(shop, admin, file);
    expect(faults).toEqual([]);
    expect((await listRows(_id, 'create'))[0]?.after).toMatchObject({
      balance: '1234.50',
      weight: '1250 g',
      size: '1200 x 800 x 144.5 mm',
      volumePrices: 'from 1000: 1100.00',
      quantity: '1200',
    });
    expect(await toolBySku(cells[0] ?? '')).toMatchObject({
      unit_price_minor: 123_450,
      weight: { value: 1250, unit: 'g' },
      size: { length: 1200, width: 800, height: 144.5, unit: 'mm' },
      available: 1200,
    });
  });

  test('are accepted as measures of a property', async () => {
    await createTool(shop, { sku: 'L-0', specifications: [{ name: 'Length', value: '1', unit: 'mm' }] } as never);
    await importFile(shop, admin, 'SKU;Name;Price;MOQ;Length\nL-1;Rod;5,00;1;1.250 mm\n');
    await importFile(shop, admin, 'SKU,Name,Price,MOQ,Length\nL-2,Rod,5.00,1,"1,250 mm"\n');
    for (const sku of ['L-1', 'L-2'])
      expect((await toolBySku(sku)).specifications).toEqual([{ name: 'Length', value: '1250', unit: 'mm' }]);
  });
});

test('a price or stock with three digits after its separator is an error, since they may be thousands', async () => {
  const { faults } = await checkFile(
    shop,
    admin,
    'SKU,Name,Price,MOQ,Stock,Volume prices\nT-1,Anvil,1.200,1,,\nT-2,Rasp,4.20,1,1.000,\nT-3,Saw,4.20,1,,from 20: 1.100\n',
  );
  expect(faults.map(({ row, column, value }) => [row, column, value])).toEqual([
    [2, 'Price', '1.200'],
    [3, 'Stock', '1.000'],
    [4, 'Volume prices', 'from 20: 1.100'],
  ]);
  expect(faults[0]?.reason).toContain('Please enter two digits after the decimal mark');
});

test('a preview of a change shows related products and a new category as they will be', async () => {
  await createTool(shop, { sku: 'R-1' });
  await createTool(shop, { sku: 'Spare-1' });
  const { _id } = await checkFile(
    shop,
    admin,
    'SKU,Related products,Category,Weight\nR-1,spare part: SPARE-1,New>Deep,"2,5 kg"\n',
  );
  expect((await listRows(_id, 'change'))[0]?.after).toEqual({
    relations: 'Spare part: Spare-1',
    category: 'New > Deep',
    weight: '2.5 kg',
  });
});

test('weights with three decimals are unchanged after an export with decimal commas and an import', async () => {
  await createTool(shop, {
    sku: 'WEIGHT-1125',
    slug: 'weight-1125',
    weight: { value: 1.125, unit: 'kg' },
    size: { length: 1.125, width: 2, height: 3, unit: 'cm' },
  } as never);
  const { status, body } = await call('GET', '/exports/tools.csv?form=semicolon&q=WEIGHT-1125');
  expect(status).toBe(200);
  const csv = String(body);
  expect(csv).toContain('"WEIGHT-1125"');
  const { state, rows, unchanged, faults } = await checkFile(shop, admin, csv);
  expect({ state, rows, unchanged, faults }).toEqual({ state: 'ready', rows: 1, unchanged: 1, faults: [] });
  await importFile(
    shop,
    admin,
    csv.replace('"WEIGHT-1125"', '"WEIGHT-1126"').replace('"weight-1125"', '"weight-1126"'),
  );
  expect(await toolBySku('WEIGHT-1126')).toMatchObject({ weight: { value: 1.125 }, size: { length: 1.125 } });
});
