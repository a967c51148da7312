import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';
import { setReadOnly } from '#tests/support/read-only-database.ts';
import { settleProcessingIntent } from './confirm.server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.faults.reset());
afterAll(() => sandbox.close());

const order = { amount: 1500, currency: 'usd' };
const caught = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);
const isRefund = (request: { method: string; path: string }) => request.path === '/v1/refunds';

test('a planned 500 or 429 changes nothing, and affects only the requests it is planned for', async () => {
  sandbox.faults.failRequests({ times: 1, status: 500, when: isRefund });
  const intent = await sandbox.stripe.paymentIntents.create({
    ...order,
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  const refund = () => sandbox.stripe.refunds.create({ payment_intent: intent.id });
  expect(await caught(refund())).toMatchObject({ statusCode: 500, rawType: 'api_error' });
  sandbox.faults.failRequests({ times: 1, status: 429 });
  expect(await caught(refund())).toBeInstanceOf(Stripe.errors.StripeRateLimitError);
  expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toEqual([]);
  expect((await refund()).amount).toBe(1500);
});

test('without a database that accepts writes, the sandbox is unavailable, and does nothing', async () => {
  const cutConnections = () =>
    sandbox.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => {});
  await setReadOnly(sandbox.pool, true);
  await cutConnections();
  try {
    expect(await caught(sandbox.stripe.paymentIntents.create(order))).toMatchObject({ statusCode: 503 });
  } finally {
    await setReadOnly(sandbox.pool, false);
    await cutConnections();
  }
  await expect.poll(() => caught(sandbox.stripe.paymentIntents.create(order))).toBeNull();
});

test('a delayed request is late', async () => {
  sandbox.faults.delayRequests({ times: 1, ms: 200 });
  const started = Date.now();
  await sandbox.stripe.paymentIntents.create(order);
  expect(Date.now() - started).toBeGreaterThanOrEqual(195);
});

const payFor = () => sandbox.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_visa' });

test('a write whose response is dropped is done, and the SDK’s own retry finds it by its key', async () => {
  const intent = await payFor();
  sandbox.faults.dropResponses({ times: 1, when: isRefund });
  expect((await sandbox.stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(1500);
  expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test('a write whose response is truncated is done, and the caller finds it by its key, since the SDK does not retry', async () => {
  const intent = await payFor();
  sandbox.faults.truncateResponses({ times: 1, when: isRefund });
  const refund = () =>
    sandbox.client(undefined, 2).refunds.create({ payment_intent: intent.id }, { idempotencyKey: 'cut' });
  expect(await caught(refund())).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect((await refund()).amount).toBe(1500);
  expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test('a call whose responses are all lost is a connection error for the caller, but done nevertheless', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create(order);
  sandbox.faults.dropResponses({ times: 2 });
  const error = await caught(sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
  expect(error).toBeInstanceOf(Stripe.errors.StripeConnectionError);
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded');
});

test('a payment that stays in processing is settled later, either way, once', async () => {
  for (const [result, status] of [
    ['succeeded', 'succeeded'],
    ['failed', 'requires_payment_method'],
  ] as const) {
    sandbox.faults.keepProcessing({ times: 1 });
    const intent = await sandbox.stripe.paymentIntents.create(order);
    expect((await sandbox.payWith(intent, '4242424242424242')).body.status).toBe('processing');
    expect(await caught(sandbox.stripe.paymentIntents.cancel(intent.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await settleProcessingIntent(sandbox.db, intent.id, result)).toBe(true);
    expect(await settleProcessingIntent(sandbox.db, intent.id, result)).toBe(false);
    expect((await sandbox.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status);
  }
});
