import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { orders, stockHolds } from './tables.server.ts';

/** The sold pieces of a purchase's paid lines, and how many of them are back in stock, by the line's id. */
export async function listSoldHolds(db: Queryable, purchaseId: string) {
  const rows = await db
    .select({
      orderId: stockHolds.orderId,
      toolId: stockHolds.toolId,
      quantity: stockHolds.quantity,
      returnedQuantity: stockHolds.returnedQuantity,
    })
    .from(stockHolds)
    .innerJoin(orders, eq(orders.id, stockHolds.orderId))
    .where(and(eq(orders.purchaseId, purchaseId), eq(stockHolds.state, 'sold')));
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Counts sold pieces as back in stock; a negative quantity takes them out again. The caller updates the stock. */
export async function changeReturnedQuantities(
  db: Queryable,
  pieces: readonly { orderId: string; quantity: number }[],
): Promise<void> {
  const changed = pieces.filter(({ quantity }) => quantity !== 0);
  if (changed.length === 0) return;
  await db.execute(sql`
    update ${stockHolds} h set returned_quantity = h.returned_quantity + p.quantity
    from unnest(${sql.param(changed.map(({ orderId }) => orderId))}::text[], ${sql.param(changed.map(({ quantity }) => quantity))}::integer[])
      as p (order_id, quantity)
    where h.order_id = p.order_id`);
}
