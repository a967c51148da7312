import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, objectBody, placeOrder, statusAndCode, type TestTool } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, buyer] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
});
afterAll(() => checkAndClose(shop));

const adjust = (tool: TestTool, body: unknown, key?: string) =>
  shop.call('POST', `/tools/${tool.id}/stock`, {
    token: admin.token,
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const history = async (tool: TestTool, query = '') =>
  objectBody(await shop.call('GET', `/tools/${tool.id}/history${query}`, { token: admin.token })) as unknown as {
    stock: Record<string, number>;
    entries: Record<string, unknown>[];
  };

describe('POST /tools/{id}/stock', () => {
  test('has the time of its turn, not of when it started to wait, since an undo must know which came later', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    const { pool } = shop.database;
    const other = await pool.connect();
    await other.query('begin');
    await other.query('select from tools where id = $1 for update', [tool.id]);
    const waiting = adjust(tool, { delta: 5, reason: 'received' });
    const waits = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(1);
    const { rows } = await other.query('select clock_timestamp() as at');
    await other.query('commit');
    other.release();
    expect((await waiting).status).toBe(201);
    const newest = 'select at from stock_adjustments where tool_id = $1 and delta = 5';
    const adjusted = await pool.query(newest, [tool.id]);
    expect(adjusted.rows[0].at.getTime()).toBeGreaterThanOrEqual(rows[0].at.getTime());
  });

  test('adds and takes pieces, and the tool shows it at once', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    await shop.call('GET', `/tools/${tool.id}`);
    const received = await adjust(tool, { delta: 40, reason: 'received', note: 'Delivery 4711' });
    expect([received.status, objectBody(received).quantity]).toEqual([201, 50]);
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(50);
    expect(objectBody(await adjust(tool, { delta: -3, reason: 'damaged' })).quantity).toBe(47);
  });

  test('never takes what orders hold, and says how many are free', async () => {
    const tool = await createTool(shop, { quantity: 100 });
    await placeOrder(shop, buyer, tool, 30);
    const refused = await adjust(tool, { delta: -71, reason: 'count' });
    expect(statusAndCode(refused)).toBe('409 stock_too_low');
    expect(objectBody(refused)).toMatchObject({
      detail: '70 pieces are available; 30 more are held for orders. Please remove at most 70.',
      available: 70,
      held: 30,
    });
    expect((await adjust(tool, { delta: -70, reason: 'count' })).status).toBe(201);
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 0, held: 30 });
  });

  test('never takes a piece that is being sold at the same time', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1 });
    const buyers = await Promise.all(Array.from({ length: 5 }, () => shop.signUp({ confirmed: true })));
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => {
        const someone = buyers[at % buyers.length] as TestUser;
        return at % 2
          ? adjust(tool, { delta: -7, reason: 'correction' })
          : placeOrder(shop, someone, tool, 5).catch(() => 'refused');
      }),
    );
    const row = await getToolRow(shop, tool.id);
    expect(row.available).toBeGreaterThanOrEqual(0);
    expect((await history(tool)).stock).toEqual({
      adjusted: row.available + row.held + row.sold,
      available: row.available,
      held: row.held,
      sold: row.sold,
    });
  });

  test('sent twice with one key is made once, even at the same moment', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    const body = { delta: 5, reason: 'received' };
    const responses = await Promise.all(Array.from({ length: 6 }, () => adjust(tool, body, 'delivery-1')));
    expect(new Set(responses.map((response) => objectBody(response).insertedId)).size).toBe(1);
    expect((await getToolRow(shop, tool.id)).available).toBe(15);
    expect(statusAndCode(await adjust(tool, { ...body, delta: 6 }, 'delivery-1'))).toBe('422 idempotency_key_reused');
  });

  test('of the whole stock, sent twice with one key at the same moment, succeeds twice and is made once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const tool = await createTool(shop, { quantity: 50 });
      const body = { delta: -40, reason: 'correction' };
      const responses = await Promise.all(Array.from({ length: 4 }, () => adjust(tool, body, 'all-of-it')));
      expect(responses.map(statusAndCode)).toEqual(Array(4).fill('201'));
      expect((await getToolRow(shop, tool.id)).available).toBe(10);
    }
  });

  test('that was based on a different stock is rejected with the currently available stock', async () => {
    const tool = await createTool(shop, { quantity: 40 });
    await placeOrder(shop, buyer, tool, 10);
    const refused = await adjust(tool, { delta: -5, reason: 'count', countedFrom: 40 });
    expect(statusAndCode(refused)).toBe('409 stock_changed');
    expect(objectBody(refused)).toMatchObject({
      detail: '30 pieces are available now, not 40. Please count again.',
      available: 30,
      held: 10,
    });
    expect((await adjust(tool, { delta: -5, reason: 'count', countedFrom: 30 })).status).toBe(201);
  });

  test.each<[object, string]>([
    [{ delta: 0, reason: 'count' }, 'delta'],
    [{ delta: 1.5, reason: 'count' }, 'delta'],
    [{ delta: '5', reason: 'count' }, 'delta'],
    [{ delta: 1_000_001, reason: 'received' }, 'delta'],
    [{ delta: -5, reason: 'received' }, 'delta'],
    [{ delta: 5, reason: 'damaged' }, 'delta'],
    [{ delta: 5, reason: 'found' }, 'reason'],
    [{ delta: 5, reason: 'initial' }, 'reason'],
    [{ delta: 5, reason: 'count', note: 'x'.repeat(201) }, 'note'],
    [{ delta: 5, reason: 'count', by: 'me' }, 'by'],
  ])('rejects %j at %s', async (body, field) => {
    const tool = await createTool(shop);
    const refused = await adjust(tool, body);
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(Object.keys(objectBody(refused).errors as object)).toEqual([field]);
    expect((await getToolRow(shop, tool.id)).available).toBe(100);
  });
});

describe('GET /tools/{id}/history', () => {
  test('lists every adjustment and price with who made it, newest first, page by page', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    await adjust(tool, { delta: 40, reason: 'received', note: 'Delivery 4711' });
    await shop.call('PATCH', `/tools/${tool.id}`, {
      token: admin.token,
      body: { balance: 20, volumePrices: [{ quantity: 20, unitPrice: 19 }] },
      headers: { 'if-match': '"1"' },
    });
    await adjust(tool, { delta: -2, reason: 'damaged' });
    const { stock, entries } = await history(tool);
    expect(stock).toEqual({ adjusted: 48, available: 48, held: 0, sold: 0 });
    expect(entries.slice(0, 3)).toMatchObject([
      { kind: 'stock', delta: -2, reason: 'damaged', note: '', by: admin.email },
      { kind: 'price', balance: 20, volumePrices: [{ quantity: 20, unitPrice: 19 }], by: admin.email },
      { kind: 'stock', delta: 40, reason: 'received', note: 'Delivery 4711', by: admin.email },
    ]);
    expect(
      entries
        .slice(3)
        .map(({ kind, by }) => [kind, by])
        .sort(),
    ).toEqual([
      ['price', null],
      ['stock', null],
    ]);
    const sum = entries.reduce((total, { delta }) => total + Number(delta ?? 0), 0);
    expect(sum).toBe(48);
    const seen: unknown[] = [];
    for (let before = ''; seen.length < 10; ) {
      const page = (await history(tool, `?limit=2${before}`)).entries;
      if (page.length === 0) break;
      seen.push(...page);
      before = `&before=${page.at(-1)?._id}`;
    }
    expect(seen).toEqual(entries);
  });

  test('has no new price after a change of a text', async () => {
    const tool = await createTool(shop);
    await shop.call('PATCH', `/tools/${tool.id}`, {
      token: admin.token,
      body: { about: 'Other words.', version: 1 },
    });
    expect((await history(tool)).entries.filter(({ kind }) => kind === 'price')).toHaveLength(1);
  });
});
