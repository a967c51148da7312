import {
  type ProviderRefund,
  ProviderUnavailable,
  type RefundRejection,
} from '#src/features/payments/provider.server.ts';
import { getPayment, type PaymentRow } from '#src/features/payments/queries.server.ts';
import { storeRefund } from '#src/features/payments/refunds-and-disputes.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { getRefund, type RefundRow, recordFailedRefundAttempt } from '#src/features/refunds/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { applyRefunds } from './apply-refunds.server.ts';
import { failRefund } from './change-refund-state.server.ts';
import { syncRefundsAndDisputes } from './sync-refunds.server.ts';

const REJECTIONS: Record<RefundRejection, string> = {
  disputed: 'The buyer’s bank disputes this payment and holds the money. Please answer the dispute first.',
  too_large: 'Less than this is left of the payment, because some of it has been refunded at the card provider since.',
  refused: 'The card provider does not accept this refund. Its dashboard may say why.',
};

/**
 * Asks the provider to make a stored refund, and stores the response. Without a response the refund stays `requested`
 * and is due again. The caller has claimed it.
 */
export async function executeRefund(context: AppContext, refund: RefundRow): Promise<void> {
  const payment = await getPayment(context.db, refund.paymentId);
  if (!payment?.intentId) throw new Error('a captured payment has its intent');
  try {
    const answer = await askProvider(context, refund, { intentId: payment.intentId, currency: payment.currency });
    await failPoint('refund:executed');
    if (typeof answer === 'string') await storeRejection(context, refund, answer, payment.intentId);
    else await storeAnswer(context, payment, answer);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    context.log.warn({ err: error, refundId: refund.id }, 'a refund will be tried again');
    await recordFailedRefundAttempt(context.db, refund, error.reason ?? 'The card provider did not accept it.');
  }
}

/** The idempotency key of a lost response only works for a day, so a retry first checks whether the refund exists. */
async function askProvider(
  { provider }: AppContext,
  { id, amountMinor, reason, attempts }: RefundRow,
  payment: { intentId: string; currency: string },
): Promise<ProviderRefund | RefundRejection> {
  const made =
    attempts > 1 ? (await provider.listRefunds(payment.intentId)).find(({ refundId }) => refundId === id) : null;
  return made ?? provider.createRefund({ refundId: id, ...payment, amountMinor, reason });
}

async function storeAnswer(context: AppContext, { id, purchaseId }: PaymentRow, answer: ProviderRefund): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    const payment = await getPayment(tx, id);
    if (!locked || !payment) throw new Error('a payment always has its purchase');
    // A webhook may have been faster, and may be newer than this response.
    const isNew = await storeRefund(tx, id, answer);
    const succeeded = isNew && answer.status === 'succeeded' ? [answer] : [];
    await applyRefunds(context, tx, { locked, payment, fetched: [answer], changed: { succeeded, failed: [] } });
  });
}

async function storeRejection(
  context: AppContext,
  { id, purchaseId }: RefundRow,
  rejection: RefundRejection,
  intentId: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    const refund = await getRefund(tx, id);
    if (!locked || refund?.state !== 'requested') return;
    await failRefund(tx, locked, refund, REJECTIONS[rejection]);
  });
  // The provider knows about a dispute or a refund that the shop does not.
  await syncRefundsAndDisputes(context, intentId);
}
