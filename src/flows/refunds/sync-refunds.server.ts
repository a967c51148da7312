import {
  getDatabaseTime,
  getPayment,
  getPaymentByIntent,
  type PaymentRow,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { storeRefundsAndDisputes } from '#src/features/payments/refunds-and-disputes.server.ts';
import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { nameInLog } from '#src/flows/purchases/purchase-mails.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { applyRefunds } from './apply-refunds.server.ts';

const CAPTURED_STATES: readonly PaymentRow['state'][] = ['captured', 'refund_due', 'refunded', 'charged_back'];

/**
 * Fetches the refunds and disputes of a payment, stores them and updates the purchase. Mails the customer about new
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
    const locked = await lockPurchase(tx, payment.purchaseId);
    const current = await getPayment(tx, payment.id);
    if (!locked || !current) throw new Error('a payment always has its purchase');
    const changed = await storeRefundsAndDisputes(tx, current, { requestedAt, refunds, disputes });
    if (!changed) return;
    const refundedMinor = await applyRefunds(context, tx, { locked, payment: current, fetched: refunds, changed });
    // The shop cannot refund money that a lost dispute has already taken.
    const lostMinor = disputes
      .filter(({ status }) => status === 'lost')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    if (current.state === 'refund_due' && lostMinor > 0 && lostMinor + refundedMinor >= current.amountMinor) {
      await setPaymentState(tx, current.id, { state: 'charged_back' });
      await recordAuditEvents(tx, {
        by: 'provider',
        action: 'payment.charged_back',
        id: current.id,
        name: nameInLog(locked.purchase, locked.lines),
        before: { state: current.state },
        after: { state: 'charged_back' },
      });
    }
  });
}
