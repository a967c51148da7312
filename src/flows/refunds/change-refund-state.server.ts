import { and, eq } from 'drizzle-orm';
import { returnSoldStock, takeBackStock } from '#src/features/catalogue/tool/stock-moves.server.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { changeReturnedQuantities, listSoldHolds } from '#src/features/orders/returned-pieces.server.ts';
import { lockPurchase, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import {
  countRefundedPieces,
  recordPaidPurchaseCanceled,
  reopenPaidPurchase,
  uncountRefundedPieces,
} from '#src/features/purchases/refunded-pieces.server.ts';
import { recordPurchaseUnshipped } from '#src/features/purchases/transitions.server.ts';
import {
  listRefundLines,
  type RefundRow,
  setRefundedPieces,
  setRefundState,
} from '#src/features/refunds/queries.server.ts';
import { countUnshipped, type RefundState } from '#src/features/refunds/rules.ts';
import { nameInLog } from '#src/flows/purchases/purchase-mails.server.ts';
import { type Actor, type NewAuditEvent, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';

const REJECTED_BY_BANK =
  'The buyer’s bank rejected this refund, and the money is back with the shop. Please ask the buyer how to pay it back, or try again.';

/**
 * Changes a refund to the state that the provider reports. Its pieces go back into stock only when it is accepted; if
 * it fails, everything is as before. The caller holds the purchase's lock.
 */
export async function moveRefund(
  tx: Tx,
  locked: PurchaseWithLines,
  refund: RefundRow,
  state: Exclude<RefundState, 'requested'>,
): Promise<void> {
  if (refund.state === state) return;
  if (state === 'failed') return failRefund(tx, locked, refund, REJECTED_BY_BANK);
  // Another refund may have been made for the same pieces since. Then only the money counts, as for a refund from the
  // dashboard.
  if (refund.state === 'failed' && !(await recountPieces(tx, refund))) return;
  await setRefundState(tx, refund.id, { state });
  if (refund.state === 'requested') await restock(tx, refund);
  if (refund.cancels && refund.state !== 'pending') await cancelPaid(tx, locked, refund);
  if (state === 'succeeded') await recordAuditEvents(tx, toAuditEvent(locked, refund, 'refund.succeeded'));
}

/** Undoes what a refund has changed, and says why. Pieces that others have bought meanwhile are not taken back. */
export async function failRefund(tx: Tx, locked: PurchaseWithLines, refund: RefundRow, why: string): Promise<void> {
  const lines = await listRefundLines(tx, refund.id);
  const missing = await takeBack(tx, locked, refund);
  await uncountRefundedPieces(tx, lines);
  if (refund.cancels) await reopenPaidPurchase(tx, refund.purchaseId);
  await recordPurchaseUnshipped(tx, refund.purchaseId);
  const lastError = missing.length > 0 ? `${why} ${describeMissing(missing)}` : why;
  await setRefundState(tx, refund.id, { state: 'failed', lastError });
  await recordAuditEvents(tx, { ...toAuditEvent(locked, refund, 'refund.failed', { error: lastError }) });
}

async function restock(tx: Tx, { id, purchaseId }: RefundRow): Promise<void> {
  const planned = (await listRefundLines(tx, id)).filter(({ restockedQuantity }) => restockedQuantity > 0);
  const holds = await listSoldHolds(tx, purchaseId);
  const pieces = [];
  for (const { orderId, restockedQuantity } of planned) {
    const hold = holds.get(orderId);
    if (!hold) continue;
    // Pieces that a failed refund left in stock are there already.
    const quantity = Math.min(restockedQuantity, hold.quantity - hold.returnedQuantity);
    if (quantity < restockedQuantity)
      await setRefundedPieces(tx, { refundId: id, orderId }, { restockedQuantity: quantity });
    if (quantity > 0) pieces.push({ orderId, toolId: hold.toolId, quantity });
  }
  await changeReturnedQuantities(tx, pieces);
  await returnSoldStock(tx, pieces);
}

interface Missing {
  itemName: string;
  quantity: number;
}

async function takeBack(
  tx: Tx,
  { lines }: PurchaseWithLines,
  { id, purchaseId, state }: RefundRow,
): Promise<Missing[]> {
  const restocked = (await listRefundLines(tx, id)).filter(({ restockedQuantity }) => restockedQuantity > 0);
  if (state === 'requested') {
    for (const { orderId } of restocked)
      await setRefundedPieces(tx, { refundId: id, orderId }, { restockedQuantity: 0 });
    return [];
  }
  const holds = await listSoldHolds(tx, purchaseId);
  const pieces = restocked.map(({ orderId, restockedQuantity }) => ({
    orderId,
    toolId: holds.get(orderId)?.toolId ?? '',
    quantity: restockedQuantity,
  }));
  const taken = pieces.length > 0 ? await takeBackStock(tx, pieces) : [];
  const missing: Missing[] = [];
  for (const [at, { orderId, quantity }] of pieces.entries()) {
    const left = quantity - (taken[at] ?? 0);
    await setRefundedPieces(tx, { refundId: id, orderId }, { restockedQuantity: left });
    const itemName = lines.find((line) => line.id === orderId)?.itemName ?? '';
    if (left > 0) missing.push({ itemName, quantity: left });
  }
  await changeReturnedQuantities(
    tx,
    pieces.map(({ orderId }, at) => ({ orderId, quantity: -(taken[at] ?? 0) })),
  );
  return missing;
}

function describeMissing(missing: readonly Missing[]): string {
  const pieces = missing.map(({ itemName, quantity }) => `${quantity} × ${itemName}`).join(', ');
  return `These pieces have been sold to others and are missing for this order: ${pieces}.`;
}

/** Counts the pieces of a formerly failed refund again. False if not all of them fit any longer. */
async function recountPieces(tx: Tx, refund: RefundRow): Promise<boolean> {
  // Another refund of this transaction may have counted some of them.
  const now = await lockPurchase(tx, refund.purchaseId);
  const pieces = (await listRefundLines(tx, refund.id)).map(({ orderId, quantity }) => {
    const line = now?.lines.find(({ id }) => id === orderId);
    return { orderId, quantity, canceledQuantity: line ? countUnshipped(line, quantity) : null };
  });
  const fitting = pieces.flatMap(({ canceledQuantity, ...piece }) =>
    canceledQuantity === null ? [] : [{ ...piece, canceledQuantity }],
  );
  if (fitting.length < pieces.length) return false;
  for (const { orderId, canceledQuantity } of fitting)
    await setRefundedPieces(tx, { refundId: refund.id, orderId }, { canceledQuantity });
  await countRefundedPieces(tx, refund.purchaseId, fitting);
  return true;
}

async function cancelPaid(tx: Tx, { purchase, lines }: PurchaseWithLines, refund: RefundRow): Promise<void> {
  const { id, reason, requestedBy } = refund;
  await recordPaidPurchaseCanceled(tx, purchase.id, reason);
  await recordAuditEvents(tx, {
    by: requestedBy ? await getDecider(tx, id) : 'provider',
    action: 'purchase.canceled',
    id: purchase.id,
    name: nameInLog(purchase, lines),
    before: { state: 'paid' },
    after: { state: 'canceled', reason },
  });
}

/** Who decided a refund, with the role that they had at that time. The audit log has it, since their role can change. */
async function getDecider(tx: Tx, refundId: string): Promise<Actor> {
  const [decider] = await tx
    .select({ userId: users.id, email: users.email, role: auditEvents.actorRole })
    .from(auditEvents)
    .innerJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(eq(auditEvents.subjectId, refundId), eq(auditEvents.action, 'refund.requested')))
    .limit(1);
  return decider?.role ? { ...decider, role: decider.role, clientAddress: null } : 'shop';
}

function toAuditEvent(
  { purchase, lines }: PurchaseWithLines,
  { id, amountMinor, state }: RefundRow,
  action: 'refund.succeeded' | 'refund.failed',
  more: { error?: string } = {},
): NewAuditEvent {
  return {
    by: 'provider',
    action,
    id,
    name: nameInLog(purchase, lines),
    before: { state },
    after: {
      state: action === 'refund.failed' ? 'failed' : 'succeeded',
      amount: minorToDecimal(amountMinor),
      number: purchase.number,
      ...more,
    },
  };
}
