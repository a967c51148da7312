import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readImport, upload } from './import-helpers.ts';
import { createTool, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const toolBySku = async (sku: string) => (await shop.sql`select * from tools where sku = ${sku}`)[0];
const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  shop.workers.get('imports').listen();
});
afterAll(() => shop.close());

describe('a file', () => {
  test('creates, changes and keeps products only once it is confirmed', async () => {
    const { id } = await createTool(shop, { sku: 'A-1', itemName: 'Claw hammer', unitPriceMinor: 1890, quantity: 40 });
    await createTool(shop, { sku: 'A-2', itemName: 'Flat file', unitPriceMinor: 705 });
    const checked = await checkFile(
      shop,
      admin,
      'SKU,Name,Price,MOQ,Stock\r\na-1,Claw hammer,19.50,10,45\r\nA-2,Flat file,7.05,10,100\r\nA-3,"Vise, 5""",99,2,7\r\n',
    );
    expect(checked).toMatchObject({ state: 'ready', rows: 3, creates: 1, changes: 1, unchanged: 1, faults: [] });
    expect((await toolBySku('A-1')).unit_price_minor).toBe(1890);
    expect(await toolBySku('A-3')).toBeUndefined();
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=change`);
    expect(body).toMatchObject([
      { row: 2, toolId: id, before: { balance: '18.90', quantity: '40' }, after: { balance: '19.50', quantity: '45' } },
    ]);

    const confirmed = await call('POST', `/imports/${checked._id}/confirm`);
    expect([confirmed.status, confirmed.body]).toEqual([200, { acknowledged: true, state: 'importing' }]);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({
      state: 'done',
      creates: 1,
      changes: 1,
      unchanged: 1,
    });
    expect(await toolBySku('A-1')).toMatchObject({ sku: 'A-1', unit_price_minor: 1950, available: 45, version: 2 });
    expect(await toolBySku('A-3')).toMatchObject({
      item_name: 'Vise, 5"',
      about: 'Vise, 5"',
      unit_price_minor: 9900,
      available: 7,
      state: 'on_sale',
      slug: 'vise-5',
    });
  });

  test('leaves the same history as manual changes', async () => {
    await createTool(shop, { sku: 'H-1', unitPriceMinor: 1000, quantity: 20 });
    await importFile(shop, admin, 'SKU,Name,Price,MOQ,Stock\nH-1,,11,10,15\nH-2,Rasp,5,1,3\n');
    const prices = await shop.sql`select p.unit_price_minor, changed_by from price_changes p
      join tools t on t.id = p.tool_id where t.sku = 'H-1' order by at, p.id`;
    expect(prices.at(-1)).toEqual({ unit_price_minor: 1100, changed_by: admin.email });
    const stock = await shop.sql`select t.sku, delta, reason, adjusted_by from stock_adjustments s
      join tools t on t.id = s.tool_id where adjusted_by = ${admin.email} and t.sku like 'H-%' order by 1`;
    expect(stock).toEqual([
      { sku: 'H-1', delta: -5, reason: 'count', adjusted_by: admin.email },
      { sku: 'H-2', delta: 3, reason: 'initial', adjusted_by: admin.email },
    ]);
    const events = await shop.sql`select action from audit_events
      where subject_name in ('tools.csv') or after ? 'import' order by seq desc limit 5`;
    expect(events.map(({ action }) => action)).toEqual([
      'import.done',
      'tool.stock_adjusted',
      'tool.changed',
      'tool.added',
      'import.confirmed',
    ]);
  });

  test('lists each error with row, column and value, and is imported without those rows only on request', async () => {
    await createTool(shop, { sku: 'F-1', minOrderQuantity: 10 });
    const checked = await checkFile(
      shop,
      admin,
      [
        'SKU;Bezeichnung;Preis;Mindestmenge;Maximum order;GTIN',
        'F-1;;;;5;',
        'F-2;Rasp;0,001;1;;',
        'F-3;Saw;4,20;1;;12345678',
        'F-4;Good one;4,20;1;;',
        'f-4;Same again;4,20;1;;',
        'F-5;One;2;3;;;too many cells',
        'F-6;Adze;on request, please call;1;;',
      ].join('\n'),
    );
    expect(checked).toMatchObject({ state: 'ready', rows: 7, creates: 1, changes: 0, unchanged: 0, faultRows: 6 });
    expect(checked.faults).toEqual([
      {
        row: 2,
        column: 'Maximum order',
        value: '5',
        reason: 'Please enter at least 10 (the minimum order), or leave this blank.',
      },
      { row: 3, column: 'Preis', value: '0,001', reason: 'Please enter a price such as 18,90.' },
      expect.objectContaining({ row: 4, column: 'GTIN', value: '12345678' }),
      { row: 6, column: 'SKU', value: 'f-4', reason: 'Row 5 has the same product. Please keep only one of them.' },
      expect.objectContaining({ row: 7, column: '', reason: expect.stringContaining('7 cells') }),
      expect.objectContaining({ row: 8, column: 'Preis', reason: 'Please enter a price such as 18,90.' }),
    ]);
    const refused = await call('POST', `/imports/${checked._id}/confirm`);
    expect(statusAndCode(refused)).toBe('409 import_has_faults');
    expect(await toolBySku('F-4')).toBeUndefined();
    const csv = await call('GET', `/imports/${checked._id}/faults.csv`);
    expect(String(csv.body)).toContain('"3";"Preis";"0,001";"Please enter a price such as 18,90."');
    expect((await call('POST', `/imports/${checked._id}/confirm`, { skipFaulty: true })).status).toBe(200);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ state: 'done', creates: 1 });
    expect(await toolBySku('F-4')).toMatchObject({ item_name: 'Good one' });
    expect(await toolBySku('F-2')).toBeUndefined();
  });

  test('says which values a new product lacks', async () => {
    const checked = await checkFile(shop, admin, 'SKU,Name\nN-1,\n');
    expect(checked.faults.map(({ column }) => column)).toEqual(['Name', 'Unit price', 'Minimum order']);
  });

  test('refuses a row whose GTIN belongs to another product than its SKU, and names both', async () => {
    await createTool(shop, { sku: 'G-2', gtin: '4012345678901', itemName: 'Owner of the GTIN' });
    await createTool(shop, { sku: 'G-3', itemName: 'Another' });
    const checked = await checkFile(
      shop,
      admin,
      [
        'SKU,Name,Price,MOQ,EAN',
        'G-NEW,New name,1,1,4012345678901',
        'G-3,Another name,2,1,04012345678901',
        'g-2,Owner again,3,1,4012345678901',
      ].join('\n'),
    );
    const belongs = 'but its GTIN belongs to G-2, Owner of the GTIN. Please correct one of the two.';
    expect(checked.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'EAN', `The SKU of this row is G-NEW, ${belongs}`],
      [3, 'EAN', `The SKU of this row is G-3, ${belongs}`],
    ]);
    expect(checked).toMatchObject({ creates: 0, changes: 1 });
  });

  test('finds a product by GTIN if the row names no SKU, also without leading zeros', async () => {
    await createTool(shop, { sku: 'G-1', gtin: '04006381333931'.slice(1), itemName: 'By GTIN' });
    const checked = await checkFile(shop, admin, 'EAN,Price\n4006381333931,3.33\n');
    expect(checked).toMatchObject({ state: 'ready', creates: 0, changes: 1 });
  });
});

test('limits the maker’s name as the form does, its address to printable characters, and the state to known ones', async () => {
  const name = 'M'.repeat(61);
  const { _id, faults } = await checkFile(
    shop,
    admin,
    [
      'SKU,Name,Price,MOQ,Maker,Address of the maker,State',
      `M-1,Rasp,5,1,${name},"1 Main Street\nDover",draft`,
      `M-2,Rasp,5,1,${'M'.repeat(121)},1 Main Street,`,
      'M-3,Rasp,5,1,Forge,"1 Main\u0007Street",',
      'M-4,Rasp,5,1,,,constructor',
    ].join('\n'),
  );
  expect(faults.map(({ row, column }) => [row, column])).toEqual([
    [3, 'Maker'],
    [4, 'Address of the maker'],
    [5, 'State'],
  ]);
  await call('POST', `/imports/${_id}/confirm`, { skipFaulty: true });
  await shop.workers.get('imports').idle();
  expect((await toolBySku('M-1')).maker).toEqual({ name, address: '1 Main Street\nDover' });
});

test('empty columns after the last one with text are ignored', async () => {
  const empty = ','.repeat(300);
  expect(await checkFile(shop, admin, `SKU,Name,Price,MOQ${empty}\nQ-1,Rasp,5,1${empty}\n`)).toMatchObject({
    state: 'ready',
    creates: 1,
    columns: { length: 4 },
  });
});

describe('columns', () => {
  test('have the meaning that an admin chooses, also the next time', async () => {
    const file = 'Ref,What,Costs,Least\nC-1,Chisel,12,1\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ state: 'failed', reason: expect.stringContaining('identifies the products') });
    expect(checked.columns.map(({ name, samples }) => [name, samples])).toEqual([
      ['Ref', ['C-1']],
      ['What', ['Chisel']],
      ['Costs', ['12']],
      ['Least', ['1']],
    ]);
    const fields = ['sku', 'itemName', 'balance', 'minOrderQuantity'];
    const wrong = await call('PUT', `/imports/${checked._id}/mapping`, { fields: ['sku', 'sku'] });
    expect(wrong.body).toMatchObject({
      code: 'invalid',
      errors: { fields: 'Please use each field for one column only.' },
    });
    expect((await call('PUT', `/imports/${checked._id}/mapping`, { fields })).status).toBe(200);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ state: 'ready', creates: 1, reason: null });
    expect(await checkFile(shop, admin, file)).toMatchObject({ state: 'ready', creates: 1 });
  });

  test('are remembered even if one has no name and another has a very long one', async () => {
    const file = `Ref,,${'n'.repeat(150)},Cost,Least\nC-2,Chisel,x,12,1\n`;
    const { _id } = await checkFile(shop, admin, file);
    const fields = ['sku', 'itemName', null, 'balance', 'minOrderQuantity'];
    expect((await call('PUT', `/imports/${_id}/mapping`, { fields })).status).toBe(200);
    await shop.workers.get('imports').idle();
    const again = await checkFile(shop, admin, file);
    expect(again).toMatchObject({ state: 'ready', creates: 1 });
    expect(again.columns.map(({ name, field }) => [name.length, field])).toEqual([
      [3, 'sku'],
      [8, 'itemName'],
      [100, null],
      [4, 'balance'],
      [5, 'minOrderQuantity'],
    ]);
  });

  test.each([
    [
      'semicolons, a decimal comma and a title',
      'Price list 2026;;;\n\nArtikelnummer;Bezeichnung;Preis;MOQ\nS-1;Säge;1.234,50;10\n',
    ],
    ['tabs and old Mac line ends', 'SKU\tName\tPrice\tMOQ\rS-1\tSäge\t1,234.50\t10\r'],
    [
      'pipes, quoted line breaks and a byte order mark',
      '\ufeffSKU|Name|About|Price|MOQ\r\nS-1|Säge|"Cuts\r\nwood"|$1,234.50|10\r\n',
    ],
    ['a spreadsheet’s line that declares the separator', 'sep=;\r\nSKU;Name;Price;MOQ\r\nS-1;Säge;1234,5;10'],
  ])('are read from a file with %s', async (_name, text) => {
    const { format, faults, ...checked } = await checkFile(shop, admin, text);
    expect([faults, checked.state, checked.creates]).toEqual([[], 'ready', 1]);
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=create`);
    expect(body).toMatchObject([
      { sku: 'S-1', itemName: 'Säge', after: { balance: '1234.50', minOrderQuantity: '10' } },
    ]);
    await call('DELETE', `/imports/${checked._id}`);
  });

  test.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const)(
    'are read from a file in %s',
    async (encoding) => {
      const text = 'SKU,Name,Price,MOQ\nE-1,Größe – Säge,5,1\n';
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      const bytes = {
        'utf-8': Buffer.from(text),
        'utf-16le': utf16,
        'utf-16be': Buffer.from(utf16).swap16(),
        'windows-1252': Buffer.from(text.replace('–', '\u0096'), 'latin1'),
      }[encoding];
      const checked = await checkFile(shop, admin, new Uint8Array(bytes));
      expect(checked.format?.encoding).toBe(encoding);
      const { body } = await call('GET', `/imports/${checked._id}/rows?result=create`);
      expect(body).toMatchObject([{ itemName: 'Größe – Säge' }]);
      await call('DELETE', `/imports/${checked._id}`);
    },
  );
});

test('an admin can have at most twenty imports that are neither confirmed nor deleted', async () => {
  const other = await shop.createAdmin();
  await shop.sql`insert into imports (id, state, file_name, made_by)
    select lpad(n::text, 24, '0'), 'ready', 'x.csv', ${other.email} from generate_series(1, 19) n`;
  const last = (await upload(shop, other, 'SKU,Price\nX,1\n')).body as { insertedId: string };
  expect(statusAndCode(await upload(shop, other, 'SKU,Price\nX,1\n'))).toBe('409 too_many_imports');
  const deleted = await call('DELETE', `/imports/${last.insertedId}`);
  expect([deleted.status, deleted.body]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
  expect(statusAndCode(await call('GET', `/imports/${last.insertedId}`))).toBe('404 not_found');
  expect((await upload(shop, other, 'SKU,Price\nX,1\n')).status).toBe(201);
});
