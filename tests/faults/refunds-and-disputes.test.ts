import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { renderMail } from '#src/features/mail/render-mail.server.ts';
import { syncSettledPayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { shipLine } from '#src/flows/shipments/ship-line.server.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  DECLINED_CARD,
  DISPUTED_CARD,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openDashboard } from '#tests/support/stripe-shop.ts';
import { deliverEvent, signEvent } from './webhook-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let tool: TestTool;
/** The provider's dashboard, where staff refund and respond to disputes without the shop. */
let dashboard: Stripe;

beforeAll(async () => {
  shop = await createTestShop();
  [ada, admin] = await Promise.all([shop.signUp({ confirmed: true }), shop.createAdmin()]);
  tool = await createTool(shop, { quantity: 10_000 });
  dashboard = openDashboard(shop);
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

async function paidOrder(card?: string) {
  const id = await placeOrder(shop, ada, tool);
  if (!card) return { id, intentId: await payOrder(shop, ada, id) };
  const { clientSecret, intentId } = await createIntent(shop, ada, id);
  await confirmCard(shop, clientSecret, card);
  await reportPaid(shop, ada, id, intentId);
  return { id, intentId };
}
const refund = (intentId: string, amount?: number) =>
  dashboard.refunds.create({ payment_intent: intentId, ...(amount ? { amount } : {}) });
const sendEvent = (intentId: string, type: string, id?: string) =>
  deliverEvent(shop, signEvent(shop, intentId, { type, ...(id ? { id } : {}) }));
const getOwnOrder = async (id: string) => objectBody(await shop.call('GET', `/payment/${id}`, { token: ada.token }));
const getAdminOrder = async (id: string) =>
  listBody(await shop.call('GET', `/orders?q=${id}`, { token: admin.token }))[0] as Record<string, unknown>;
const getEmails = async (id: string) =>
  (await shop.sql`select subject from mails where purchase_id = ${id} and kind = 'payment_refunded' order by seq`).map(
    ({ subject }) => subject,
  );
const paymentIdOf = async (orderId: string): Promise<string> =>
  (await shop.sql`select id from payments where purchase_id = ${orderId}`)[0].id;

describe('a refund made in the provider’s dashboard', () => {
  test('is shown on the order, partial and then full, and the order stays paid', async () => {
    const { id, intentId } = await paidOrder();
    expect(await getOwnOrder(id)).toMatchObject({ paid: true, refunded: null });
    await refund(intentId, 1_200);
    await sendEvent(intentId, 'charge.refunded');
    expect(await getOwnOrder(id)).toMatchObject({ paid: true, state: 'paid', refunded: '12.00' });
    await refund(intentId);
    await sendEvent(intentId, 'refund.created');
    expect(await getOwnOrder(id)).toMatchObject({ paid: true, state: 'paid', refunded: '189.00' });
    expect(await getAdminOrder(id)).toMatchObject({ refunded: '189.00', dispute: null });
  });

  test('in full leaves nothing to ship, but a partial refund does', async () => {
    const [whole, part] = [await paidOrder(), await paidOrder()];
    await refund(whole.intentId);
    await refund(part.intentId, 1_200);
    for (const { intentId } of [whole, part]) await sendEvent(intentId, 'charge.refunded');
    const shipper = { ...admin, role: 'admin' as const, emailConfirmed: true, clientAddress: '192.0.2.1' };
    expect(await shipLine(shop.context, shipper, whole.id)).toMatchObject({ ok: false, code: 'refunded_in_full' });
    expect(await getOwnOrder(whole.id)).toMatchObject({ paid: true, pending: false });
    expect(await shipLine(shop.context, shipper, part.id)).toEqual({ ok: true, value: 1 });
  });

  test('sends one email to the customer each time', async () => {
    const { id, intentId } = await paidOrder();
    await refund(intentId, 1_200);
    await refund(intentId, 800);
    const eventTypes = ['charge.refunded', 'refund.created', 'refund.updated'];
    await Promise.all(Array.from({ length: 20 }, (_, at) => sendEvent(intentId, eventTypes[at % 3] ?? '')));
    expect((await getEmails(id)).sort()).toEqual([
      expect.stringMatching(/^Refunded: \$12\.00 for order IM-\d+-\d+$/),
      expect.stringMatching(/^Refunded: \$8\.00 for order IM-/),
    ]);
    expect(await getOwnOrder(id)).toMatchObject({ refunded: '20.00' });
  });

  test('before the shop knew about the payment is recorded once it does', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    await refund(intentId, 500);
    await sendEvent(intentId, 'charge.refunded');
    expect(await getOwnOrder(id)).toMatchObject({ paid: true, refunded: '5.00' });
  });

  test('that the bank rejected no longer counts', async () => {
    const { id, intentId } = await paidOrder();
    await refund(intentId, 500);
    await sendEvent(intentId, 'charge.refunded');
    const listRefunds = async (of: string) =>
      (await shop.cards.provider.listRefunds(of)).map((one) => ({ ...one, status: 'failed' }));
    const provider = { ...shop.cards.provider, listRefunds };
    expect((await syncPayment({ ...shop.context, provider }, await paymentIdOf(id))).ok).toBe(true);
    expect(await getOwnOrder(id)).toMatchObject({ paid: true, refunded: null });
    await syncPayment(shop.context, await paymentIdOf(id));
    expect(await getOwnOrder(id)).toMatchObject({ refunded: '5.00' });
    expect(await getEmails(id)).toHaveLength(1);
  });

  test('that is pending is shown, and causes an email once it has succeeded', async () => {
    const { id, intentId } = await paidOrder();
    await refund(intentId, 500);
    const listRefunds = async (of: string) =>
      (await shop.cards.provider.listRefunds(of)).map((one) => ({ ...one, status: 'pending' }));
    const provider = { ...shop.cards.provider, listRefunds };
    await syncPayment({ ...shop.context, provider }, await paymentIdOf(id));
    expect([(await getOwnOrder(id)).refunded, await getEmails(id)]).toEqual(['5.00', []]);
    await syncPayment(shop.context, await paymentIdOf(id));
    expect(await getEmails(id)).toHaveLength(1);
  });

  test('is not lost when an older response arrives later', async () => {
    const { id, intentId } = await paidOrder();
    const payment = await paymentIdOf(id);
    const listRefunds = async (of: string) => {
      const older = await shop.cards.provider.listRefunds(of);
      await refund(intentId, 700);
      await syncPayment(shop.context, payment);
      return older;
    };
    await syncPayment({ ...shop.context, provider: { ...shop.cards.provider, listRefunds } }, payment);
    expect(await getOwnOrder(id)).toMatchObject({ refunded: '7.00' });
  });
});

describe('a disputed payment', () => {
  test('shows admins the response deadline, and shows the customer nothing', async () => {
    const { id, intentId } = await paidOrder(DISPUTED_CARD);
    await sendEvent(intentId, 'charge.dispute.created');
    const { dispute } = await getAdminOrder(id);
    expect(dispute).toEqual({ state: 'needs_answer', answerBy: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(new Date(String((dispute as { answerBy: string }).answerBy)).getTime()).toBeGreaterThan(Date.now());
    expect(await getOwnOrder(id)).not.toHaveProperty('dispute');
    for (const listing of ['', '&page=1']) {
      const own = listBody(await shop.call('GET', `/myorder?email=${ada.email}${listing}`, { token: ada.token }));
      expect(own.length).toBeGreaterThan(0);
      expect(own.some((order) => 'dispute' in order)).toBe(false);
    }
  });

  test.each([
    ['won', 'winning_evidence'],
    ['lost', 'losing_evidence'],
  ])('is shown as %s when the bank decides, and the order stays paid', async (state, uncategorized_text) => {
    const { id, intentId } = await paidOrder(DISPUTED_CARD);
    const [dispute] = (await dashboard.disputes.list({ payment_intent: intentId })).data;
    await dashboard.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text } });
    await sendEvent(intentId, 'charge.dispute.closed');
    expect(await getAdminOrder(id)).toMatchObject({ paid: true, state: 'paid', dispute: { state, answerBy: null } });
  });

  test('is lost when accepted, and a closed inquiry is shown as closed', async () => {
    const accepted = await paidOrder(DISPUTED_CARD);
    const inquiry = await paidOrder('4000000000001976');
    for (const { intentId } of [accepted, inquiry]) {
      const [dispute] = (await dashboard.disputes.list({ payment_intent: intentId })).data;
      await dashboard.disputes.close(dispute?.id ?? '');
      await sendEvent(intentId, 'charge.dispute.closed');
    }
    expect((await getAdminOrder(accepted.id)).dispute).toEqual({ state: 'lost', answerBy: null });
    expect((await getAdminOrder(inquiry.id)).dispute).toEqual({ state: 'closed', answerBy: null });
  });
});

test('refunds without a webhook event are found by the scheduled check of settled payments, once', async () => {
  const { id, intentId } = await paidOrder();
  const disputed = await paidOrder(DISPUTED_CARD);
  await refund(intentId, 300);
  const age = (hours: number) =>
    shop.sql`update payments set settled_at = now() - make_interval(hours => ${hours}), claimed_at = null
      where purchase_id = any(${[id, disputed.id]})`;
  expect(await syncSettledPayments(shop.context)).toBe(0);
  await age(7);
  expect(await syncSettledPayments(shop.context)).toBe(2);
  expect(await getOwnOrder(id)).toMatchObject({ refunded: '3.00' });
  expect(await getAdminOrder(disputed.id)).toMatchObject({ dispute: { state: 'needs_answer' } });
  expect(await syncSettledPayments(shop.context)).toBe(0);
  // Payments that were settled long ago are checked every three days, those with an open dispute every six hours.
  await age(24 * 30);
  await shop.sql`update payments set claimed_at = now() - interval '7 hours'
    where purchase_id = any(${[id, disputed.id]})`;
  expect(await syncSettledPayments(shop.context)).toBe(1);
  await age(24 * 200);
  expect(await syncSettledPayments(shop.context)).toBe(0);
});

describe('a failed card payment', () => {
  const failures = async (id: string) => {
    const rows = await shop.sql`select kind, subject, data, text from mails where purchase_id = ${id}
      and kind = 'payment_failed' order by seq`;
    return Promise.all(rows.map(async (row) => (await renderMail(row, shop.origin, shop.context.getCompany())).text));
  };

  test('causes one email with a link to try again, however often it fails', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await confirmCard(shop, clientSecret, DECLINED_CARD);
      await sendEvent(intentId, 'payment_intent.payment_failed');
    }
    const [text, second] = await failures(id);
    expect(second).toBeUndefined();
    expect(text).toContain(`/dashboard/payment/${id}`);
    const failAnew = async (before: string) => {
      await dashboard.paymentIntents.cancel(before);
      const again = await createIntent(shop, ada, id);
      await confirmCard(shop, again.clientSecret, DECLINED_CARD);
      await sendEvent(again.intentId, 'payment_intent.payment_failed');
      return again.intentId;
    };
    const sameDay = await failAnew(intentId);
    expect(await failures(id)).toHaveLength(1);
    await shop.sql`update mails set created_at = now() - interval '2 days' where purchase_id = ${id}`;
    await sendEvent(intentId, 'payment_intent.payment_failed');
    expect(await failures(id)).toHaveLength(1);
    await failAnew(sameDay);
    expect(await failures(id)).toHaveLength(2);
  });

  test('causes no email when a later attempt succeeded or none was made', async () => {
    const [untried, paid] = [await placeOrder(shop, ada, tool), await placeOrder(shop, ada, tool)];
    await sendEvent((await createIntent(shop, ada, untried)).intentId, 'payment_intent.payment_failed');
    const { clientSecret, intentId } = await createIntent(shop, ada, paid);
    await confirmCard(shop, clientSecret, DECLINED_CARD);
    await confirmCard(shop, clientSecret);
    await sendEvent(intentId, 'payment_intent.payment_failed');
    expect([await failures(untried), await failures(paid)]).toEqual([[], []]);
    expect(await getOwnOrder(paid)).toMatchObject({ paid: true });
  });
});

describe('an intent that the provider does not know, created with other keys,', () => {
  const withForgottenIntent = async () => {
    const id = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, id);
    await shop.sql`delete from card_sandbox.events where payment_intent = ${intentId}`;
    await shop.sql`delete from card_sandbox.payment_intents where id = ${intentId}`;
    return { id, intentId };
  };

  test('does not prevent its order from being paid', async () => {
    const { id, intentId } = await withForgottenIntent();
    expect(await payOrder(shop, ada, id)).not.toBe(intentId);
  });

  test('does not prevent its order from being canceled', async () => {
    const { id } = await withForgottenIntent();
    expect(statusAndCode(await shop.call('DELETE', `/order/${id}`, { token: ada.token }))).toBe('200');
  });
});
