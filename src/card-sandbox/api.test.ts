import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, SECRET_KEY, startSandbox } from '#tests/support/card-sandbox.ts';

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

describe('errors', () => {
  test.each([
    ['no amount', { currency: 'usd' }, 'parameter_missing', 'amount'],
    ['an amount that is not a number', { amount: 'ten', currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    ['a fraction of a cent', { amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    ['a negative amount', { amount: -100, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    ['less than Stripe’s minimum', { amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
    ['more than Stripe’s maximum', { amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
    ['an unknown currency', { amount: 100, currency: 'doubloon' }, undefined, 'currency'],
    ['an unknown parameter', { amount: 100, currency: 'usd', amuont: 1 }, 'parameter_unknown', 'amuont'],
    ['an unknown expansion', { amount: 100, currency: 'usd', expand: ['owner'] }, undefined, 'expand[]'],
  ])('an intent with %s is rejected with 400', async (_what, params, code, param) => {
    const error = await failure(sandbox.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error.statusCode).toBe(400);
    expect(error.code).toBe(code);
    expect(error.param).toBe(param);
  });

  test('an unknown id is 404, and a wrong or missing key 401', async () => {
    expect(await failure(sandbox.stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
    });
    const stranger = sandbox.client('sk_test_somebodyElsesKey');
    const error = await failure(stranger.paymentIntents.list());
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.message).toBe('Invalid API Key provided: sk_test****sKey');
    for (const path of ['/v1/payment_intents', '/v1/events', '/v1/nothing']) {
      expect((await fetch(sandbox.api.url + path)).status).toBe(401);
    }
  });

  test('an id is only found as the kind of object it is', async () => {
    const intent = await sandbox.stripe.paymentIntents.create(order);
    expect(await failure(sandbox.stripe.charges.retrieve(intent.id))).toMatchObject({ statusCode: 404 });
  });

  test('a body that is JSON, huge, deeply nested or contradictory is rejected', async () => {
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(`${sandbox.api.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': type },
        body,
      });
    expect((await send('{"amount":100}', 'application/json')).status).toBe(400);
    expect((await send(`description=${'x'.repeat(70_000)}`)).status).toBe(413);
    expect((await send(`a${'[b]'.repeat(40)}=1`)).status).toBe(400);
    expect((await send('amount=100&amount=200&currency=usd')).status).toBe(400);
    expect((await send('amount=100&currency=usd&metadata[__proto__]=x')).status).toBe(200);
    expect((await send('amount=100&currency=usd&__proto__[confirm]=true')).status).toBe(400);
  });

  test('a call that the sandbox does not know is 404, in Stripe’s format', async () => {
    const response = await fetch(`${sandbox.api.url}/v1/subscriptions`, {
      headers: { authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});

describe('events', () => {
  test('are listed by type and can be read one by one', async () => {
    const { id } = await sandbox.stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_visa',
    });
    const listed = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
    const [event] = listed.data;
    expect(event).toMatchObject({ object: 'event', api_version: Stripe.API_VERSION, data: { object: { id } } });
    expect(await sandbox.stripe.events.retrieve(event?.id ?? '')).toEqual(event);
    const types = await sandbox.stripe.events.list({ types: ['charge.succeeded', 'charge.refunded'], limit: 100 });
    expect(types.data.every((one) => one.type.startsWith('charge.'))).toBe(true);
  });
});
