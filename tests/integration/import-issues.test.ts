import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, readImport, readToolBySku } from './import-helpers.ts';
import { createTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });

async function map(id: string, mapping: object) {
  const { status } = await call('PUT', `/imports/${id}/mapping`, mapping);
  expect(status).toBe(200);
  await shop.workers.get('imports').run();
  return readImport(shop, admin, id);
}

async function write(id: string) {
  expect((await call('POST', `/imports/${id}/confirm`)).status).toBe(200);
  await shop.workers.get('imports').run();
  return readImport(shop, admin, id);
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());

describe('faults of an import', () => {
  test('are counted once for each kind, the most frequent first, with an example', async () => {
    const file = 'SKU,Name,Price,MOQ,Weight,Size\nI-1,A,1,1,heavy,big\nI-2,B,1,1,light,\nI-3,C,x,1,,\nI-4,D,1,1,,\n';
    const { issues, faultRows } = await checkFile(shop, admin, file);
    expect(faultRows).toBe(3);
    expect(
      issues.map(({ column, value, row, count, isWarning }) => ({ column, value, row, count, isWarning })),
    ).toEqual([
      { column: 'Weight', value: 'heavy', row: 2, count: 2, isWarning: false },
      { column: 'Size', value: 'big', row: 2, count: 1, isWarning: false },
      { column: 'Price', value: 'x', row: 4, count: 1, isWarning: false },
    ]);
  });

  test('are counted for each row, whatever else is wrong with it', async () => {
    const file = 'SKU,Name,Price,Weight,Size\nQ-1,A,1,heavy,\nQ-2,B,x,,\nQ-3,C,1,,big\nQ-4,,1,,\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked.faultRows).toBe(4);
    expect(checked.issues.map(({ column, count }) => [column, count])).toEqual([
      ['Minimum order', 4],
      ['Weight', 1],
      ['Price', 1],
      ['Size', 1],
      ['Name', 1],
    ]);
    const { issues } = await map(checked._id, { newMinimumOrder: 1 });
    expect(issues.map(({ column }) => column)).toEqual(['Weight', 'Price', 'Size', 'Name']);
  });

  test('do not call a product new that the row may not mean', async () => {
    await createTool(shop, { sku: 'U-1', gtin: '4006381333948' });
    const { issues } = await checkFile(shop, admin, 'SKU,GTIN\nU-2,4006381333948\n');
    expect(issues.map(({ column }) => column)).toEqual(['GTIN']);
  });

  test('that differ in what they name are one kind', async () => {
    const file = 'SKU,Name,Price,MOQ,Related products\nR-1,A,1,1,Fits: NO-1\nR-2,B,1,1,Fits: NO-22\n';
    const { issues } = await checkFile(shop, admin, file);
    expect(issues).toMatchObject([{ column: 'Related products', count: 2 }]);
  });

  test('leave out a value that cannot be read where the admin wants that, and its row is imported with a warning', async () => {
    const file = 'SKU,Name,Price,MOQ,Weight,GTIN,Length\nS-1,A,1,1,heavy,123,5\nS-2,B,1,1,2 kg,,\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ creates: 1, faultRows: 1 });
    const mapped = await map(checked._id, { skipUnreadable: ['Weight', 'GTIN'] });
    expect(mapped).toMatchObject({ creates: 2, faultRows: 0, skipUnreadable: ['Weight', 'GTIN'] });
    expect(mapped.issues.map(({ column, isWarning }) => [column, isWarning])).toEqual([
      ['GTIN', true],
      ['Weight', true],
    ]);
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=create`);
    expect(body).toMatchObject([
      {
        warnings: [
          { column: 'GTIN', value: '123' },
          { column: 'Weight', value: 'heavy' },
        ],
      },
      { warnings: [] },
    ]);
    await write(checked._id);
    expect(await readToolBySku(shop, 'S-1')).toMatchObject({ weight: null, gtin: null });
    expect(await readToolBySku(shop, 'S-2')).toMatchObject({ weight: { value: 2, unit: 'kg' } });
  });

  test('never leave out a name, a price or a minimum order of a new tool, or the SKU, nor a GTIN that alone names the tool', async () => {
    const file = 'SKU,Name,Price,MOQ,GTIN\nN-1,A,x,1,\nN-2,B,1,none,\n,C,1,1,123\n';
    const checked = await checkFile(shop, admin, file);
    const skipUnreadable = ['SKU', 'Name', 'Price', 'MOQ', 'GTIN'];
    expect(await map(checked._id, { skipUnreadable })).toMatchObject({ creates: 0, faultRows: 3 });
  });

  test('leave out a name, a price or a minimum order only where the product exists and keeps its own', async () => {
    for (const sku of ['K-1', 'K-2', 'K-3']) await createTool(shop, { sku, quantity: 5 });
    const long = 'x'.repeat(200);
    const file = `SKU,Name,Price,MOQ,Stock\nK-1,A,on request,1,6\nK-2,${long},2,1,7\nK-3,C,3,none,8\nK-4,D,on request,1,9\n`;
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ changes: 0, faultRows: 4 });
    expect(checked.issues[0]).toMatchObject({ column: 'Price', count: 2, existing: 1 });
    const mapped = await map(checked._id, { skipUnreadable: ['Name', 'Price', 'MOQ'] });
    expect(mapped).toMatchObject({ changes: 3, creates: 0, faultRows: 1 });
    expect(mapped.issues[0]).toMatchObject({ column: 'Price', count: 1, existing: 0, isWarning: false });
    const before = await readToolBySku(shop, 'K-1');
    await call('POST', `/imports/${checked._id}/confirm`, { skipFaulty: true });
    await shop.workers.get('imports').run();
    expect(await readToolBySku(shop, 'K-1')).toMatchObject({
      item_name: 'A',
      unit_price_minor: before.unit_price_minor,
      available: 6,
    });
    expect(await readToolBySku(shop, 'K-4')).toBeUndefined();
  });

  test('leave out a value that is only wrong beside others, such as a maker without an address', async () => {
    const file = 'SKU,Name,Price,MOQ,Maker\nM-1,A,1,1,Acme\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ faultRows: 1, issues: [{ column: 'Maker' }] });
    expect(await map(checked._id, { skipUnreadable: ['Maker'] })).toMatchObject({ creates: 1, faultRows: 0 });
  });

  test('a file without a minimum order can have one for all its new tools', async () => {
    const checked = await checkFile(shop, admin, 'SKU,Name,Net price (EUR),Weight kg\nD-1,A,"1,20","1,59"\n');
    expect(checked).toMatchObject({ creates: 0, faultRows: 1 });
    expect(await map(checked._id, { newMinimumOrder: 5 })).toMatchObject({ creates: 1, newMinimumOrder: 5 });
    await write(checked._id);
    expect(await readToolBySku(shop, 'D-1')).toMatchObject({
      min_order_quantity: 5,
      unit_price_minor: 120,
      weight: { value: 1.59, unit: 'kg' },
    });
  });
});

describe('the rows with faults', () => {
  const FILE =
    'SKU;Preis netto;Name;MOQ;Lager Nord;Gewicht\nF-1;1,20;" Säge, groß";1;=A1;schwer\nF-2;2,50;B;1;;\nF-3;x;C;1;Regal 5;leicht\n';

  test('are downloaded with all their columns and what is wrong with each', async () => {
    const { _id } = await checkFile(shop, admin, FILE);
    const { body } = await call('GET', `/imports/${_id}/faulty-rows.csv`);
    const [head, first, ...others] = String(body).replace('\ufeff', '').trim().split('\r\n');
    expect(head).toBe('"SKU";"Preis netto";"Name";"MOQ";"Lager Nord";"Gewicht";"What is wrong"');
    expect(first).toContain(`"F-1";"1,20";" Säge, groß";"1";"'=A1";"schwer";"Gewicht: Please enter`);
    expect(others.join('\n')).toContain('Preis netto: ');
    expect(String(body)).not.toContain('F-2');
    const { body: signed } = await call('POST', `/imports/${_id}/faulty-rows`, {});
    const { address } = signed as { address: string };
    expect((await shop.call('GET', address.replace(/^.*\/api/, ''))).body).toBe(body);
    expect((await shop.call('GET', address.replace(/^.*\/api/, '').replace('faulty-rows', 'faults'))).status).toBe(400);
  });

  test('are mapped like their file when they come back corrected', async () => {
    const { _id, columns } = await checkFile(shop, admin, FILE);
    const fields = columns.map(({ name, field }) => (name === 'Lager Nord' ? 'specification' : field));
    await map(_id, { fields });
    const rows = String((await call('GET', `/imports/${_id}/faulty-rows.csv`)).body);
    const again = await checkFile(
      shop,
      admin,
      rows.replace('schwer', '2 kg').replace('leicht', '1 kg').replace('"x"', '"3,10"'),
    );
    expect(again.columns.map(({ field }) => field)).toEqual([...fields, null]);
    expect(again).toMatchObject({ rows: 2, creates: 2, faultRows: 0 });
    const twice = await checkFile(shop, admin, rows);
    const { body } = await call('GET', `/imports/${twice._id}/faulty-rows.csv`);
    expect(body).toBe(rows);
  });
});

test('a blank cell that removes what a product has is warned of, and one that changes nothing is not', async () => {
  await createTool(shop, { sku: 'BL-1', gtin: '4006381333931', weight: { value: 2, unit: 'kg' } } as never);
  await createTool(shop, { sku: 'BL-2' });
  const checked = await checkFile(shop, admin, 'SKU,Name,GTIN,Weight\nBL-1,Rasp,,2 kg\nBL-2,Rasp,,\n');
  expect(checked.issues).toEqual([
    {
      column: 'GTIN',
      value: '',
      reason: 'This cell is blank, so the import removes what the product has now.',
      row: 2,
      count: 1,
      existing: 1,
      isWarning: true,
    },
  ]);
});

test('damaged text is warned of at its row, which is imported all the same', async () => {
  const file = 'SKU,Name,Price,MOQ\nT-1,S\ufffdge,1,1\nT-2,SÃ¤ge,1,1\nT-3,SchlŸssel,1,1\nT-4,Säge,1,1\n';
  const checked = await checkFile(shop, admin, file);
  expect(checked).toMatchObject({ creates: 4, faultRows: 0 });
  expect(checked.issues.map(({ row, isWarning }) => [row, isWarning])).toEqual([
    [2, true],
    [3, true],
    [4, true],
  ]);
  const { body } = await call('GET', `/imports/${checked._id}/rows?result=create`);
  expect((body as { warnings: unknown[] }[]).map(({ warnings }) => warnings.length)).toEqual([1, 1, 1, 0]);
});
