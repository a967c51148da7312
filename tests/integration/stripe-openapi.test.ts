import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '#src/app/stripe.server.ts';
import { settleDueRefunds } from '#src/card-sandbox/refunds.server.ts';
import { createCardProvider } from '#src/features/payments/provider.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { type Recorder, recordExchanges } from '#tests/support/recording-proxy.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { OPERATIONS, validateExchange, validateObject } from '#tests/support/stripe-openapi.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;
/** Records the requests from the shop to its provider. */
let shopRecorder: Recorder;
/** Records the requests of the provider's dashboard. */
let dashboardRecorder: Recorder;
let dashboard: Stripe;

/** Makes every kind of exchange between shop and provider once. */
beforeAll(async () => {
  shop = await createTestShop();
  const { secretKey, host } = shop.cards.secretApi;
  [shopRecorder, dashboardRecorder] = await Promise.all([recordExchanges(host), recordExchanges(host)]);
  shop.context.provider = createCardProvider({
    secretKey,
    webhookSecret: shop.cards.webhookSecret,
    host: shopRecorder.host,
  });
  dashboard = new Stripe(secretKey, { ...dashboardRecorder.host, telemetry: false, maxNetworkRetries: 0 });
  ada = await shop.signUp();
  tool = await createTool(shop, { quantity: 10_000 });

  const paid = await orderWithIntent();
  await confirmCard(shop, paid.clientSecret, '4000000000000002');
  await reportPaid(shop, ada, paid.id, paid.intentId);
  await confirmCard(shop, paid.clientSecret, '4000002500003155');
  await confirmCard(shop, paid.clientSecret);
  expect(statusAndCode(await reportPaid(shop, ada, paid.id, paid.intentId))).toBe('200');
  await dashboard.refunds.create({ payment_intent: paid.intentId, amount: 1_200, reason: 'requested_by_customer' });
  await dashboard.refunds.create({ payment_intent: paid.intentId }, { idempotencyKey: 'the rest' });
  await expectRejected(dashboard.refunds.create({ payment_intent: paid.intentId }));
  await syncPaymentOf(paid.id);
  await expectRejected(dashboard.paymentIntents.cancel(paid.intentId));

  for (const card of ['4242424242424242', '4000000000007726', '4000000000005126']) {
    const { id, clientSecret, intentId } = await orderWithIntent();
    await confirmCard(shop, clientSecret, card);
    await reportPaid(shop, ada, id, intentId);
    const refund = { lines: [{ order: id, quantity: 2 }], reason: 'Two are bent.\nSorry.' };
    const admin = await shop.createAdmin();
    expect(
      statusAndCode(await shop.call('POST', `/purchases/${id}/refunds`, { token: admin.token, body: refund })),
    ).toBe('201');
    await shop.sql`update card_sandbox.refunds set settles_at = now() where settles_at is not null`;
    await settleDueRefunds(shop.database.db);
    await syncPaymentOf(id);
  }

  const deleted = await orderWithIntent();
  expect(statusAndCode(await shop.call('DELETE', `/order/${deleted.id}`, { token: ada.token }))).toBe('200');

  const late = await orderWithIntent();
  await shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${late.id}`;
  shop.faults.failRequests({ times: 3, status: 500 });
  await expirePurchases(shop.context);
  shop.faults.reset();
  await confirmCard(shop, late.clientSecret);
  await reconcilePayments(shop.context, 0);

  for (const card of ['4000000000000259', '4000000000001976', '4000000000002685']) {
    const { id, clientSecret, intentId } = await orderWithIntent();
    await confirmCard(shop, clientSecret, card);
    await reportPaid(shop, ada, id, intentId);
    await syncPaymentOf(id);
    const [dispute] = (await dashboard.disputes.list({ payment_intent: intentId })).data;
    await dashboard.disputes.retrieve(dispute?.id ?? '');
    await dashboard.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'It was delivered.' } });
    await (card.endsWith('259')
      ? dashboard.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
      : dashboard.disputes.close(dispute?.id ?? ''));
    await syncPaymentOf(id);
  }

  await shop.context.provider.probe(4_000);
  const outsideIntent = await dashboard.paymentIntents.create({ amount: 500, currency: 'usd' });
  await expectRejected(
    dashboard.paymentIntents.confirm(outsideIntent.id, { payment_method: 'pm_card_chargeDeclined' }),
  );
  await dashboard.paymentIntents.confirm(outsideIntent.id, { payment_method: 'pm_card_threeDSecure2Required' });
  await dashboard.paymentIntents.retrieve(outsideIntent.id);
  await dashboard.paymentIntents.cancel(outsideIntent.id, { cancellation_reason: 'abandoned' });
  await dashboard.refunds.list({ limit: 3 });
  await expectRejected(dashboard.paymentIntents.retrieve('pi_unknown'));
  await expectRejected(dashboard.paymentIntents.create({ amount: 1, currency: 'usd' }));
  shop.faults.failRequests({ times: 1, status: 429 });
  await expectRejected(dashboard.refunds.list());
});
afterAll(async () => {
  shopRecorder.close();
  dashboardRecorder.close();
  await shop.close();
});

async function orderWithIntent() {
  const id = await placeOrder(shop, ada, tool);
  return { id, ...(await createIntent(shop, ada, id)) };
}

async function syncPaymentOf(orderId: string): Promise<void> {
  const rows = await shop.sql`select id from payments where purchase_id = ${orderId}`;
  expect((await syncPayment(shop.context, rows[0].id)).ok).toBe(true);
}

async function expectRejected(request: Promise<unknown>): Promise<void> {
  await expect(request).rejects.toBeInstanceOf(Stripe.errors.StripeError);
}

describe('according to Stripe’s OpenAPI document', () => {
  test('every request of the shop and every response of the sandbox is valid', () => {
    const results = [...shopRecorder.exchanges, ...dashboardRecorder.exchanges].map((exchange) => ({
      ...validateExchange(exchange),
      status: exchange.status,
    }));
    expect(results.filter(({ errors: faults }) => faults.length > 0)).toEqual([]);
    expect([...new Set(results.map(({ operation }) => operation))].sort()).toEqual(OPERATIONS.toSorted());
    expect([...new Set(results.map(({ status }) => status))].sort()).toEqual([200, 400, 402, 404, 429, 500]);
  });

  test('every webhook event of the sandbox and its object are valid', async () => {
    const events = await dashboard.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
    const faults = events.flatMap((event) => {
      const object = event.data.object as { object: string };
      return [...validateObject('event', event), ...validateObject(object.object, object)].map(
        (fault) => `${event.type} ${fault}`,
      );
    });
    expect(faults).toEqual([]);
    expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.refund.updated',
      'charge.refunded',
      'charge.succeeded',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.succeeded',
      'refund.created',
      'refund.failed',
      'refund.updated',
    ]);
  });

  test('an invalid response would be detected', () => {
    const [created] = shopRecorder.exchanges.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    );
    if (!created) throw new Error('no intent was made');
    expect(validateExchange(created).errors).toEqual([]);
    expect(validateExchange({ ...created, body: `${created.body}&color=red` }).errors).not.toEqual([]);
    expect(
      validateExchange({ ...created, body: created.body.replace(/amount=\d+/, 'amount=much') }).errors,
    ).not.toEqual([]);
    expect(validateExchange({ ...created, path: '/v1/intents' }).errors).not.toEqual([]);
    expect(
      validateExchange({ ...created, response: { ...(created.response as object), amount: '1' } }).errors,
    ).not.toEqual([]);
    expect(
      validateExchange({ ...created, response: { ...(created.response as object), status: 'paid' } }).errors,
    ).not.toEqual([]);
    expect(validateExchange({ ...created, status: 402 }).errors).not.toEqual([]);
  });
});

describe('every request of the shop', () => {
  test('sends the API version that the shop was tested with', () => {
    expect(new Set(shopRecorder.exchanges.map(({ headers }) => headers['stripe-version']))).toEqual(
      new Set([Stripe.API_VERSION]),
    );
  });

  test('that changes something sends an idempotency key', () => {
    const keys = shopRecorder.exchanges
      .filter(({ method }) => method === 'POST')
      .map(({ path, headers }) =>
        [path.split('/').at(-1), String(headers['idempotency-key']).replace(/-.*/s, '')].join(' '),
      );
    expect([...new Set(keys)].sort()).toEqual(['cancel cancel', 'payment_intents create', 'refunds refund']);
  });

  test('that creates an intent sends the order, the attempt and the customer', () => {
    const created = shopRecorder.exchanges.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/payment_intents',
    );
    expect(created.length).toBeGreaterThan(0);
    for (const { body } of created) {
      const form = new URLSearchParams(body);
      expect(form.get('metadata[user]')).toBe(ada.userId);
      for (const key of ['metadata[order]', 'metadata[payment]']) expect(form.get(key)).toMatch(/^[A-Za-z0-9]{24}$/);
    }
  });
});

test('the card form uses the script URL of Stripe’s own package', () => {
  const { cardForm } = connectStripe({ secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' });
  const loader = readFileSync('node_modules/@stripe/stripe-js/dist/pure.js', 'utf8');
  const release = /RELEASE_TRAIN = '(\w+)'/.exec(loader)?.[1];
  expect(cardForm).toEqual({ publishableKey: 'pk_test_x', scriptUrl: `https://js.stripe.com/${release}/stripe.js` });
});
