import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refreshToolSearch } from '#src/features/catalogue/search/index-tools.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { checkFile, importFile, readImport } from './import-helpers.ts';
import { createTool, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token: admin.token, body });
const listPaths = async () => {
  shop.context.responseCache.invalidateAll();
  return ((await call('GET', '/categories')).body as { path: string[]; tools: number }[]).map(
    ({ path, tools }) => `${path.join(' > ')}: ${tools}`,
  );
};
const categoryOf = async (sku: string) =>
  (await shop.sql`select category_id from tools where sku = ${sku}`)[0].category_id;

async function createToolIn(sku: string, category: string): Promise<string> {
  const { id } = await createTool(shop, { sku });
  const { status } = await call('PATCH', `/tools/${id}`, { category, version: 1 });
  if (status !== 200) throw new Error(`no category ${category}`);
  return id;
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  shop.workers.get('imports').listen();
  await createToolIn('P-1', 'Power tools > Drills');
  await createToolIn('H-1', 'Hand tools > Drills');
  await createToolIn('S-1', 'Hand tools > Saws');
  await createToolIn('T-1', 'Saw blades');
});
afterAll(() => shop.close());

describe('categories in a file', () => {
  test('are paths, and are exported unchanged, even if two have the same name', async () => {
    const csv = String((await call('GET', '/exports/tools.csv')).body);
    expect(csv).toContain('"Power tools > Drills"');
    expect(csv).toContain('"Hand tools > Drills"');
    expect(await checkFile(shop, admin, csv)).toMatchObject({ state: 'ready', rows: 4, unchanged: 4, faults: [] });
  });

  test('are found by path or by name, ignoring case, and a tool’s current category counts as unchanged', async () => {
    const file = 'SKU,Category\nP-1, power tools >drills\nH-1,Drills\nS-1,saws\nT-1,HAND TOOLS > SAWS\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ state: 'ready', creates: 0, changes: 1, unchanged: 3, faults: [] });
    const { body } = await call('GET', `/imports/${checked._id}/rows?result=change`);
    expect(body).toMatchObject([{ before: { category: 'Saw blades' }, after: { category: 'Hand tools > Saws' } }]);
  });

  test('that are ambiguous or too deep are errors in their column', async () => {
    const deep = Array.from({ length: 7 }, (_, at) => `L${at}`).join(' > ');
    const checked = await checkFile(shop, admin, `SKU,Kategorie\nT-1,Drills\nS-1,${deep}\nH-1,Hand tools >> Saws\n`);
    expect(checked.faults.map(({ row, column, reason }) => [row, column, reason])).toEqual([
      [2, 'Kategorie', expect.stringMatching(/^Several categories .* such as (Power|Hand) tools > Drills\.$/)],
      [3, 'Kategorie', 'Please enter at most 6 names.'],
      [4, 'Kategorie', 'Please enter a name on each side of every >.'],
    ]);
  });

  test('are never cut: a name that is too long is a fault at its row, or left out if the admin wants that', async () => {
    const long = 'x'.repeat(61);
    const file = `SKU,Category\nP-1,${long}\nS-1,Saw blades > ${long}\nT-1,${'x'.repeat(60)}\n`;
    const checked = await checkFile(shop, admin, file);
    const reason = 'Please use at most 60 characters for each name.';
    expect(checked.faults).toEqual([
      { row: 2, column: 'Category', value: long, reason },
      { row: 3, column: 'Category', value: `Saw blades > ${long}`, reason },
    ]);
    await call('PUT', `/imports/${checked._id}/mapping`, { skipUnreadable: ['Category'] });
    await shop.workers.get('imports').run();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ faultRows: 0, changes: 1 });
  });

  test('are added once each when the file is written, and the undo restores the former ones', async () => {
    const paths = await listPaths();
    const former = [await categoryOf('P-1'), await categoryOf('S-1'), await categoryOf('T-1')];
    const file =
      'SKU,Name,Price,MOQ,Category\nP-1,,,,Garden > Shears\nS-1,,,,garden > Shears\nT-1,,,,\nN-1,Rake,5,1,Garden > Rakes\n';
    const checked = await checkFile(shop, admin, file);
    expect(checked).toMatchObject({ creates: 1, changes: 3, faults: [] });
    expect(await shop.sql`select from categories where name = 'Garden'`).toEqual([]);
    await call('POST', `/imports/${checked._id}/confirm`);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ state: 'done', creates: 1, changes: 3 });
    // Responses are cached until the import invalidates one of their tags.
    await expect
      .poll(listPaths)
      .toEqual([
        'Power tools: 0',
        'Power tools > Drills: 0',
        'Hand tools: 1',
        'Hand tools > Drills: 1',
        'Hand tools > Saws: 0',
        'Saw blades: 0',
        'Garden: 3',
        'Garden > Shears: 2',
        'Garden > Rakes: 1',
      ]);
    expect(await categoryOf('T-1')).toBeNull();
    const added = await shop.sql`select subject_name from audit_events where action = 'category.added'
      order by seq desc limit 3`;
    expect(added.map(({ subject_name }) => subject_name)).toEqual(['Rakes', 'Shears', 'Garden']);
    await call('POST', `/imports/${checked._id}/undo`);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ state: 'undone' });
    expect([await categoryOf('P-1'), await categoryOf('S-1'), await categoryOf('T-1')]).toEqual(former);
    expect(await listPaths()).toEqual(paths);
  });

  test('of drafts become public with their first product on sale', async () => {
    const file = 'SKU,Name,Price,MOQ,State,Category\nU-1,Rake,5,1,draft,Not told yet > Rakes\n';
    await importFile(shop, admin, file);
    expect((await listPaths()).join()).not.toContain('Not told yet');
    await importFile(shop, admin, 'SKU,State\nU-1,on_sale\n');
    await expect.poll(listPaths).toContain('Not told yet > Rakes: 1');
  });

  test('keep their confirmed meaning if one is renamed in the meantime, and are added again if it is deleted', async () => {
    const [renamed, deleted] = [await createTool(shop, { sku: 'R-1' }), await createTool(shop, { sku: 'R-2' })];
    await createToolIn('R-3', 'Old name');
    await createToolIn('R-4', 'To delete');
    const file = 'SKU,Category\nR-1,Old name\nR-2,To delete\n';
    const checked = await checkFile(shop, admin, file);
    const gone = await categoryOf('R-4');
    await shop.sql`update categories set name = 'New name' where name = 'Old name'`;
    expect((await call('DELETE', `/categories/${gone}?contents=parent`)).status).toBe(200);
    await call('POST', `/imports/${checked._id}/confirm`);
    await shop.workers.get('imports').idle();
    expect(await readImport(shop, admin, checked._id)).toMatchObject({ state: 'done', changes: 2, refused: 0 });
    const [one, other] = await shop.sql`select c.name, c.id from tools t join categories c on c.id = t.category_id
      where t.id = any(${[renamed.id, deleted.id]}) order by t.sku`;
    expect([one.name, other.name, other.id === gone]).toEqual(['New name', 'To delete', false]);
  });

  test('that were deleted since then prevent an import from being undone', async () => {
    await createToolIn('D-1', 'Former');
    const former = await categoryOf('D-1');
    const { _id } = await importFile(shop, admin, 'SKU,Category\nD-1,Saw blades\n');
    expect((await call('DELETE', `/categories/${former}`)).status).toBe(200);
    const refused = await call('POST', `/imports/${_id}/undo`);
    expect(statusAndCode(refused)).toBe('409 import_undo_refused');
    expect(refused.body).toMatchObject({ tools: [{ sku: 'D-1', reason: 'its former category has been deleted' }] });
  });
});

test('moving a product to another category, and undoing that, invalidate cached counts of categories and filters', async () => {
  await createToolIn('C-1', 'Saw blades');
  const client = await shop.database.pool.connect();
  const published: string[] = [];
  client.on('notification', ({ payload = '' }) => published.push(payload));
  await client.query('listen cache_invalidation');
  const { _id } = await importFile(shop, admin, 'SKU,Category\nC-1,Hand tools\n');
  await expect.poll(() => published).toContainEqual(expect.stringMatching(/tool-facets.*category-counts/));
  published.length = 0;
  await call('POST', `/imports/${_id}/undo`);
  await shop.workers.get('imports').idle();
  await expect.poll(() => published).toContainEqual(expect.stringMatching(/tool-facets.*category-counts/));
  client.release(true);
});

test('an undo removes created products from lists, counts and the search’s words', async () => {
  const count = async () =>
    (
      await shop.sql`select (select coalesce(sum(delta), 0)::int from category_tool_counts) as counted,
        (select count(*)::int from tool_search) as found, (select count(*)::int from tool_stocks) as stocks,
        (select count(*)::int from tool_facets) as facets, (select sum(tools)::int from search_words) as words`
    )[0];
  await refreshToolSearch(shop.database.db);
  const before = await count();
  const { _id } = await importFile(
    shop,
    admin,
    'SKU,Name,Price,MOQ,Category\nW-1,Quuxinator,5,1,Saw blades\nW-2,Quux,5,1,\n',
  );
  await refreshToolSearch(shop.database.db);
  const between = await count();
  expect(between).toMatchObject({ counted: before.counted + 1, found: before.found + 2, stocks: before.stocks + 2 });
  expect(between.words).toBeGreaterThan(before.words);
  await call('POST', `/imports/${_id}/undo`);
  await shop.workers.get('imports').idle();
  await refreshToolSearch(shop.database.db);
  expect(await count()).toEqual(before);
});
