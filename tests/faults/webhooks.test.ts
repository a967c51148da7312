import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import {
  confirmCard,
  fields,
  openIntent,
  orderRow,
  outcome,
  placeOrder,
  putOnShelf,
  reportPaid,
  type Wares,
} from '#tests/contract/buying.ts';
import { everythingStored } from '#tests/contract/everything.ts';
import { checkInvariants } from '#tests/support/invariants.ts';
import { createTestShop, type Person, type TestShop } from '#tests/support/shop.ts';
import { deliver, type Message, signed } from './messages.ts';

let shop: TestShop;
let ada: Person;
let tool: Wares;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
  tool = await putOnShelf(shop, { quantity: 10_000 });
});
afterEach(() => {
  setFailPoints(null);
  shop.faults.reset();
});
afterAll(async () => {
  await checkInvariants(shop.database.pool);
  await shop.close();
});

async function confirmedOrder() {
  const id = await placeOrder(shop, ada, tool);
  const { clientSecret, intentId } = await openIntent(shop, ada, id);
  await confirmCard(shop, clientSecret);
  return { id, intentId };
}
const storedEvents = async () =>
  (
    await shop.database.pool.query(
      'select id, deliveries, applied_at is not null as applied from provider_events order by 1',
    )
  ).rows;
const mailsOf = async (id: string) =>
  (await shop.database.pool.query('select kind from mails where order_id = $1 order by seq', [id])).rows.map(
    (row) => row.kind,
  );

describe('a message is refused, and nothing of it stored,', () => {
  test.each<[string, (message: Message, intentId: string) => Message]>([
    ['unsigned', ({ payload }) => ({ payload, signature: undefined })],
    ['with an empty signature', ({ payload }) => ({ payload, signature: '' })],
    ['with nonsense for a signature', ({ payload }) => ({ payload, signature: 'sesame' })],
    ['signed with another secret', (_message, intentId) => signed(shop, intentId, { secret: 'whsec_guessed' })],
    ['signed with an empty secret', (_message, intentId) => signed(shop, intentId, { secret: ' ' })],
    ['ten minutes old', (_message, intentId) => signed(shop, intentId, { at: Date.now() - 600_000 })],
    ['without its time', ({ payload, signature }) => ({ payload, signature: signature?.replace(/t=\d+,/, '') })],
    [
      'with its time renewed',
      ({ payload, signature }) => ({
        payload,
        signature: signature?.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 5}`),
      }),
    ],
    ['under another scheme', ({ payload, signature }) => ({ payload, signature: signature?.replace('v1=', 'v0=') })],
    [
      'with one letter of its body changed',
      ({ payload, signature }) => ({ payload: payload.replace('succeeded', 'succeedeD'), signature }),
    ],
    ['with a blank added to its body', ({ payload, signature }) => ({ payload: `${payload} `, signature })],
    ['that is no JSON', ({ signature }) => ({ payload: '{', signature })],
  ])('%s', async (_how, forge) => {
    const { id, intentId } = await confirmedOrder();
    const [before, events] = [await everythingStored(shop), await storedEvents()];
    expect(outcome(await deliver(shop, forge(signed(shop, intentId), intentId)))).toBe('400 signature_invalid');
    expect([await everythingStored(shop), await storedEvents()]).toEqual([before, events]);
    await reportPaid(shop, ada, id, intentId);
  });
});

describe('a message is applied once', () => {
  test('delivered twenty times in parallel', async () => {
    const { id, intentId } = await confirmedOrder();
    const message = signed(shop, intentId, { id: 'evt_twenty' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(shop, message)));
    expect(answers.map(outcome)).toEqual(Array.from({ length: 20 }, () => '200'));
    expect((await orderRow(shop, id)).state).toBe('paid');
    expect(await mailsOf(id)).toEqual(['order_placed', 'order_paid']);
    expect(await storedEvents()).toContainEqual({ id: 'evt_twenty', deliveries: 20, applied: true });
  });

  test('together with nineteen others of the same payment, in any order', async () => {
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
        deliver(shop, signed(shop, intentId, { type: types[at % types.length] ?? '' })),
      ),
    );
    expect((await orderRow(shop, id)).state).toBe('paid');
    expect(await mailsOf(id)).toEqual(['order_placed', 'order_paid']);
  });

  test('days after the payment was settled otherwise', async () => {
    const { id, intentId } = await confirmedOrder();
    await reportPaid(shop, ada, id, intentId);
    await shop.database.pool.query("update orders set state = 'shipped', shipped_at = now() where id = $1", [id]);
    await shop.database.pool.query(
      "insert into mails (id, kind, recipient, subject, text, order_id) values ($1, 'order_shipped', '', '', '', $1)",
      [id],
    );
    expect(outcome(await deliver(shop, signed(shop, intentId)))).toBe('200');
    expect((await orderRow(shop, id)).state).toBe('shipped');
  });

  test('before our own write of the intent is committed', async () => {
    const id = await placeOrder(shop, ada, tool);
    let early = '';
    setFailPoints(async (name) => {
      if (name !== 'start-payment:intent-created') return;
      setFailPoints(null);
      const { rows } = await shop.database.pool.query(
        "select id, client_secret from card_sandbox.payment_intents where metadata->>'order' = $1",
        [id],
      );
      await confirmCard(shop, rows[0].client_secret);
      early = outcome(await deliver(shop, signed(shop, rows[0].id)));
    });
    const { intentId } = await openIntent(shop, ada, id);
    expect(early).toBe('200');
    expect(await orderRow(shop, id)).toMatchObject({ state: 'paid', transactionId: intentId });
    expect(fields(await reportPaid(shop, ada, id, intentId)).modifiedCount).toBe(0);
  });

  test('between the check and the commit of another settlement of the same payment', async () => {
    const { id, intentId } = await confirmedOrder();
    let inBetween = '';
    setFailPoints(async (name) => {
      if (name !== 'settle:before-commit') return;
      setFailPoints(null);
      inBetween = outcome(await deliver(shop, signed(shop, intentId)));
    });
    expect(fields(await reportPaid(shop, ada, id, intentId)).modifiedCount).toBe(0);
    expect(inBetween).toBe('200');
    expect(await mailsOf(id)).toEqual(['order_placed', 'order_paid']);
  });
});

describe('a message', () => {
  test('of an intent that is none of ours is taken and changes nothing', async () => {
    const before = await everythingStored(shop);
    for (const intentId of ['pi_ofAnotherShopAltogether', 'pi_1'])
      expect(outcome(await deliver(shop, signed(shop, intentId)))).toBe('200');
    expect(await everythingStored(shop)).toEqual(before);
  });

  test('that says succeeded of an intent that is not, does not pay', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await openIntent(shop, ada, id);
    expect(outcome(await deliver(shop, signed(shop, intentId)))).toBe('200');
    expect((await orderRow(shop, id)).state).toBe('placed');
  });

  test('that could not be checked with the provider is asked for again, and applied then', async () => {
    const { id, intentId } = await confirmedOrder();
    shop.faults.answerRequests({ times: 9, status: 500 });
    const message = signed(shop, intentId, { id: 'evt_later' });
    expect(outcome(await deliver(shop, message))).toBe('502 provider_unavailable');
    expect(await storedEvents()).toContainEqual({ id: 'evt_later', deliveries: 1, applied: false });
    shop.faults.reset();
    expect(outcome(await deliver(shop, message))).toBe('200');
    expect((await orderRow(shop, id)).state).toBe('paid');
    expect(await storedEvents()).toContainEqual({ id: 'evt_later', deliveries: 2, applied: true });
  });
});
