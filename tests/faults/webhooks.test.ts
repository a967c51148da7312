import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookWorker } from '#src/flows/payments/webhook-worker.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { snapshotDatabase } from '#tests/integration/db-snapshot.ts';
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
import { deliverEvent, type SignedEvent, sendEvent, signEvent } from './webhook-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
  tool = await createTool(shop, { quantity: 10_000 });
});
afterEach(() => {
  setFailPoints(null);
  shop.faults.reset();
});
afterAll(() => checkAndClose(shop));

async function confirmedOrder() {
  const id = await placeOrder(shop, ada, tool);
  const { clientSecret, intentId } = await createIntent(shop, ada, id);
  await confirmCard(shop, clientSecret);
  return { id, intentId };
}
const storedEvents = async () =>
  await shop.sql`select id, deliveries, applied_at is not null as applied from provider_events order by 1`;
const eventRow = async (id: string) =>
  (
    await shop.sql`select attempts, last_error, applied_at is not null as applied,
              extract(epoch from date_trunc('second', next_attempt_at - now() + interval '0.5 seconds'))::int as pause
       from provider_events where id = ${id}`
  )[0];
/** Makes an event with this many failed attempts due. */
const makeDue = (id: string, attempts = 1) =>
  shop.sql`update provider_events set next_attempt_at = now(), attempts = ${attempts} where id = ${id}`;
const processAll = () => {
  shop.workers.get('webhook-events').notify();
  return shop.workers.get('webhook-events').idle();
};
const getMailKinds = async (id: string) =>
  (await shop.sql`select kind from mails where purchase_id = ${id} order by seq`).map((row) => row.kind);

describe('a webhook request is rejected without a trace', () => {
  test.each<[string, (message: SignedEvent, intentId: string) => SignedEvent]>([
    ['unsigned', ({ payload }) => ({ payload, signature: undefined })],
    ['with an empty signature', ({ payload }) => ({ payload, signature: '' })],
    ['with an invalid signature', ({ payload }) => ({ payload, signature: 'sesame' })],
    ['signed with another secret', (_message, intentId) => signEvent(shop, intentId, { secret: 'whsec_guessed' })],
    ['signed with an empty secret', (_message, intentId) => signEvent(shop, intentId, { secret: ' ' })],
    ['ten minutes old', (_message, intentId) => signEvent(shop, intentId, { at: Date.now() - 600_000 })],
    ['without a timestamp', ({ payload, signature }) => ({ payload, signature: signature?.replace(/t=\d+,/, '') })],
    [
      'with a changed timestamp',
      ({ payload, signature }) => ({
        payload,
        signature: signature?.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 5}`),
      }),
    ],
    ['with another scheme', ({ payload, signature }) => ({ payload, signature: signature?.replace('v1=', 'v0=') })],
    [
      'with a changed letter in the body',
      ({ payload, signature }) => ({ payload: payload.replace('succeeded', 'succeedeD'), signature }),
    ],
    ['with a space added to the body', ({ payload, signature }) => ({ payload: `${payload} `, signature })],
    ['without valid JSON', ({ signature }) => ({ payload: '{', signature })],
  ])('%s', async (_how, forge) => {
    const { id, intentId } = await confirmedOrder();
    const [before, events] = [await snapshotDatabase(shop), await storedEvents()];
    expect(statusAndCode(await deliverEvent(shop, forge(signEvent(shop, intentId), intentId)))).toBe(
      '400 signature_invalid',
    );
    expect([await snapshotDatabase(shop), await storedEvents()]).toEqual([before, events]);
    await reportPaid(shop, ada, id, intentId);
  });

  test.each(['[]', 'null', '"evt_1"', '{"id":"evt_2"}', '{"id":"evt_3","type":"payment_intent.succeeded","data":{}}'])(
    'when it is signed but not an event: %s',
    async (payload) => {
      const events = await storedEvents();
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.cards.webhookSecret });
      expect(statusAndCode(await deliverEvent(shop, { payload, signature }))).toBe('400 signature_invalid');
      expect(await storedEvents()).toEqual(events);
    },
  );
});

describe('an event is applied once', () => {
  test('when delivered twenty times in parallel', async () => {
    const { id, intentId } = await confirmedOrder();
    const message = signEvent(shop, intentId, { id: 'evt_twenty' });
    const responses = await Promise.all(Array.from({ length: 20 }, () => deliverEvent(shop, message)));
    expect(responses.map(statusAndCode)).toEqual(Array.from({ length: 20 }, () => '200'));
    expect((await getOrderRow(shop, id)).state).toBe('paid');
    expect(await getMailKinds(id)).toEqual(['order_placed', 'order_paid']);
    expect(await storedEvents()).toContainEqual({ id: 'evt_twenty', deliveries: 20, applied: true });
  });

  test('together with nineteen others about the same payment, in any order', async () => {
    const { id, intentId } = await confirmedOrder();
    const types = [
      'payment_intent.created',
      'payment_intent.succeeded',
      'payment_intent.payment_failed',
      'charge.succeeded',
      'payment_intent.processing',
    ];
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        deliverEvent(shop, signEvent(shop, intentId, { type: types[at % types.length] ?? '' })),
      ),
    );
    expect((await getOrderRow(shop, id)).state).toBe('paid');
    expect(await getMailKinds(id)).toEqual(['order_placed', 'order_paid']);
  });

  test('days after the payment was settled without it', async () => {
    const { id, intentId } = await confirmedOrder();
    await reportPaid(shop, ada, id, intentId);
    const { token } = await shop.createAdmin();
    await shop.call('PUT', `/updateStatus/${id}`, { token });
    expect(statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)))).toBe('200');
    expect((await getOrderRow(shop, id)).state).toBe('shipped');
  });

  test('when it arrives before the shop committed the intent', async () => {
    const id = await placeOrder(shop, ada, tool);
    let early = '';
    setFailPoints(async (name) => {
      if (name !== 'start-payment:intent-created') return;
      setFailPoints(null);
      const rows = await shop.sql`select id, client_secret from card_sandbox.payment_intents
        where metadata->>'order' = ${id}`;
      await confirmCard(shop, rows[0].client_secret);
      early = statusAndCode(await deliverEvent(shop, signEvent(shop, rows[0].id)));
    });
    const { intentId } = await createIntent(shop, ada, id);
    expect(early).toBe('200');
    expect(await getOrderRow(shop, id)).toMatchObject({ state: 'paid', transactionId: intentId });
    expect(objectBody(await reportPaid(shop, ada, id, intentId)).modifiedCount).toBe(0);
  });

  test('when another settlement of the payment commits at the same time', async () => {
    const { id, intentId } = await confirmedOrder();
    let inBetween = '';
    setFailPoints(async (name) => {
      if (name !== 'settle:before-commit') return;
      setFailPoints(null);
      inBetween = statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)));
    });
    expect(objectBody(await reportPaid(shop, ada, id, intentId)).modifiedCount).toBe(0);
    expect(inBetween).toBe('200');
    expect(await getMailKinds(id)).toEqual(['order_placed', 'order_paid']);
  });
});

describe('an event', () => {
  test('of an unknown intent is accepted and changes nothing', async () => {
    const before = await snapshotDatabase(shop);
    for (const intentId of ['pi_ofAnotherShopAltogether', 'pi_1'])
      expect(statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)))).toBe('200');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('that reports success of an unpaid intent does not pay', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    expect(statusAndCode(await deliverEvent(shop, signEvent(shop, intentId)))).toBe('200');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
  });

  test('gets 200 while the provider is unavailable, and is applied after recovery', async () => {
    const { id, intentId } = await confirmedOrder();
    shop.faults.failRequests({ times: 9, status: 500 });
    expect(statusAndCode(await deliverEvent(shop, signEvent(shop, intentId, { id: 'evt_later' })))).toBe('200');
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    expect(await storedEvents()).toContainEqual({ id: 'evt_later', deliveries: 1, applied: false });
    expect(await eventRow('evt_later')).toMatchObject({
      attempts: 1,
      last_error: 'The card provider has a problem on its side.',
      pause: 10,
    });
    shop.faults.reset();
    await makeDue('evt_later');
    await processAll();
    expect((await getOrderRow(shop, id)).state).toBe('paid');
    expect(await storedEvents()).toContainEqual({ id: 'evt_later', deliveries: 1, applied: true });
  });

  test('gets its response before the provider is called', async () => {
    const { id, intentId } = await confirmedOrder();
    const called = Promise.withResolvers<void>();
    const response = Promise.withResolvers<void>();
    setFailPoints(async (name) => {
      if (name !== 'settle:before-commit') return;
      setFailPoints(null);
      called.resolve();
      await response.promise;
    });
    expect(statusAndCode(await sendEvent(shop, signEvent(shop, intentId)))).toBe('200');
    await called.promise;
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    response.resolve();
    await shop.workers.get('webhook-events').idle();
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test('claimed by a process that died is processed by the next run', async () => {
    const { id, intentId } = await confirmedOrder();
    await shop.sql`insert into provider_events (id, type, intent_id, attempts, next_attempt_at)
       values ('evt_orphan', 'payment_intent.succeeded', ${intentId}, 1, now() + interval '2 minutes')`;
    await processAll();
    expect((await getOrderRow(shop, id)).state).toBe('placed');
    await makeDue('evt_orphan');
    await processAll();
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test('is tried twenty times with growing delays, then shown as failed, and can be sent again', async () => {
    const { id, intentId } = await confirmedOrder();
    const message = signEvent(shop, intentId, { id: 'evt_stuck' });
    shop.faults.failRequests({ times: 9999, status: 500 });
    await deliverEvent(shop, message);
    const pauses: number[] = [];
    for (let attempt = 2; attempt <= 20; attempt += 1) {
      await makeDue('evt_stuck', attempt - 1);
      if (attempt > 4 && attempt < 19) continue;
      await processAll();
      pauses.push((await eventRow('evt_stuck')).pause);
    }
    expect(pauses).toEqual([20, 40, 80, 21_600, null]);
    expect(await eventRow('evt_stuck')).toMatchObject({ attempts: 20, applied: false });
    await processAll();
    expect((await eventRow('evt_stuck')).attempts).toBe(20);
    shop.faults.reset();
    await deliverEvent(shop, message);
    expect(await eventRow('evt_stuck')).toMatchObject({ applied: true, last_error: null });
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test('with a dispute’s evidence is accepted, and the evidence is not stored', async () => {
    const { id, intentId } = await confirmedOrder();
    const message = signEvent(shop, intentId, {
      id: 'evt_long',
      type: 'charge.dispute.updated',
      carries: { evidence: { uncategorized_text: '€ '.repeat(75_000) } },
    });
    expect(message.payload.length).toBeGreaterThan(150_000);
    expect(statusAndCode(await deliverEvent(shop, message))).toBe('200');
    expect((await getOrderRow(shop, id)).state).toBe('paid');
    const rows = await shop.sql`select e::text as row from provider_events e where id = 'evt_long'`;
    expect(rows[0]?.row.length).toBeLessThan(300);
    const oversized = signEvent(shop, intentId, { carries: { evidence: 'x'.repeat(1024 * 1024) } });
    expect(statusAndCode(await deliverEvent(shop, oversized))).toBe('413 body_too_large');
    const otherRequest = { token: ada.token, body: { name: 'x'.repeat(70_000) } };
    expect(statusAndCode(await shop.call('POST', '/order', otherRequest))).toBe('413 body_too_large');
  });

  test('without an intent needs no processing', async () => {
    await shop.sql`insert into provider_events (id, type, next_attempt_at)
      values ('evt_none', 'charge.refunded', now())`;
    let called = 0;
    const { retrieveIntent } = shop.context.provider;
    shop.context.provider.retrieveIntent = (of) => {
      called += 1;
      return retrieveIntent(of);
    };
    await processAll();
    shop.context.provider.retrieveIntent = retrieveIntent;
    expect([called, await eventRow('evt_none')]).toEqual([0, expect.objectContaining({ applied: true })]);
  });

  test('claimed during shutdown and not started is due at once', async () => {
    const { id, intentId } = await confirmedOrder();
    const other = createWebhookWorker(shop.context);
    await shop.sql`insert into provider_events (id, type, intent_id, next_attempt_at)
       values ('evt_closing', 'payment_intent.succeeded', ${intentId}, now())`;
    void other.run();
    await other.stop();
    expect(await eventRow('evt_closing')).toEqual({ attempts: 0, last_error: null, applied: false, pause: 0 });
    await processAll();
    expect((await getOrderRow(shop, id)).state).toBe('paid');
  });

  test('flood gets status 503, so that Stripe retries and customers are served', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    const flood = Array.from({ length: 400 }, () => sendEvent(shop, signEvent(shop, intentId)));
    const orders = Array.from({ length: 10 }, () => placeOrder(shop, ada, tool));
    expect(await Promise.all(orders)).toHaveLength(10);
    const kinds = Map.groupBy(await Promise.all(flood), statusAndCode);
    expect([...kinds.keys()].sort()).toEqual(['200', '503 busy']);
    expect(kinds.get('503 busy')?.[0]?.headers.get('retry-after')).toBe('1');
    await shop.workers.get('webhook-events').idle();
    expect((await storedEvents()).filter(({ applied }) => !applied)).toEqual([]);
  });
});
