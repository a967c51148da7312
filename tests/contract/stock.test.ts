import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireOverdueOrders } from '#src/flows/sweep.server.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { createTestShop, type Person, type TestShop } from '#tests/support/shop.ts';
import { fields, orderOf, orderRow, outcome, pay, placeOrder, putOnShelf, toolRow } from './buying.ts';

let shop: TestShop;
let buyers: Person[];

beforeAll(async () => {
  shop = await createTestShop();
  buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp()));
});
afterAll(async () => {
  await checkInvariants(shop.database.pool);
  await shop.close();
});

const someone = () => buyers[0] as Person;
const many = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

describe('many at once', () => {
  test('200 buyers of 10 of 100 pieces end in exactly 10 orders, and the rest are told clearly', async () => {
    const tool = await putOnShelf(shop, { quantity: 100, minOrderQuantity: 10 });
    const answers = await many(200, (at) => {
      const buyer = buyers[at % buyers.length] as Person;
      return shop.call('POST', '/order', { token: buyer.token, body: orderOf(buyer, tool, 10) });
    });
    const counts = Map.groupBy(answers, outcome);
    expect([...counts.keys()].sort()).toEqual(['201', '409 out_of_stock']);
    expect(counts.get('201')).toHaveLength(10);
    expect(fields(counts.get('409 out_of_stock')?.at(-1) ?? (answers[0] as never)).detail).toMatch(
      /out of stock|Please Order Between/,
    );
    expect(await toolRow(shop, tool.id)).toMatchObject({ available: 0, held: 100, sold: 0 });
    expect(fields(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(0);
  });

  test('orders, deletions and readers at once leave no piece behind', async () => {
    const tool = await putOnShelf(shop, { quantity: 100, minOrderQuantity: 1 });
    await many(60, async (at) => {
      const buyer = buyers[at % buyers.length] as Person;
      const answer = await shop.call('POST', '/order', {
        token: buyer.token,
        body: orderOf(buyer, tool, 1 + (at % 7)),
      });
      if (answer.status === 201 && at % 2)
        await shop.call('DELETE', `/order/${String(fields(answer).insertedId)}`, { token: buyer.token });
      await shop.call('GET', `/tools/${tool.id}`);
    });
    const row = await toolRow(shop, tool.id);
    expect(row.available + row.held).toBe(100);
    expect(fields(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(row.available);
  });
});

describe('Idempotency-Key', () => {
  const send = (buyer: Person, body: unknown, key: string) =>
    shop.call('POST', '/order', { token: buyer.token, body, headers: { 'idempotency-key': key } });

  test('the same order with the same key is answered with the first order', async () => {
    const tool = await putOnShelf(shop);
    const body = orderOf(someone(), tool, 10);
    const first = await send(someone(), body, 'key-1');
    const again = await send(someone(), body, 'key-1');
    expect([again.status, fields(again).insertedId]).toEqual([201, fields(first).insertedId]);
    expect((await toolRow(shop, tool.id)).held).toBe(10);
  });

  test('the same key with another order is refused', async () => {
    const tool = await putOnShelf(shop);
    await send(someone(), orderOf(someone(), tool, 10), 'key-2');
    expect(outcome(await send(someone(), orderOf(someone(), tool, 11), 'key-2'))).toBe('422 idempotency_key_reused');
    expect((await toolRow(shop, tool.id)).held).toBe(10);
  });

  test('another buyer’s same key is another key', async () => {
    const tool = await putOnShelf(shop);
    const [ada, bob] = buyers as [Person, Person];
    const ids = [await send(ada, orderOf(ada, tool), 'key-3'), await send(bob, orderOf(bob, tool), 'key-3')].map(
      (answer) => fields(answer).insertedId,
    );
    expect(new Set(ids).size).toBe(2);
  });

  test('sent 20 times in parallel, one order is made and all are answered with it', async () => {
    const tool = await putOnShelf(shop);
    const answers = await many(20, () => send(someone(), orderOf(someone(), tool, 10), 'key-4'));
    expect(new Set(answers.map((answer) => `${answer.status} ${String(fields(answer).insertedId)}`)).size).toBe(1);
    expect((await toolRow(shop, tool.id)).held).toBe(10);
  });

  test('sent 20 times in parallel for the last pieces, all are still answered with the one order', async () => {
    const tool = await putOnShelf(shop, { quantity: 10 });
    const answers = await many(20, () => send(someone(), orderOf(someone(), tool, 10), 'key-5'));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map((answer) => fields(answer).insertedId)).size).toBe(1);
  });

  test('an attempt that was refused leaves its key free', async () => {
    const tool = await putOnShelf(shop);
    const body = orderOf(someone(), tool, 10);
    expect((await send(someone(), { ...body, price: '1.00' }, 'key-6')).status).toBe(409);
    expect((await send(someone(), body, 'key-6')).status).toBe(201);
  });

  test.each(['', 'x'.repeat(201), 'two words', 'ümlaut'])('a key %j is refused', async (key) => {
    const answer = await send(someone(), orderOf(someone(), await putOnShelf(shop)), key);
    expect([answer.status, Object.keys((fields(answer).errors ?? {}) as object)]).toEqual([422, ['idempotency-key']]);
  });
});

describe('an order that is not paid in time', () => {
  const overdue = (id: string) =>
    shop.database.pool.query("update stock_holds set expires_at = now() - interval '1 second' where order_id = $1", [
      id,
    ]);

  test('expires: its stock is back, it is gone from the lists, and its buyer is told once', async () => {
    const tool = await putOnShelf(shop);
    const id = await placeOrder(shop, someone(), tool, 10);
    await overdue(id);
    expect((await many(5, () => expireOverdueOrders(shop.shop))).reduce((sum, one) => sum + one)).toBe(1);
    expect((await orderRow(shop, id)).state).toBe('expired');
    expect(await toolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0 });
    expect(fields(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(100);
    expect(outcome(await shop.call('GET', `/payment/${id}`, { token: someone().token }))).toBe('404 not_found');
    expect(outcome(await shop.call('DELETE', `/order/${id}`, { token: someone().token }))).toBe('404 not_found');
    const { rows } = await shop.database.pool.query(
      "select recipient from mails where order_id = $1 and kind = 'order_expired'",
      [id],
    );
    expect(rows).toEqual([{ recipient: someone().email }]);
  });

  test('one that is paid, or not yet overdue, never expires', async () => {
    const tool = await putOnShelf(shop);
    const [paid, fresh] = [await placeOrder(shop, someone(), tool), await placeOrder(shop, someone(), tool)];
    await pay(shop, someone(), paid);
    await overdue(paid);
    expect(await expireOverdueOrders(shop.shop)).toBe(0);
    expect([(await orderRow(shop, paid)).state, (await orderRow(shop, fresh)).state]).toEqual(['paid', 'placed']);
  });

  test('deleting and expiring at once return the stock once', async () => {
    const tool = await putOnShelf(shop);
    const id = await placeOrder(shop, someone(), tool);
    await overdue(id);
    await Promise.all([
      expireOverdueOrders(shop.shop),
      shop.call('DELETE', `/order/${id}`, { token: someone().token }),
      expireOverdueOrders(shop.shop),
    ]);
    expect(await toolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0, sold: 0 });
  });

  test('the hold lasts as long as the shop says', async () => {
    const id = await placeOrder(shop, someone(), await putOnShelf(shop));
    const { holdExpiresAt, createdAt } = fields(await shop.call('GET', `/payment/${id}`, { token: someone().token }));
    expect(Date.parse(String(holdExpiresAt)) - Date.parse(String(createdAt))).toBe(72 * 3_600_000);
  });
});
