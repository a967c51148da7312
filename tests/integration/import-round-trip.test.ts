import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readToolRows } from '#src/flows/exports/stream-tools.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile } from './import-helpers.ts';
import { createTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const download = async (query = '') =>
  String((await shop.call('GET', `/exports/tools.csv${query}`, { token: admin.token })).body);
const WHOLE = { state: 'ready', creates: 0, changes: 0, faults: [] };

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  const { id: hammer } = await createTool(shop, {
    sku: '=1+1/A',
    itemName: "'=HYPERLINK(\"x\"), 'the';=1+1 ;'=2 ,-3 ,'-4 big one",
    about: '+ first line\n- second; line\n\n"third"',
    unitPriceMinor: 123_450,
    quantity: 0,
    gtin: '04006381333931',
    packMultiple: 5,
    maxOrderQuantity: 500,
    volumePrices: [
      { quantity: 20, unitPrice: 1000.05 },
      { quantity: 100, unitPrice: 999 },
    ],
    category: '@Hämmer',
    family: '-Family',
    specifications: [
      { name: 'Size: of jaw', value: '3: 4', unit: '' },
      { name: 'Length', value: '120 mm', unit: '' },
      { name: 'Width', value: '50 to 57', unit: 'mm' },
    ],
    weight: { value: 1.25, unit: 'kg' },
    size: { length: 300, width: 15.5, height: 8, unit: 'mm' },
    maker: { name: 'Forge, Inc.', address: '1 Main Street\nDover' },
    warnings: 'Wear glasses.\nKeep dry.',
  });
  const { id: file } = await createTool(shop, { sku: 'SPARE', itemName: '“Säge” – żółta 锯', state: 'draft' });
  const { id: old } = await createTool(shop, { sku: 'OLD' });
  await shop.sql`update tools set state = 'archived' where id = ${old}`;
  await shop.sql`update tools
    set relations = ${JSON.stringify([{ kind: 'spare', toolId: hammer }])}, about = ${'one\r\ntwo'} where id = ${file}`;
  await shop.sql`update tools set more_images = '["https://example.com/a,b;c.png"]' where id = ${hammer}`;
});
afterAll(() => shop.close());

describe('an export', () => {
  test('can be imported again with every row unchanged', async () => {
    const csv = await download();
    expect(csv.split('\r\n')[0]).toMatch(/"SKU","GTIN","Name",.*,"Documents","Exported at"$/);
    const exportedAt = /"([^"]+)"\r\n$/.exec(csv)?.[1] ?? '';
    expect(Math.abs(new Date(exportedAt).getTime() - Date.now())).toBeLessThan(60_000);
    expect(await checkFile(shop, admin, csv)).toMatchObject({ ...WHOLE, rows: 3, unchanged: 3 });
  });

  test('also with semicolons and decimal commas, another system’s line endings, and without needless quotes', async () => {
    const csv = await download('?form=semicolon');
    expect(csv).toContain('"1234,50"');
    expect(await checkFile(shop, admin, csv)).toMatchObject({ ...WHOLE, unchanged: 3 });
    const plain = csv.replaceAll(/(?<=[;\n])"([^";\r\n]*)"(?=;|\r\n)/g, '$1');
    expect(plain).not.toBe(csv);
    expect(await checkFile(shop, admin, plain)).toMatchObject({ ...WHOLE, unchanged: 3 });
    expect(await checkFile(shop, admin, csv.replaceAll('\r\n', '\n'))).toMatchObject({ ...WHOLE, unchanged: 3 });
  });

  test('is named by its time in the shop’s time zone, since an edited one counts from the stock of that time', async () => {
    const nameOf = async (path: string) => {
      const { headers } = await shop.call('GET', path, { token: admin.token });
      return headers.get('content-disposition');
    };
    const began = new Date(Date.now() - 60_000).toISOString();
    const name = (await nameOf('/exports/tools.csv')) ?? '';
    const [, date, hour, minute] =
      /^attachment; filename="tools-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)\.csv"$/.exec(name) ?? [];
    const at = `${date}T${hour}:${minute}:59.999Z`;
    expect(at > began && new Date(at).getTime() < Date.now() + 60_000).toBe(true);
    const { body } = await shop.call('POST', '/exports/tools', { token: admin.token, body: {} });
    const { address } = body as { address: string };
    expect(await nameOf(address.replace(/^.*\/api/, ''))).toMatch(/"tools-[\d-]{15}\.csv"/);
  });

  test('contains no spreadsheet formulas', async () => {
    const cells = (await download()).match(/"(?:[^"]|"")*"/g) ?? [];
    expect(cells.filter((cell) => /^"[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain('"\'=1+1/A"');
    expect(cells.some((cell) => cell.startsWith("\"''=HYPERLINK"))).toBe(true);
    // If the other character is the separator, each of these would start a cell.
    expect(cells.join()).not.toMatch(/[;\n]"*[=+\-@]/);
    const others = (await download('?form=semicolon')).match(/"(?:[^"]|"")*"/g) ?? [];
    expect(others.join(';')).not.toMatch(/[,\n]"*[=+\-@]/);
  });

  test('has all tools that match the filter, in order, regardless of batches', async () => {
    const list = async (filter: Parameters<typeof readToolRows>[1], batchSize: number) => {
      const skus: string[] = [];
      for await (const batch of readToolRows(shop.database.db, filter, { batchSize }))
        skus.push(...batch.map(([sku = '']) => sku));
      return skus;
    };
    expect(await list({}, 1)).toEqual(['OLD', 'SPARE', '=1+1/A']);
    for (const sort of ['created', 'name', '-name', 'price', '-price', 'minimum', 'stock', '-stock', 'cover'] as const)
      expect([sort, await list({ sort }, 1)]).toEqual([sort, await list({ sort }, 100)]);
    expect(await list({ sort: '-price' }, 1)).toEqual(['=1+1/A', 'OLD', 'SPARE']);
    expect(await list({ state: 'archived' }, 1)).toEqual(['OLD']);
    const found = await download('?q=żółta&page=3');
    expect(found).toMatch(/^[^\r]*\r\n"SPARE"/);
    expect(found).not.toContain('"OLD"');
  });
});

test('an edited export changes the stock by what was edited, and puts no piece back that was sold since', async () => {
  for (const sku of ['SOLD-1', 'SOLD-2', 'SOLD-3']) await createTool(shop, { sku, quantity: 100 });
  const csv = await download('?q=SOLD');
  expect(csv).toContain('"Stock","Stock when exported"');
  expect(csv.match(/"100","100"/g)).toHaveLength(3);
  await shop.sql`update tools set available = available - 30, sold = sold + 30 where sku like 'SOLD-%'`;
  expect(await checkFile(shop, admin, csv)).toMatchObject({ ...WHOLE, unchanged: 3 });
  const edited = [
    'SKU,Unit price,Stock,Stock when exported',
    'SOLD-1,5.55,100,100',
    'SOLD-2,12.00,110,100',
    // 70 pieces are left by now, but whoever entered 70 took 30 of the 100 away.
    'SOLD-3,12.00,70,100',
  ];
  await importFile(shop, admin, edited.join('\n'));
  const stocks = await shop.sql`select sku, available from tools where sku like 'SOLD-%' order by sku`;
  expect(stocks).toEqual([
    { sku: 'SOLD-1', available: 70 },
    { sku: 'SOLD-2', available: 80 },
    { sku: 'SOLD-3', available: 40 },
  ]);
});

test('an edited export that may have been imported before is warned of at the rows whose stock is already the edited one', async () => {
  for (const sku of ['TWICE-1', 'TWICE-2', 'TWICE-3']) await createTool(shop, { sku, quantity: 100 });
  const file = 'SKU,Stock,Stock when exported\nTWICE-1,1110,100\nTWICE-2,100,100\nTWICE-3,90,100\n';
  expect((await checkFile(shop, admin, file)).issues).toEqual([]);
  await importFile(shop, admin, file);
  await shop.sql`update tools set available = available - 1, sold = sold + 1 where sku = 'TWICE-3'`;
  const again = await checkFile(shop, admin, file);
  expect(again).toMatchObject({ changes: 2, unchanged: 1, faultRows: 0 });
  expect(again.issues).toMatchObject([
    {
      row: 2,
      column: 'Stock',
      value: '1110',
      reason: 'The stock is already 1,110: this file may have been imported before.',
      isWarning: true,
    },
  ]);
  // A file that names the stock only once sets it, however often.
  expect(await checkFile(shop, admin, 'SKU,Stock\nTWICE-1,1110\n')).toMatchObject({ unchanged: 1, issues: [] });
});
