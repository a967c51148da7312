import { getPaper, readPaper } from '#src/features/papers/queries.server.ts';
import type { ProviderRefund } from '#src/features/payments/provider.server.ts';
import type { PaymentRow } from '#src/features/payments/queries.server.ts';
import {
  type ChangedRefunds,
  listPaymentDisputes,
  listPaymentRefunds,
  summarizeRefundsAndDisputes,
} from '#src/features/payments/refunds-and-disputes.server.ts';
import { listStandingLines, lockPurchase, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import {
  closeCancelRequest,
  countLeftShipping,
  countRefundedPieces,
} from '#src/features/purchases/refunded-pieces.server.ts';
import { recordPurchaseUnshipped, recordRefundsAndDispute } from '#src/features/purchases/transitions.server.ts';
import { insertRefund, linkProviderRefunds, listRefundsWithStatus } from '#src/features/refunds/queries.server.ts';
import { getReportedRefund } from '#src/features/refunds/refund-lists.server.ts';
import { toRefundState } from '#src/features/refunds/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type CreditedRefund, creditRefund } from '#src/flows/papers/credited-refund.server.ts';
import { listSucceededRefunds, settleCreditNotes } from '#src/flows/papers/issue-papers.server.ts';
import { nameInLog, queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { countLeftToShip } from '#src/shared/line-pieces.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { moveRefund } from './change-refund-state.server.ts';
import { listPaidLines } from './list-paid-lines.server.ts';
import { planRefund } from './plan-refund.ts';

/** The buyer reads it if the refund canceled the purchase. */
const REASON = 'Refunded to the card';

/**
 * Assigns pieces to a refund from the provider's dashboard, which names none. If it took the last of the money, it is
 * for all remaining pieces: nobody can ship or refund them any more. Pieces that were not shipped go back into stock;
 * if all were shipped, nothing happens. The caller holds the lock, and all the money was refunded.
 */
async function adoptLastRefund(tx: Tx, payment: PaymentRow, succeeded: readonly ProviderRefund[]): Promise<void> {
  const last = succeeded.at(-1);
  if (!last || (await getReportedRefund(tx, last.id))) return;
  // Read again, since other refunds of this transaction may have changed it.
  const locked = await lockPurchase(tx, payment.purchaseId);
  const lines = locked ? await listPaidLines(tx, locked) : [];
  if (!locked || !lines.some((line) => countLeftToShip(line) > 0)) return;
  const leftMinor = last.amountMinor;
  const leftShippingMinor = Math.min(leftMinor, await countLeftShipping(tx, locked.purchase));
  const planned = planRefund(lines, { leftMinor, leftShippingMinor }, {});
  if (!planned.ok) return;
  const { amountMinor, shippingMinor, lines: pieces, cancels } = planned.value;
  const refund = await insertRefund(
    tx,
    {
      purchaseId: payment.purchaseId,
      paymentId: payment.id,
      amountMinor,
      shippingMinor,
      reason: REASON,
      cancels,
      requestedBy: null,
      providerRefundId: last.id,
      idempotencyKey: null,
      idempotencyFingerprint: null,
    },
    pieces,
  );
  await countRefundedPieces(tx, payment.purchaseId, pieces);
  await moveRefund(tx, locked, refund, 'succeeded');
}

/** A payment whose refunds have just been stored. */
export interface StoredRefunds {
  locked: PurchaseWithLines;
  payment: PaymentRow;
  /** As the provider has reported them. */
  fetched: readonly ProviderRefund[];
  changed: ChangedRefunds;
}

/**
 * Applies the stored refunds and disputes of a payment: changes the state of the shop's own refunds, and updates the
 * purchase and its credit notes. Notifies the customer of refunds that are new or have failed after all. Uses what is
 * stored, since what was fetched may be older. The caller holds the purchase's lock. Returns the total refunded, in
 * minor units.
 */
export async function applyRefunds(
  context: AppContext,
  tx: Tx,
  { locked, payment, fetched, changed }: StoredRefunds,
): Promise<number> {
  await linkProviderRefunds(tx, payment.id, fetched);
  for (const { refund, status } of await listRefundsWithStatus(tx, payment.id))
    await moveRefund(tx, locked, refund, toRefundState(status));
  const [refunds, disputes] = [await listPaymentRefunds(tx, [payment.id]), await listPaymentDisputes(tx, [payment.id])];
  const sums = summarizeRefundsAndDisputes({ refunds, disputes });
  if (locked.purchase.transactionId === payment.intentId) {
    if (sums.refundedMinor >= locked.purchase.totalMinor) {
      await adoptLastRefund(tx, payment, changed.succeeded);
      await closeCancelRequest(tx, locked.purchase.id);
    }
    await recordRefundsAndDispute(tx, locked, sums);
    await recordPurchaseUnshipped(tx, locked.purchase.id);
    await settleCreditNotes(tx, context, locked);
  }
  for (const refund of changed.succeeded) await reportRefund(context, tx, locked, payment, refund);
  for (const refund of changed.failed) await reportFailure(context, tx, locked, refund);
  return sums.refundedMinor;
}

/**
 * Records a refund and queues the customer's mail about it. A pending refund may still fail, so the caller waits until
 * it has succeeded.
 */
export async function reportRefund(
  context: AppContext,
  tx: Tx,
  locked: PurchaseWithLines,
  payment: PaymentRow,
  refund: ProviderRefund,
): Promise<void> {
  const inFull = payment.state !== 'captured' && refund.amountMinor === payment.amountMinor;
  const own = await getReportedRefund(tx, refund.id);
  const lines = listStandingLines(locked);
  await queuePurchaseMail(
    tx,
    context,
    { ...locked, lines },
    {
      kind: 'payment_refunded',
      data: {
        ...(inFull ? {} : { amountMinor: refund.amountMinor }),
        // The buyer's own text is not mailed: maybe nobody has proven that the mailbox is theirs.
        ...(own?.refund.requestedBy && own.refund.reason !== locked.purchase.cancelRequestReason
          ? { reason: own.refund.reason }
          : {}),
        ...(own ? { pieces: own.lines, canceled: own.refund.cancels } : {}),
        ...(inFull ? {} : await readRefundParts(tx, locked, refund.id)),
      },
      dedupeKey: refund.id,
    },
  );
  // The shop's own refund has a record of its own.
  if (own?.refund.requestedBy) return;
  await recordAuditEvents(tx, {
    by: 'provider',
    action: 'payment.refunded',
    id: payment.id,
    name: nameInLog(locked.purchase, lines),
    after: { refunded: minorToDecimal(refund.amountMinor), of: minorToDecimal(payment.amountMinor), refund: refund.id },
  });
}

/** The shipping and the taxes within a refund, as its credit note has them. Nothing if the purchase was charged neither. */
async function readRefundParts(tx: Tx, locked: PurchaseWithLines, refundId: string) {
  if (!locked.purchase.charges) return {};
  const row = await getPaper(tx, { kind: 'credit_note', purchaseId: locked.purchase.id, refundId });
  const note = row && readPaper(row);
  if (note?.kind === 'credit_note') return listRefundParts(note.charges ?? { shippingMinor: 0, taxes: [] });
  const succeeded = await listSucceededRefunds(tx, locked.purchase.id);
  const at = succeeded.findIndex(({ id }) => id === refundId);
  const refund = succeeded[at];
  if (!refund) return {};
  return listRefundParts(creditRefund(locked, succeeded.slice(0, at), refund));
}

const listRefundParts = ({ shippingMinor, taxes }: Pick<CreditedRefund, 'shippingMinor' | 'taxes'>) => ({
  ...(shippingMinor > 0 ? { shippingMinor } : {}),
  ...(taxes.length > 0 ? { taxes: taxes.map(({ name, rate, amountMinor }) => ({ name, rate, amountMinor })) } : {}),
});

/** Queues a mail about a refund that the customer was notified of and that the bank has rejected since. */
async function reportFailure(
  context: AppContext,
  tx: Tx,
  locked: PurchaseWithLines,
  { id, amountMinor }: ProviderRefund,
): Promise<void> {
  const own = await getReportedRefund(tx, id);
  const lines = listStandingLines(locked);
  await queuePurchaseMail(
    tx,
    context,
    { ...locked, lines },
    {
      kind: 'refund_failed',
      data: { amountMinor, ...(own?.refund.cancels ? { reopened: true } : {}) },
      dedupeKey: id,
    },
  );
}
