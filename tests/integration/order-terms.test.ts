import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ToolFields } from '#src/seed/factories.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  createTool,
  getOrderRow,
  getToolRow,
  objectBody,
  payOrder,
  statusAndCode,
  type TestTool,
  toOrderBody,
} from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let buyer: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, buyer] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
});
afterAll(() => checkAndClose(shop));

/** A tool in packs of 24, at most 480, and cheaper from 72 on. */
const PACKED: Partial<ToolFields> = {
  unitPriceMinor: 1890,
  quantity: 1_000,
  minOrderQuantity: 24,
  packMultiple: 24,
  maxOrderQuantity: 480,
  volumePrices: [
    { quantity: 72, unitPrice: 17.2 },
    { quantity: 240, unitPrice: 16.5 },
  ],
};

const order = (tool: TestTool, quantity: number, price: string) =>
  shop.call('POST', '/order', { token: buyer.token, body: { ...toOrderBody(buyer, tool, quantity), price } });
const solve = async (tool: TestTool, quantity: number | string) =>
  objectBody(await shop.call('GET', `/tools/${tool.id}/quantity?quantity=${quantity}`));

describe('an order of a tool with terms', () => {
  test('costs the quantity times its unit price, and keeps that price', async () => {
    const tool = await createTool(shop, PACKED);
    const placed = await order(tool, 72, '1238.40');
    expect(placed.status).toBe(201);
    const id = String(objectBody(placed).insertedId);
    expect(await getOrderRow(shop, id)).toMatchObject({ unitPriceMinor: 1720, totalMinor: 123_840 });
    const change = { balance: 25, volumePrices: [] };
    const changed = await shop.call('PATCH', `/tools/${tool.id}`, {
      token: admin.token,
      body: change,
      headers: { 'if-match': '"1"' },
    });
    expect(changed.status).toBe(200);
    await payOrder(shop, buyer, id);
    expect(await getOrderRow(shop, id)).toMatchObject({ state: 'paid', unitPriceMinor: 1720, totalMinor: 123_840 });
  });

  test('at a volume price that it does not reach is rejected with the new total, and holds nothing', async () => {
    const tool = await createTool(shop, PACKED);
    const refused = await order(tool, 72, '1360.80');
    expect(statusAndCode(refused)).toBe('409 price_changed');
    expect(objectBody(refused).price).toBe('1238.40');
    expect((await getToolRow(shop, tool.id)).held).toBe(0);
  });

  test.each([
    [
      50,
      '422 quantity_out_of_range',
      'It is sold in packs of 24. Order 48 or 72; 72 lowers the unit price to $17.20.',
      [48, 72],
    ],
    [5, '422 quantity_out_of_range', 'Please Order Between 24 && 480', [24]],
    [504, '422 quantity_out_of_range', 'Please Order Between 24 && 480', [480]],
  ])('of %i pieces is rejected as %s, with what can be ordered', async (quantity, outcome, detail, offers) => {
    const tool = await createTool(shop, PACKED);
    const refused = await order(tool, quantity, '1.00');
    expect(statusAndCode(refused)).toBe(outcome);
    expect(objectBody(refused)).toMatchObject({ detail, errors: { quantity: detail }, offers });
  });

  test('above the stock is out of stock, even if the maximum would allow it', async () => {
    const tool = await createTool(shop, { ...PACKED, quantity: 100 });
    const refused = await order(tool, 120, '2064.00');
    expect(statusAndCode(refused)).toBe('409 out_of_stock');
    expect(objectBody(refused)).toMatchObject({ min: 24, max: 100, offers: [96] });
  });

  test('of a draft is rejected as if it were missing, and of an archived tool as no longer sold', async () => {
    const draft = await createTool(shop, { state: 'draft' });
    expect(objectBody(await order(draft, 10, '189.00')).errors).toEqual({ toolId: 'There is no such tool.' });
    const tool = await createTool(shop);
    await shop.call('POST', `/tools/${tool.id}/archive`, { token: admin.token });
    expect(statusAndCode(await order(tool, 10, '189.00'))).toBe('409 not_for_sale');
    const { toolId: _, ...specified } = toOrderBody(buyer, tool);
    const byName = await shop.call('POST', '/order', { token: buyer.token, body: specified });
    expect(statusAndCode(byName)).toBe('422 tool_ambiguous');
    expect((await getToolRow(shop, tool.id)).held).toBe(0);
  });

  /** Sends an order while an admin's change has locked the tool, and lets the change go first. */
  async function orderDuring(tool: TestTool, change: string) {
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`update tools set ${change} where id = $1`, [tool.id]);
      const placed = order(tool, 10, '189.00');
      await vi.waitFor(async () => {
        const waiting = await shop.sql`select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock'`;
        expect(waiting.length).toBe(1);
      });
      await client.query('commit');
      return await placed;
    } finally {
      client.release();
    }
  }

  test.each([
    ["about = 'Other words.'", '201'],
    ['unit_price_minor = 2000', '409 price_changed'],
    ['unit_price_minor = 1000', '409 price_changed'],
    ['volume_prices = \'[{"quantity": 10, "unitPriceMinor": 1800}]\', min_order_quantity = 5', '409 price_changed'],
    ['min_order_quantity = 11', '422 quantity_out_of_range'],
    ['pack_multiple = 4', '422 quantity_out_of_range'],
    ['max_order_quantity = 9, min_order_quantity = 9', '422 quantity_out_of_range'],
    ["state = 'archived'", '409 not_for_sale'],
    ['available = 5, held = held + 95', '409 out_of_stock'],
  ])('placed while somebody sets %s is %s: its price and stock are always checked', async (change, outcome) => {
    const tool = await createTool(shop);
    const placed = await orderDuring(tool, change);
    expect(statusAndCode(placed)).toBe(outcome);
    const rows = await shop.sql`select unit_price_minor::int as price, total_minor::int as total from orders
      where tool_id = ${tool.id}`;
    expect(rows).toEqual(outcome === '201' ? [{ price: 1890, total: 18_900 }] : []);
    await shop.sql`update tools set available = 100 - held where id = ${tool.id} and held < 90`;
    await shop.sql`update tools set available = 100, held = 0 where id = ${tool.id} and held >= 90`;
  });
});

describe('GET /tools/{id}/quantity', () => {
  test('responds with price and total, or with what to order instead', async () => {
    const tool = await createTool(shop, PACKED);
    expect(await solve(tool, 50)).toEqual({
      orderable: false,
      unitPrice: null,
      total: null,
      detail: 'It is sold in packs of 24. Order 48 or 72; 72 lowers the unit price to $17.20.',
      offers: [
        { quantity: 48, unitPrice: 18.9, total: '907.20', why: 'nearest_below' },
        { quantity: 72, unitPrice: 17.2, total: '1238.40', why: 'nearest_above' },
      ],
    });
    expect(await solve(tool, 48)).toMatchObject({
      orderable: true,
      unitPrice: 18.9,
      total: '907.20',
      offers: [{ quantity: 72, unitPrice: 17.2, total: '1238.40', why: 'lower_unit_price' }],
    });
  });

  test('everything it offers can be ordered at its total', async () => {
    const tool = await createTool(shop, PACKED);
    const { offers } = (await solve(tool, 50)) as { offers: { quantity: number; total: string }[] };
    for (const offer of offers) {
      const placed = await order(tool, offer.quantity, offer.total);
      expect(placed.status, JSON.stringify(placed.body)).toBe(201);
      await shop.call('DELETE', `/order/${objectBody(placed).insertedId}`, { token: buyer.token });
    }
  });

  test.each(['0', '-1', '1.5', 'many', '', '9999999999'])('rejects the quantity %j at its field', async (quantity) => {
    const tool = await createTool(shop);
    const response = await shop.call('GET', `/tools/${tool.id}/quantity?quantity=${quantity}`);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual(['quantity']);
  });

  test('responds with 404 for a draft, and offers nothing for an archived tool', async () => {
    const draft = await createTool(shop, { state: 'draft' });
    expect((await shop.call('GET', `/tools/${draft.id}/quantity?quantity=10`)).status).toBe(404);
    const tool = await createTool(shop);
    await shop.call('POST', `/tools/${tool.id}/archive`, { token: admin.token });
    expect(await solve(tool, 10)).toMatchObject({ orderable: false, offers: [] });
  });
});
