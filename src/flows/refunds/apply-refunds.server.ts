import type { ProviderRefund } from '#src/features/payments/provider.server.ts';
import type { PaymentRow } from '#src/features/payments/queries.server.ts';
import {
  listPaymentDisputes,
  listPaymentRefunds,
  summarizeRefundsAndDisputes,
} from '#src/features/payments/refunds-and-disputes.server.ts';
import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { recordPurchaseUnshipped, recordRefundsAndDispute } from '#src/features/purchases/transitions.server.ts';
import { getReportedRefund, linkProviderRefunds, listRefundsWithStatus } from '#src/features/refunds/queries.server.ts';
import { toRefundState } from '#src/features/refunds/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { nameInLog, queuePurchaseMail } from '#src/flows/checkout/purchase-mails.server.ts';
import { issueCreditNote } from '#src/flows/papers/issue-papers.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { centsToDecimal } from '#src/shared/money.ts';
import { moveRefund, type StaleTags } from './change-refund-state.server.ts';

/** A payment whose refunds were stored just now. */
export interface StoredRefunds {
  locked: PurchaseWithLines;
  payment: PaymentRow;
  /** As the provider told of them. */
  fetched: readonly ProviderRefund[];
  /** Those that are new and have succeeded. */
  fresh: readonly ProviderRefund[];
}

/**
 * Applies the stored refunds and disputes of a payment: moves the shop's own refunds to their states, updates the purchase,
 * and tells the customer of new ones. What is stored counts, not what was fetched, which may be older. The caller holds the
 * purchase's lock, and invalidates the tags afterwards.
 */
export async function applyRefunds(
  context: AppContext,
  tx: Tx,
  { locked, payment, fetched, fresh }: StoredRefunds,
): Promise<{ tags: StaleTags; refundedCents: number }> {
  await linkProviderRefunds(tx, payment.id, fetched);
  const tags: StaleTags = [];
  for (const { refund, status } of await listRefundsWithStatus(tx, payment.id))
    tags.push(...(await moveRefund(tx, locked, refund, toRefundState(status))));
  const [refunds, disputes] = [await listPaymentRefunds(tx, [payment.id]), await listPaymentDisputes(tx, [payment.id])];
  const sums = summarizeRefundsAndDisputes({ refunds, disputes });
  if (locked.purchase.transactionId === payment.intentId) {
    await recordRefundsAndDispute(tx, locked, sums);
    await recordPurchaseUnshipped(tx, locked.purchase.id);
  }
  for (const refund of fresh) await reportRefund(context, tx, locked, payment, refund);
  return { tags, refundedCents: sums.refundedCents };
}

/**
 * Records a refund and queues the customer's mail about it. A pending refund may still fail: the caller waits until it
 * has succeeded.
 */
export async function reportRefund(
  context: AppContext,
  tx: Tx,
  locked: PurchaseWithLines,
  payment: PaymentRow,
  refund: ProviderRefund,
): Promise<void> {
  const inFull = payment.state !== 'captured' && refund.amountCents === payment.amountCents;
  const own = await getReportedRefund(tx, refund.id);
  const lines = listStandingLines(locked);
  // What the buyer wrote is not mailed: nobody may have proven that the mailbox is theirs.
  await queuePurchaseMail(
    tx,
    context,
    { ...locked, lines },
    {
      kind: 'payment_refunded',
      data: {
        ...(inFull ? {} : { amountCents: refund.amountCents }),
        ...(own ? { pieces: own.lines, canceled: own.refund.cancels } : {}),
        ...(own && own.refund.reason !== locked.purchase.cancelRequestReason ? { reason: own.refund.reason } : {}),
      },
      dedupeKey: refund.id,
    },
  );
  if (payment.state === 'captured') await issueCreditNote(tx, context, locked, refund.id);
  // The shop's own refund has its own record.
  if (own) return;
  await recordAuditEvents(tx, {
    by: 'provider',
    action: 'payment.refunded',
    id: payment.id,
    name: nameInLog(locked.purchase, lines),
    after: { refunded: centsToDecimal(refund.amountCents), of: centsToDecimal(payment.amountCents), refund: refund.id },
  });
}
