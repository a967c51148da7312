import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getOrderRow,
  getToolRow,
  objectBody,
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
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
});
afterEach(() => {
  shop.faults.reset();
  setFailPoints(null);
});
afterAll(() => checkAndClose(shop));

async function orderWithIntent() {
  tool = await createTool(shop);
  const id = await placeOrder(shop, ada, tool, 10);
  return { id, ...(await createIntent(shop, ada, id)) };
}
const remove = (id: string) => shop.call('DELETE', `/order/${id}`, { token: ada.token });
const overdue = (id: string) =>
  shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
const getPayments = async (id: string) =>
  await shop.sql`select state, intent_id from payments where purchase_id = ${id} order by created_at`;
const intentAtProvider = async (id: string) =>
  (await shop.sql`select status from card_sandbox.payment_intents where id = ${id}`)[0]?.status;
const failProvider = () => shop.faults.failRequests({ times: 99, status: 500 });

describe('canceling an order with an open payment', () => {
  test('cancels the intent, so that an open card form can no longer charge', async () => {
    const { id, clientSecret, intentId } = await orderWithIntent();
    expect((await remove(id)).status).toBe(200);
    expect([await intentAtProvider(intentId), await getPayments(id)]).toEqual([
      'canceled',
      [{ state: 'canceled', intent_id: intentId }],
    ]);
    expect((await confirmCard(shop, clientSecret)).status).toBe(400);
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0 });
  });

  test('keeps the order and records the payment if it was paid in the meantime', async () => {
    const { id, clientSecret } = await orderWithIntent();
    await confirmCard(shop, clientSecret);
    expect(statusAndCode(await remove(id))).toBe('409 already_paid');
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test('at the moment of card confirmation ends either paid or canceled, never both', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const { id, clientSecret, intentId } = await orderWithIntent();
      await Promise.all([confirmCard(shop, clientSecret), remove(id), reportPaid(shop, ada, id, intentId)]);
      await reconcilePayments(shop.context, 0);
      const { state } = await getOrderRow(shop, id);
      ends.add(state);
      expect(await intentAtProvider(intentId)).toBe(state === 'paid' ? 'succeeded' : 'canceled');
    }
    expect([...ends].every((state) => state === 'paid' || state === 'deleted')).toBe(true);
  });

  test('fails while the provider is unavailable, and loses nothing', async () => {
    const { id, intentId } = await orderWithIntent();
    failProvider();
    const response = await remove(id);
    expect(statusAndCode(response)).toBe('502 provider_unavailable');
    expect(objectBody(response).detail).toContain('The order was not deleted');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    shop.faults.reset();
    expect((await remove(id)).status).toBe(200);
    expect(await intentAtProvider(intentId)).toBe('canceled');
  });

  test('cancels the intent although its creation response was lost', async () => {
    tool = await createTool(shop);
    const id = await placeOrder(shop, ada, tool, 10);
    shop.faults.dropResponses({ times: 9, when: ({ path }) => path === '/v1/payment_intents' });
    const lost = await shop.call('POST', '/create-payment-intent', {
      token: ada.token,
      body: { price: '189.00', order: id },
    });
    expect(statusAndCode(lost)).toBe('502 provider_unavailable');
    shop.faults.reset();
    expect((await remove(id)).status).toBe(200);
    const rows = await shop.sql`select status from card_sandbox.payment_intents where metadata->>'order' = ${id}`;
    expect(rows).toEqual([{ status: 'canceled' }]);
  });

  test('leaves no intent open when a new payment attempt starts at the same time', async () => {
    tool = await createTool(shop);
    const id = await placeOrder(shop, ada, tool, 10);
    let newAttempt: { clientSecret: string; intentId: string } | null = null;
    setFailPoints(async (name) => {
      if (name !== 'cancel:before-commit' || newAttempt) return;
      newAttempt = { clientSecret: '', intentId: '' };
      newAttempt = await createIntent(shop, ada, id);
    });
    expect((await remove(id)).status).toBe(200);
    const { clientSecret, intentId } = newAttempt ?? { clientSecret: '', intentId: '' };
    expect(await intentAtProvider(intentId)).toBe('canceled');
    expect((await confirmCard(shop, clientSecret)).status).toBe(400);
  });
});

describe('an order that expires with an open payment', () => {
  test('gets its intent canceled', async () => {
    const { id, clientSecret, intentId } = await orderWithIntent();
    await overdue(id);
    expect(await expirePurchases(shop.context)).toBe(1);
    expect([(await getOrderRow(shop, id)).state, await intentAtProvider(intentId)]).toEqual(['expired', 'canceled']);
    expect((await confirmCard(shop, clientSecret)).status).toBe(400);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('402 payment_incomplete');
  });

  test('stays and is paid when the payment came in time', async () => {
    const { id, clientSecret } = await orderWithIntent();
    await confirmCard(shop, clientSecret);
    await overdue(id);
    expect(await expirePurchases(shop.context)).toBe(0);
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test.each(['report', 'webhook', 'reconciler'])(
    'while the provider is unavailable releases its stock; a late payment is refunded in full (by the %s)',
    async (path) => {
      const { id, clientSecret, intentId } = await orderWithIntent();
      await overdue(id);
      failProvider();
      expect(await expirePurchases(shop.context)).toBe(1);
      shop.faults.reset();
      expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0 });
      expect((await confirmCard(shop, clientSecret)).status).toBe(200);
      if (path === 'report') expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('409 order_ended');
      if (path === 'webhook') expect(statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)))).toBe('200');
      if (path === 'reconciler') await reconcilePayments(shop.context, 0);
      expect((await getOrderRow(shop, id)).state).toBe('expired');
      expect(await getPayments(id)).toEqual([{ state: 'refunded', intent_id: intentId }]);
      expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('409 order_ended');
      const rows = await shop.sql`select kind from mails where purchase_id = ${id} order by seq`;
      expect(rows.map((row) => row.kind)).toEqual(['order_placed', 'order_expired', 'payment_refunded']);
    },
  );

  test('while the provider is unavailable gets its unpaid intent canceled by the reconciler', async () => {
    const { id, clientSecret, intentId } = await orderWithIntent();
    await overdue(id);
    failProvider();
    await expirePurchases(shop.context);
    shop.faults.reset();
    await reconcilePayments(shop.context, 0);
    expect([await intentAtProvider(intentId), await getPayments(id)]).toEqual([
      'canceled',
      [{ state: 'canceled', intent_id: intentId }],
    ]);
    expect((await confirmCard(shop, clientSecret)).status).toBe(400);
  });

  test('gets one refund, although the first refund response was lost', async () => {
    const { id, clientSecret, intentId } = await orderWithIntent();
    await overdue(id);
    failProvider();
    await expirePurchases(shop.context);
    shop.faults.reset();
    await confirmCard(shop, clientSecret);
    shop.faults.dropResponses({ times: 3, when: ({ path }) => path === '/v1/refunds' });
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('409 order_ended');
    expect(await getPayments(id)).toEqual([{ state: 'refund_due', intent_id: intentId }]);
    shop.faults.reset();
    await Promise.all([1, 2, 3].map(() => reconcilePayments(shop.context, 0)));
    expect(await getPayments(id)).toEqual([{ state: 'refunded', intent_id: intentId }]);
    const rows = await shop.sql`select amount::int from card_sandbox.refunds where payment_intent = ${intentId}`;
    expect(rows).toEqual([{ amount: 18_900 }]);
  });
});
