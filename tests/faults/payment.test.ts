import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { startPayment } from '#src/flows/payments/start-payment.server.ts';
import { snapshotDatabase } from '#tests/integration/db-snapshot.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  DECLINED_CARD,
  expectPaidOnce,
  getOrderRow,
  many,
  objectBody,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

/** Places an order for ten pieces of a new tool, so that its effect on the stock is visible. */
async function newOrder(): Promise<string> {
  tool = await createTool(shop);
  return placeOrder(shop, ada, tool, 10);
}
const requestIntent = (body: object) => shop.call('POST', '/create-payment-intent', { token: ada.token, body });

describe('the intent of an order', () => {
  test('is the same for ten parallel requests and a later one', async () => {
    const id = await newOrder();
    const responses = await many(10, () => requestIntent({ price: '189.00', order: id }));
    responses.push(await requestIntent({ price: 189, order: id }));
    expect(
      new Set(responses.map((response) => `${response.status} ${String(objectBody(response).clientSecret)}`)).size,
    ).toBe(1);
    const rows = await shop.sql`select id, amount::int, currency from card_sandbox.payment_intents
      where metadata->>'order' = ${id}`;
    expect(rows).toEqual([{ id: expect.any(String), amount: 18_900, currency: 'usd' }]);
  });

  test('is returned to both callers when two requests for the order collide', async () => {
    const id = await newOrder();
    let otherIntent = '';
    const provider = {
      ...shop.context.provider,
      createIntent: async () => {
        otherIntent = (await createIntent(shop, ada, id)).clientSecret;
        throw new ProviderUnavailable('idempotency_key_in_use');
      },
    };
    const caller = {
      userId: ada.userId,
      email: ada.email,
      displayName: ada.displayName,
      role: 'customer' as const,
      emailConfirmed: false,
      clientAddress: '192.0.2.1',
      owner: false,
    };
    const started = await startPayment({ ...shop.context, provider }, caller, { price: '189.00', order: id });
    expect(started).toEqual({ ok: true, value: { clientSecret: otherIntent } });
  });

  test('has the stored order’s total, never the price in the request', async () => {
    const id = await newOrder();
    const before = await snapshotDatabase(shop);
    for (const price of [1, '0.01', 188.99, '189.01', -189]) {
      expect((await requestIntent({ price, order: id })).status).toBeGreaterThanOrEqual(409);
    }
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('is found by the price alone when exactly one unpaid order has that total', async () => {
    const buyer = await shop.signUp({ confirmed: true });
    const requestIntent = (price: unknown) =>
      shop.call('POST', '/create-payment-intent', { token: buyer.token, body: { price } });
    const ownTool = await createTool(shop);
    expect(statusAndCode(await requestIntent('189.00'))).toBe('422 order_ambiguous');
    const id = await placeOrder(shop, buyer, ownTool);
    const found = await requestIntent('189.00');
    expect([found.status, objectBody(found).clientSecret]).toEqual([
      200,
      (await createIntent(shop, buyer, id)).clientSecret,
    ]);
    await placeOrder(shop, buyer, ownTool);
    expect(statusAndCode(await requestIntent(189))).toBe('422 order_ambiguous');
    for (const price of ['', 'free', null, [189], -1]) expect((await requestIntent(price)).status).toBe(422);
  });

  test('is not created for a paid, canceled or missing order', async () => {
    const [paid, deleted] = [await newOrder(), await newOrder()];
    const { clientSecret, intentId } = await createIntent(shop, ada, paid);
    await confirmCard(shop, clientSecret);
    await reportPaid(shop, ada, paid, intentId);
    await shop.call('DELETE', `/order/${deleted}`, { token: ada.token });
    expect(statusAndCode(await requestIntent({ price: '189.00', order: paid }))).toBe('409 already_paid');
    expect(statusAndCode(await requestIntent({ price: '189.00', order: deleted }))).toBe('404 not_found');
    expect(statusAndCode(await requestIntent({ price: '189.00', order: 'a'.repeat(24) }))).toBe('404 not_found');
    expect(statusAndCode(await requestIntent({ price: '189.00', order: '../x' }))).toBe('422 invalid');
  });
});

describe('an order is paid', () => {
  test('by the customer’s browser alone', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    const response = await reportPaid(shop, ada, id, intentId);
    expect([response.status, objectBody(response)]).toEqual([
      200,
      { acknowledged: true, modifiedCount: 1, transactionId: intentId },
    ]);
    expect(objectBody(await reportPaid(shop, ada, id, intentId)).modifiedCount).toBe(0);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('by the reconciler alone', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    await reconcilePayments(shop.context, 0);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('once, when the customer confirms five times in parallel', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    const responses = await many(5, () => confirmCard(shop, clientSecret));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await reportPaid(shop, ada, id, intentId);
    await expectPaidOnce(shop, tool, id, intentId);
  });
});

describe('an order is not paid', () => {
  test('by a declined card, and then another card pays it with the same intent', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    expect((await confirmCard(shop, clientSecret, DECLINED_CARD)).status).toBe(402);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('402 payment_incomplete');
    await reconcilePayments(shop.context, 0);
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    const again = await createIntent(shop, ada, id);
    expect(again.intentId).toBe(intentId);
    await confirmCard(shop, again.clientSecret);
    await reportPaid(shop, ada, id, intentId);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('by an intent that was only created or awaits 3-D Secure', async () => {
    const id = await newOrder();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('402 payment_incomplete');
    await confirmCard(shop, clientSecret, '4000002500003155');
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('402 payment_incomplete');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
  });

  test.each<[string, object]>([
    ['without a transaction id', {}],
    ['with an invalid transaction id', { transactionId: 'ch_123456' }],
    ['with a query operator', { transactionId: { $ne: '' } }],
    ['with a paid flag', { transactionId: 'pi_123456', paid: true }],
    ['naming another order', { transactionId: 'pi_123456', order: 'b'.repeat(24) }],
  ])('by a report %s', async (_how, body) => {
    const id = await newOrder();
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await shop.call('PATCH', `/myorder/${id}`, { token: ada.token, body }))).toBe('422 invalid');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });
});
