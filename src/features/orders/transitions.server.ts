import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import type { DisputeState } from '#src/shared/dispute.ts';
import type { OrderState } from './rules.ts';
import { orders, stockHolds } from './tables.server.ts';

/** placed → paid; its hold becomes a sale. The caller holds the order's lock and has checked the state. */
export async function recordOrderPaid(db: Queryable, orderId: string, transactionId: string): Promise<void> {
  await db.update(orders).set({ state: 'paid', transactionId, paidAt: sql`now()` }).where(eq(orders.id, orderId));
  await db.update(stockHolds).set({ state: 'sold' }).where(eq(stockHolds.orderId, orderId));
}

/** paid → shipped. */
export async function recordOrderShipped(db: Queryable, orderId: string): Promise<void> {
  await db.update(orders).set({ state: 'shipped', shippedAt: sql`now()` }).where(eq(orders.id, orderId));
}

/** placed → deleted or expired; its hold is returned. The caller updates the tool's stock. */
export async function recordOrderEnded(
  db: Queryable,
  orderId: string,
  state: Extract<OrderState, 'deleted' | 'expired'>,
): Promise<void> {
  await db.update(orders).set({ state, endedAt: sql`now()` }).where(eq(orders.id, orderId));
  await db
    .update(stockHolds)
    .set({ state: 'returned' })
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

/** Lets the holds of a user's unpaid orders expire now. The scheduled expiry ends the orders if nobody does so before. */
export async function endHoldsOfUser(db: Queryable, userId: string): Promise<void> {
  const unpaid = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'placed')));
  await db
    .update(stockHolds)
    .set({ expiresAt: sql`now()` })
    .where(and(inArray(stockHolds.orderId, unpaid), eq(stockHolds.state, 'held')));
}

/** Extends a hold by an hour, while the provider is still processing its payment. */
export async function extendHold(db: Queryable, orderId: string): Promise<void> {
  await db
    .update(stockHolds)
    .set({ expiresAt: sql`now() + interval '1 hour'` })
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

/** Stores what was refunded of a paid order, and its dispute. The order stays paid. */
export async function recordRefundsAndDispute(
  db: Queryable,
  orderId: string,
  summary: { refundedCents: number; disputeState: DisputeState | null; disputeDueBy: Date | null },
): Promise<void> {
  await db
    .update(orders)
    .set({ ...summary, refundedCents: sql`least(${summary.refundedCents}::bigint, ${orders.totalCents})` })
    .where(eq(orders.id, orderId));
}
