import { orderFacts } from '#src/features/mail/letters.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { lockOrder, type OrderRow } from '#src/features/orders/queries.server.ts';
import { recordGivenBack } from '#src/features/orders/transitions.server.ts';
import { storeGivenBack, storeRefund, sumUp } from '#src/features/payments/given-back.server.ts';
import { type ProviderRefund, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  type PaymentRow,
  readClock,
  selectPayment,
  selectPaymentOfIntent,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import type { Shop } from './shop.server.ts';

const TAKEN: readonly PaymentRow['state'][] = ['captured', 'refund_due', 'refunded', 'charged_back'];

/**
 * Asks for the refunds and disputes of a payment, whoever made them, stores them, shows them on the order and tells its
 * customer of money that came back. Throws `ProviderUnavailable`.
 */
export async function readGivenBack(shop: Shop, intentId: string): Promise<void> {
  const payment = await selectPaymentOfIntent(shop.db, intentId, null);
  if (!payment || !TAKEN.includes(payment.state)) return;
  const readAt = await readClock(shop.db);
  const [refunds, disputes] = await Promise.all([
    shop.provider.listRefunds(intentId),
    shop.provider.listDisputes(intentId),
  ]);
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    const current = await selectPayment(tx, payment.id);
    if (!order || !current) throw new Error('a payment always has its order');
    const fresh = await storeGivenBack(tx, current, { readAt, refunds, disputes });
    if (!fresh) return;
    const sums = sumUp({ refunds, disputes });
    if (order.transactionId === intentId) await recordGivenBack(tx, order.id, sums);
    for (const refund of fresh) await tellOfRefund(shop, tx, order, current, refund);
    // What its bank has taken for good is not the shop's to give back any more.
    const lostCents = disputes
      .filter(({ status }) => status === 'lost')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (current.state === 'refund_due' && lostCents > 0 && lostCents + sums.refundedCents >= current.amountCents)
      await setPaymentState(tx, current.id, { state: 'charged_back' });
  });
}

/**
 * Gives the money back and records it. Left to the reconciler when the provider cannot be reached now, and to the end of
 * the dispute while there is one.
 */
export async function refundDue(shop: Shop, payment: PaymentRow): Promise<void> {
  const { intentId } = payment;
  if (!intentId) return;
  try {
    const refund = await shop.provider.refundIntent(intentId);
    if (refund === 'disputed') return await readGivenBack(shop, intentId);
    await shop.db.transaction(async (tx) => {
      const order = await lockOrder(tx, payment.orderId);
      const current = await selectPayment(tx, payment.id);
      if (!order || current?.state !== 'refund_due') return;
      await setPaymentState(tx, payment.id, { state: 'refunded', refundId: refund.id });
      await storeRefund(tx, payment.id, refund);
      if (refund.status === 'succeeded') await tellOfRefund(shop, tx, order, current, refund);
    });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    shop.log.warn({ err: error, intentId }, 'a refund is due and will be tried again');
  }
}

/** Money on its way may yet bounce: it is told of once it has left. */
async function tellOfRefund(
  shop: Shop,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { id: about, amountCents }: ProviderRefund,
): Promise<void> {
  const { id: orderId, email: recipient } = order;
  const inFull = payment.state !== 'captured' && amountCents === payment.amountCents;
  const data = { order: orderFacts(order), ...(inFull ? {} : { amountCents }) };
  await queueMail(tx, shop.delivery, { kind: 'payment_refunded', data, recipient, orderId, about });
}
