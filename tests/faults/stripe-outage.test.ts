import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import {
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
import { MISBEHAVIORS, type ProviderProxy } from '#tests/support/provider-proxy.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createStripeShop, openDashboard, PUBLISHABLE } from '#tests/support/stripe-shop.ts';

let shop: TestShop;
let proxy: ProviderProxy;
let ada: TestUser;
let admin: TestUser;
let tool: TestTool;
let browser: Stripe;

beforeAll(async () => {
  ({ shop, proxy } = await createStripeShop());
  browser = openDashboard(shop);
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

const requestIntent = (id: string) =>
  shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price: '189.00', order: id } });
const confirm = (intentId: string) => browser.paymentIntents.confirm(intentId, { payment_method: 'pm_card_visa' });
const paymentsStatus = () => shop.context.health.statuses().find((status) => status.dependency === 'payments');

const MESSAGES: Record<keyof typeof MISBEHAVIORS, RegExp> = {
  resetsConnections: /cannot be reached/,
  hangs: /did not respond in time/,
  truncatesResponses: /cannot be reached|a problem on its side/,
  respondsWith500: /a problem on its side/,
  respondsWith429: /too many requests/,
  asksForLongDelays: /a problem on its side/,
  respondsWithPages: /a problem on its side/,
  respondsWithUnknownJson: /response is invalid/,
  respondsWithNull: /response is invalid/,
  respondsWithEmptyObjects: /response is invalid/,
  respondsWithGatewayErrors: /response is invalid/,
  respondsWithProxy404: /response is invalid/,
  rejectsTheKey: /rejects the secret key.*STRIPE_SECRET_KEY/,
};

describe.each(Object.keys(MISBEHAVIORS) as (keyof typeof MISBEHAVIORS)[])('a provider that %s', (kind) => {
  test('is reported as unavailable, the order stays, and it is paid after recovery', async () => {
    const id = await placeOrder(shop, ada, tool);
    proxy.misbehavior = MISBEHAVIORS[kind];
    const failed = await requestIntent(id);
    expect(statusAndCode(failed)).toBe('502 provider_unavailable');
    expect(objectBody(failed).detail).toMatch(/cannot be reached right now/);
    expect(paymentsStatus()).toMatchObject({
      mode: 'stripe',
      health: 'down',
      reason: expect.stringMatching(MESSAGES[kind]),
    });
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    proxy.misbehavior = null;
    const { intentId } = await createIntent(shop, ada, id);
    expect(paymentsStatus()).toMatchObject({ health: 'up', reason: null });
    await confirm(intentId);
    proxy.misbehavior = MISBEHAVIORS[kind];
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('502 provider_unavailable');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    proxy.misbehavior = null;
    await reconcilePayments(shop.context, 0);
    expect(await getOrderRow(shop, id)).toMatchObject({ state: 'paid', transactionId: intentId });
  });
});

test('a hanging provider does not delay requests that do not need it', async () => {
  const id = await placeOrder(shop, ada, tool);
  const released = Promise.withResolvers<void>();
  proxy.misbehavior = { holdUntil: released.promise };
  const isCalled = proxy.nextRequest();
  let responded = false;
  const waiting = requestIntent(id).then((response) => {
    responded = true;
    return response;
  });
  await isCalled;
  for (const [path, token] of [
    ['/tools', undefined],
    [`/myorder?email=${ada.email}`, ada.token],
    [`/payment/${id}`, ada.token],
    ['/payments?page=1', admin.token],
  ] as const)
    expect((await shop.call('GET', path, { token })).status).toBe(200);
  await placeOrder(shop, ada, tool);
  expect((await shop.app.request(`${shop.origin}/readyz`)).status).toBe(200);
  expect(responded).toBe(false);
  released.resolve();
  expect(statusAndCode(await waiting)).toBe('200');
});

test('a hanging provider does not keep stock locked', async () => {
  const ownTool = await createTool(shop);
  const id = await placeOrder(shop, ada, ownTool);
  await createIntent(shop, ada, id);
  await shop.sql`update stock_holds set expires_at = now() - interval '1 second' where order_id = ${id}`;
  proxy.misbehavior = MISBEHAVIORS.hangs;
  expect(await expirePurchases(shop.context)).toBe(1);
  expect(await getToolRow(shop, ownTool.id)).toMatchObject({ available: 100, held: 0 });
  proxy.misbehavior = null;
  await reconcilePayments(shop.context, 0);
});

test('a response about another intent is rejected', async () => {
  const [ownOrder, other] = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
  const { intentId } = await createIntent(shop, ada, ownOrder);
  const paid = await createIntent(shop, ada, other);
  const body = JSON.stringify(await confirm(paid.intentId));
  proxy.misbehavior = { status: 200, body };
  expect(statusAndCode(await reportPaid(shop, ada, ownOrder, intentId))).toBe('502 provider_unavailable');
  expect([(await getOrderRow(shop, ownOrder)).state, (await getOrderRow(shop, other)).state]).toEqual([
    'placed',
    'placed',
  ]);
  proxy.misbehavior = null;
  expect(statusAndCode(await reportPaid(shop, ada, other, paid.intentId))).toBe('200');
});

test('a failure stored for an idempotency key does not prevent the payment', async () => {
  const id = await placeOrder(shop, ada, tool);
  proxy.misbehavior = { ...MISBEHAVIORS.respondsWith500, headers: { 'idempotent-replayed': 'true' } };
  expect(statusAndCode(await requestIntent(id))).toBe('502 provider_unavailable');
  proxy.misbehavior = null;
  await createIntent(shop, ada, id);
  const rows = await shop.sql`select state from payments where purchase_id = ${id} order by seq`;
  expect(rows).toEqual([{ state: 'canceled' }, { state: 'open' }]);
});

test('the probe reports an invalid or restricted key before a customer is affected', async () => {
  const cases: [status: number, RegExp][] = [
    [401, /rejects the secret key/],
    [403, /not allowed to do what the shop needs/],
  ];
  for (const [status, sentence] of cases) {
    proxy.misbehavior = { status, body: '{"error":{"type":"invalid_request_error","message":"canary"}}' };
    await shop.context.health.probeAll();
    expect(paymentsStatus()).toMatchObject({ health: 'down', reason: expect.stringMatching(sentence) });
    expect(paymentsStatus()?.reason).not.toContain('canary');
  }
  proxy.misbehavior = null;
  await shop.context.health.probeAll();
  expect(paymentsStatus()?.health).toBe('up');
});

test('browsers get Stripe’s script and key, and nothing from the sandbox', async () => {
  const id = await placeOrder(shop, ada, tool);
  expect(objectBody(await requestIntent(id))).toEqual({
    clientSecret: expect.any(String),
    publishableKey: PUBLISHABLE,
    scriptUrl: expect.stringMatching(/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/),
  });
  const sandbox = await shop.app.request(`${shop.origin}/card-sandbox/v1/payment_methods`, { method: 'POST' });
  expect(sandbox.status).toBe(404);
  expect(shop.context.sources).toMatchObject({
    scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connections: ['https://api.stripe.com'],
  });
  const { headers } = await shop.call('GET', '/tools');
  expect(headers.get('permissions-policy')).toContain(
    'payment=(self "https://js.stripe.com" "https://hooks.stripe.com")',
  );
});
