import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  createTool,
  getOrderRow,
  getToolRow,
  many,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  toOrderBody,
} from './order-helpers.ts';

let shop: TestShop;
let buyers: TestUser[];

beforeAll(async () => {
  shop = await createTestShop();
  buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp({ confirmed: true })));
});
afterAll(() => checkAndClose(shop));

const someone = () => buyers[0] as TestUser;

describe('under concurrency', () => {
  test('200 buyers of 10 of 100 pieces place exactly 10 orders, and the others get a clear failure', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 10 });
    const responses = await many(200, (at) => {
      const buyer = buyers[at % buyers.length] as TestUser;
      return shop.call('POST', '/order', { token: buyer.token, body: toOrderBody(buyer, tool, 10) });
    });
    const counts = Map.groupBy(responses, statusAndCode);
    expect([...counts.keys()].sort()).toEqual(['201', '409 out_of_stock']);
    expect(counts.get('201')).toHaveLength(10);
    expect(objectBody(counts.get('409 out_of_stock')?.at(-1) ?? (responses[0] as never)).detail).toMatch(
      /out of stock|Please Order Between/,
    );
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 0, held: 100, sold: 0 });
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(0);
  });

  test('parallel orders, cancellations and reads keep the stock consistent', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1 });
    await many(60, async (at) => {
      const buyer = buyers[at % buyers.length] as TestUser;
      const response = await shop.call('POST', '/order', {
        token: buyer.token,
        body: toOrderBody(buyer, tool, 1 + (at % 7)),
      });
      if (response.status === 201 && at % 2)
        await shop.call('DELETE', `/order/${String(objectBody(response).insertedId)}`, { token: buyer.token });
      await shop.call('GET', `/tools/${tool.id}`);
    });
    const row = await getToolRow(shop, tool.id);
    expect(row.available + row.held).toBe(100);
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(row.available);
  });
});

describe('Idempotency-Key', () => {
  const send = (buyer: TestUser, body: unknown, key: string) =>
    shop.call('POST', '/order', { token: buyer.token, body, headers: { 'idempotency-key': key } });

  test('returns the first order for the same order and key', async () => {
    const tool = await createTool(shop);
    const body = toOrderBody(someone(), tool, 10);
    const first = await send(someone(), body, 'key-1');
    const again = await send(someone(), body, 'key-1');
    expect([again.status, objectBody(again).insertedId]).toEqual([201, objectBody(first).insertedId]);
    expect((await getToolRow(shop, tool.id)).held).toBe(10);
  });

  test('is rejected with a different order', async () => {
    const tool = await createTool(shop);
    await send(someone(), toOrderBody(someone(), tool, 10), 'key-2');
    expect(statusAndCode(await send(someone(), toOrderBody(someone(), tool, 11), 'key-2'))).toBe(
      '422 idempotency_key_reused',
    );
    expect((await getToolRow(shop, tool.id)).held).toBe(10);
  });

  test('belongs to one buyer: another buyer’s same key is a different key', async () => {
    const tool = await createTool(shop);
    const [ada, bob] = buyers as [TestUser, TestUser];
    const ids = [
      await send(ada, toOrderBody(ada, tool), 'key-3'),
      await send(bob, toOrderBody(bob, tool), 'key-3'),
    ].map((response) => objectBody(response).insertedId);
    expect(new Set(ids).size).toBe(2);
  });

  test('sent 20 times in parallel stores one order and returns it each time', async () => {
    const tool = await createTool(shop);
    const responses = await many(20, () => send(someone(), toOrderBody(someone(), tool, 10), 'key-4'));
    expect(
      new Set(responses.map((response) => `${response.status} ${String(objectBody(response).insertedId)}`)).size,
    ).toBe(1);
    expect((await getToolRow(shop, tool.id)).held).toBe(10);
  });

  test('sent 20 times in parallel for the last pieces still returns the one order', async () => {
    const tool = await createTool(shop, { quantity: 10 });
    const responses = await many(20, () => send(someone(), toOrderBody(someone(), tool, 10), 'key-5'));
    expect(responses.map((response) => response.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(responses.map((response) => objectBody(response).insertedId)).size).toBe(1);
  });

  test('stays unused after a rejected attempt', async () => {
    const tool = await createTool(shop);
    const body = toOrderBody(someone(), tool, 10);
    expect((await send(someone(), { ...body, price: '1.00' }, 'key-6')).status).toBe(409);
    expect((await send(someone(), body, 'key-6')).status).toBe(201);
  });

  test.each(['', 'x'.repeat(201), 'two words', 'ümlaut'])('%j is rejected', async (key) => {
    const response = await send(someone(), toOrderBody(someone(), await createTool(shop)), key);
    expect([response.status, Object.keys((objectBody(response).errors ?? {}) as object)]).toEqual([
      422,
      ['idempotency-key'],
    ]);
  });
});

describe('an unpaid order', () => {
  const overdue = (id: string) =>
    shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;

  test('expires: its stock returns, lists hide it, and its buyer gets one email', async () => {
    const tool = await createTool(shop);
    const id = await placeOrder(shop, someone(), tool, 10);
    await overdue(id);
    expect((await many(5, () => expirePurchases(shop.context))).reduce((sum, one) => sum + one)).toBe(1);
    expect((await getOrderRow(shop, id)).state).toBe('expired');
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0 });
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(100);
    expect(statusAndCode(await shop.call('GET', `/payment/${id}`, { token: someone().token }))).toBe('404 not_found');
    expect(statusAndCode(await shop.call('DELETE', `/order/${id}`, { token: someone().token }))).toBe('404 not_found');
    const rows = await shop.sql`select recipient from mails where purchase_id = ${id} and kind = 'order_expired'`;
    expect(rows).toEqual([{ recipient: someone().email }]);
  });

  test('does not expire before its hold ends, nor once paid', async () => {
    const tool = await createTool(shop);
    const [paid, fresh] = [await placeOrder(shop, someone(), tool), await placeOrder(shop, someone(), tool)];
    await payOrder(shop, someone(), paid);
    await overdue(paid);
    expect(await expirePurchases(shop.context)).toBe(0);
    expect([(await getOrderRow(shop, paid)).state, (await getOrderRow(shop, fresh)).state]).toEqual(['paid', 'placed']);
  });

  test('canceled and expired at the same time returns its stock once', async () => {
    const tool = await createTool(shop);
    const id = await placeOrder(shop, someone(), tool);
    await overdue(id);
    await Promise.all([
      expirePurchases(shop.context),
      shop.call('DELETE', `/order/${id}`, { token: someone().token }),
      expirePurchases(shop.context),
    ]);
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0, sold: 0 });
  });

  test('is held for the configured time', async () => {
    const id = await placeOrder(shop, someone(), await createTool(shop));
    const { holdExpiresAt, createdAt } = objectBody(
      await shop.call('GET', `/payment/${id}`, { token: someone().token }),
    );
    expect(Date.parse(String(holdExpiresAt)) - Date.parse(String(createdAt))).toBe(72 * 3_600_000);
  });
});
