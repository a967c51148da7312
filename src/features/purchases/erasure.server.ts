import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { orders, TO_SHIP } from '../orders/tables.server.ts';
import { purchases } from './tables.server.ts';

/** Whether anything that this user has paid for is still to be shipped. */
export async function hasOrdersToShip(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), TO_SHIP))
    .limit(1);
  return rows.length > 0;
}

/** Ids of a user's unpaid purchases, some of them. */
export async function listUnpaidPurchaseIds(db: Queryable, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: sql<string>`coalesce(${orders.purchaseId}, ${orders.id})` })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'placed')))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Removes names, addresses and texts from a user's purchases that ended unpaid, and from their lines. A trigger only
 * allows that for these purchases. Returns their ids.
 */
export async function anonymizeUnpaidPurchases(tx: Queryable, userId: string): Promise<string[]> {
  const erased = await tx
    .update(purchases)
    .set({ name: '', email: '', delivery: null, billing: null, poNumber: '', note: '', endReason: '' })
    .where(
      and(eq(purchases.userId, userId), isNull(purchases.paidAt), inArray(purchases.state, ['canceled', 'expired'])),
    )
    .returning({ id: purchases.id });
  const ids = erased.map(({ id }) => id);
  // An order of an earlier version may have no purchase yet, which will get its name from the order.
  await tx
    .update(orders)
    .set({ name: '', email: '' })
    .where(
      and(
        eq(orders.userId, userId),
        inArray(orders.state, ['deleted', 'expired']),
        sql`(${orders.purchaseId} is null or ${orders.purchaseId} = any(${sql.param(ids)}::text[]))`,
      ),
    );
  return ids;
}
