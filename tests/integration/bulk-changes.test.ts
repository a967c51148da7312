import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readToolRows } from '#src/flows/exports/stream-tools.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createBulkCalls, type Preview } from './bulk-helpers.ts';
import {
  createTool,
  getToolRow,
  listBody,
  objectBody,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let buyer: TestUser;
let bulk: ReturnType<typeof createBulkCalls>;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, buyer] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
  bulk = createBulkCalls(shop, admin);
});
afterAll(() => checkAndClose(shop));

const read = async (tool: TestTool) =>
  objectBody(await shop.call('GET', `/inventory/${tool.id}`, { token: admin.token }));
interface Priced {
  _id: string;
  balance: number;
}

const RAISE = { kind: 'price', percent: 3 };
const RECEIVE = { kind: 'stock', delta: 40, reason: 'received', note: 'Delivery 4711' };

/** For each kind of change: a tool that changes, one that stays the same, and one that cannot be changed. */
const KINDS: [string, object, { becomes: object; stays?: string; cannot?: string }][] = [
  ['prices by percent', RAISE, { becomes: { balance: 19.47, volumePrices: [{ quantity: 50, unitPrice: 17.72 }] } }],
  ['stock by pieces', { kind: 'stock', delta: -30, reason: 'damaged' }, { becomes: { quantity: 70 } }],
  ['the state', { kind: 'state', action: 'archive' }, { becomes: { state: 'archived' } }],
  ['the category', { kind: 'category', category: ' Hammers ' }, { becomes: { category: 'Hammers' } }],
];

describe('a bulk change', () => {
  test.each(KINDS)(
    'of %s does what its preview showed, and the preview stores nothing',
    async (_, change, { becomes }) => {
      const volumePrices = [{ quantity: 50, unitPrice: 17.2 }];
      const tools = await Promise.all(Array.from({ length: 3 }, () => createTool(shop, { volumePrices })));
      const before = await Promise.all(tools.map(read));
      const preview = await bulk.preview(change, tools);
      expect(preview).toMatchObject({ changed: 3, unchanged: 0, refused: 0 });
      expect(await Promise.all(tools.map(read))).toEqual(before);
      const made = await bulk.send(change, preview.rows);
      expect([made.status, objectBody(made).modifiedCount]).toEqual([201, 3]);
      for (const tool of tools) {
        const row = preview.rows.find(({ _id }) => _id === tool.id);
        expect(row?.after).toEqual(becomes);
        expect(await read(tool)).toMatchObject({ ...becomes });
      }
      expect((await bulk.preview(change, tools)).changed).toBe('percent' in change || 'delta' in change ? 3 : 0);
    },
  );

  test('shows everybody the new price at once, in lists and on each tool', async () => {
    const tools = [await createTool(shop), await createTool(shop)];
    const read = async () => [
      ...listBody(await shop.call('GET', '/tools?limit=2')).map(({ balance }) => balance),
      ...(await Promise.all(tools.map(async ({ id }) => objectBody(await shop.call('GET', `/tools/${id}`)).balance))),
    ];
    expect(await read()).toEqual(Array(4).fill(18.9));
    const id = await bulk.make(RAISE, tools);
    expect(await read()).toEqual(Array(4).fill(19.47));
    await bulk.undo(id);
    expect(await read()).toEqual(Array(4).fill(18.9));
  });

  test.each([
    ['related to it', (other: string) => ({ relations: [{ kind: 'fits', toolId: other }] }), 'related'],
    ['of its family', () => ({ family: 'Bulk family' }), 'sizes'],
  ])('shows the new price on pages of tools that are %s', async (_, make, field) => {
    const [tool, other] = [await createTool(shop, { family: 'Bulk family' }), await createTool(shop)];
    const { version } = await getToolRow(shop, other.id);
    await shop.call('PATCH', `/tools/${other.id}`, { token: admin.token, body: { ...make(tool.id), version } });
    const read = async () => {
      const beside = objectBody(await shop.call('GET', `/tools/${other.id}/related`)) as Record<string, Priced[]>;
      return beside[field]?.find(({ _id }) => _id === tool.id)?.balance;
    };
    expect(await read()).toBe(18.9);
    const id = await bulk.make(RAISE, [tool]);
    expect(await read()).toBe(19.47);
    await bulk.undo(id);
    expect(await read()).toBe(18.9);
  });

  test('with a filter applies to the tools in that list, and names unchanged tools and those that cannot be changed', async () => {
    const itemName = 'Quoin hammer';
    const [draft, onSale] = [
      await createTool(shop, { itemName, state: 'draft' }),
      await createTool(shop, { itemName }),
    ];
    const archived = await createTool(shop, { itemName });
    await shop.call('POST', `/tools/${archived.id}/archive`, { token: admin.token, body: {} });
    const change = { kind: 'state', action: 'archive' };
    const previewBy = async (filter: object) =>
      objectBody(await bulk.post('/bulk-changes/preview', { change, filter })) as unknown as Preview;
    const all = await previewBy({ q: 'quoin HAMMER' });
    expect(all).toMatchObject({ changed: 1, unchanged: 1, refused: 1 });
    expect(all.rows.map(({ _id, result, reason }) => [_id, result, reason])).toEqual([
      [draft.id, 'refused', 'It is a draft that customers cannot see, so there is nothing to archive.'],
      [onSale.id, 'changed', null],
      [archived.id, 'unchanged', null],
    ]);
    expect((await previewBy({ q: 'quoin', state: 'draft' })).rows.map(({ _id }) => _id)).toEqual([draft.id]);
    const none = await bulk.post('/bulk-changes/preview', { change, filter: { q: 'no such thing' } });
    expect(objectBody(none).errors).toEqual({ filter: 'No tools match this filter.' });
  });

  test('does nothing if one tool cannot be changed, and changes the others once that tool is left out', async () => {
    const tools = [await createTool(shop, { quantity: 30 }), await createTool(shop, { quantity: 50 })];
    const [few, many] = tools as [TestTool, TestTool];
    await placeOrder(shop, buyer, few, 10);
    const change = { kind: 'stock', delta: -21, reason: 'correction' };
    const { rows } = await bulk.preview(change, tools);
    const refused = await bulk.send(change, rows);
    expect(statusAndCode(refused)).toBe('409 tools_refused');
    expect(objectBody(refused).preview).toMatchObject({
      refused: 1,
      rows: [{ _id: few.id, reason: 'Only 20 pieces are available; 10 more are held for orders.' }, { _id: many.id }],
    });
    expect((await getToolRow(shop, many.id)).available).toBe(50);
    expect(
      (
        await bulk.send(
          change,
          rows.filter(({ _id }) => _id === many.id),
        )
      ).status,
    ).toBe(201);
    expect([(await getToolRow(shop, few.id)).available, (await getToolRow(shop, many.id)).available]).toEqual([20, 29]);
  });

  test('does nothing if a tool has changed since the preview, and says what it would do now', async () => {
    const tools = [await createTool(shop), await createTool(shop)];
    const [edited, other] = tools as [TestTool, TestTool];
    const { rows } = await bulk.preview(RAISE, tools);
    await shop.call('PATCH', `/tools/${edited.id}`, { token: admin.token, body: { balance: 30, version: 1 } });
    const refused = await bulk.send(RAISE, rows);
    expect(statusAndCode(refused)).toBe('412 tools_changed');
    const { differing, preview } = objectBody(refused) as unknown as { differing: string[]; preview: Preview };
    expect(differing).toEqual([edited.id]);
    expect(preview.rows.find(({ _id }) => _id === edited.id)).toMatchObject({ version: 2, after: { balance: 30.9 } });
    expect((await read(other)).balance).toBe(18.9);
    expect((await bulk.send(RAISE, preview.rows)).status).toBe(201);
    expect([(await read(edited)).balance, (await read(other)).balance]).toEqual([30.9, 19.47]);
  });

  test('adds the given number of pieces, no matter what was ordered since the preview', async () => {
    const tools = [await createTool(shop), await createTool(shop)];
    const { rows } = await bulk.preview(RECEIVE, tools);
    await placeOrder(shop, buyer, tools[0] as TestTool, 10);
    expect((await bulk.send(RECEIVE, rows)).status).toBe(201);
    expect(await Promise.all(tools.map(async ({ id }) => (await getToolRow(shop, id)).available))).toEqual([130, 140]);
  });

  test('sent twice with one key is made once, even at the same moment', async () => {
    const tools = [await createTool(shop), await createTool(shop)];
    const { rows } = await bulk.preview(RECEIVE, tools);
    const responses = await Promise.all(Array.from({ length: 5 }, () => bulk.send(RECEIVE, rows, 'once')));
    expect(responses.map(statusAndCode)).toEqual(Array(5).fill('201'));
    expect(new Set(responses.map((response) => objectBody(response).insertedId)).size).toBe(1);
    for (const { id } of tools) expect((await getToolRow(shop, id)).available).toBe(140);
    const other = await bulk.send({ ...RECEIVE, delta: 41 }, rows, 'once');
    expect(statusAndCode(other)).toBe('422 idempotency_key_reused');
    // A second request would raise the price again, but the tool's version rejects it.
    const raised = await bulk.preview(RAISE, tools);
    const twice = await Promise.all(Array.from({ length: 3 }, () => bulk.send(RAISE, raised.rows, 'raise-once')));
    expect(twice.map(statusAndCode)).toEqual(Array(3).fill('201'));
    expect((await read(tools[0] as TestTool)).balance).toBe(19.47);
  });

  test('appears in each tool’s history and in the audit log, with who made it', async () => {
    const tools = [await createTool(shop), await createTool(shop)];
    const [raised, received] = [await bulk.make(RAISE, tools), await bulk.make(RECEIVE, tools)];
    const archived = await bulk.make({ kind: 'state', action: 'archive' }, tools);
    const events =
      'select action, actor_email as by, subject_name as name, before, after from audit_events where subject_id = $1 order by seq';
    expect(await shop.query(events, [raised])).toEqual([
      {
        action: 'bulk_change.made',
        by: admin.email,
        name: 'Prices +3%',
        before: null,
        after: { kind: 'price', percent: 3, count: 2 },
      },
    ]);
    for (const tool of tools) {
      expect((await shop.query(events, [tool.id])).slice(1)).toMatchObject([
        {
          action: 'tool.changed',
          by: admin.email,
          before: { balance: 18.9 },
          after: { balance: 19.47, bulkChange: raised },
        },
        {
          action: 'tool.stock_adjusted',
          before: { quantity: 100 },
          after: { quantity: 140, delta: 40, reason: 'received', note: 'Delivery 4711', bulkChange: received },
        },
        { action: 'tool.archived', before: { state: 'on_sale' }, after: { state: 'archived', bulkChange: archived } },
      ]);
      const history = objectBody(await bulk.get(`/tools/${tool.id}/history`)) as { entries: object[]; stock: object };
      expect(history.stock).toMatchObject({ adjusted: 140, available: 140 });
      expect(history.entries.slice(0, 2)).toMatchObject([
        { kind: 'stock', delta: 40, reason: 'received', note: 'Delivery 4711', by: admin.email },
        { kind: 'price', balance: 19.47, by: admin.email },
      ]);
    }
  });

  test.each<[string, object, string]>([
    ['a percentage of three decimals', { kind: 'price', percent: 1.005 }, 'change.percent'],
    ['a percentage below -90', { kind: 'price', percent: -90.01 }, 'change.percent'],
    ['a percentage above 400', { kind: 'price', percent: 400.01 }, 'change.percent'],
    ['an unchanged price', { kind: 'price', percent: 0 }, 'change.percent'],
    ['a percentage in words', { kind: 'price', percent: '3' }, 'change.percent'],
    ['no pieces', { kind: 'stock', delta: 0, reason: 'received' }, 'change.delta'],
    ['a negative number of received pieces', { kind: 'stock', delta: -1, reason: 'received' }, 'change.delta'],
    ['damaged pieces that add stock', { kind: 'stock', delta: 1, reason: 'damaged' }, 'change.delta'],
    ['a count for many tools', { kind: 'stock', delta: 1, reason: 'count' }, 'change.reason'],
    ['a long note', { kind: 'stock', delta: 1, reason: 'received', note: 'x'.repeat(201) }, 'change.note'],
    ['an invalid state', { kind: 'state', action: 'draft' }, 'change.action'],
    ['a long category', { kind: 'category', category: 'x'.repeat(61) }, 'change.category'],
    ['two kinds at once', { kind: 'category', category: 'A', percent: 3 }, 'percent'],
    ['no kind', { percent: 3 }, 'change.kind'],
  ])('is rejected with %s, at its field', async (_, change, field) => {
    const tool = await createTool(shop);
    for (const response of [
      await bulk.requestPreview(change, [tool]),
      await bulk.send(change, [{ _id: tool.id, version: 1 }]),
    ]) {
      expect(statusAndCode(response)).toBe('422 invalid');
      expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
    }
  });

  test('is rejected with a repeated or missing tool, without tools, and if nothing would change', async () => {
    const tool = await createTool(shop);
    const sent = { _id: tool.id, version: 1 };
    const errorsOf = async (tools: { _id: string; version: number }[], change: object = RAISE) =>
      objectBody(await bulk.send(change, tools)).errors;
    expect(await errorsOf([sent, sent])).toEqual({ tools: 'Please list each tool only once.' });
    expect(await errorsOf([sent, { _id: 'a'.repeat(24), version: 1 }])).toEqual({
      tools: 'One of these tools no longer exists. Please choose them again.',
    });
    expect(await errorsOf([])).toEqual({ tools: 'Please choose a tool.' });
    expect(await errorsOf([sent], { kind: 'state', action: 'restore' })).toEqual({
      tools: 'All of these tools already have this value, so there is nothing to change.',
    });
    const both = await bulk.post('/bulk-changes/preview', { change: RAISE, ids: [tool.id], filter: {} });
    expect(objectBody(both).errors).toEqual({ ids: 'Please send either ids or a filter.' });
  });

  test('is forbidden to customers', async () => {
    const tool = await createTool(shop);
    const body = { change: RAISE, tools: [{ _id: tool.id, version: 1 }] };
    const refused = await shop.call('POST', '/bulk-changes', { token: buyer.token, body });
    expect(statusAndCode(refused)).toBe('403 forbidden');
  });
});

test('the list of all products, its bulk changes and its export can be narrowed to a category and those below it', async () => {
  const parent = `Saws ${crypto.randomUUID().slice(0, 8)}`;
  const inParent = await createTool(shop, { category: parent });
  const inChild = await createTool(shop, { category: `${parent} > Hacksaws`, state: 'draft' });
  await createTool(shop, { category: 'Files' });
  const categories = listBody(await shop.call('GET', '/categories/all', { token: admin.token }));
  const { slug } = categories.find(({ name }) => name === parent) as { slug: string };
  const list = async (search: string) =>
    listBody(await shop.call('GET', `/inventory?${search}`, { token: admin.token })).map(({ _id }) => _id);
  const both = [inParent.id, inChild.id].sort();
  expect((await list(`category=${slug}`)).sort()).toEqual(both);
  expect((await list(`category=${slug}&sort=price&page=1`)).sort()).toEqual(both);
  expect(await list(`category=${slug}&state=draft`)).toEqual([inChild.id]);
  expect(await list('category=no-such-category')).toEqual([]);

  const body = { change: RAISE, filter: { category: slug } };
  const preview = await shop.call('POST', '/bulk-changes/preview', { token: admin.token, body });
  const { rows } = objectBody(preview) as { rows: Priced[] };
  expect(rows.map(({ _id }) => _id).sort()).toEqual(both);

  const exported: string[][] = [];
  for await (const batch of readToolRows(shop.database.db, { category: slug })) exported.push(...batch);
  expect(exported).toHaveLength(2);
});
