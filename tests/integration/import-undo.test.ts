import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClaimLost, claimImports } from '#src/features/imports/queries.server.ts';
import { writeRows } from '#src/flows/imports/write-import.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readImport, readToolBySku } from './import-helpers.ts';
import { createTool, placeOrder, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;

const toolBySku = (sku: string) => readToolBySku(shop, sku);
const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });
const undo = (id: string) => call('POST', `/imports/${id}/undo`);

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
  shop.workers.get('imports').listen();
});
afterAll(async () => {
  setFailPoints(null);
  await shop.close();
});

describe('an undo', () => {
  test('removes created products with their history, and restores the former values of changed ones', async () => {
    await createTool(shop, {
      sku: 'U-1',
      unitPriceMinor: 1000,
      quantity: 20,
      category: 'Old',
      volumePrices: [{ quantity: 20, unitPrice: 9 }],
    });
    const before = await toolBySku('U-1');
    const { _id } = await importFile(
      shop,
      admin,
      'SKU,Name,Price,MOQ,Stock,Category,Volume prices\nU-1,,11,10,15,New,\nU-2,Rasp,5,1,3,,\n',
    );
    const created = await toolBySku('U-2');
    const undone = await undo(_id);
    expect([undone.status, undone.body]).toEqual([200, { acknowledged: true, state: 'undone' }]);
    const after = await toolBySku('U-1');
    expect(after).toEqual({ ...before, version: before.version + 2 });
    expect(await toolBySku('U-2')).toBeUndefined();
    expect(await shop.sql`select from price_changes where tool_id = ${created.id}`).toEqual([]);
    expect(await readImport(shop, admin, _id)).toMatchObject({ state: 'undone', undoneBy: admin.email });
    expect((await undo(_id)).status).toBe(200);
    const [{ total }] = await shop.sql`select sum(delta)::int as total from stock_adjustments
      where tool_id = ${after.id}`;
    expect(total).toBe(20);
  });

  test('removes the categories that the import added, unless somebody uses or has changed them', async () => {
    await createTool(shop, { sku: 'UC-1', category: 'Kept before' });
    const { _id } = await importFile(
      shop,
      admin,
      [
        'SKU,Name,Price,MOQ,Category',
        'UC-1,,,,Kept before',
        'UC-2,Rasp,5,1,Undone > Deep',
        'UC-3,Rasp,5,1,Undone too',
        'UC-4,Rasp,5,1,Renamed',
        'UC-5,Rasp,5,1,Used > Inner',
      ].join('\n'),
    );
    await createTool(shop, { sku: 'UC-6', category: 'Used' });
    await shop.sql`update categories set name = 'Renamed since' where name = 'Renamed'`;
    expect((await undo(_id)).status).toBe(200);
    const names = await shop.sql`select name from categories
      where name like 'Undone%' or name in ('Deep', 'Inner', 'Used', 'Renamed since', 'Kept before') order by name`;
    expect(names.map(({ name }) => name)).toEqual(['Kept before', 'Renamed since', 'Used']);
    const deleted = await shop.sql`select subject_name, before from audit_events
      where action = 'category.deleted' and subject_name <> 'New' order by subject_name`;
    expect(deleted.map(({ before }) => before.path)).toEqual(['Undone > Deep', 'Used > Inner', 'Undone', 'Undone too']);
  });

  test('removes a product from the results of an earlier search', async () => {
    const { _id } = await importFile(shop, admin, 'SKU,Name,Price,MOQ,Stock\nU-3,Spokeshave,5,1,30\n');
    const search = async () => {
      await shop.workers.get('tool-search').run();
      return ((await shop.call('GET', '/tools?q=spokeshave')).body as { sku: string }[]).map(({ sku }) => sku);
    };
    expect([await search(), await search()]).toEqual([['U-3'], ['U-3']]);
    expect((await undo(_id)).status).toBe(200);
    expect(await search()).toEqual([]);
  });

  test('is rejected if a product was ordered or changed since then, says which, and changes nothing', async () => {
    await createTool(shop, { sku: 'B-1', unitPriceMinor: 1000 });
    const { _id } = await importFile(
      shop,
      admin,
      'SKU,Name,Price,MOQ,Stock\nB-1,,11,10,\nB-2,Rasp,5,1,30\nB-3,Saw,5,1,30\n',
    );
    const { id, version } = await toolBySku('B-1');
    await call('PATCH', `/tools/${id}`, { balance: 12, version });
    const ordered = await toolBySku('B-2');
    const order = await placeOrder(shop, ada, { id: ordered.id, itemName: 'Rasp', unitPriceMinor: 500 });
    const refused = await undo(_id);
    expect(statusAndCode(refused)).toBe('409 import_undo_refused');
    expect(refused.body).toMatchObject({
      tools: [
        { row: 2, sku: 'B-1', reason: 'it has been changed again since' },
        { row: 3, sku: 'B-2', reason: 'it has been ordered since' },
      ],
    });
    expect(await toolBySku('B-3')).toBeDefined();
    expect(await readImport(shop, admin, _id)).toMatchObject({ state: 'done' });

    // An order that ended holds no stock. Its product stays, since orders are kept forever.
    await shop.call('DELETE', `/order/${order}`, { token: ada.token });
    await call('PATCH', `/tools/${id}`, { balance: 11, version: version + 1 });
    expect((await undo(_id)).status).toBe(200);
    expect(await toolBySku('B-2')).toMatchObject({ state: 'archived' });
    expect(await toolBySku('B-3')).toBeUndefined();
    expect(await toolBySku('B-1')).toMatchObject({ unit_price_minor: 1000 });
  });

  test('is rejected if stock was counted since then, even by another import, until that is undone', async () => {
    const { id } = await createTool(shop, { sku: 'S-1', quantity: 10 });
    const { _id } = await importFile(shop, admin, 'SKU,Stock\nS-1,40\n');
    const adjust = (delta: number) => call('POST', `/tools/${id}/stock`, { delta, reason: 'count' });
    await adjust(10);
    const refused = await undo(_id);
    expect(statusAndCode(refused)).toBe('409 import_undo_refused');
    expect(refused.body).toMatchObject({ tools: [{ row: 2, sku: 'S-1', reason: 'it has been changed again since' }] });
    expect((await toolBySku('S-1')).available).toBe(50);
    await adjust(-10);

    const { _id: second } = await importFile(shop, admin, 'SKU,Stock\nS-1,60\n');
    expect(statusAndCode(await undo(_id))).toBe('409 import_undo_refused');
    expect((await undo(second)).status).toBe(200);
    expect((await undo(_id)).status).toBe(200);
    expect((await toolBySku('S-1')).available).toBe(10);
  });

  test('is rejected if another product has the former SKU by now', async () => {
    const { id } = await createTool(shop, { sku: 'OLD-1' });
    const { _id } = await importFile(shop, admin, 'SKU,Name\nOLD-1,Renamed\n');
    // Imports of earlier versions could also change an SKU.
    await shop.sql`update tools set sku = 'NEW-1' where id = ${id}`;
    await shop.sql`update import_rows
      set was = was || '{"sku": "OLD-1"}', became = became || '{"sku": "NEW-1"}' where import_id = ${_id}`;
    await createTool(shop, { sku: 'old-1' });
    const refused = await undo(_id);
    expect(statusAndCode(refused)).toBe('409 import_undo_refused');
    expect(refused.body).toMatchObject({ tools: [{ reason: 'another product has its former SKU or address' }] });
  });

  test('says which products it kept because they were ordered in the meantime', async () => {
    const lines = Array.from({ length: 150 }, (_, at) => `L-${at},Tool ${at},5,1,30\n`);
    const { _id } = await importFile(shop, admin, `SKU,Name,Price,MOQ,Stock\n${lines.join('')}`);
    const { id } = await toolBySku('L-7');
    let order: Promise<string> | undefined;
    setFailPoints(async (reached) => {
      if (reached !== 'imports:undone') return;
      order ??= placeOrder(shop, ada, { id, itemName: 'Tool 7', unitPriceMinor: 500 });
      await order;
    });
    expect((await undo(_id)).status).toBe(200);
    setFailPoints(null);
    const undone = await readImport(shop, admin, _id);
    expect(undone).toMatchObject({ state: 'undone', creates: 150, left: 1 });
    expect(undone.reason).toBe(
      '1 row was not undone. Tool 7 (L-7): It has been ordered since. Please check these products yourself.',
    );
    expect((await call('GET', `/imports/${_id}/rows?result=create&after=8&limit=1`)).body).toMatchObject([
      { row: 9, outcome: 'left', reason: 'It has been ordered since.' },
    ]);
    expect(await shop.sql`select from tools where sku like 'L-%'`).toHaveLength(1);
  });

  test('archives a product that others refer to', async () => {
    const { _id } = await importFile(shop, admin, 'SKU,Name,Price,MOQ\nR-1,Rasp,5,1\n');
    const { id } = await toolBySku('R-1');
    const { id: other } = await createTool(shop);
    await shop.sql`update tools set relations = ${JSON.stringify([{ kind: 'spare', toolId: id }])}
      where id = ${other}`;
    await undo(_id);
    expect(await toolBySku('R-1')).toMatchObject({ state: 'archived' });
  });
});

test('an import that is stopped halfway counts what it wrote, says what to do, and can be undone', async () => {
  const lines = Array.from({ length: 150 }, (_, at) => `V-${at},Tool ${at},5,1,3\n`);
  const { _id } = await checkFile(shop, admin, `SKU,Name,Price,MOQ,Stock\n${lines.join('')}`);
  setFailPoints((reached) => {
    if (reached === 'imports:committed') throw new Error('again and again');
  });
  await call('POST', `/imports/${_id}/confirm`);
  await shop.workers.get('imports').idle();
  setFailPoints(null);
  await shop.sql`update imports set attempts = 5, claimed_until = null where id = ${_id}`;
  await shop.workers.get('imports').run();
  const stopped = await readImport(shop, admin, _id);
  expect(stopped).toMatchObject({ state: 'stopped', creates: 100, confirmedBy: admin.email });
  expect(stopped.reason).toContain('Please try again, or undo the import');
  expect((await undo(_id)).status).toBe(200);
  expect(await readImport(shop, admin, _id)).toMatchObject({ state: 'undone', creates: 100, left: 0, reason: null });
  expect(await shop.sql`select from tools where sku like 'V-%'`).toEqual([]);
  expect(await shop.sql`select from import_pieces where import_id = ${_id}`).toEqual([]);
});

describe('a process that dies', () => {
  /** The number of times that the process dies at its fail point. */
  let left = 0;
  const dieAt = (name: string, times: number) => {
    left = times;
    setFailPoints((reached) => {
      if (reached !== name || left === 0) return;
      left -= 1;
      throw new Error('killed');
    });
  };
  const ROWS = 450;
  const file = (prefix: string) =>
    `SKU,Name,Price,MOQ,Stock\n${Array.from({ length: ROWS }, (_, at) => `${prefix}-${at},Tool ${at},5,1,2\n`).join('')}`;

  /** Continues as the next process would, after the lease of the dead one has expired. */
  async function goOn(): Promise<void> {
    await shop.sql`update imports set claimed_until = now()`;
    await shop.workers
      .get('imports')
      .run()
      .catch(() => {});
  }

  test.each([
    ['imports:checked', 'K1'],
    ['imports:written', 'K2'],
    ['imports:committed', 'K3'],
  ])('at %s leaves an import that the next one finishes, writing each row once', async (point, prefix) => {
    const body = new FormData();
    body.append('file', new File([file(prefix)], 'many.csv'));
    dieAt(point, 2);
    const { insertedId } = (await shop.call('POST', '/imports', { token: admin.token, body })).body as {
      insertedId: string;
    };
    for (let count = 0; count < 4; count += 1) await goOn();
    await call('POST', `/imports/${insertedId}/confirm`);
    for (let count = 0; count < 4; count += 1) await goOn();
    setFailPoints(null);
    await goOn();
    expect(await readImport(shop, admin, insertedId)).toMatchObject({ state: 'done', creates: ROWS, progress: null });
    const [counted] = await shop.query(
      `select count(*)::int as tools, sum(available)::int as pieces,
         (select count(*)::int from stock_adjustments s join tools x on x.id = s.tool_id where x.sku like $1) as adjustments
       from tools where sku like $1`,
      [`${prefix}-%`],
    );
    expect(counted).toEqual({ tools: ROWS, pieces: 2 * ROWS, adjustments: ROWS });
    expect(
      (await shop.sql`select from audit_events where action = 'import.done' and subject_id = ${insertedId}`).length,
    ).toBe(1);
  });

  test('in the middle of an undo leaves an undo that the next one finishes', async () => {
    const { _id } = await importFile(shop, admin, file('K4'));
    dieAt('imports:undoing', 1);
    const undone = undo(_id);
    await expect.poll(() => left).toBe(0);
    await shop.workers.get('imports').idle();
    await goOn();
    await undone;
    expect(await readImport(shop, admin, _id)).toMatchObject({ state: 'undone' });
    expect(await shop.sql`select from tools where sku like 'K4-%'`).toEqual([]);
  });
});

test('a run whose claim was taken over by another one writes nothing', async () => {
  const { db } = shop.database;
  const { _id } = await checkFile(shop, admin, 'SKU,Name,Price,MOQ\nD-1,Rasp,5,1\nD-2,Saw,5,1\n');
  await shop.query("update imports set state = 'importing', confirmed_at = now(), confirmed_by = $2 where id = $1", [
    _id,
    {
      userId: admin.userId,
      email: admin.email,
      role: 'admin',
      owner: false,
      clientAddress: null,
    },
  ]);
  const [slow] = await claimImports(db, 1);
  await shop.sql`update imports set claimed_until = now() where id = ${_id}`;
  const [next] = await claimImports(db, 1);
  if (!slow || !next) throw new Error('both have claimed it');
  await expect(writeRows({ db }, slow, 1)).rejects.toThrow(ClaimLost);
  expect(await shop.sql`select from tools where sku like 'D-_'`).toEqual([]);
  expect(await writeRows({ db }, next, 10)).toBe(2);
});
