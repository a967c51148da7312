import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCardProvider, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { startPayment } from '#src/flows/payments/start-payment.server.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getOrderRow,
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
  ada = await shop.signUp();
  tool = await createTool(shop, { quantity: 10_000 });
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

const requestIntent = (id: string) =>
  shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price: '189.00', order: id } });
const getIntents = async (id: string) =>
  await shop.sql`select id from card_sandbox.payment_intents where metadata->>'order' = ${id}`;

const FAULTS = [
  ['responds with 500', () => shop.faults.failRequests({ times: 3, status: 500 })],
  ['responds with 429', () => shop.faults.failRequests({ times: 3, status: 429 })],
  ['executes and drops the connection', () => shop.faults.dropResponses({ times: 3 })],
  ['executes and truncates the response', () => shop.faults.truncateResponses({ times: 3 })],
] as const;

describe.each(FAULTS)('a provider that %s', (_what, injectFault) => {
  test('when creating an intent causes a clear 502, and later exactly one intent', async () => {
    const id = await placeOrder(shop, ada, tool);
    injectFault();
    const failed = await requestIntent(id);
    expect([statusAndCode(failed), objectBody(failed).detail]).toEqual([
      '502 provider_unavailable',
      expect.stringContaining('You were not charged twice'),
    ]);
    shop.faults.reset();
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    expect(await getIntents(id)).toEqual([{ id: intentId }]);
    await confirmCard(shop, clientSecret);
    expect((await reportPaid(shop, ada, id, intentId)).status).toBe(200);
  });

  test('when reading a payment causes a clear 502 without changes, and the reconciler records the payment later', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    injectFault();
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('502 provider_unavailable');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    shop.faults.reset();
    await reconcilePayments(shop.context, 0);
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });
});

describe('a provider that fails once', () => {
  test('is retried without a visible error', async () => {
    const id = await placeOrder(shop, ada, tool);
    shop.faults.dropResponses({ times: 1 });
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    shop.faults.failRequests({ times: 1, status: 500 });
    expect((await reportPaid(shop, ada, id, intentId)).status).toBe(200);
    expect(await getIntents(id)).toHaveLength(1);
  });

  test('or is slow does not delay other requests', async () => {
    const [slow, other] = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
    shop.faults.delayRequests({ times: 1, ms: 2_000 });
    let isAnswered = false;
    const waiting = requestIntent(slow).finally(() => {
      isAnswered = true;
    });
    expect((await shop.call('DELETE', `/order/${other}`, { token: ada.token })).status).toBe(200);
    expect(isAnswered).toBe(false);
    expect((await waiting).status).toBe(200);
  });
});

describe('a provider that cannot be reached', () => {
  const requestFrom = async (port: number) => {
    const id = await placeOrder(shop, ada, tool);
    const provider = createCardProvider({
      secretKey: 'sk_test_x',
      webhookSecret: 'whsec_x',
      host: { host: '127.0.0.1', port, protocol: 'http' },
      timeoutMs: 150,
    });
    const caller = {
      userId: ada.userId,
      email: ada.email,
      displayName: ada.displayName,
      role: 'customer' as const,
      emailConfirmed: false,
      clientAddress: '192.0.2.1',
      owner: false,
    };
    const failure = await startPayment({ ...shop.context, provider }, caller, { price: '189.00', order: id }).catch(
      (error: unknown) => error,
    );
    return { id, failure };
  };

  test('at all is reported as unavailable, and the order can be paid later', async () => {
    const { id, failure } = await requestFrom(9);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect((await requestIntent(id)).status).toBe(200);
  });

  test('within the timeout is reported as unavailable, and the order can be paid later', async () => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { id, failure } = await requestFrom((silent.address() as AddressInfo).port);
    silent.closeAllConnections();
    silent.close();
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect((await requestIntent(id)).status).toBe(200);
  });
});

test('the reconciler completes an attempt started during an outage, without a second intent', async () => {
  const id = await placeOrder(shop, ada, tool);
  shop.faults.dropResponses({ times: 3 });
  expect((await requestIntent(id)).status).toBe(502);
  shop.faults.reset();
  await reconcilePayments(shop.context, 0);
  const rows = await shop.sql`select state, intent_id from payments where purchase_id = ${id}`;
  expect(rows).toEqual([{ state: 'open', intent_id: (await getIntents(id))[0]?.id }]);
  expect((await createIntent(shop, ada, id)).intentId).toBe(rows[0]?.intent_id);
  expect(await getIntents(id)).toHaveLength(1);
});

test('the reconciler checks open payments again with growing delays', async () => {
  const id = await placeOrder(shop, ada, tool);
  await createIntent(shop, ada, id);
  const claims = async (age: string, checkedAgo: string) => {
    await shop.sql`update payments
      set created_at = now() - ${age}::interval, claimed_at = now() - ${checkedAgo}::interval
      where purchase_id = ${id}`;
    await reconcilePayments(shop.context, 20_000);
    const rows = await shop.sql`select claimed_at > now() - interval '5 seconds' as asked from payments
      where purchase_id = ${id}`;
    return rows[0]?.asked;
  };
  expect(await claims('10 seconds', '10 seconds')).toBe(false);
  expect(await claims('60 seconds', '40 seconds')).toBe(true);
  expect(await claims('1 hour', '2 minutes')).toBe(false);
  expect(await claims('3 days', '11 minutes')).toBe(true);
});

test('a run waits only once for a hanging provider, so that other orders expire on time', async () => {
  const waiting: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    const id = await placeOrder(shop, ada, tool);
    if (at < 3) await createIntent(shop, ada, id);
    waiting.push(id);
  }
  await shop.sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = any(${waiting})`;
  let requestFrom = 0;
  const provider = {
    ...shop.context.provider,
    cancelIntent: () => {
      requestFrom += 1;
      return Promise.reject(new ProviderUnavailable('away'));
    },
  };
  expect(await expirePurchases({ ...shop.context, provider })).toBe(4);
  expect(requestFrom).toBe(1);
  const rows = await shop.sql`select distinct state from orders where id = any(${waiting})`;
  expect(rows).toEqual([{ state: 'expired' }]);
  // Their intents are canceled once the provider is back.
  await reconcilePayments(shop.context, 0);
  const open = await shop.sql`select id from payments where purchase_id = any(${waiting}) and state <> 'canceled'`;
  expect(open).toEqual([]);
});

test('a run stops between two orders when the shop shuts down', async () => {
  const ids = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
  await shop.sql`update stock_holds set expires_at = now() - interval '1 minute' where order_id = any(${ids})`;
  const closing = new AbortController();
  closing.abort();
  expect(await expirePurchases(shop.context, closing.signal)).toBe(0);
  expect(await expirePurchases(shop.context)).toBe(2);
});
