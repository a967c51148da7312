import {
  getPurchaseWithLines,
  listStandingLines,
  lockPurchase,
  NO_PURCHASE,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import { setCancelRequest } from '#src/features/purchases/refunded-pieces.server.ts';
import type { Canceled, CancellationRequest } from '#src/features/refunds/contract.ts';
import { getCancelingRefund } from '#src/features/refunds/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { findPurchaseId } from '#src/flows/purchases/find-purchase-id.server.ts';
import { nameInLog, queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import { requestRefund } from '#src/flows/refunds/request-refund.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { type Caller, toReader } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { cancelPurchase } from './cancel-purchase.server.ts';

/**
 * Cancels an unpaid purchase, for its buyer or for somebody who may cancel orders. The buyer of a paid purchase that
 * was not shipped can only ask for it. Somebody who may refund payments refunds it, which cancels it, or declines.
 */
export async function requestCancellation(
  context: AppContext,
  caller: Caller,
  idOrNumber: string,
  { reason, decline }: CancellationRequest,
): Promise<Outcome<Canceled>> {
  const id = await findPurchaseId(context.db, toReader(caller), idOrNumber);
  const found = id ? await getPurchaseWithLines(context.db, id) : null;
  if (!found) return NO_PURCHASE;
  const { purchase } = found;
  const isBuyer = purchase.userId === caller.userId;
  const mayRefund = hasPermission(caller, 'payments.refund');
  if (decline) return mayRefund ? declineRequest(context, caller, purchase.id, reason) : fail('forbidden');
  if (purchase.state === 'canceled') return canceled('canceled');
  if (purchase.state === 'expired') return fail('order_ended');
  if (purchase.state === 'placed') {
    if (!isBuyer && !hasPermission(caller, 'orders.cancel')) return fail('forbidden');
    const ended = await cancelPurchase(context, purchase.id, { event: 'cancel', by: caller, reason });
    return ended.ok ? canceled('canceled') : ended;
  }
  await failPoint('cancel-paid:read');
  if (mayRefund) return refundAll(context, caller, found, reason);
  return isBuyer ? storeRequest(context, caller, purchase.id, reason) : fail('forbidden');
}

const canceled = (state: string, more: Pick<Canceled, 'requested' | 'refund'> = {}): Outcome<Canceled> =>
  ok({ acknowledged: true, state, ...more });

/** Why a paid purchase cannot be canceled, or null. */
function refuse({ lines }: PurchaseWithLines): Failure | null {
  return lines.some(({ shippedQuantity }) => shippedQuantity > 0) ? fail('already_shipped') : null;
}

const NO_REASON = 'The order was canceled.';

/**
 * Refunds everything that is left, and puts all pieces back into stock. A second admin gets the refund that the first
 * one began.
 */
async function refundAll(
  context: AppContext,
  caller: Caller,
  { purchase }: PurchaseWithLines,
  reason: string,
): Promise<Outcome<Canceled>> {
  const refund = { reason: reason || purchase.cancelRequestReason || NO_REASON, restock: true };
  const running = await getCancelingRefund(context.db, purchase.id);
  const refunded = running ? ok(running) : await requestRefund(context, caller, purchase.id, { refund, refuse });
  const made = refunded.ok ? refunded.value : await getCancelingRefund(context.db, purchase.id);
  if (!made) return refunded.ok ? fail('not_found') : refunded;
  const now = await getPurchaseWithLines(context.db, purchase.id);
  return canceled(now?.purchase.state ?? purchase.state, { refund: made.state });
}

const REFUNDED = fail('refunded_in_full', { detail: 'This order has already been refunded, or is being refunded.' });

async function storeRequest(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  reason: string,
): Promise<Outcome<Canceled>> {
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) return fail('not_found');
    const { purchase, lines } = locked;
    if (purchase.state === 'canceled') return canceled('canceled');
    const refused = refuse(locked);
    if (refused) return refused;
    const isOver = listStandingLines(locked).every(({ quantity, refundedQuantity }) => refundedQuantity >= quantity);
    if (isOver || purchase.refundedMinor >= purchase.totalMinor) return REFUNDED;
    if (purchase.cancelRequestedAt) return canceled(purchase.state, { requested: true });
    await setCancelRequest(tx, purchaseId, reason);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'purchase.cancel_requested',
      id: purchaseId,
      name: nameInLog(purchase, lines),
      after: { number: purchase.number, reason },
    });
    return canceled(purchase.state, { requested: true });
  });
}

async function declineRequest(
  context: AppContext,
  caller: Caller,
  purchaseId: string,
  reason: string,
): Promise<Outcome<Canceled>> {
  if (!reason) return fail('invalid', { fields: { reason: 'Please enter a reason. The buyer will see it.' } });
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) return fail('not_found');
    const { purchase } = locked;
    const { cancelRequestedAt } = purchase;
    if (!cancelRequestedAt || (purchase.state !== 'paid' && purchase.state !== 'shipped'))
      return fail('no_cancel_request');
    if (await getCancelingRefund(tx, purchaseId)) return REFUNDED;
    await setCancelRequest(tx, purchaseId, null);
    const lines = listStandingLines(locked);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'purchase.cancel_declined',
      id: purchaseId,
      name: nameInLog(purchase, lines),
      before: { asked: purchase.cancelRequestReason },
      after: { number: purchase.number, reason },
    });
    await queuePurchaseMail(
      tx,
      context,
      { purchase, lines },
      { kind: 'cancel_declined', data: { reason }, dedupeKey: cancelRequestedAt.toISOString() },
    );
    return canceled(purchase.state);
  });
}
