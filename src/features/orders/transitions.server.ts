import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import type { OrderState } from './rules.ts';
import { orders, stockHolds } from './tables.server.ts';

/**
 * Adds to the shipped pieces of lines; a negative quantity takes back. A line is shipped once some pieces were shipped
 * and no others will be, and is paid again when that ends. Returns the new states. The caller holds the lock.
 */
export async function addShippedPieces(
  db: Queryable,
  pieces: readonly { order: string; quantity: number }[],
): Promise<Map<string, OrderState>> {
  const isComplete = sql`(shipped_quantity + change.pieces > 0 and shipped_quantity + change.pieces + canceled_quantity >= quantity)`;
  const { rows } = await db.execute<{ id: string; state: OrderState }>(sql`
    update ${orders} set shipped_quantity = shipped_quantity + change.pieces,
      state = case when ${isComplete} then 'shipped' else 'paid' end,
      shipped_at = case when ${isComplete} then coalesce(shipped_at, now()) end
    from unnest(${sql.param(pieces.map(({ order }) => order))}::text[],
      ${sql.param(pieces.map(({ quantity }) => quantity))}::int[]) as change (order_id, pieces)
    where ${orders.id} = change.order_id and ${orders.state} in ('paid', 'shipped')
    returning ${orders.id}, ${orders.state}`);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/**
 * Lets the holds of a user's unpaid orders expire now. The scheduled expiry then ends the orders, unless something else
 * does so first.
 */
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
