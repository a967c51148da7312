import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createBulkCalls, type Preview } from './bulk-helpers.ts';
import {
  createTool,
  getOrderRow,
  getToolRow,
  listBody,
  objectBody,
  placeOrder,
  statusAndCode,
  type TestTool,
  toOrderBody,
} from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let other: TestUser;
let buyer: TestUser;
let bulk: ReturnType<typeof createBulkCalls>;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, other, buyer] = await Promise.all([shop.createAdmin(), shop.createAdmin(), shop.signUp({ confirmed: true })]);
  bulk = createBulkCalls(shop, admin);
});
afterAll(() => checkAndClose(shop));

const read = async (tool: TestTool) =>
  objectBody(await shop.call('GET', `/inventory/${tool.id}`, { token: admin.token }));
const patch = (tool: TestTool, body: object) => shop.call('PATCH', `/tools/${tool.id}`, { token: other.token, body });
const RAISE = { kind: 'price', percent: 3 };
const RECEIVE = { kind: 'stock', delta: 40, reason: 'received', note: 'Delivery 4711' };
const twoTools = async (parts = {}) =>
  [await createTool(shop, parts), await createTool(shop, parts)] as [TestTool, TestTool];

describe('undoing a bulk change', () => {
  test.each<[string, object, object]>([
    [
      'prices',
      { kind: 'price', percent: -12.34 },
      { balance: 18.9, volumePrices: [{ quantity: 50, unitPrice: 17.2 }] },
    ],
    ['stock', { kind: 'stock', delta: -7, reason: 'damaged' }, { quantity: 100 }],
    ['states', { kind: 'state', action: 'archive' }, { state: 'on_sale' }],
    ['categories', { kind: 'category', category: 'Mallets' }, { category: 'Hammers' }],
  ])('of %s restores every tool’s former value, once', async (_, change, before) => {
    const tools = await twoTools({ volumePrices: [{ quantity: 50, unitPrice: 17.2 }], category: 'Hammers' });
    const id = await bulk.make(change, tools);
    const responses = await Promise.all([bulk.undo(id), bulk.undo(id), bulk.undo(id)]);
    expect(responses.map((response) => objectBody(response).modifiedCount).sort()).toEqual([0, 0, 2]);
    for (const tool of tools) expect(await read(tool)).toMatchObject(before);
    expect(objectBody(await bulk.get(`/bulk-changes/${id}`))).toMatchObject({
      count: 2,
      by: admin.email,
      undoneBy: admin.email,
      undoneAt: expect.any(String),
    });
  });

  test('by another admin appears under their name in the history and in the audit log', async () => {
    const [tool, second] = await twoTools();
    const id = await bulk.make(RECEIVE, [tool, second]);
    expect((await createBulkCalls(shop, other).undo(id)).status).toBe(200);
    const { entries } = objectBody(await bulk.get(`/tools/${tool.id}/history`)) as { entries: object[] };
    expect(entries[0]).toMatchObject({
      delta: -40,
      reason: 'correction',
      note: `Undoes bulk change ${id}`,
      by: other.email,
    });
    const events = await shop.sql`select action, actor_email as by, subject_name as name, before from audit_events
      where subject_id = ${id} order by seq desc limit 1`;
    expect(events).toEqual([
      {
        action: 'bulk_change.undone',
        by: other.email,
        name: 'Received: +40 each, Delivery 4711',
        before: { ...RECEIVE, count: 2 },
      },
    ]);
    expect(
      await shop.sql`select after->>'bulkChange' as id from audit_events where subject_id = ${tool.id}
        order by seq desc limit 1`,
    ).toEqual([{ id }]);
  });

  test('never overwrites later changes, and names them', async () => {
    const [edited, mended] = await twoTools();
    const id = await bulk.make(RAISE, [edited, mended]);
    await patch(edited, { balance: 25, version: 2 });
    // A change of another field does not matter.
    await patch(mended, { about: 'Mended.', version: 2 });
    const refused = await bulk.undo(id);
    expect(statusAndCode(refused)).toBe('409 undo_refused');
    expect(objectBody(refused).tools).toMatchObject([
      { _id: edited.id, current: { balance: 25 }, reason: 'It has been changed since.' },
    ]);
    expect([(await read(edited)).balance, (await read(mended)).balance]).toEqual([25, 19.47]);
    expect(objectBody(await bulk.get(`/bulk-changes/${id}`)).undoneAt).toBeNull();
    await patch(edited, { balance: 19.47, version: 3 });
    expect((await bulk.undo(id)).status).toBe(200);
    expect([(await read(edited)).balance, (await read(mended)).balance]).toEqual([18.9, 18.9]);
  });

  test('of two changes to the same field must start with the later one', async () => {
    const tools = await twoTools();
    const [first, second] = [await bulk.make(RAISE, tools), await bulk.make(RAISE, tools)];
    expect(statusAndCode(await bulk.undo(first))).toBe('409 undo_refused');
    expect((await bulk.undo(second)).status).toBe(200);
    expect((await bulk.undo(first)).status).toBe(200);
    expect((await read(tools[0])).balance).toBe(18.9);
  });

  test('does not turn a tool that was ordered since it went on sale back into a draft', async () => {
    const tools = await twoTools({ state: 'draft' });
    const id = await bulk.make({ kind: 'state', action: 'publish' }, tools);
    const order = await placeOrder(shop, buyer, tools[0], 20);
    // The buyer still finds it in the list of orders.
    await shop.call('DELETE', `/order/${order}`, { token: buyer.token });
    const refused = await bulk.undo(id);
    expect(statusAndCode(refused)).toBe('409 undo_refused');
    expect(objectBody(refused).tools).toMatchObject([
      { _id: tools[0].id, reason: 'It has been ordered since, so it cannot become a draft again. Archive it instead.' },
    ]);
    for (const tool of tools) expect((await read(tool)).state).toBe('on_sale');
    const unordered = await twoTools({ state: 'draft' });
    expect((await bulk.undo(await bulk.make({ kind: 'state', action: 'publish' }, unordered))).status).toBe(200);
    expect((await read(unordered[0])).state).toBe('draft');
  });

  test('never takes pieces that orders hold in the meantime', async () => {
    const tools = await twoTools({ quantity: 10 });
    const id = await bulk.make(RECEIVE, tools);
    await placeOrder(shop, buyer, tools[0], 20);
    const refused = await bulk.undo(id);
    expect(statusAndCode(refused)).toBe('409 undo_refused');
    expect(objectBody(refused).tools).toMatchObject([
      { _id: tools[0].id, reason: 'Only 30 pieces are available; 20 more are held for orders.' },
    ]);
    expect((await getToolRow(shop, tools[1].id)).available).toBe(50);
  });

  test('of a missing change is 404', async () => {
    for (const id of ['a'.repeat(24), 'short']) expect((await bulk.undo(id)).status).toBe(404);
  });
});

test('the list of bulk changes shows their kind and who made them, newest first', async () => {
  const tools = await twoTools();
  const theirs = createBulkCalls(shop, other);
  const [category, prices] = [
    await theirs.make({ kind: 'category', category: 'Files' }, tools),
    await theirs.make(RAISE, tools),
  ];
  const idsOf = async (path: string) => listBody(await bulk.get(path)).map(({ _id }) => _id);
  expect(await idsOf(`/bulk-changes?q=${other.email}&limit=2&sort=-created`)).toEqual([prices, category]);
  expect(await idsOf(`/bulk-changes?state=category&q=${other.email}`)).toEqual([category]);
  expect((await idsOf('/bulk-changes')).at(-1)).toBe(prices);
});

describe('a bulk change during orders', () => {
  /** Resolves once this many statements wait for a lock. */
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const waiting = await shop.sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock'`;
      expect(waiting).toHaveLength(count);
    });

  test('makes orders that waited for it confirm the new price, and orders before it keep theirs', async () => {
    // The tools are stored in a different order than the one in which they must be locked.
    let [last, first] = await twoTools();
    while (last.id < first.id) [last, first] = await twoTools();
    const tools = [last, first];
    const before = await placeOrder(shop, buyer, first, 10);
    const { rows } = await bulk.preview(RAISE, tools);
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from tools where id = $1 for update', [last.id]);
      const raised = bulk.send(RAISE, rows);
      await untilWaiting(1);
      const order = shop.call('POST', '/order', { token: buyer.token, body: toOrderBody(buyer, first, 10) });
      await untilWaiting(2);
      await client.query('commit');
      expect((await raised).status).toBe(201);
      expect(statusAndCode(await order)).toBe('409 price_changed');
    } finally {
      client.release();
    }
    expect(await getOrderRow(shop, before)).toMatchObject({ unitPriceMinor: 1890, totalMinor: 18_900 });
  });

  test('and other bulk changes neither deadlocks nor loses a piece or a price', async () => {
    const tools = await Promise.all(
      Array.from({ length: 8 }, () => createTool(shop, { quantity: 1_000, minOrderQuantity: 1 })),
    );
    const raise = async () =>
      statusAndCode(await bulk.send(RAISE, (await bulk.preview(RAISE, tools.toReversed())).rows));
    const receive = async () => statusAndCode(await bulk.send(RECEIVE, (await bulk.preview(RECEIVE, tools)).rows));
    const order = async (tool: TestTool) => {
      const { unitPriceMinor } = await getToolRow(shop, tool.id);
      const body = toOrderBody(buyer, { ...tool, unitPriceMinor }, 1);
      return statusAndCode(await shop.call('POST', '/order', { token: buyer.token, body }));
    };
    const results = await Promise.all(
      Array.from({ length: 6 }, () => [raise(), receive(), ...tools.slice(0, 3).map(order)]).flat(),
    );
    expect([...new Set(results)].sort()).toEqual(expect.arrayContaining(['201']));
    for (const result of results)
      expect(['201', '409 price_changed', '412 tools_changed', '409 too_many_unpaid_orders']).toContain(result);
    const wrong =
      await shop.sql`select o.id from orders o where tool_id = any(${tools.map(({ id }) => id)}) and not exists (
         select from price_changes p where p.tool_id = o.tool_id and p.unit_price_minor = o.unit_price_minor)`;
    expect(wrong).toEqual([]);
  });
});

describe('of many tools', () => {
  beforeAll(async () => {
    await shop.sql`insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image, volume_prices)
      select 'many' || lpad(i::text, 20, '0'), 'Many drill ' || i, 'Twist drill.', 1000 + i, 1, 10, '/images/x.svg',
        '[{"quantity": 10, "unitPriceMinor": 900}]' from generate_series(1, 1000) i`;
    await shop.sql`insert into stock_adjustments (id, tool_id, delta, reason) select id, id, 10, 'initial' from tools
      where id like 'many%'`;
    await shop.workers.get('tool-search').run();
  });
  const previewAll = (change: object) => bulk.post('/bulk-changes/preview', { change, filter: { q: 'many drill' } });

  test('1,000 are changed and undone at once, with few statements', async () => {
    for (const change of [
      RAISE,
      RECEIVE,
      { kind: 'state', action: 'archive' },
      { kind: 'category', category: 'Drills' },
    ]) {
      const preview = objectBody(await previewAll(change)) as unknown as Preview;
      expect(preview.changed).toBe(1_000);
      const statements = vi.spyOn(pg.Client.prototype, 'query');
      const made = await bulk.send(change, preview.rows);
      expect(statements.mock.calls.length).toBeLessThan(20);
      statements.mockRestore();
      expect(objectBody(made).modifiedCount).toBe(1_000);
      const undone = await bulk.undo(String(objectBody(made).insertedId));
      expect(objectBody(undone).modifiedCount).toBe(1_000);
    }
    const [{ sum }] = await shop.sql`select sum(unit_price_minor) from tools where id like 'many%'`;
    expect(Number(sum)).toBe(1_500_500);
  });

  test('1,001 are rejected, both by filter and by ids', async () => {
    await createTool(shop, { itemName: 'Many drill' });
    expect(objectBody(await previewAll(RAISE)).errors).toEqual({
      filter: 'More than 1,000 tools match this filter. Please narrow it: at most 1,000 can be changed at once.',
    });
    const ids = Array.from({ length: 1_001 }, (_, at) => `many${String(at).padStart(20, '0')}`);
    const tooMany = 'At most 1000 tools can be changed at once. Please choose fewer.';
    expect(objectBody(await bulk.post('/bulk-changes/preview', { change: RAISE, ids })).errors).toEqual({
      ids: tooMany,
    });
    expect(
      objectBody(
        await bulk.send(
          RAISE,
          ids.map((_id) => ({ _id, version: 1 })),
        ),
      ).errors,
    ).toEqual({ tools: tooMany });
  });
});
