import { lockOrder, type OrderRow } from '#src/features/orders/queries.server.ts';
import { recordRefundsAndDispute } from '#src/features/orders/transitions.server.ts';
import type { ProviderRefund } from '#src/features/payments/provider.server.ts';
import {
  getDatabaseTime,
  getPayment,
  getPaymentByIntent,
  type PaymentRow,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import {
  storeRefundsAndDisputes,
  summarizeRefundsAndDisputes,
} from '#src/features/payments/refunds-and-disputes.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { centsToDecimal } from '#src/shared/money.ts';
import { queueOrderMail } from './order-mails.server.ts';

const CAPTURED_STATES: readonly PaymentRow['state'][] = ['captured', 'refund_due', 'refunded', 'charged_back'];

/**
 * Fetches the refunds and disputes of a payment, stores them and updates the order. Mails the customer about new
 * refunds. Throws `ProviderUnavailable`.
 */
export async function syncRefundsAndDisputes(context: AppContext, intentId: string): Promise<void> {
  const payment = await getPaymentByIntent(context.db, intentId, null);
  if (!payment || !CAPTURED_STATES.includes(payment.state)) return;
  const requestedAt = await getDatabaseTime(context.db);
  const [refunds, disputes] = await Promise.all([
    context.provider.listRefunds(intentId),
    context.provider.listDisputes(intentId),
  ]);
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    const current = await getPayment(tx, payment.id);
    if (!order || !current) throw new Error('a payment always has its order');
    const fresh = await storeRefundsAndDisputes(tx, current, { requestedAt, refunds, disputes });
    if (!fresh) return;
    const sums = summarizeRefundsAndDisputes({ refunds, disputes });
    if (order.transactionId === intentId) await recordRefundsAndDispute(tx, order.id, sums);
    for (const refund of fresh) await reportRefund(context, tx, order, current, refund);
    // The shop cannot refund money that a lost dispute has already taken.
    const lostCents = disputes
      .filter(({ status }) => status === 'lost')
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (current.state === 'refund_due' && lostCents > 0 && lostCents + sums.refundedCents >= current.amountCents) {
      await setPaymentState(tx, current.id, { state: 'charged_back' });
      await recordAuditEvents(tx, {
        by: 'provider',
        action: 'payment.charged_back',
        id: current.id,
        name: order.itemName,
        before: { state: current.state },
        after: { state: 'charged_back' },
      });
    }
  });
}

/**
 * Records a refund and queues the customer's mail about it. A pending refund may still fail: the caller waits until it
 * has succeeded.
 */
export async function reportRefund(
  context: AppContext,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  refund: ProviderRefund,
): Promise<void> {
  const inFull = payment.state !== 'captured' && refund.amountCents === payment.amountCents;
  const data = inFull ? {} : { amountCents: refund.amountCents };
  await queueOrderMail(tx, context, order, { kind: 'payment_refunded', data, dedupeKey: refund.id });
  await recordAuditEvents(tx, {
    by: 'provider',
    action: 'payment.refunded',
    id: payment.id,
    name: order.itemName,
    after: { refunded: centsToDecimal(refund.amountCents), of: centsToDecimal(payment.amountCents), refund: refund.id },
  });
}
