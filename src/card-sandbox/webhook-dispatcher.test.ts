import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, type Sandbox, startSandbox, WEBHOOK_SECRET } from '#tests/support/card-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const pay = (amount = 1200) =>
  sandbox.stripe.paymentIntents.create({ amount, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });
const createEvents = () => sandbox.received.map((one) => JSON.parse(one.payload) as Stripe.Event);
const outbox = async () =>
  (
    await sandbox.pool.query(
      'select type, attempts, delivered_at, next_attempt_at from card_sandbox.events order by seq',
    )
  ).rows;

async function restart(options: Parameters<typeof startSandbox>[0]): Promise<void> {
  await sandbox.close();
  sandbox = await startSandbox(options);
}

test('each change is delivered at once, with a signature that Stripe’s SDK accepts', async () => {
  // It polls only once a minute, so that prompt delivery must come from the call after each change.
  await restart({ pollIntervalMs: 60_000 });
  sandbox.dispatcher.start();
  const intent = await pay();
  expect(await eventually(() => sandbox.received.length === 3)).toBe(true);
  await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
  expect(await eventually(() => sandbox.received.length === 5)).toBe(true);
  const verified = sandbox.received.map((one) =>
    Stripe.webhooks.constructEvent(one.payload, one.signature, WEBHOOK_SECRET),
  );
  expect(verified.map((event) => event.type).sort()).toEqual([
    'charge.refunded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
    'refund.created',
  ]);
  const paid = verified.find((event) => event.type === 'payment_intent.succeeded');
  expect(paid).toMatchObject({ api_version: Stripe.API_VERSION, request: { id: expect.stringMatching(/^req_/) } });
  expect(paid?.data.object).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 1200 });
  const back = verified.find((event) => event.type === 'charge.refunded');
  expect(back?.data.object).toMatchObject({ amount_refunded: 200, refunded: false, payment_intent: intent.id });
});

test('a modified payload, another secret or an old signature is not accepted', async () => {
  sandbox.dispatcher.start();
  await pay();
  expect(await eventually(() => sandbox.received.length > 0)).toBe(true);
  const { payload, signature } = sandbox.received[0] ?? { payload: '', signature: '' };
  const verify = (text: string, header: string, secret: string) => () =>
    Stripe.webhooks.constructEvent(text, header, secret);
  expect(verify(payload, signature, WEBHOOK_SECRET)).not.toThrow();
  expect(verify(payload.replace('1200', '1'), signature, WEBHOOK_SECRET)).toThrow('No signatures found');
  expect(verify(payload, signature, 'whsec_other')).toThrow('No signatures found');
  const old = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: WEBHOOK_SECRET,
    timestamp: Math.floor(Date.now() / 1000) - 600,
  });
  expect(verify(payload, old, WEBHOOK_SECRET)).toThrow('tolerance');
});

test('delivery to a failing receiver is retried with backoff until it succeeds', async () => {
  sandbox.receiver.status = 500;
  await sandbox.stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  sandbox.dispatcher.start();
  expect(await eventually(() => sandbox.received.length >= 3, 5000)).toBe(true);
  sandbox.receiver.status = 200;
  expect(await eventually(async () => (await outbox())[0].delivered_at !== null, 5000)).toBe(true);
  const [event] = await outbox();
  expect(event.attempts).toBe(sandbox.received.length);
  expect(new Set(createEvents().map((one) => one.id)).size).toBe(1);
  const [a, b, c] = sandbox.received.map((one) => one.at);
  expect((c ?? 0) - (b ?? 0)).toBeGreaterThanOrEqual((b ?? 0) - (a ?? 0) - 500);
});

test('an event that is never accepted fails permanently, and can still be read', async () => {
  await restart({ maxAttempts: 2, initialRetryDelayMs: 5, pollIntervalMs: 20 });
  sandbox.receiver.status = 503;
  sandbox.dispatcher.start();
  await sandbox.stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  expect(await eventually(async () => (await outbox())[0]?.next_attempt_at === null, 5000)).toBe(true);
  expect((await outbox())[0]).toMatchObject({ attempts: 2, delivered_at: null });
  expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
});

test('several dispatchers share the work: nothing is delivered twice', async () => {
  for (let i = 0; i < 12; i += 1) await pay(100 + i);
  const others = [sandbox.makeDispatcher(), sandbox.makeDispatcher()];
  const dispatchers = [sandbox.dispatcher, ...others];
  for (const dispatcher of dispatchers) dispatcher.start();
  expect(await eventually(() => sandbox.received.length >= 36, 5000)).toBe(true);
  await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop()));
  expect(sandbox.received).toHaveLength(36);
  expect(new Set(createEvents().map((one) => one.id)).size).toBe(36);
});

test('stop waits for deliveries in progress', async () => {
  sandbox.receiver.responseDelayMs = 200;
  sandbox.dispatcher.start();
  await pay();
  expect(await eventually(() => sandbox.received.length === 3)).toBe(true);
  await sandbox.dispatcher.stop();
  expect((await outbox()).every((one) => one.delivered_at !== null)).toBe(true);
  await pay();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sandbox.received).toHaveLength(3);
});

test('an event that a dispatcher claimed but never finished is claimed by another one', async () => {
  await pay();
  await sandbox.pool.query(`update card_sandbox.events set attempts = 1, next_attempt_at = now() + interval '300 ms'`);
  sandbox.makeDispatcher();
  sandbox.dispatcher.start();
  expect(await eventually(() => sandbox.received.length === 3)).toBe(true);
});

test('for tests, webhooks can be held, duplicated and shuffled', async () => {
  sandbox.faults.dispatcher.pause();
  sandbox.dispatcher.start();
  await pay();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(sandbox.received).toEqual([]);
  sandbox.faults.dispatcher.duplicate(20);
  sandbox.faults.dispatcher.shuffle(true);
  sandbox.faults.dispatcher.resume();
  expect(await eventually(() => sandbox.received.length === 60)).toBe(true);
  expect(new Set(createEvents().map((one) => one.id)).size).toBe(3);
});

test('cards that were entered but never used are deleted after a day, but used ones are not', async () => {
  await pay();
  await sandbox.browse('/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '1',
    'card[exp_year]': '2035',
  });
  await sandbox.pool.query(`update card_sandbox.payment_methods set created = now() - interval '2 days'`);
  sandbox.dispatcher.start();
  const countCards = async () => (await sandbox.pool.query('select id from card_sandbox.payment_methods')).rowCount;
  expect(await eventually(async () => (await countCards()) === 1)).toBe(true);
});

test('a dispatcher whose database was unavailable continues when it is back', async () => {
  await pay();
  await sandbox.pool.query('alter table card_sandbox.events rename to away');
  try {
    sandbox.dispatcher.start();
    expect(await eventually(() => JSON.stringify(sandbox.logged).includes('a worker failed and will run again'))).toBe(
      true,
    );
  } finally {
    await sandbox.pool.query('alter table card_sandbox.away rename to events');
  }
  expect(await eventually(() => sandbox.received.length === 3, 6000)).toBe(true);
});
