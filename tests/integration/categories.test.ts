import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { foldToolCounts } from '#src/features/categories/queries.server.ts';
import { categories } from '#src/features/categories/tables.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { type ApiResponse, createTool, getToolRow, listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.sql`update tools set category_id = null`;
  await shop.sql`truncate categories cascade; truncate category_tool_counts`;
  shop.context.responseCache.invalidateAll();
});

const call = (method: string, path: string, body?: unknown): Promise<ApiResponse> =>
  shop.call(method, path, { token: admin.token, body });
const add = async (name: string, parentId: string | null = null, more = {}) =>
  String(objectBody(await call('POST', '/categories', { name, parentId, ...more })).insertedId);
const patch = (id: string, body: object) => call('PATCH', `/categories/${id}`, { version: 1, ...body });
const getTree = async () => listBody(await shop.call('GET', '/categories'));
const getPaths = async () => (await getTree()).map(({ path }) => (path as string[]).join(' > '));
const getErrors = (response: ApiResponse) => objectBody(response).errors;

describe('the tree of categories', () => {
  test('lists each category after its parent, with its path, slug, position and number of tools', async () => {
    const power = await add('Power tools');
    await add('Hand tools', null, { position: 1 });
    const drills = await add('Drills', power);
    await add('Twist drills', drills);
    await createTool(shop, { category: 'Power tools > Drills' });
    await createTool(shop, { category: 'Twist drills' });
    await createTool(shop, { category: 'Twist drills', state: 'draft' });
    shop.context.responseCache.invalidate(['category-counts']);
    expect(await getTree()).toMatchObject([
      { path: ['Hand tools'], slug: 'hand-tools', position: 1, tools: 0, parentId: null },
      { path: ['Power tools'], position: 2, tools: 2, toolsAtLeast: false },
      { path: ['Power tools', 'Drills'], tools: 2, parentId: power },
      { path: ['Power tools', 'Drills', 'Twist drills'], slug: 'twist-drills', tools: 1, version: 1 },
    ]);
  });

  test('is renamed, moved and reordered without writing any tool', async () => {
    const [one, other] = [await add('Clamps'), await add('Vises')];
    const tool = await createTool(shop, { category: 'Vises' });
    const before = await shop.sql`select xmin from tools where id = ${tool.id}`;
    expect((await patch(other, { name: 'Bench vises', parentId: one })).status).toBe(200);
    expect(await getPaths()).toEqual(['Clamps', 'Clamps > Bench vises']);
    expect((await call('PATCH', `/categories/${other}`, { parentId: null, position: 1, version: 2 })).status).toBe(200);
    expect(await getPaths()).toEqual(['Bench vises', 'Clamps']);
    expect(await shop.sql`select xmin from tools where id = ${tool.id}`).toEqual(before);
    expect((await shop.call('GET', `/tools/${tool.id}`)).body).toMatchObject({
      category: 'Bench vises',
      categoryId: other,
    });
  });

  test('only changes if the sent version is current', async () => {
    const id = await add('Saws');
    expect(statusAndCode(await call('PATCH', `/categories/${id}`, { name: 'Handsaws' }))).toBe('428 version_required');
    expect(statusAndCode(await patch(id, { name: 'Handsaws', version: 7 }))).toBe('412 category_changed');
    expect(objectBody(await patch(id, { name: 'Handsaws' }))).toMatchObject({ modifiedCount: 1, version: 2 });
    expect(objectBody(await patch(id, { name: 'Handsaws' }))).toMatchObject({ modifiedCount: 0, version: 2 });
  });

  test('reports errors at their fields', async () => {
    const saws = await add('Saws', null, { slug: 'saws' });
    const files = await add('Files');
    expect(getErrors(await call('POST', '/categories', { name: 'SAWS' }))).toHaveProperty('name');
    expect(getErrors(await call('POST', '/categories', { name: 'A > B' }))).toHaveProperty('name');
    for (const hidden of ['\u202e', '\u2066', '\u200b', '\u0000', '\u2028']) {
      const name = `Saws${hidden}gnp`;
      expect(getErrors(await call('POST', '/categories', { name }))).toHaveProperty('name');
      expect(getErrors(await patch(saws, { name }))).toHaveProperty('name');
      expect(getErrors(await call('POST', '/tools', toToolBody({ category: `Hand > ${name}` })))).toHaveProperty(
        'category',
      );
    }
    expect(getErrors(await call('POST', '/categories', { name: 'Axes', slug: 'saws' }))).toHaveProperty('slug');
    expect(getErrors(await call('POST', '/categories', { name: 'Axes', parentId: 'a'.repeat(24) }))).toHaveProperty(
      'parentId',
    );
    expect(getErrors(await patch(saws, { parentId: saws }))).toEqual({
      parentId: 'A category cannot be below itself. Please choose another one.',
    });
    expect((await patch(files, { slug: 'rasps' })).status).toBe(200);
    expect(getErrors(await patch(saws, { slug: 'files' }))).toHaveProperty('slug');
  });

  test('has at most six levels, even after moving a branch', async () => {
    let parentId: string | null = null;
    for (const name of ['1', '2', '3', '4', '5', '6']) parentId = await add(name, parentId);
    expect(getErrors(await call('POST', '/categories', { name: '7', parentId }))).toHaveProperty('parentId');
    const top = await add('top');
    const root = (await getTree()).find(({ name }) => name === '1');
    expect(getErrors(await patch(String(root?._id), { parentId: top }))).toHaveProperty('parentId');
  });

  test('has at most 2,000 categories', async () => {
    await shop.sql`insert into categories (id, name, slug) select 'x' || i, 'x' || i, 'x' || i
      from generate_series(1, 2000) i`;
    expect(getErrors(await call('POST', '/categories', { name: 'one more' }))).toHaveProperty('name');
    const refused = await call('POST', '/tools', toToolBody({ category: 'one more' }));
    expect(getErrors(refused)).toHaveProperty('category');
  });

  test('stays a tree when two branches are moved under each other at once', async () => {
    const { pool } = shop.database;
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await add(`One ${round}`), await add(`Other ${round}`)];
      const [first, second] = [await pool.connect(), await pool.connect()];
      try {
        await first.query('begin');
        await first.query('update categories set parent_id = $1 where id = $2', [one, other]);
        const late = second.query('update categories set parent_id = $1 where id = $2', [other, one]);
        const refused = expect(late).rejects.toThrow('not below itself');
        await first.query('commit');
        await refused;
      } finally {
        first.release();
        second.release();
      }
      const moved = await Promise.all([patch(other, { parentId: null, version: 2 }), patch(one, { parentId: other })]);
      expect(moved.map(({ status }) => status)).toContain(200);
    }
    const { rows } = await pool.query(
      'with recursive up as (select id, parent_id, 1 as n from categories union all select u.id, c.parent_id, n + 1 from up u join categories c on c.id = u.parent_id where n < 10) select from up where n >= 10',
    );
    expect(rows).toEqual([]);
  });

  test('is audited', async () => {
    const id = await add('Planes');
    await patch(id, { name: 'Block planes' });
    await call('DELETE', `/categories/${id}`);
    const rows = await shop.sql`select action from audit_events where subject_id = ${id} order by seq`;
    expect(rows.map(({ action }) => action)).toEqual(['category.added', 'category.changed', 'category.deleted']);
  });
});

describe('deleting a category', () => {
  test('is rejected while it has content, unless that moves to its parent', async () => {
    const hand = await add('Hand tools');
    const saws = await add('Saws', hand);
    const small = await add('Small saws', saws);
    const tool = await createTool(shop, { category: 'Hand tools > Saws' });
    expect(statusAndCode(await call('DELETE', `/categories/${saws}`))).toBe('409 category_not_empty');
    expect((await call('DELETE', `/categories/${saws}?contents=parent`)).status).toBe(200);
    expect(await getPaths()).toEqual(['Hand tools', 'Hand tools > Small saws']);
    expect((await getToolRow(shop, tool.id)).categoryId).toBe(hand);
    expect((await call('DELETE', `/categories/${small}`)).status).toBe(200);
    expect(statusAndCode(await call('DELETE', `/categories/${small}`))).toBe('404 not_found');
  });

  test('is rejected if too many tools would be written', async () => {
    const id = await add('Nails');
    await shop.sql`insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image, category_id)
      select 'n' || lpad(i::text, 23, '0'), 'Nail', 'Nail', 1, 1, 1, '', ${id} from generate_series(1, 1001) i`;
    const refused = await call('DELETE', `/categories/${id}?contents=parent`);
    expect(statusAndCode(refused)).toBe('409 category_not_empty');
    expect(objectBody(refused).detail).toContain('1,000');
    await shop.sql`update tools set category_id = null where id like 'n0%'`;
  });
});

const toToolBody = (more: object) => ({
  itemName: 'Try square',
  about: 'Steel.',
  balance: 12,
  quantity: 5,
  minOrderQuantity: 1,
  picture: '/images/drawings/claw-hammer.svg',
  ...more,
});

describe('a tool’s category', () => {
  const addTool = async (more: object) => String(objectBody(await call('POST', '/tools', toToolBody(more))).insertedId);
  const getCategory = async (id: string) => {
    const { category, categoryId } = objectBody(await shop.call('GET', `/tools/${id}`));
    return { category, path: (await getTree()).find(({ _id }) => _id === categoryId)?.path ?? null };
  };

  test('is set by a name, a path or an id, and added if it does not exist', async () => {
    const plain = await addTool({ category: 'Squares' });
    expect(await getCategory(plain)).toEqual({ category: 'Squares', path: ['Squares'] });
    expect(await getCategory(await addTool({ category: 'SQUARES' }))).toEqual({
      category: 'Squares',
      path: ['Squares'],
    });
    const nested = await addTool({ category: 'Measuring > Squares' });
    expect(await getCategory(nested)).toEqual({ category: 'Squares', path: ['Measuring', 'Squares'] });
    const { categoryId } = objectBody(await shop.call('GET', `/tools/${nested}`));
    expect(await getCategory(await addTool({ categoryId }))).toEqual({
      category: 'Squares',
      path: ['Measuring', 'Squares'],
    });
    expect(await getCategory(await addTool({}))).toEqual({ category: '', path: null });
  });

  test('is changed by name or id, whichever differs from the stored one', async () => {
    const id = await addTool({ category: 'Rules' });
    const { categoryId } = objectBody(await shop.call('GET', `/tools/${id}`));
    const change = (body: object) => call('PATCH', `/tools/${id}`, { version: 1, ...body });
    expect(objectBody(await change({ category: 'Rules', categoryId }))).toMatchObject({ modifiedCount: 0 });
    expect(objectBody(await change({ category: 'Folding rules', categoryId }))).toMatchObject({ modifiedCount: 1 });
    expect(await getCategory(id)).toMatchObject({ category: 'Folding rules' });
    expect((await change({ version: 2, category: 'Folding rules', categoryId })).status).toBe(200);
    expect(await getCategory(id)).toMatchObject({ category: 'Rules' });
    expect((await change({ version: 3, category: '' })).status).toBe(200);
    expect(await getCategory(id)).toEqual({ category: '', path: null });
  });

  test('is not added by a rejected change', async () => {
    const id = await addTool({});
    expect((await call('PATCH', `/tools/${id}`, { version: 9, category: 'Nowhere' })).status).toBe(412);
    expect(await getTree()).toEqual([]);
  });

  test('must be given as a path if several categories have the name', async () => {
    await addTool({ category: 'Wood > Files' });
    await addTool({ category: 'Metal > Files' });
    const refused = await call('POST', '/tools', toToolBody({ category: 'Files' }));
    expect(getErrors(refused)).toHaveProperty('category');
    expect(getErrors(await call('POST', '/tools', toToolBody({ category: 'Metal > > Files' })))).toHaveProperty(
      'category',
    );
    expect(getErrors(await call('POST', '/tools', toToolBody({ categoryId: 'a'.repeat(24) })))).toHaveProperty(
      'categoryId',
    );
  });

  test('is added once when many requests use it at the same time', async () => {
    const added = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/tools', toToolBody({ category: 'New > Newer' }))),
    );
    expect(added.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await getPaths()).toEqual(['New', 'New > Newer']);
    expect((await getTree()).map((category) => category.tools)).toEqual([6, 6]);
  });
});

describe('the number of tools on sale', () => {
  test('follows every change of a tool, and stays the same when its rows are merged', async () => {
    const { db, pool } = shop.database;
    const id = await add('Chisels');
    const [one, other] = [
      await createTool(shop, { category: 'Chisels' }),
      await createTool(shop, { category: 'Chisels' }),
    ];
    const count = async () => {
      shop.context.responseCache.invalidateAll();
      return (await getTree())[0]?.tools;
    };
    expect(await count()).toBe(2);
    await call('POST', `/tools/${one.id}/archive`);
    expect(await count()).toBe(1);
    await call('POST', `/tools/${one.id}/restore`);
    await db.update(tools).set({ categoryId: null }).where(eq(tools.id, other.id));
    expect(await count()).toBe(1);
    expect(await foldToolCounts(db, 1)).toBeGreaterThan(1);
    expect(await count()).toBe(1);
    expect((await pool.query('select delta from category_tool_counts where category_id = $1', [id])).rows).toEqual([
      { delta: 1 },
    ]);
  });

  test('is exact up to ten thousand, and a lower bound above that', async () => {
    const id = await add('Screws');
    await shop.database.db.execute(sql`insert into category_tool_counts values (${id}, ${MAX_TOTAL})`);
    expect((await getTree())[0]).toMatchObject({ tools: MAX_TOTAL, toolsAtLeast: false });
    await shop.database.db.execute(sql`insert into category_tool_counts values (${id}, 1)`);
    shop.context.responseCache.invalidateAll();
    expect((await getTree())[0]).toMatchObject({ tools: MAX_TOTAL, toolsAtLeast: true });
    expect(await shop.database.db.$count(categories)).toBe(1);
  });
});

describe('a category with only drafts', () => {
  const addTool = async (more: object) => String(objectBody(await call('POST', '/tools', toToolBody(more))).insertedId);
  const getPublicPage = async (slug: string) => (await shop.call('GET', `/tools?category=${slug}`)).status;
  const getAll = async () =>
    listBody(await call('GET', '/categories/all')).map((one) => [(one.path as string[]).join(' > '), one.public]);

  test('is only visible to admins, wherever a draft uses it, until a tool in it is on sale', async () => {
    const id = await addTool({ category: 'New range > Saws', state: 'draft' });
    expect(await getPaths()).toEqual([]);
    expect(await getAll()).toEqual([
      ['New range', false],
      ['New range > Saws', false],
    ]);
    expect(await getPublicPage('saws')).toBe(422);
    const sitemap = await shop.app.request(`${shop.origin}/sitemap.xml`);
    expect(await sitemap.text()).not.toContain('new-range');
    expect((await call('PATCH', `/tools/${id}`, { state: 'on_sale', version: 1 })).status).toBe(200);
    expect(await getPaths()).toEqual(['New range', 'New range > Saws']);
    expect(await getPublicPage('saws')).toBe(200);
    // Links may lead to its page by now.
    await call('POST', `/tools/${id}/archive`);
    expect(await getPaths()).toEqual(['New range', 'New range > Saws']);
  });

  test('becomes public with a tool that moves into it, and so do categories added below it by hand', async () => {
    await addTool({ category: 'Drafts', state: 'draft' });
    await addTool({ category: 'Plans', state: 'draft' });
    const all = listBody(await call('GET', '/categories/all'));
    const idOf = (name: string) => String(all.find((one) => one.name === name)?._id);
    const tool = await createTool(shop, { category: 'Files' });
    expect(await getPaths()).toEqual(['Files']);
    expect((await call('PATCH', `/tools/${tool.id}`, { categoryId: idOf('Drafts'), version: 1 })).status).toBe(200);
    await add('Rules', idOf('Plans'));
    expect((await getPaths()).sort()).toEqual(['Drafts', 'Files', 'Plans', 'Plans > Rules']);
  });

  test('does not change when its draft is removed', async () => {
    const id = await addTool({ category: 'Secret', state: 'draft' });
    expect((await call('PATCH', `/tools/${id}`, { categoryId: null, version: 1 })).status).toBe(200);
    expect(await getPaths()).toEqual([]);
  });
});

test('categories of one position and the tools in one are sorted alphabetically, Ä beside A', async () => {
  for (const itemName of ['Zange', 'Äxtchen', 'Adze', 'Łom', 'Maul'])
    await createTool(shop, { itemName, category: 'Größen' });
  for (const category of ['Pfannen', 'Ösen']) await createTool(shop, { category });
  await shop.sql`update categories set position = 0`;
  const named = (await getTree()).filter(({ name }) => ['Größen', 'Ösen', 'Pfannen'].includes(String(name)));
  expect(named.map(({ name }) => name)).toEqual(['Größen', 'Ösen', 'Pfannen']);
  const sorted = listBody(await shop.call('GET', `/tools?category=${named[0]?.slug}&sort=name`));
  expect(sorted.map(({ itemName }) => itemName)).toEqual(['Adze', 'Äxtchen', 'Łom', 'Maul', 'Zange']);
});
