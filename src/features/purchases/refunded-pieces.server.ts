import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { orders } from '../orders/tables.server.ts';
import type { PurchaseRow } from './queries.server.ts';
import { purchases } from './tables.server.ts';
import { recordPurchaseShipped, sumNamedShipping } from './transitions.server.ts';

// The caller of each function holds the purchase's lock.

export interface RefundedLinePieces {
  orderId: string;
  quantity: number;
  /** How many of them were not shipped. */
  canceledQuantity: number;
}

/**
 * Counts pieces as refunded, so that nobody ships those that are left. If all other pieces of a line were shipped, the
 * line is shipped now.
 */
export async function countRefundedPieces(
  db: Queryable,
  purchaseId: string,
  pieces: readonly RefundedLinePieces[],
): Promise<void> {
  const isShipped = sql`o.state = 'paid' and o.shipped_quantity > 0 and o.shipped_quantity + o.canceled_quantity + p.canceled >= o.quantity`;
  await updateLines(
    db,
    pieces,
    sql`refunded_quantity = o.refunded_quantity + p.quantity, canceled_quantity = o.canceled_quantity + p.canceled,
      state = case when ${isShipped} then 'shipped' else o.state end,
      shipped_at = case when ${isShipped} then now() else o.shipped_at end`,
  );
  const [shipped] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.purchaseId, purchaseId), sql`${orders.shippedQuantity} > 0`))
    .limit(1);
  if (shipped) await recordPurchaseShipped(db, purchaseId);
}

/** The reverse, for a refund that failed. These pieces may have to be shipped again. */
export async function uncountRefundedPieces(db: Queryable, pieces: readonly RefundedLinePieces[]): Promise<void> {
  const isOpen = sql`o.state = 'shipped' and o.shipped_quantity + o.canceled_quantity - p.canceled < o.quantity`;
  await updateLines(
    db,
    pieces,
    sql`refunded_quantity = o.refunded_quantity - p.quantity, canceled_quantity = o.canceled_quantity - p.canceled,
      state = case when ${isOpen} then 'paid' else o.state end,
      shipped_at = case when ${isOpen} then null else o.shipped_at end`,
  );
}

async function updateLines(db: Queryable, pieces: readonly RefundedLinePieces[], change: SQL): Promise<void> {
  if (pieces.length === 0) return;
  await db.execute(sql`
    update ${orders} o set ${change}
    from unnest(${sql.param(pieces.map(({ orderId }) => orderId))}::text[],
      ${sql.param(pieces.map(({ quantity }) => quantity))}::integer[],
      ${sql.param(pieces.map(({ canceledQuantity }) => canceledQuantity))}::integer[]) as p (order_id, quantity, canceled)
    where o.id = p.order_id`);
}

/** paid → canceled, when everything is refunded before anything was shipped. */
export async function recordPaidPurchaseCanceled(db: Queryable, purchaseId: string, reason: string): Promise<void> {
  await db
    .update(purchases)
    .set({ state: 'canceled', endedAt: sql`now()`, endReason: reason })
    .where(and(eq(purchases.id, purchaseId), eq(purchases.state, 'paid')));
}

/** canceled → paid, if the refund that canceled it has failed. */
export async function reopenPaidPurchase(db: Queryable, purchaseId: string): Promise<void> {
  await db
    .update(purchases)
    .set({ state: 'paid', endedAt: null, endReason: '' })
    .where(and(eq(purchases.id, purchaseId), eq(purchases.state, 'canceled'), sql`${purchases.paidAt} is not null`));
}

/** Stores that the buyer asks to cancel; null removes the request. A second request changes nothing. */
export async function setCancelRequest(db: Queryable, purchaseId: string, reason: string | null): Promise<void> {
  await db
    .update(purchases)
    .set(
      reason === null
        ? { cancelRequestedAt: null, cancelRequestReason: '' }
        : { cancelRequestedAt: sql`now()`, cancelRequestReason: reason },
    )
    .where(eq(purchases.id, purchaseId));
}

/**
 * Removes the request of a purchase that was refunded in full but continues because some of it was shipped. A canceled
 * purchase keeps its request, which is open again if its refund fails.
 */
export async function closeCancelRequest(db: Queryable, purchaseId: string): Promise<void> {
  await db
    .update(purchases)
    .set({ cancelRequestedAt: null, cancelRequestReason: '' })
    .where(
      and(
        eq(purchases.id, purchaseId),
        inArray(purchases.state, ['paid', 'shipped']),
        isNotNull(purchases.cancelRequestedAt),
      ),
    );
}

/** How much of a purchase's shipping is left to refund, in minor units. Refunds that may still fail count as made. */
export async function countLeftShipping(
  db: Queryable,
  { id, shippingMinor }: Pick<PurchaseRow, 'id' | 'shippingMinor'>,
): Promise<number> {
  if (shippingMinor === 0) return 0;
  return Math.max(0, shippingMinor - (await sumNamedShipping(db, id, ['requested', 'pending', 'succeeded'])));
}
