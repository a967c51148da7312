import { and, eq, sql } from 'drizzle-orm';
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

/** placed → deleted or expired; its hold goes back to the shelf. The tool's own count is the caller's to change. */
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

/** A hold whose payment the provider is still working on gets another hour: its buyer has done their part. */
export async function extendHold(db: Queryable, orderId: string): Promise<void> {
  await db
    .update(stockHolds)
    .set({ expiresAt: sql`now() + interval '1 hour'` })
    .where(and(eq(stockHolds.orderId, orderId), eq(stockHolds.state, 'held')));
}

/** What came back of the money of a paid order. Its state stays: paid never becomes unpaid. */
export async function recordRefundsAndDispute(
  db: Queryable,
  orderId: string,
  given: { refundedCents: number; disputeState: DisputeState | null; disputeDueBy: Date | null },
): Promise<void> {
  await db
    .update(orders)
    .set({ ...given, refundedCents: sql`least(${given.refundedCents}::bigint, ${orders.totalCents})` })
    .where(eq(orders.id, orderId));
}
