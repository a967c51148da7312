import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';
import { fingerprintRequest } from './idempotency.server.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.faults.reset());
afterAll(() => sandbox.close());

const order = { amount: 1999, currency: 'usd' };
const count = async (table: string) =>
  Number((await sandbox.pool.query(`select count(*) from card_sandbox.${table}`)).rows[0].count);
const caught = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);

test('the same key with the same parameters returns the stored response and does nothing more', async () => {
  const first = await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'once' });
  const again = await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'once' });
  expect(again).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(again.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  });
  expect(await count('payment_intents')).toBe(1);
});

test('the same key with different parameters, or for another call, is an idempotency error', async () => {
  const made = await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'mine' });
  const other = await caught(
    sandbox.stripe.paymentIntents.create({ ...order, amount: 2000 }, { idempotencyKey: 'mine' }),
  );
  expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  const elsewhere = await caught(sandbox.stripe.paymentIntents.cancel(made.id, {}, { idempotencyKey: 'mine' }));
  expect(elsewhere).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('a declined confirmation is replayed as the same decline', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create(order);
  const confirm = () =>
    caught(
      sandbox.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_chargeDeclinedInsufficientFunds' },
        { idempotencyKey: 'declined' },
      ),
    );
  const events = await count('events');
  expect(await confirm()).toMatchObject({ statusCode: 402, decline_code: 'insufficient_funds' });
  expect(await confirm()).toMatchObject({ statusCode: 402, decline_code: 'insufficient_funds' });
  expect(await count('events')).toBe(events + 1);
});

test('an invalid request does not use up its key', async () => {
  expect(
    await caught(sandbox.stripe.paymentIntents.create({ ...order, amount: 0.5 }, { idempotencyKey: 'fixed' })),
  ).toMatchObject({ code: 'parameter_invalid_integer' });
  expect(await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'fixed' })).toMatchObject(order);
});

test('a second request while the first is in progress gets 409', async () => {
  sandbox.faults.delayRequests({ times: 1, ms: 300 });
  const before = await count('payment_intents');
  const slow = sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'twice' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const second = await caught(sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'twice' }));
  expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  const first = await slow;
  expect(await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'twice' })).toEqual(first);
  expect(await count('payment_intents')).toBe(before + 1);
});

test('thirty simultaneous refunds with one key refund once', async () => {
  const intent = await sandbox.stripe.paymentIntents.create({
    ...order,
    confirm: true,
    payment_method: 'pm_card_visa',
  });
  const stripe = sandbox.client(undefined, 5);
  const refund = () => stripe.refunds.create({ payment_intent: intent.id, amount: 500 }, { idempotencyKey: 'refund' });
  const ids = await Promise.all(Array.from({ length: 30 }, async () => (await refund()).id));
  expect(new Set(ids).size).toBe(1);
  expect((await sandbox.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1);
});

test('a key expires after 24 hours', async () => {
  const first = await sandbox.stripe.paymentIntents.create(order, { idempotencyKey: 'yesterday' });
  await sandbox.pool.query(
    `update card_sandbox.idempotency_keys set created = now() - interval '25 hours' where key = 'yesterday'`,
  );
  const second = await sandbox.stripe.paymentIntents.create({ ...order, amount: 777 }, { idempotencyKey: 'yesterday' });
  expect(second.id).not.toBe(first.id);
});

test('the fingerprint depends on the parameters’ values, but not on their order', () => {
  const one = fingerprintRequest('POST', '/v1/refunds', 'amount=1&charge=ch_1');
  expect(fingerprintRequest('POST', '/v1/refunds', 'charge=ch_1&amount=1')).toBe(one);
  expect(fingerprintRequest('POST', '/v1/refunds', 'charge=ch_1&amount=2')).not.toBe(one);
});
