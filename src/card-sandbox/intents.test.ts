import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#tests/support/card-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const order = { amount: 2500, currency: 'usd', metadata: { order: 'ord_1', tool: 'claw hammer' } };
const failure = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  const error = await call.then(() => null).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Stripe.errors.StripeError);
  return error as Stripe.errors.StripeError;
};

describe('payment intents', () => {
  test('are created as Stripe creates them', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      ...order,
      receipt_email: 'ada@example.com',
      description: 'Order 1',
      customer: 'cus_ada',
      automatic_payment_methods: { enabled: true },
    });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      ...order,
      status: 'requires_payment_method',
      receipt_email: 'ada@example.com',
      description: 'Order 1',
      customer: 'cus_ada',
      amount_received: 0,
      latest_charge: null,
      livemode: false,
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      payment_method_types: ['card'],
    });
    expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{25}$`));
    expect(Math.abs(intent.created - Date.now() / 1000)).toBeLessThan(5);
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(intent.lastResponse.headers['stripe-version']).toBe(Stripe.API_VERSION);
    expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);
  });

  test('are confirmed, and show their charge when it is expanded', async () => {
    const created = await sandbox.stripe.paymentIntents.create({ ...order, allowed_payment_method_types: ['card'] });
    const paid = await sandbox.stripe.paymentIntents.confirm(created.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 2500, automatic_payment_methods: null });
    const shown = await sandbox.stripe.paymentIntents.retrieve(created.id, {
      expand: ['latest_charge.payment_intent', 'payment_method'],
    });
    const charge = shown.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({ object: 'charge', amount: 2500, captured: true, paid: true, status: 'succeeded' });
    expect(charge.payment_intent).toMatchObject({ id: created.id, latest_charge: charge.id });
    expect(shown.payment_method).toMatchObject({ object: 'payment_method', card: { brand: 'visa', last4: '4242' } });
    expect(await sandbox.stripe.charges.retrieve(charge.id)).toMatchObject({
      id: charge.id,
      payment_intent: created.id,
    });
    expect(await sandbox.stripe.paymentMethods.retrieve(charge.payment_method ?? '')).toMatchObject({ type: 'card' });
  });

  test('can be created and confirmed in one call', async () => {
    const paid = await sandbox.stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_amex',
    });
    expect(paid.status).toBe('succeeded');
    const error = await failure(
      sandbox.stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_chargeDeclined' }),
    );
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, decline_code: 'generic_decline' });
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method' });
  });

  test('keep their other metadata on an update, and lose emptied entries', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(order);
    const updated = await sandbox.stripe.paymentIntents.update(id, {
      amount: 3000,
      metadata: { tool: '', size: '16 oz' },
      description: 'changed',
    });
    expect(updated).toMatchObject({
      amount: 3000,
      description: 'changed',
      metadata: { order: 'ord_1', size: '16 oz' },
    });
    expect(updated.metadata).not.toHaveProperty('tool');
    expect((await sandbox.stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({});
  });

  test('cannot change their amount once they are paid, but their metadata can', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const error = await failure(sandbox.stripe.paymentIntents.update(id, { amount: 1 }));
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    expect((await sandbox.stripe.paymentIntents.update(id, { metadata: { shipped: 'yes' } })).metadata.shipped).toBe(
      'yes',
    );
  });

  test('are canceled once, and never after they were paid', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create(order);
    const canceled = await sandbox.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBeGreaterThan(0);
    expect(await failure(sandbox.stripe.paymentIntents.cancel(id))).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    });
    expect(await failure(sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    const paid = await sandbox.stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    expect((await failure(sandbox.stripe.paymentIntents.cancel(paid.id))).message).toContain('status of succeeded');
  });

  test('are listed newest first, page by page, in both directions', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      made.unshift((await sandbox.stripe.paymentIntents.create({ ...order, customer: 'cus_pages' })).id);
    }
    const first = await sandbox.stripe.paymentIntents.list({ customer: 'cus_pages', limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    expect(first.data.map((one) => one.id)).toEqual(made.slice(0, 2));
    const back = await sandbox.stripe.paymentIntents.list({ customer: 'cus_pages', limit: 2, ending_before: made[4] });
    expect(back.data.map((one) => one.id)).toEqual(made.slice(2, 4));
    const walked: string[] = [];
    for await (const one of sandbox.stripe.paymentIntents.list({ customer: 'cus_pages', limit: 2 }))
      walked.push(one.id);
    expect(walked).toEqual(made);
    const recent = await sandbox.stripe.paymentIntents.list({ customer: 'cus_pages', created: { gt: 4_000_000_000 } });
    expect(recent.data).toEqual([]);
  });
});

describe('confirming twice at once', () => {
  test('captures once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await sandbox.stripe.paymentIntents.create(order);
      const confirms = Array.from({ length: 4 }, () =>
        sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }).catch((error: unknown) => error),
      );
      const results = await Promise.all(confirms);
      expect(results.filter((one) => !(one instanceof Error))).toHaveLength(1);
      expect(results.filter((one) => one instanceof Stripe.errors.StripeInvalidRequestError)).toHaveLength(3);
      expect((await sandbox.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
      const events = await sandbox.pool.query(
        'select type from card_sandbox.events where payment_intent = $1 order by seq',
        [id],
      );
      expect(events.rows.map((row) => row.type)).toEqual([
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
      ]);
    }
  });
});
