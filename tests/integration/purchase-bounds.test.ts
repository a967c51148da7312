import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ShopSettings } from '#src/features/shop-settings/rules.ts';
import { listPurchases } from '#src/flows/purchases/read-purchases.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { placePurchase, toPurchaseBody } from './purchase-helpers.ts';

let shop: TestShop;
let tools: TestTool[];

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true } });
  tools = await Promise.all(
    Array.from({ length: 30 }, () => createTool(shop, { quantity: 10_000, minOrderQuantity: 1 })),
  );
});
afterEach(() => set({}));
afterAll(() => checkAndClose(shop));

/** Applies settings without an owner. */
async function set(values: Partial<ShopSettings>): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${values}`;
  await shop.context.shopSettings.reload();
}

const post = (buyer: TestUser, lines: readonly TestTool[]) =>
  shop.call('POST', '/purchases', { token: buyer.token, body: toPurchaseBody(lines) });

describe('a free account', () => {
  test('may exceed its network’s limit with its first purchase, but not with more lines than it may have orders', async () => {
    await set({ unpaidOrders: 3, networkUnpaidOrders: 3 });
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => shop.signUp({ confirmed: true })));
    expect((await post(first as TestUser, tools.slice(0, 3))).status).toBe(201);
    const refused = await post(second as TestUser, tools.slice(0, 4));
    expect(statusAndCode(refused)).toBe('409 too_many_unpaid_orders');
    expect(objectBody(refused)).toMatchObject({
      detail: expect.stringContaining('Order fewer tools at once'),
      bound: 'network',
      limit: 3,
    });
    expect((await post(second as TestUser, tools.slice(0, 3))).status).toBe(201);
    expect((await post(third as TestUser, tools.slice(0, 3))).status).toBe(201);
  });

  test('can place a limited number of lines per hour, and canceled lines still count', async () => {
    const buyer = await shop.signUp({ confirmed: true });
    await shop.context.limits.consume('orderLine', buyer.userId, 2_997);
    const placed = await placePurchase(shop, buyer, tools.slice(0, 3));
    const canceled = await shop.call('POST', `/purchases/${placed.id}/cancel`, { token: buyer.token, body: {} });
    expect(canceled.status).toBe(200);
    const refused = await post(buyer, tools.slice(0, 3));
    expect(statusAndCode(refused)).toBe('429 too_many_requests');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await post(buyer, tools.slice(0, 1))).status).toBe(201);
  });
});

test('a list of purchases reads each line once', async () => {
  const buyer = await shop.signUp({ confirmed: true });
  const reader = { userId: buyer.userId };
  for (let at = 0; at < 3; at += 1) await placePurchase(shop, buyer, tools);
  const { pool, db } = shop.database;
  const spied = vi.spyOn(pool, 'query');
  const listed = await listPurchases(db, reader, { limit: 100 }, null);
  const calls = spied.mock.calls as unknown as [{ text: string } | string, unknown[] | undefined][];
  spied.mockRestore();
  expect(listed.rows.flatMap(({ lines }) => lines.map(({ line }) => line))).toEqual(
    Array(3)
      .fill(tools.map((_, at) => ({ place: at + 1, of: tools.length })))
      .flat(),
  );
  let rows = 0;
  for (const [statement, values] of calls) {
    const text = typeof statement === 'string' ? statement : statement.text;
    const plan = await pool.query(`explain (analyze, format json) ${text}`, values);
    rows += sumRows(plan.rows[0]['QUERY PLAN'][0].Plan);
  }
  // The lines, their tools, holds and related rows. Counting the lines separately for each line would read thousands.
  expect(rows).toBeGreaterThan(90);
  expect(rows).toBeLessThan(90 * 9);
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

function sumRows({ Plans = [], ...node }: PlanNode): number {
  return node['Actual Rows'] * node['Actual Loops'] + Plans.reduce((sum, plan) => sum + sumRows(plan), 0);
}
