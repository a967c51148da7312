import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, readImport } from './import-helpers.ts';
import { createTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });
const listOf = async (sku: string): Promise<string[]> =>
  (await shop.sql`select specifications from tools where sku = ${sku}`)[0].specifications.map(
    ({ name, value, unit }: { name: string; value: string; unit: string }) => `${name}: ${value}|${unit}`,
  );

async function map(id: string, fields: (string | null)[]) {
  const response = await call('PUT', `/imports/${id}/mapping`, { fields });
  await shop.workers.get('imports').idle();
  return response;
}

async function write(id: string) {
  await call('POST', `/imports/${id}/confirm`);
  await shop.workers.get('imports').idle();
  return readImport(shop, admin, id);
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  shop.workers.get('imports').listen();
});
afterAll(() => shop.close());

const FILE =
  'SKU,Name,Price,MOQ,Drive size,Jaw width,Cost\nP-1,Ratchet,20,1,1/2 in,,7\nP-2,Vise,90,1,,50 to 120 mm,30\nP-3,Drift,5,1,,,1\n';
const FIELDS = ['sku', 'itemName', 'balance', 'minOrderQuantity', 'specification', 'specification', null];

describe('a column of a property', () => {
  test('is imported as a specification with its name and unit, and is remembered for the same columns', async () => {
    const checked = await checkFile(shop, admin, FILE);
    // Unknown columns never become public by themselves, since they may contain purchase prices.
    expect(checked.columns.map(({ field }) => field)).toEqual([...FIELDS.slice(0, 4), null, null, null]);
    expect((await map(checked._id, FIELDS)).status).toBe(200);
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=create`);
    expect(body).toMatchObject([
      { after: { specifications: 'Drive size: 1/2 in' } },
      { after: { specifications: 'Jaw width: 50 to 120 mm' } },
      {},
    ]);
    expect(await write(checked._id)).toMatchObject({ state: 'done', creates: 3, refused: 0 });
    expect(await listOf('P-1')).toEqual(['Drive size: 1/2 in|']);
    expect(await listOf('P-2')).toEqual(['Jaw width: 50 to 120|mm']);
    expect(await listOf('P-3')).toEqual([]);
    const again = await checkFile(shop, admin, FILE);
    expect(again).toMatchObject({ rows: 3, unchanged: 3, faults: [] });
    expect(again.columns.map(({ field }) => field)).toEqual(FIELDS);
  });

  test('is exported unchanged, and is recognized once products have it', async () => {
    const csv = String((await call('GET', '/exports/tools.csv')).body);
    expect(csv).toContain('Jaw width: 50 to 120 mm');
    expect(await checkFile(shop, admin, csv)).toMatchObject({ rows: 3, unchanged: 3, faults: [] });
    const checked = await checkFile(shop, admin, 'SKU,Jaw width,Remarks\nP-1,80 mm,none\n');
    expect(checked.columns.map(({ field }) => field)).toEqual(['sku', 'specification', null]);
  });

  test('is never recognized by itself if exports have a column of that name, even if it is also a specification', async () => {
    const names = ['Documents', 'Weight'].map((name) => ({ name, value: 'two', unit: '' }));
    await createTool(shop, { sku: 'E-1', specifications: names } as never);
    const csv = String((await call('GET', '/exports/tools.csv')).body);
    expect((await checkFile(shop, admin, csv)).columns.slice(-2)).toMatchObject([
      { name: 'Documents', field: null },
      { name: 'Exported at', field: null },
    ]);
    const checked = await checkFile(shop, admin, 'SKU,Gewicht,Weight,Documents\nE-1,2 kg,3 kg,x\n');
    expect(checked.columns.map(({ field }) => field)).toEqual(['sku', 'weight', null, null]);
  });

  test('only changes or empties its own specification, and keeps changes made in the meantime', async () => {
    const rows = ['Weight class: B|', 'Jaw width: 100|mm', 'Finish: black|'].map((row) => {
      const [, name, value, unit] = /^(.*): (.*)\|(.*)$/.exec(row) ?? [];
      return { name, value, unit };
    });
    await createTool(shop, { sku: 'C-1', specifications: rows } as never);
    const checked = await checkFile(shop, admin, 'SKU,Jaw width,Finish,Length\nC-1,"12,5 mm",,300 mm\n');
    await map(checked._id, ['sku', 'specification', 'specification', 'specification']);
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=change`);
    expect(body).toMatchObject([
      {
        before: { specifications: 'Weight class: B\nJaw width: 100 mm\nFinish: black' },
        after: { specifications: 'Weight class: B\nJaw width: 12,5 mm\nLength: 300 mm' },
      },
    ]);
    await shop.sql`update tools set specifications = jsonb_set(specifications, '{0,value}', '"C"') where sku = 'C-1'`;
    expect(await write(checked._id)).toMatchObject({ state: 'done', changes: 1 });
    expect(await listOf('C-1')).toEqual(['Weight class: C|', 'Jaw width: 12,5 mm|', 'Length: 300|mm']);
    await call('POST', `/imports/${checked._id}/undo`);
    await shop.workers.get('imports').idle();
    expect(await listOf('C-1')).toEqual(['Weight class: C|', 'Jaw width: 100|mm', 'Finish: black|']);
  });

  test('uses the file’s decimal separator for measures', async () => {
    const checked = await checkFile(
      shop,
      admin,
      'SKU;Name;Preis;MOQ;Length\nD-1;Rasp;5,00;1;12,5 mm\nD-2;Bolt;1,00;1;M6, 1,5\n',
    );
    await map(checked._id, ['sku', 'itemName', 'balance', 'minOrderQuantity', 'specification']);
    await write(checked._id);
    expect(await listOf('D-1')).toEqual(['Length: 12.5|mm']);
    expect(await listOf('D-2')).toEqual(['Length: M6, 1,5|']);
  });

  test('takes effect next to a column with all specifications', async () => {
    await createTool(shop, { sku: 'L-1' });
    const checked = await checkFile(
      shop,
      admin,
      'SKU,Specification,Length,Finish\nL-1,"Finish: black\nGrade: A",40 mm,blue\n',
    );
    await map(checked._id, ['sku', 'specifications', 'specification', 'specification']);
    await write(checked._id);
    expect(await listOf('L-1')).toEqual(['Finish: blue|', 'Grade: A|', 'Length: 40|mm']);
  });

  test('is rejected if its name or value is not valid for a specification', async () => {
    await createTool(shop, { sku: 'R-1' });
    const checked = await checkFile(
      shop,
      admin,
      `SKU,Note: to all,Grip,Grip,${'n'.repeat(61)},Reach\nR-1,a,b,c,d,${'v'.repeat(201)}\n`,
    );
    const refusal = async (...at: number[]) => {
      const { status, body } = await map(checked._id, [
        'sku',
        ...[1, 2, 3, 4, 5].map((one) => (at.includes(one) ? 'specification' : null)),
      ]);
      return status === 200 ? null : (body as { errors: { fields: string } }).errors.fields;
    };
    expect(await refusal(1)).toMatch(/^“Note: to all” cannot be the name/);
    expect(await refusal(2, 3)).toMatch(/^Two columns are called “Grip”/);
    expect(await refusal(4)).toMatch(/cannot be the name/);
    expect(await refusal(5)).toBeNull();
    expect((await readImport(shop, admin, checked._id)).faults).toMatchObject([
      { row: 2, column: 'Reach', reason: 'Please use at most 200 characters.' },
    ]);
  });
});
