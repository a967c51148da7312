import { getCapturedPayment } from '#src/features/payments/queries.server.ts';
import { isDisputed, sumEffectiveRefunds } from '#src/features/payments/refunds-and-disputes.server.ts';
import { lockPurchase, NO_PURCHASE, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { countLeftShipping, countRefundedPieces } from '#src/features/purchases/refunded-pieces.server.ts';
import type { NewRefund } from '#src/features/refunds/contract.ts';
import {
  countRefunds,
  getRefund,
  getRefundByIdempotencyKey,
  insertRefund,
  type RefundRow,
  sumUnknownRefunds,
} from '#src/features/refunds/queries.server.ts';
import { MAX_REFUNDS } from '#src/features/refunds/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { nameInLog } from '#src/flows/purchases/purchase-mails.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { findFirstResult, toIdempotency } from '#src/platform/idempotency.server.ts';
import { decimalToMinor, minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { executeRefund } from './execute-refund.server.ts';
import { listPaidLines } from './list-paid-lines.server.ts';
import { planRefund } from './plan-refund.ts';

export interface RefundRequest {
  refund: NewRefund;
  idempotencyKey?: string | undefined;
  /** Why this request must not refund the purchase, checked under its lock. Null if it may. */
  refuse?: (locked: PurchaseWithLines) => Failure | null;
}

/**
 * Refunds a purchase: stores the refund, then asks the provider to make it. If the provider can't be asked or does not
 * respond, the refund is `requested` and a job tries again. A repeated idempotency key returns the first refund in its
 * current state.
 */
export async function requestRefund(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  request: RefundRequest,
): Promise<Outcome<RefundRow>> {
  const stored = await context.db.transaction((tx) => storeRequest(tx, caller, purchaseId, request));
  if (!stored.ok) return stored;
  const { refund, isNew } = stored.value;
  await failPoint('refund:requested');
  if (isNew) await executeRefund(context, refund);
  return ok((await getRefund(context.db, refund.id)) ?? refund);
}

async function storeRequest(
  tx: Tx,
  caller: Caller,
  purchaseId: string,
  { refund, idempotencyKey, refuse }: RefundRequest,
): Promise<Outcome<{ refund: RefundRow; isNew: boolean }>> {
  const locked = await lockPurchase(tx, purchaseId);
  if (!locked) return NO_PURCHASE;
  const idempotency = toIdempotency(idempotencyKey, listRefundValues(refund));
  const first = await findFirstResult(
    idempotency,
    (key) => getRefundByIdempotencyKey(tx, purchaseId, key),
    (stored) => ({ refund: stored.refund, isNew: false }),
  );
  if (first) return first;
  const refused = refuse?.(locked);
  if (refused) return refused;
  const payment = await getCapturedPayment(tx, purchaseId);
  if (!payment) return fail('not_paid', { detail: 'Only a paid order can be refunded.' });
  if (await isDisputed(tx, payment.id)) return fail('refund_disputed');
  if ((await countRefunds(tx, purchaseId)) >= MAX_REFUNDS) return fail('too_many_refunds');

  const taken = (await sumEffectiveRefunds(tx, payment.id)) + (await sumUnknownRefunds(tx, payment.id));
  const lines = await listPaidLines(tx, locked);
  const leftMinor = Math.max(0, payment.amountMinor - taken);
  const leftShippingMinor = Math.min(leftMinor, await countLeftShipping(tx, locked.purchase));
  const planned = planRefund(lines, { leftMinor, leftShippingMinor }, refund);
  if (!planned.ok) return planned;
  const { amountMinor, shippingMinor, lines: pieces, cancels } = planned.value;
  const row = await insertRefund(
    tx,
    {
      purchaseId,
      paymentId: payment.id,
      amountMinor,
      shippingMinor,
      reason: refund.reason,
      cancels,
      requestedBy: caller.userId,
      idempotencyKey: idempotency?.key ?? null,
      idempotencyFingerprint: idempotency?.fingerprint ?? null,
    },
    pieces,
  );
  await countRefundedPieces(tx, purchaseId, pieces);
  await recordAuditEvents(tx, {
    by: caller,
    action: 'refund.requested',
    id: row.id,
    name: nameInLog(locked.purchase, lines),
    after: {
      amount: minorToDecimal(amountMinor),
      pieces: pieces.reduce((sum, { quantity }) => sum + quantity, 0),
      reason: refund.reason,
      number: locked.purchase.number,
    },
  });
  return ok({ refund: row, isNew: true });
}

function listRefundValues({ lines, amount, restock, reason, shipping }: NewRefund) {
  return [
    lines?.map(({ order, quantity, shipped }) => [order, quantity, ...(shipped === undefined ? [] : [shipped])]) ??
      null,
    amount === undefined ? null : decimalToMinor(amount),
    restock ?? null,
    reason,
    ...(shipping ? [shipping] : []),
  ];
}
