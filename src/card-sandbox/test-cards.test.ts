import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox, typedCard } from '#tests/support/card-sandbox.ts';
import { passesLuhn } from './browser/card-rules.ts';
import { TEST_CARDS } from './test-cards.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const newIntent = () => sandbox.stripe.paymentIntents.create({ amount: 4200, currency: 'usd' });
const challengeOf = (body: Record<string, unknown>) =>
  String((body.next_action as { use_stripe_sdk: { challenge: string } }).use_stripe_sdk.challenge);
const response = (intent: { id: string; client_secret: string | null }, challenge: string, result: string) =>
  sandbox.browse(`/payment_intents/${intent.id}/challenge`, {
    client_secret: intent.client_secret ?? '',
    challenge,
    result,
  });
const eventTypes = async (id: string): Promise<string[]> => {
  const found = await sandbox.pool.query(
    'select type from card_sandbox.events where payment_intent = $1 order by seq',
    [id],
  );
  return found.rows.map((row) => row.type);
};

test('every test number has a valid check digit', () => {
  expect(Object.keys(TEST_CARDS).filter((number) => !passesLuhn(number))).toEqual([]);
});

describe('a valid card', () => {
  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
  ])('%s pays', async (number, brand) => {
    const intent = await newIntent();
    const { status, body } = await sandbox.payWith(intent, number);
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'succeeded' });
    expect(body).not.toHaveProperty('metadata');
    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(paid.latest_charge).toMatchObject({
      billing_details: { name: 'Ada Smith', email: 'ada@example.com', address: { postal_code: '94110' } },
      payment_method_details: { card: { brand, last4: number.slice(-4), exp_month: 11, exp_year: 2034 } },
    });
  });
});

describe('a card that is declined', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s says so in Stripe’s words, and another card can follow', async (number, code, decline_code, message) => {
    const intent = await newIntent();
    const { status, body } = await sandbox.payWith(intent, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message });
    expect(body.error?.decline_code).toBe(decline_code);
    expect(body.error?.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, message, payment_method: { card: { last4: number.slice(-4) } } },
    });
    expect((await sandbox.payWith(intent, '4242424242424242')).body.status).toBe('succeeded');
    expect(await eventTypes(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test('a number with a wrong digit, a real card, a past date and a short code change nothing', async () => {
    const intent = await newIntent();
    const say = async (number: string, extra = {}) => (await sandbox.payWith(intent, number, extra)).body.error;
    expect(await say('4242424242424241')).toMatchObject({ code: 'incorrect_number', param: 'number' });
    expect(await say('4111111111111111')).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: expect.stringContaining('non test card'),
    });
    expect(await say('4242424242424242', { 'payment_method_data[card][exp_year]': '2020' })).toMatchObject({
      code: 'invalid_expiry_year',
    });
    expect(await say('4242424242424242', { 'payment_method_data[card][exp_month]': '13' })).toMatchObject({
      code: 'invalid_expiry_month',
    });
    expect(await say('4242424242424242', { 'payment_method_data[card][cvc]': '12' })).toMatchObject({
      code: 'invalid_cvc',
    });
    expect(await eventTypes(intent.id)).toEqual(['payment_intent.created']);
  });
});

describe('a card that asks for 3-D Secure', () => {
  test.each(['4000002500003155', '4000002760003184'])('%s pays once the challenge is completed', async (number) => {
    const intent = await newIntent();
    const confirmed = await sandbox.payWith(intent, number);
    expect(confirmed.body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect((await sandbox.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([]);
    const challenge = challengeOf(confirmed.body);
    const both = await Promise.all([response(intent, challenge, 'complete'), response(intent, challenge, 'complete')]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
    expect(await eventTypes(intent.id)).toEqual([
      'payment_intent.created',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
  });

  test.each(['fail', 'close'])('a challenge with the answer «%s» is an authentication failure', async (result) => {
    const intent = await newIntent();
    const confirmed = await sandbox.payWith(intent, '4000002500003155');
    const fail = await response(intent, challengeOf(confirmed.body), result);
    expect(fail.body.error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect((await sandbox.payWith(intent, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('4000008400001629 is declined after the challenge', async () => {
    const intent = await newIntent();
    const confirmed = await sandbox.payWith(intent, '4000008400001629');
    const fail = await response(intent, challengeOf(confirmed.body), 'complete');
    expect(fail).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } });
  });

  test('a challenge can no longer be answered after another card was tried', async () => {
    const intent = await newIntent();
    const first = challengeOf((await sandbox.payWith(intent, '4000002500003155')).body);
    const second = challengeOf((await sandbox.payWith(intent, '4000002760003184')).body);
    expect((await response(intent, first, 'complete')).status).toBe(400);
    expect((await response(intent, second, 'complete')).body.status).toBe('succeeded');
  });

  test('is declined if nobody can pass it, and can be canceled while it waits', async () => {
    const intent = await newIntent();
    const params = { payment_method: 'pm_card_authenticationRequired', off_session: true };
    const error = await sandbox.stripe.paymentIntents.confirm(intent.id, params).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
    await sandbox.payWith(intent, '4000002500003155');
    expect((await sandbox.stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
  });
});

describe('the browser’s calls', () => {
  test('require the publishable key and the client secret of the same intent', async () => {
    const [intent, other] = [await newIntent(), await newIntent()];
    const body = { client_secret: intent.client_secret ?? '', ...typedCard('4242424242424242') };
    expect((await sandbox.browse(`/payment_intents/${intent.id}/confirm`, body, 'pk_test_other')).status).toBe(401);
    expect((await sandbox.browse(`/payment_intents/${other.id}/confirm`, body)).status).toBe(404);
    const guessed = { ...body, client_secret: `${intent.id}_secret_guess` };
    expect((await sandbox.browse(`/payment_intents/${intent.id}/confirm`, guessed)).status).toBe(404);
    const read = (secret: string) =>
      sandbox.shopOrigin.request(`/card-sandbox/v1/payment_intents/${intent.id}`, {
        headers: { authorization: 'Bearer pk_test_sandboxPublishableKey', 'client-secret': secret },
      });
    expect((await read('wrong')).status).toBe(404);
    expect(await (await read(intent.client_secret ?? '')).json()).toMatchObject({ id: intent.id, amount: 4200 });
    expect(await eventTypes(intent.id)).toEqual(['payment_intent.created']);
  });

  test('reject what the script would never send', async () => {
    const intent = await newIntent();
    const { body } = await sandbox.payWith(intent, '4242424242424242', { amount: '1' });
    expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'amount' });
  });

  test('make payment methods that can be used by their id', async () => {
    const made = await sandbox.browse('/payment_methods', {
      type: 'card',
      'card[number]': '5555 5555 5555 4444',
      'card[exp_month]': '1',
      'card[exp_year]': '2035',
      'card[cvc]': '123',
    });
    expect(made.body).toMatchObject({ object: 'payment_method', card: { brand: 'mastercard', last4: '4444' } });
    const intent = await newIntent();
    const { body } = await sandbox.browse(`/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      payment_method: String(made.body.id),
    });
    expect(body.status).toBe('succeeded');
  });

  test('leave no card number or security code in any table or log', async () => {
    const intent = await newIntent();
    await sandbox.payWith(intent, '4000000000009995', { 'payment_method_data[card][cvc]': '937' });
    await sandbox.payWith(intent, '4242424242424242', { 'payment_method_data[card][cvc]': '937' });
    const tables = ['payment_intents', 'charges', 'payment_methods', 'events', 'idempotency_keys', 'refunds'];
    const rows = await Promise.all(tables.map((name) => sandbox.pool.query(`select * from card_sandbox.${name}`)));
    const stored = JSON.stringify([rows.map((one) => one.rows), sandbox.logged]);
    for (const number of Object.keys(TEST_CARDS)) expect(stored).not.toContain(number);
    expect(stored).not.toMatch(/"(number|cvc)"/);
    expect(stored).not.toContain('"937"');
  });

  test('that fail internally log the failure, but nothing about the card', async () => {
    const intent = await newIntent();
    const before = sandbox.logged.length;
    await sandbox.pool.query('alter table card_sandbox.payment_methods rename to away');
    const failed = await sandbox
      .payWith(intent, '4242424242424242')
      .finally(() => sandbox.pool.query('alter table card_sandbox.away rename to payment_methods'));
    expect(failed).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    const logged = JSON.stringify(sandbox.logged.slice(before));
    expect(logged).toContain('does not exist');
    for (const canary of ['Ada Smith', 'ada@example.com', intent.client_secret ?? '-', '4242']) {
      expect(logged).not.toContain(canary);
    }
    expect((await sandbox.payWith(intent, '4242424242424242')).body.status).toBe('succeeded');
  });
});
