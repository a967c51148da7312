import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { reconcilePayments, syncSettledPayments } from '#src/flows/payments/reconcile-payments.server.ts';
import {
  createIntent,
  createTool,
  getOrderRow,
  listBody,
  objectBody,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { MISBEHAVIORS, type Misbehavior, type ProviderProxy } from '#tests/support/provider-proxy.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createStripeShop, openDashboard } from '#tests/support/stripe-shop.ts';
import { deliverEvent, signEvent } from './webhook-helpers.ts';

let shop: TestShop;
let proxy: ProviderProxy;
let ada: TestUser;
let admin: TestUser;
let tool: TestTool;
let dashboard: Stripe;

beforeAll(async () => {
  ({ shop, proxy } = await createStripeShop());
  dashboard = openDashboard(shop);
  [ada, admin] = await Promise.all([shop.signUp(), shop.createAdmin()]);
  tool = await createTool(shop, { quantity: 10_000 });
});
afterEach(() => {
  proxy.misbehavior = null;
});
afterAll(async () => {
  await checkAndClose(shop);
  proxy.close();
});

const getPayments = async (id: string) =>
  await shop.sql`select state, refund_id, provider_status from payments where purchase_id = ${id} order by seq`;
const getMailKinds = async (id: string) =>
  (await shop.sql`select kind from mails where purchase_id = ${id} order by seq`).map(({ kind }) => kind);
const getIntent = async (intentId: string) =>
  (await shop.sql`select status from card_sandbox.payment_intents where id = ${intentId}`)[0];
const of = (path: RegExp, misbehavior: Misbehavior): Misbehavior => ({
  ...misbehavior,
  when: ({ method, path: asked }) => method === 'POST' && path.test(asked),
});
const makeDue = () =>
  shop.sql`update payments set claimed_at = null, settled_at = settled_at - interval '2 hours' where
    settled_at is not null`;
const confirm = (intentId: string, method = 'pm_card_visa') =>
  dashboard.paymentIntents.confirm(intentId, { payment_method: method });
const remove = (id: string) => shop.call('DELETE', `/order/${id}`, { token: ada.token });

/** Creates an order that expired during an outage although its card was confirmed, so that a refund is due. */
async function createLateCharge(card?: string) {
  const id = await placeOrder(shop, ada, tool);
  const { intentId } = await createIntent(shop, ada, id);
  await shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
  proxy.misbehavior = MISBEHAVIORS.respondsWith429;
  await expirePurchases(shop.context);
  proxy.misbehavior = null;
  await confirm(intentId, card);
  return { id, intentId };
}

const REFUND_FAILURES: [string, Misbehavior][] = [
  ...Object.entries(MISBEHAVIORS).filter(([name]) => name !== 'hangs'),
  [
    'saysThatItFailed',
    { body: '{"id":"re_1","amount":18900,"created":1,"payment_intent":"INTENT","status":"failed"}' },
  ],
  ['refundsAnother', { body: '{"id":"re_1","amount":1,"created":1,"payment_intent":"pi_x","status":"succeeded"}' }],
  ['namesNoRefund', { body: '{"amount":18900,"created":1,"payment_intent":"INTENT","status":"succeeded"}' }],
  [
    'replaysARejection',
    {
      status: 400,
      headers: { 'idempotent-replayed': 'true' },
      body: '{"error":{"type":"invalid_request_error","code":"balance_insufficient","message":"x"}}',
    },
  ],
];

describe('a pending refund', () => {
  test.each(REFUND_FAILURES)(
    'stays due and sends no email while the provider %s, and then succeeds',
    async (_name, bad) => {
      const { id, intentId } = await createLateCharge();
      const body = bad.body?.replace('INTENT', intentId);
      proxy.misbehavior = of(/^\/v1\/refunds$/, body === undefined ? bad : { ...bad, body });
      expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('409 order_ended');
      expect(await getPayments(id)).toEqual([{ state: 'refund_due', refund_id: null, provider_status: 'succeeded' }]);
      expect(await getMailKinds(id)).not.toContain('payment_refunded');
      proxy.misbehavior = null;
      await reconcilePayments(shop.context, 0);
      const [{ id: refundId }] = await shop.sql`select id from card_sandbox.refunds
        where payment_intent = ${intentId}`;
      expect(await getPayments(id)).toEqual([{ state: 'refunded', refund_id: refundId, provider_status: 'succeeded' }]);
      expect((await getMailKinds(id)).filter((kind) => kind === 'payment_refunded')).toHaveLength(1);
    },
  );

  test('uses a new idempotency key for each attempt, so that a stored failure does not repeat', async () => {
    const { id, intentId } = await createLateCharge();
    const keys: string[] = [];
    const note: Misbehavior = {
      status: 400,
      body: '{"error":{"type":"invalid_request_error","message":"x"}}',
      when: ({ method, path, headers }) => {
        if (method !== 'POST' || path !== '/v1/refunds') return false;
        keys.push(String(headers['idempotency-key']));
        return true;
      },
    };
    proxy.misbehavior = note;
    await reportPaid(shop, ada, id, intentId);
    await reconcilePayments(shop.context, 0);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(2);
    proxy.misbehavior = null;
    await shop.sql`update payments set claimed_at = null where purchase_id = ${id}`;
    await reconcilePayments(shop.context, 0);
    expect(await getPayments(id)).toMatchObject([{ state: 'refunded' }]);
  });

  const ends: [string, string, string][] = [
    ['won', 'winning_evidence', 'refunded'],
    ['lost', 'losing_evidence', 'charged_back'],
  ];
  test.each(ends)(
    'of a disputed payment is shown as disputed and done once the dispute is %s',
    async (_how, text, state) => {
      const { id, intentId } = await createLateCharge('pm_card_createDispute');
      await reportPaid(shop, ada, id, intentId);
      expect(await getPayments(id)).toMatchObject([{ state: 'refund_due' }]);
      const getListed = async () => listBody(await shop.call('GET', `/payments?q=${id}`, { token: admin.token }))[0];
      expect(await getListed()).toMatchObject({ disputes: [{ state: 'needs_answer', reason: 'fraudulent' }] });
      // No further refund is requested in the meantime.
      let requestCount = 0;
      const count = ({ path }: { path: string }) => {
        if (path === '/v1/refunds') requestCount += 1;
        return false;
      };
      proxy.misbehavior = { when: count };
      await reconcilePayments(shop.context, 0);
      expect(requestCount).toBe(0);
      proxy.misbehavior = null;
      const [dispute] = (await dashboard.disputes.list({ payment_intent: intentId })).data;
      await dashboard.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: text } });
      await deliverEvent(shop, signEvent(shop, intentId, { type: 'charge.dispute.closed' }));
      expect(await getPayments(id)).toMatchObject([{ state }]);
      expect((await getMailKinds(id)).includes('payment_refunded')).toBe(state === 'refunded');
    },
  );
});

describe('an intent', () => {
  const responses: [string, Misbehavior][] = [
    ['an empty object', MISBEHAVIORS.respondsWithEmptyObjects],
    ['a payable intent', { body: 'PAYABLE' }],
    ['a gateway error', MISBEHAVIORS.respondsWithGatewayErrors],
  ];
  test.each(responses)('whose cancellation gets %s as its response is not recorded as canceled', async (_what, bad) => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    const body = bad.body === 'PAYABLE' ? JSON.stringify(await dashboard.paymentIntents.retrieve(intentId)) : bad.body;
    proxy.misbehavior = of(/\/cancel$/, { ...bad, ...(body === undefined ? {} : { body }) });
    expect(statusAndCode(await remove(id))).toBe('502 provider_unavailable');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    proxy.misbehavior = null;
    expect(statusAndCode(await remove(id))).toBe('200');
    expect(await getIntent(intentId)).toEqual({ status: 'canceled' });
  });

  test('paid after its attempt ended is found by the scheduled job and refunded', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    const staleIntent = { ...(await dashboard.paymentIntents.retrieve(intentId)), status: 'canceled' };
    proxy.misbehavior = of(/\/cancel$/, { body: JSON.stringify(staleIntent) });
    expect(statusAndCode(await remove(id))).toBe('200');
    proxy.misbehavior = null;
    await confirm(intentId);
    expect(await syncSettledPayments(shop.context)).toBe(0);
    await makeDue();
    await syncSettledPayments(shop.context);
    expect(await getPayments(id)).toMatchObject([{ state: 'refunded' }]);
  });

  test('counts as unknown to the provider only when the provider itself says so', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    proxy.misbehavior = {
      status: 404,
      body: '{"error":{"type":"invalid_request_error","message":"Unrecognized request URL"}}',
    };
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('502 provider_unavailable');
    expect(await getPayments(id)).toMatchObject([{ state: 'open' }]);
  });

  const UNKNOWN: Misbehavior = {
    status: 404,
    body: '{"error":{"type":"invalid_request_error","code":"resource_missing","message":"No such payment_intent"}}',
  };

  test('unknown for a while and then paid is recorded as paid', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    proxy.misbehavior = UNKNOWN;
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('502 provider_unavailable');
    expect(await getPayments(id)).toMatchObject([{ state: 'canceled', provider_status: 'unknown' }]);
    expect(statusAndCode(await reportPaid(shop, ada, id, 'pi_doesNotExistAnywhere1'))).toBe('409 payment_mismatch');
    proxy.misbehavior = null;
    await confirm(intentId);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('200');
    expect(await getPayments(id)).toMatchObject([{ state: 'captured', provider_status: 'succeeded' }]);
  });

  test('unknown for a while and not paid is closed by the scheduled job', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    proxy.misbehavior = UNKNOWN;
    await reportPaid(shop, ada, id, intentId);
    proxy.misbehavior = null;
    await makeDue();
    await syncSettledPayments(shop.context);
    expect(await getIntent(intentId)).toEqual({ status: 'canceled' });
    expect(await getPayments(id)).toMatchObject([{ state: 'canceled', provider_status: 'canceled' }]);
  });
});

describe('a payment attempt that the provider rejects', () => {
  const REJECTIONS: [string, string][] = [
    ['a request', '{"error":{"type":"invalid_request_error","message":"canary"}}'],
    ['a key of a different request', '{"error":{"type":"idempotency_error","message":"canary"}}'],
  ];
  test.each(REJECTIONS)('(%s) ends with its own message, and the order can be paid afterwards', async (_what, body) => {
    const id = await placeOrder(shop, ada, tool);
    const { totalMinor } = await getOrderRow(shop, id);
    proxy.misbehavior = of(/payment_intents$/, { status: 400, body });
    const startPayment = () =>
      shop.call('POST', '/create-payment-intent', {
        token: ada.token,
        body: { price: (totalMinor / 100).toFixed(2), order: id },
      });
    const rejected = await startPayment();
    expect([statusAndCode(rejected), objectBody(rejected).detail]).toEqual([
      '409 payment_refused',
      expect.stringContaining('Nothing was charged'),
    ]);
    expect(JSON.stringify(rejected.body)).not.toContain('canary');
    expect(await getPayments(id)).toMatchObject([{ state: 'canceled' }]);
    proxy.misbehavior = null;
    const { intentId } = await createIntent(shop, ada, id);
    await confirm(intentId);
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('200');
  });

  test.each([
    ['rejected', { status: 400, body: REJECTIONS[0]?.[1] ?? '' }],
    ['rate limited', MISBEHAVIORS.respondsWith429],
  ])('still lets its order be canceled (%s)', async (_how, misbehavior) => {
    const id = await placeOrder(shop, ada, tool);
    const order = await getOrderRow(shop, id);
    await shop.query(
      "insert into payments (id, purchase_id, user_id, amount_minor, currency) values ($1, $1, $2, $3, 'usd')",
      [id, order.userId, order.totalMinor],
    );
    proxy.misbehavior = misbehavior;
    expect(statusAndCode(await remove(id))).toBe('200');
    expect(await getPayments(id)).toMatchObject([{ state: 'canceled' }]);
  });

  test('but whose intent exists is closed when a webhook event reveals it', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    await shop.sql`update payments set state = 'canceled', intent_id = null where purchase_id = ${id}`;
    await deliverEvent(shop, signEvent(shop, intentId, { type: 'payment_intent.created' }));
    expect(await getIntent(intentId)).toEqual({ status: 'canceled' });
    expect(await shop.sql`select intent_id from payments where purchase_id = ${id}`).toEqual([{ intent_id: intentId }]);
  });
});
