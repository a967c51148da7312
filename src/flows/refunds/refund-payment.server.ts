import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import { getPayment, type PaymentRow, setPaymentState } from '#src/features/payments/queries.server.ts';
import { storeRefund } from '#src/features/payments/refunds-and-disputes.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { reportRefund } from './apply-refunds.server.ts';
import { syncRefundsAndDisputes } from './sync-refunds.server.ts';

/**
 * Refunds a payment and records it. If the provider is unavailable, the reconciler retries. An open dispute delays the
 * refund until the dispute ends.
 */
export async function refundPayment(context: AppContext, payment: PaymentRow): Promise<void> {
  const { intentId } = payment;
  if (!intentId) return;
  try {
    const refund = await context.provider.refundIntent(intentId);
    if (refund === 'disputed') return await syncRefundsAndDisputes(context, intentId);
    await context.db.transaction(async (tx) => {
      const locked = await lockPurchase(tx, payment.purchaseId);
      const current = await getPayment(tx, payment.id);
      if (!locked || current?.state !== 'refund_due') return;
      await setPaymentState(tx, payment.id, { state: 'refunded', refundId: refund.id });
      await storeRefund(tx, payment.id, refund);
      if (refund.status === 'succeeded') await reportRefund(context, tx, locked, current, refund);
    });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.log.warn({ err: error, intentId }, 'a refund is due and will be tried again');
  }
}
