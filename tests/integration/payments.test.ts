import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { syncSettledPayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { getColumn, getTotalCount } from './list-helpers.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  DISPUTED_CARD,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import { payPurchase, placePurchase, startPurchasePayment } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [ada, admin] = await Promise.all([shop.signUp(), shop.createAdmin()]);
  tool = await createTool(shop, { itemName: 'Plumb bob', quantity: 10_000 });
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

const find = (query: string) => shop.call('GET', `/payments?${query}`, { token: admin.token });
const of = async (order: string) => listBody(await find(`q=${order}`))[0] as Record<string, unknown>;
const sync = (id: unknown) => shop.call('POST', `/payments/${id}/check`, { token: admin.token });

async function paidOrder(card?: string) {
  const id = await placeOrder(shop, ada, tool);
  if (!card) return { id, intentId: await payOrder(shop, ada, id) };
  const { clientSecret, intentId } = await createIntent(shop, ada, id);
  await confirmCard(shop, clientSecret, card);
  await reportPaid(shop, ada, id, intentId);
  return { id, intentId };
}

describe('payments', () => {
  test('are listed with their orders and the provider’s state', async () => {
    const { id, intentId } = await paidOrder();
    expect(await of(id)).toEqual({
      _id: expect.any(String),
      purchase: id,
      number: expect.stringMatching(/^IM-\d{4}-\d{6}$/),
      lineCount: 1,
      state: 'captured',
      amount: '189.00',
      createdAt: expect.any(String),
      order: {
        _id: id,
        toolId: tool.id,
        itemName: 'Plumb bob',
        quantity: 10,
        name: 'Ada Smith',
        email: ada.email,
        state: 'paid',
      },
      intent: intentId,
      providerState: 'succeeded',
      askedAt: expect.any(String),
      refunds: [],
      refunded: null,
      disputes: [],
      differences: [],
      stuckEvents: 0,
    });
  });

  test('are found by the number of their purchase, and say how many lines it has', async () => {
    const second = await createTool(shop);
    const { id, number } = await placePurchase(shop, ada, [tool, second]);
    await shop.call('POST', '/create-payment-intent', { token: ada.token, body: { purchase: id } });
    for (const q of [number, number.toLowerCase(), ` ${number} `])
      expect(listBody(await find(`q=${encodeURIComponent(q)}`))).toMatchObject([
        { purchase: id, number, lineCount: 2 },
      ]);
    expect(getTotalCount(await find('q=IM-2001-000001'))).toBe(0);
  });

  test('are searched by customer, tool, order and provider id, and sorted by amount', async () => {
    const cy = await shop.signUp({ displayName: 'Cy Twombly' });
    const large = await placeOrder(shop, cy, tool, 90);
    const { intentId } = await createIntent(shop, cy, large);
    for (const q of ['twombly', 'PLUMB twombly', large, intentId, cy.email])
      expect(getColumn(await find(`q=${encodeURIComponent(q)}`), 'intent')).toEqual([intentId]);
    expect(getTotalCount(await find('q=nobody-at-all'))).toBe(0);
    expect(listBody(await find('sort=-amount&limit=1'))[0]).toMatchObject({ intent: intentId });
    const plain = listBody(await find('limit=2'));
    expect(plain.at(-1)).toMatchObject({ intent: intentId });
    expect(getColumn(await find(`limit=1&before=${plain.at(-1)?._id}`), '_id')).toEqual([plain[0]?._id]);
  });

  test('show the first remaining line and their purchase’s number and line count, and are found by that number', async () => {
    const file = await createTool(shop, { itemName: 'Flat file' });
    const gouge = await createTool(shop, { itemName: 'Gouge' });
    const purchase = await placePurchase(shop, ada, [tool, file, gouge]);
    await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token });
    const intent = await payPurchase(shop, ada, purchase);
    for (const q of [purchase.number, purchase.number.toLowerCase().replaceAll('-', ' ')]) {
      const found = listBody(await find(`q=${encodeURIComponent(q)}`));
      expect(found).toMatchObject([
        { intent, number: purchase.number, lineCount: 2, order: { _id: purchase.orders[1], itemName: 'Flat file' } },
      ]);
    }
    const ended = await placePurchase(shop, ada, [tool, file]);
    const open = await startPurchasePayment(shop, ada, ended);
    await shop.call('DELETE', `/order/${ended.orders[0]}`, { token: ada.token });
    await shop.call('DELETE', `/order/${ended.orders[1]}`, { token: ada.token });
    expect(listBody(await find(`q=${open.intentId}`))).toMatchObject([
      { lineCount: 1, order: { itemName: 'Flat file' } },
    ]);
  });

  test('contain neither a client secret nor a key of the provider', async () => {
    const text = JSON.stringify((await find('page=1')).body);
    expect(text).not.toMatch(/_secret|sk_test|whsec/);
  });

  test('are filtered by disputed, refunded, pending and failed', async () => {
    const disputed = await paidOrder(DISPUTED_CARD);
    expect((await sync((await of(disputed.id))._id)).status).toBe(200);
    expect(getColumn(await find('state=disputed'), 'intent')).toEqual([disputed.intentId]);
    expect(listBody(await find('state=disputed'))[0]?.disputes).toEqual([
      expect.objectContaining({
        state: 'needs_answer',
        reason: 'fraudulent',
        amount: '189.00',
        answerBy: expect.any(String),
      }),
    ]);

    const stuck = await paidOrder();
    await shop.sql`insert into provider_events (id, type, intent_id, attempts, last_error)
       values ('evt_laid_aside', 'charge.refunded', ${stuck.intentId}, 20, 'away')`;
    expect(listBody(await find('state=stuck'))).toMatchObject([{ intent: stuck.intentId, stuckEvents: 1 }]);
    // Syncing the payment does what the failed event should have done.
    expect(objectBody(await sync((await of(stuck.id))._id))).toMatchObject({ stuckEvents: 0 });
    expect(getTotalCount(await find('state=stuck'))).toBe(0);

    await shop.sql`update payments set state = 'refund_due' where intent_id = ${stuck.intentId}`;
    expect(getColumn(await find('state=refund_due'), 'intent')).toEqual([stuck.intentId]);
    await shop.sql`update payments set state = 'captured' where intent_id = ${stuck.intentId}`;
  });
});

describe('syncing a payment with the provider', () => {
  test('records a payment that the shop did not know about', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    const { _id } = await of(id);
    expect(objectBody(await sync(_id))).toMatchObject({
      state: 'captured',
      providerState: 'succeeded',
      order: { state: 'paid' },
    });
  });

  test('cancels an open intent of an attempt that has ended', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    const { _id } = await of(id);
    await shop.sql`update payments set state = 'canceled', provider_status = 'requires_payment_method'
      where id = ${_id}`;
    expect(listBody(await find('state=differs'))).toMatchObject([{ intent: intentId, differences: ['state'] }]);
    expect(objectBody(await sync(_id))).toMatchObject({
      state: 'canceled',
      providerState: 'canceled',
      differences: [],
    });
    expect(getTotalCount(await find('state=differs'))).toBe(0);
  });

  test('shows a failed refund and a payment unknown to the provider', async () => {
    const { id, intentId } = await paidOrder();
    const { _id } = await of(id);
    await shop.sql`insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
      values ('re_failed', ${_id}, 100, 'failed', now())`;
    expect(listBody(await find('state=differs'))).toMatchObject([
      { intent: intentId, differences: ['refund_failed'], refunded: null },
    ]);
    await shop.sql`delete from payment_refunds where id = 're_failed'`;
    await shop.sql`update payments set provider_status = 'unknown' where id = ${_id}`;
    expect(listBody(await find('state=differs'))).toMatchObject([{ differences: ['unknown_there'] }]);
    expect(objectBody(await sync(_id)).differences).toEqual([]);
  });

  test('hides a failed refund once the same amount was refunded', async () => {
    const { id, intentId } = await paidOrder();
    const { _id } = await of(id);
    const insertRefund = (refund: string, minor: number, status: string, ago: string) =>
      shop.query(
        `insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
         values ($1, $2, $3, $4, now() - $5::interval)`,
        [refund, _id, minor, status, ago],
      );
    await insertRefund('re_before', 5_000, 'succeeded', '3 days');
    await insertRefund('re_bounced', 1_000, 'failed', '2 days');
    await insertRefund('re_since', 400, 'succeeded', '1 day');
    const differing = async () => getColumn(await find('state=differs'), 'intent');
    expect([await differing(), (await of(id)).differences]).toEqual([[intentId], ['refund_failed']]);
    await insertRefund('re_rest', 600, 'pending', '1 hour');
    expect([await differing(), (await of(id)).differences]).toEqual([[], []]);
    await shop.sql`delete from payment_refunds where payment_id = ${_id}`;
  });

  test('does not overwrite a newer provider state with an older one', async () => {
    const { id } = await paidOrder();
    const { _id } = await of(id);
    await shop.sql`update payments set provider_checked_at = now() + interval '1 minute' where id = ${_id}`;
    const retrieveIntent = async (intent: string) => {
      const read = await shop.cards.provider.retrieveIntent(intent);
      return read && { ...read, status: 'requires_payment_method' };
    };
    const provider = { ...shop.cards.provider, retrieveIntent };
    expect((await syncPayment({ ...shop.context, provider }, String(_id))).ok).toBe(true);
    expect(await of(id)).toMatchObject({ providerState: 'succeeded', differences: [] });
    await shop.sql`update payments set provider_checked_at = now() where id = ${_id}`;
  });

  test('by the scheduled job keeps the payment due while the provider is unavailable', async () => {
    const { id } = await paidOrder();
    const seven = "now() - interval '7 hours'";
    await shop.query(`update payments set claimed_at = ${seven}, settled_at = ${seven} where purchase_id = $1`, [id]);
    shop.faults.failRequests({ times: 99, status: 500 });
    expect(await syncSettledPayments(shop.context)).toBe(0);
    shop.faults.reset();
    expect(await syncSettledPayments(shop.context)).toBe(1);
    expect(await syncSettledPayments(shop.context)).toBe(0);
  });

  test('is not offered for unmatched webhook events, which are counted', async () => {
    await shop.sql`insert into provider_events (id, type, intent_id, attempts)
      values ('evt_stray', 'x', 'pi_elsewhere', 20)`;
    const { token } = admin;
    expect((await shop.call('GET', '/payments/messages', { token })).body).toEqual({ stuck: 1 });
    await shop.sql`delete from provider_events where id = 'evt_stray'`;
    expect((await shop.call('GET', '/payments/messages', { token })).body).toEqual({ stuck: 0 });
  });

  test('twenty times in parallel changes nothing that was right', async () => {
    const { id } = await paidOrder();
    const { _id } = await of(id);
    await sync(_id);
    // The audit log records each request.
    const exclude = ['public.payments', 'public.audit_events'];
    const before = await snapshotDatabase(shop, exclude);
    const responses = await Promise.all(Array.from({ length: 20 }, () => sync(_id)));
    expect(new Set(responses.map(statusAndCode))).toEqual(new Set(['200']));
    expect(await snapshotDatabase(shop, exclude)).toEqual(before);
  });

  test('reports an unavailable provider and changes nothing', async () => {
    const { id } = await paidOrder();
    const { _id } = await of(id);
    const before = await snapshotDatabase(shop);
    shop.faults.failRequests({ times: 99, status: 500 });
    expect(statusAndCode(await sync(_id))).toBe('502 provider_unavailable');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test.each(['a'.repeat(24), '../orders', 'pi_1', '%00'])('returns 404 for the id %s', async (id) => {
    expect(statusAndCode(await sync(encodeURIComponent(id)))).toBe('404 not_found');
  });
});
