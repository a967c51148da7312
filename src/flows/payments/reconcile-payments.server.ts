import {
  claimForReconciliation,
  claimForSync,
  type PaymentRow,
  RECONCILED_AFTER_MS,
  releaseFromSync,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { getPurchase } from '#src/features/purchases/queries.server.ts';
import { nextPurchaseState } from '#src/features/purchases/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { continueOnError } from '#src/flows/continue-on-error.server.ts';
import { refundPayment } from '#src/flows/refunds/refund-payment.server.ts';
import { ensureIntentId } from './payment-intents.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { syncPayment } from './sync-payment.server.ts';

/**
 * Settles payments that have been open for a while: the messages of both browser and webhook may be lost. Also retries
 * due refunds. Returns how many were claimed. Stops if the provider is unavailable.
 */
export async function reconcilePayments(
  context: AppContext,
  olderThanMs = RECONCILED_AFTER_MS,
  signal?: AbortSignal,
): Promise<number> {
  const claimed = await claimForReconciliation(context.db, { olderThanMs, limit: 50 });
  for (const payment of claimed) {
    if (signal?.aborted) break;
    const result = await continueOnError(context, 'reconcile', payment.id, () => reconcile(context, payment));
    if (result === 'unavailable') break;
  }
  return claimed.length;
}

/**
 * Syncs settled payments with the provider. A webhook of a refund or dispute may be lost, and an ended attempt may have
 * taken money. Returns how many. Payments that could not be synced stay due.
 */
export async function syncSettledPayments(context: AppContext, signal?: AbortSignal): Promise<number> {
  const claimed = await claimForSync(context.db, 20);
  // Random order, so that a payment that always fails does not block the others.
  const waiting = claimed.sort(() => Math.random() - 0.5);
  let synced = 0;
  for (const { id } of waiting) {
    if (
      signal?.aborted ||
      (await continueOnError(context, 'reconcile settled', id, () => syncPayment(context, id))) === 'unavailable'
    )
      break;
    synced += 1;
  }
  await releaseFromSync(context.db, waiting.slice(synced));
  return synced;
}

async function reconcile(context: AppContext, payment: PaymentRow): Promise<void> {
  if (payment.state === 'refund_due') return refundPayment(context, payment);
  const intentId = await ensureIntentId(context, payment);
  if (!intentId) return;
  const settled = await settlePayment(context, intentId);
  if (settled.ok || settled.code !== 'payment_incomplete') return;
  const purchase = await getPurchase(context.db, payment.purchaseId);
  if (!purchase || nextPurchaseState(purchase.state, 'pay')) return;
  // The purchase has ended: cancel its intent, so that nobody can still pay it.
  const providerStatus = await context.provider.cancelIntent(intentId);
  if (providerStatus) await setPaymentState(context.db, payment.id, { state: 'canceled', providerStatus });
}
