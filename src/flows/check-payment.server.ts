import { sql } from 'drizzle-orm';
import { orderFacts } from '#src/features/mail/letters.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { lockOrder } from '#src/features/orders/queries.server.ts';
import { recordGivenBack } from '#src/features/orders/transitions.server.ts';
import { markEventsOfIntentApplied } from '#src/features/payments/events.server.ts';
import { storeGivenBack, sumUp } from '#src/features/payments/given-back.server.ts';
import {
  noteProviderStatus,
  selectPayment,
  selectPaymentOfIntent,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { forgetIntent, settleIntent } from './settle-payment.server.ts';
import type { Shop } from './shop.server.ts';
import { intentIdOf } from './start-payment.server.ts';

/** States of an intent in which it can still be paid. */
const PAYABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/**
 * Asks the provider all there is to ask about one payment, and makes good what differs: settles it, closes an intent
 * whose attempt is over, stores refunds and disputes. As often as one likes. Throws `ProviderUnavailable`.
 */
export async function checkPayment(shop: Shop, paymentId: string): Promise<Outcome<null>> {
  const payment = await selectPayment(shop.db, paymentId);
  if (!payment) return refuse('not_found', { detail: 'There is no such payment.' });
  const lookedAt = await timeOf(shop);
  const intentId = payment.state === 'creating' ? await intentIdOf(shop, payment) : payment.intentId;
  if (!intentId) return succeed(null);
  const intent = await shop.provider.retrieveIntent(intentId);
  if (!intent) await forgetIntent(shop, intentId);
  else {
    await settleIntent(shop, intent);
    await noteProviderStatus(shop.db, payment.id, intent.status);
    if (payment.state === 'canceled' && PAYABLE.includes(intent.status) && (await shop.provider.cancelIntent(intentId)))
      await setPaymentState(shop.db, payment.id, { state: 'canceled', providerStatus: 'canceled' });
    await readGivenBack(shop, intentId);
  }
  await markEventsOfIntentApplied(shop.db, intentId, lookedAt);
  return succeed(null);
}

/**
 * Asks for the refunds and disputes of a payment, whoever made them, stores them, shows them on the order and tells its
 * customer of money that came back. Throws `ProviderUnavailable`.
 */
export async function readGivenBack(shop: Shop, intentId: string): Promise<void> {
  const payment = await selectPaymentOfIntent(shop.db, intentId, null);
  if (payment?.state !== 'captured' && payment?.state !== 'refunded') return;
  const readAt = await timeOf(shop);
  const [refunds, disputes] = await Promise.all([
    shop.provider.listRefunds(intentId),
    shop.provider.listDisputes(intentId),
  ]);
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    if (!order) throw new Error('a payment always has its order');
    const fresh = await storeGivenBack(tx, payment, { readAt, refunds, disputes });
    if (!fresh) return;
    const { id: orderId, email: recipient } = order;
    if (order.transactionId === intentId) await recordGivenBack(tx, orderId, sumUp({ refunds, disputes }));
    for (const { id: about, amountCents } of fresh) {
      const data = { order: orderFacts(order), ...(payment.state === 'captured' ? { amountCents } : {}) };
      await queueMail(tx, shop.delivery, { kind: 'payment_refunded', data, recipient, orderId, about });
    }
  });
}

/** The database's clock, which all processes of a shop share. */
async function timeOf({ db }: Shop): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Date.now());
}
