import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { snapshotDatabase } from '#tests/integration/db-snapshot.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getOrderRow,
  payOrder,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { deliverEvent, signEvent } from './webhook-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let tool: TestTool;
/** Intents that belong to no payment of the shop. Whoever created them must refund them. */
const foreignIntents: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  [ada, bob] = await Promise.all([shop.signUp(), shop.signUp({ displayName: 'Bob' })]);
  tool = await createTool(shop, { quantity: 10_000 });
});
afterAll(async () => {
  await shop.sql`delete from card_sandbox.charges where payment_intent = any(${foreignIntents})`;
  await checkAndClose(shop);
});

/** Creates a succeeded intent without the shop, with this metadata. */
async function createForeignIntent(claims: { order: string; payment: string }, amountMinor = 18_900) {
  const metadata = { paymentId: randomUUID(), purchaseId: claims.order, userId: ada.userId, email: ada.email };
  const { id, clientSecret } = await shop.context.provider.createIntent({
    ...metadata,
    amountMinor,
    currency: 'usd',
    description: 'stray',
  });
  await shop.sql`update card_sandbox.payment_intents set metadata = metadata || ${claims} where id = ${id}`;
  await confirmCard(shop, clientSecret);
  return id;
}

const getPayment = async (orderId: string) =>
  (await shop.sql`select * from payments where purchase_id = ${orderId} order by created_at desc`)[0];

/** Makes every path that can settle an order try to do so. */
async function settleByEveryPath(orderId: string, intentId: string) {
  const report = statusAndCode(await reportPaid(shop, ada, orderId, intentId));
  const webhook = statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)));
  await reconcilePayments(shop.context, 0);
  return { report, webhook };
}

describe('an order is never paid by an intent', () => {
  test('of another order of the same customer', async () => {
    const [first, second] = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
    const intentId = await payOrder(shop, ada, first);
    await createIntent(shop, ada, second);
    const before = await snapshotDatabase(shop, ['public.payments']);
    expect(await settleByEveryPath(second, intentId)).toEqual({ report: '409 payment_mismatch', webhook: '200' });
    expect(await snapshotDatabase(shop, ['public.payments'])).toEqual(before);
    expect((await getOrderRow(shop, second)).state).toBe('placed');
  });

  test('of another customer, paid or about to be', async () => {
    const [ownOrder, otherOrder] = [await placeOrder(shop, ada, tool), await placeOrder(shop, bob, tool)];
    const { clientSecret, intentId } = await createIntent(shop, bob, otherOrder);
    await createIntent(shop, ada, ownOrder);
    await confirmCard(shop, clientSecret);
    expect(statusAndCode(await reportPaid(shop, ada, ownOrder, intentId))).toBe('409 payment_mismatch');
    expect(statusAndCode(await reportPaid(shop, ada, otherOrder, intentId))).toBe('404 not_found');
    expect((await getOrderRow(shop, otherOrder)).state).toBe('placed');
    await reportPaid(shop, bob, otherOrder, intentId);
    expect(statusAndCode(await reportPaid(shop, ada, ownOrder, intentId))).toBe('409 payment_mismatch');
    expect([(await getOrderRow(shop, ownOrder)).state, (await getOrderRow(shop, otherOrder)).state]).toEqual([
      'placed',
      'paid',
    ]);
  });

  test('that the shop did not create, whatever its metadata claims', async () => {
    const id = await placeOrder(shop, ada, tool);
    await createIntent(shop, ada, id);
    const payment = await getPayment(id);
    for (const claimed of ['unknown', payment.id]) {
      const foreignIntent = await createForeignIntent({ order: id, payment: claimed });
      foreignIntents.push(foreignIntent);
      expect(await settleByEveryPath(id, foreignIntent)).toEqual({ report: '409 payment_mismatch', webhook: '200' });
      expect((await getOrderRow(shop, id)).state).toBe('placed');
    }
    expect(statusAndCode(await reportPaid(shop, ada, id, 'pi_doesNotExistAnywhere1'))).toBe('409 payment_mismatch');
  });

  test.each([
    ['a smaller amount', "amount = 1, metadata = metadata || '{}'"],
    ['a larger amount', "amount = 18901, metadata = metadata || '{}'"],
    ['another currency', "currency = 'jpy', metadata = metadata || '{}'"],
    ['another order', 'metadata = metadata || \'{"order":"elsewhere"}\''],
  ])('of its own with %s: the charge is refunded, and the order can be paid again', async (_what, change) => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await shop.query(`update card_sandbox.payment_intents set ${change} where id = $1`, [intentId]);
    await confirmCard(shop, clientSecret);
    expect((await settleByEveryPath(id, intentId)).report).toMatch(/^409 /);
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    expect(await getPayment(id)).toMatchObject({ state: 'refunded', refund_id: expect.stringMatching(/^re_/) });
    const rows = await shop.sql`select amount = amount_refunded as whole from card_sandbox.charges
      where payment_intent = ${intentId}`;
    expect(rows).toEqual([{ whole: true }]);
    expect(await payOrder(shop, ada, id)).not.toBe(intentId);
  });

  test('that names its lost attempt with another amount', async () => {
    const id = await placeOrder(shop, ada, tool);
    shop.faults.failRequests({ times: 9, status: 500, when: ({ path }) => path === '/v1/payment_intents' });
    expect(
      (await shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price: '189.00', order: id } }))
        .status,
    ).toBe(502);
    shop.faults.reset();
    const attempt = await getPayment(id);
    expect(attempt).toMatchObject({ state: 'creating', intent_id: null });
    const smaller = await createForeignIntent({ order: id, payment: attempt.id }, 50);
    await deliverEvent(shop, signEvent(shop, smaller));
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    expect(await getPayment(id)).toMatchObject({ state: 'refunded', intent_id: smaller });
    await payOrder(shop, ada, id);
  });
});

test('a canceled intent does not pay, and the customer gets a new one', async () => {
  const id = await placeOrder(shop, ada, tool);
  const first = await createIntent(shop, ada, id);
  await shop.context.provider.cancelIntent(first.intentId);
  expect(statusAndCode(await reportPaid(shop, ada, id, first.intentId))).toBe('402 payment_incomplete');
  const second = await createIntent(shop, ada, id);
  expect(second.intentId).not.toBe(first.intentId);
  await confirmCard(shop, second.clientSecret);
  expect((await reportPaid(shop, ada, id, second.intentId)).status).toBe(200);
});
