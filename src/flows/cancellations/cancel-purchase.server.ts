import { returnHeldStock } from '#src/features/catalogue/tool/stock-moves.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import { getOrder } from '#src/features/orders/queries.server.ts';
import {
  getPurchaseId,
  getPurchaseWithLines,
  type LineRow,
  NO_PURCHASE,
  type PurchaseRow,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import { nextPurchaseState } from '#src/features/purchases/rules.ts';
import { recordLineDeleted, recordPurchaseEnded } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { changeUnpaidPurchase } from '#src/flows/payments/change-unpaid-purchase.server.ts';
import { chargeAnew } from '#src/flows/purchases/charge-anew.server.ts';
import { nameInLog, queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import { refuseTooSmall } from '#src/flows/purchases/refuse-too-small.server.ts';
import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';

/**
 * Deletes an unpaid order, for its buyer or for somebody who may cancel orders, and returns its stock. The other lines
 * of its purchase stay.
 */
export async function deleteOrder(context: AppContext, caller: Caller, orderId: string): Promise<Outcome<unknown>> {
  const order = await getOrder(context.db, orderId);
  const theirs = order && (order.userId === caller.userId || hasPermission(caller, 'orders.cancel'));
  if (!theirs || order.state === 'deleted' || order.state === 'expired') return NO_PURCHASE;
  const found = await getPurchaseWithLines(context.db, getPurchaseId(order));
  // Known before the payment that may have begun is canceled.
  const refused = found && refuseDeletion(context, found, order, caller);
  if (refused) return refused;
  return cancelPurchase(context, getPurchaseId(order), { event: 'cancel', by: caller, lineId: order.id });
}

export interface Cancellation {
  event: 'cancel' | 'expire';
  by: Actor;
  /** Only this line ends. With its last line, the purchase ends. */
  lineId?: string;
  reason?: string;
  /** Whether the provider is known to be unavailable. */
  providerUnavailable?: boolean;
}

/**
 * Ends an unpaid purchase, or one line of it, and returns the stock. First an open intent is canceled at the provider,
 * so that nobody can pay it. If it was paid meanwhile, it is settled and the purchase stays. An expiry does not wait
 * for an unavailable provider. If money still arrives, settling refunds it.
 */
export async function cancelPurchase(
  context: AppContext,
  purchaseId: string,
  cancellation: Cancellation,
): Promise<Outcome<{ providerUnavailable: boolean }>> {
  const { event, providerUnavailable } = cancellation;
  const ended = await changeUnpaidPurchase(context, purchaseId, {
    event,
    providerUnavailable,
    refusal: 'The order was not deleted.',
    check: (locked) => listLinesToEnd(context, locked, cancellation),
    apply: (tx, locked, lines) => endLines(tx, context, locked, lines, cancellation),
  });
  if (!ended.ok) return ended;
  return ok({ providerUnavailable: ended.value.providerUnavailable });
}

/** The unpaid lines to end, or the reason why none can. */
function listLinesToEnd(
  context: AppContext,
  { purchase, lines }: PurchaseWithLines,
  { event, lineId, by }: Cancellation,
): Outcome<[LineRow, ...LineRow[]]> {
  if (!nextPurchaseState(purchase.state, event) || purchase.paidAt)
    return fail(purchase.paidAt ? 'already_paid' : 'not_found');
  const [first, ...others] = lines.filter(({ id, state }) => state === 'placed' && (!lineId || id === lineId));
  if (!first) return fail('not_found');
  return (lineId && refuseDeletion(context, { purchase, lines }, first, by)) || ok([first, ...others]);
}

/** Why its buyer cannot delete this line and keep the others. Null if they can, or if it is somebody else's decision. */
function refuseDeletion(
  context: AppContext,
  { purchase, lines }: PurchaseWithLines,
  { id }: { id: string },
  by: Actor,
): Failure | null {
  const unpaid = lines.filter(({ state }) => state === 'placed');
  const left = unpaid.filter((line) => line.id !== id);
  if (typeof by === 'string' || by.userId !== purchase.userId || left.length === 0) return null;
  return refuseTooSmall(context, { purchase, lines: unpaid, parts: [left] });
}

async function endLines(
  tx: Tx,
  context: AppContext,
  { purchase, lines }: PurchaseWithLines,
  ending: [LineRow, ...LineRow[]],
  { event, by, lineId, reason = '' }: Cancellation,
): Promise<void> {
  const isWhole = ending.length === lines.filter(({ state }) => state === 'placed').length;
  // The mail of an expiry tells people to order again, which a disabled user cannot.
  const isExpired = event === 'expire' && !(await isUserDisabled(tx, purchase.userId));
  if (isWhole)
    await recordPurchaseEnded(tx, purchase.id, {
      state: isExpired ? 'expired' : 'canceled',
      ...(reason ? { reason } : {}),
    });
  else {
    for (const line of ending) await recordLineDeleted(tx, line);
    const left = lines.filter(({ id, state }) => state === 'placed' && !ending.some((line) => line.id === id));
    await chargeAnew(tx, purchase, left);
  }
  await returnHeldStock(tx, ending);
  const ended = isExpired ? ('expired' as const) : ('deleted' as const);
  if (event === 'cancel' && !lineId) return recordCanceled(tx, context, { purchase, lines: ending }, { by, reason });
  await recordAuditEvents(
    tx,
    ...ending.map((line) => ({
      by,
      action: `order.${ended}` as const,
      id: line.id,
      name: line.itemName,
      before: { state: line.state },
      after: { state: ended, ...(reason ? { reason } : {}) },
    })),
  );
  if (isExpired) await queuePurchaseMail(tx, context, { purchase, lines: ending }, { kind: 'order_expired', data: {} });
}

/** Its buyer gets an email unless they have canceled it themselves. */
async function recordCanceled(
  tx: Tx,
  context: AppContext,
  ended: { purchase: PurchaseRow; lines: [LineRow, ...LineRow[]] },
  { by, reason }: { by: Actor; reason: string },
): Promise<void> {
  const { purchase, lines } = ended;
  await recordAuditEvents(tx, {
    by,
    action: 'purchase.canceled',
    id: purchase.id,
    name: nameInLog(purchase, lines),
    before: { state: purchase.state },
    after: { state: 'canceled', number: purchase.number, reason },
  });
  const isBuyer = typeof by !== 'string' && by.userId === purchase.userId;
  if (!isBuyer) await queuePurchaseMail(tx, context, ended, { kind: 'order_canceled', data: { reason } });
}
