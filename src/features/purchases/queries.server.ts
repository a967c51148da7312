import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { users } from '../identity/tables.server.ts';
import { orders, stockHolds } from '../orders/tables.server.ts';
import { purchases } from './tables.server.ts';

/** The failure for an unknown purchase, and for one that the caller may not see. */
export const NO_PURCHASE = fail('not_found', { detail: 'There is no such order.' });

export type PurchaseRow = typeof purchases.$inferSelect;
export type LineRow = typeof orders.$inferSelect;

/** A purchase with all its lines in their order, including ended ones. */
export interface PurchaseWithLines {
  purchase: PurchaseRow;
  lines: LineRow[];
}

/** The lines that still belong to a purchase: without those that ended before it did. */
export function listStandingLines({ purchase, lines }: PurchaseWithLines): LineRow[] {
  return lines.filter(({ endedAt }) => endedAt === null || endedAt.getTime() === purchase.endedAt?.getTime());
}

/**
 * The purchase of an order. An order of an earlier version may have none yet: its purchase will have the order's id.
 */
export function getPurchaseId({ id, purchaseId }: Pick<LineRow, 'id' | 'purchaseId'>): string {
  return purchaseId ?? id;
}

/**
 * Locks a purchase and its lines until the transaction ends. Every change of either takes this lock first. An order of
 * an earlier version gets its purchase now. Null for unknown ids.
 */
export async function lockPurchase(tx: Tx, id: string): Promise<PurchaseWithLines | null> {
  const purchase = await getOrCreatePurchase(tx, id, () => lockPurchaseRow(tx, id));
  if (!purchase) return null;
  const lines = await tx
    .select()
    .from(orders)
    .where(eq(orders.purchaseId, id))
    .orderBy(asc(orders.lineNumber))
    .for('update');
  return { purchase, lines };
}

async function lockPurchaseRow(tx: Tx, id: string): Promise<PurchaseRow | null> {
  const [purchase] = await tx.select().from(purchases).where(eq(purchases.id, id)).for('update').limit(1);
  return purchase ?? null;
}

/**
 * Reads a purchase. If there is none yet, creates the purchase of an order of an earlier version and reads again. Null
 * for malformed ids.
 */
export async function getOrCreatePurchase(
  db: Queryable,
  id: string,
  read: () => Promise<PurchaseRow | null>,
): Promise<PurchaseRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const found = await read();
  if (found) return found;
  // It may create none because somebody else has just done so. Therefore the second read always follows.
  await createPurchasesOfOrders(db, [id]);
  return read();
}

/** Creates the purchases of orders of earlier versions that have none. Returns how many. */
export async function createPurchasesOfOrders(db: Queryable, orderIds: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(
    sql`select create_purchases_of_orders(${sql.param([...orderIds])}::text[]) as count`,
  );
  return Number(rows[0]?.count ?? 0);
}

/**
 * Makes PostgreSQL collect statistics about purchases, and about orders by purchase, when the first ones exist. It does
 * so by itself, but up to a minute later. Until then, it reads all purchases for each order of a list.
 */
export async function countForPlanner(db: Queryable): Promise<void> {
  await db.execute(sql`analyze (skip_locked) ${purchases}, ${orders} (purchase_id, line_number)`);
}

/** Ids of orders that have no purchase yet, oldest first. */
export async function listOrdersWithoutPurchase(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(sql`${orders.purchaseId} is null`)
    .orderBy(asc(orders.seq))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A purchase in any state; null for unknown and malformed ids. */
export async function getPurchase(db: Queryable, id: string): Promise<PurchaseRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(purchases).where(eq(purchases.id, id)).limit(1);
  return row ?? null;
}

/** A purchase in any state with all its lines. One of an earlier version is returned as it will be. */
export async function getPurchaseWithLines(db: Queryable, id: string): Promise<PurchaseWithLines | null> {
  const purchase = await getOrCreatePurchase(db, id, () => getPurchase(db, id));
  if (!purchase) return null;
  const lines = await db.select().from(orders).where(eq(orders.purchaseId, id)).orderBy(asc(orders.lineNumber));
  return { purchase, lines };
}

/** The customer's current name, and whether they have proven that they read the mail at their address. */
export async function getCustomer(
  db: Queryable,
  { userId }: Pick<PurchaseRow, 'userId'>,
): Promise<{ displayName: string; confirmed: boolean } | null> {
  const [user] = await db
    .select({ displayName: users.displayName, confirmed: users.emailConfirmed })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return user ?? null;
}

/**
 * At most two purchases or orders of a user that `{price}` alone may mean: unpaid orders with this total, and unpaid
 * purchases of several lines, with or without what tax and shipping add. Two are enough to tell none, one and several apart.
 */
export async function listUnpaidByTotal(
  db: Queryable,
  userId: string,
  totalMinor: number,
): Promise<{ purchaseId: string; lineId: string | null }[]> {
  const { rows } = await db.execute<{ purchase_id: string; line_id: string | null }>(sql`
    select coalesce(purchase_id, id) as purchase_id, id as line_id from ${orders}
      where user_id = ${userId} and state = 'placed' and total_minor = ${totalMinor}
    union all
    select p.id, null from ${purchases} p where p.user_id = ${userId} and p.state = 'placed'
      and (p.total_minor = ${totalMinor} or (p.charges is not null and ${totalMinor} =
        (select sum(o.total_minor) from ${orders} o where o.purchase_id = p.id and o.state = 'placed')))
      -- The branch above finds a single line by its price; its purchase may cost more.
      and (select count(*) > 1 or (p.charges is not null and bool_and(o.total_minor <> ${totalMinor}))
        from (select total_minor from ${orders} where purchase_id = p.id and state = 'placed' limit 2) as o)
    limit 2`);
  return rows.map((row) => ({ purchaseId: row.purchase_id, lineId: row.line_id }));
}

export async function getPurchaseByIdempotencyKey(db: Queryable, userId: string, key: string) {
  const [row] = await db
    .select({
      id: purchases.id,
      number: purchases.number,
      totalMinor: purchases.totalMinor,
      taxMinor: purchases.taxMinor,
      charges: purchases.charges,
      fingerprint: purchases.idempotencyFingerprint,
    })
    .from(purchases)
    .where(and(eq(purchases.userId, userId), eq(purchases.idempotencyKey, key)))
    .limit(1);
  return row ?? null;
}

/** Ids of the lines that still belong to a purchase, and until when they hold their stock. */
export async function listHeldLines(db: Queryable, purchaseId: string) {
  return db
    .select({ id: orders.id, expiresAt: stockHolds.expiresAt })
    .from(orders)
    .innerJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .innerJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(and(eq(orders.purchaseId, purchaseId), or(isNull(orders.endedAt), eq(orders.endedAt, purchases.endedAt))))
    .orderBy(asc(orders.lineNumber));
}

/**
 * Where a list of overdue holds continues. The time is text: a Date has no microseconds and would repeat or skip holds.
 */
export interface OverdueHold {
  expiresAt: string;
  orderId: string;
}

export const OVERDUE_HOLDS = and(eq(stockHolds.state, 'held'), lt(stockHolds.expiresAt, sql`now()`));

/**
 * Unpaid purchases with expired holds, longest overdue first: everybody's, or one user's. `last` is the last hold that
 * was read, for the next call; null if there are no more. A purchase of many lines may be returned again then.
 */
export async function listOverduePurchaseIds(
  db: Queryable,
  limit: number,
  { userId, after }: { userId?: string | undefined; after?: OverdueHold | null } = {},
): Promise<{ ids: string[]; last: OverdueHold | null }> {
  const rows = await db
    .select({
      id: sql<string>`coalesce(${orders.purchaseId}, ${orders.id})`,
      orderId: stockHolds.orderId,
      expiresAt: sql<string>`${stockHolds.expiresAt}::text`,
    })
    .from(stockHolds)
    .innerJoin(orders, eq(orders.id, stockHolds.orderId))
    .where(
      and(
        OVERDUE_HOLDS,
        userId ? eq(orders.userId, userId) : undefined,
        after
          ? sql`(${stockHolds.expiresAt}, ${stockHolds.orderId}) > (${after.expiresAt}::timestamptz, ${after.orderId})`
          : undefined,
      ),
    )
    .orderBy(stockHolds.expiresAt, stockHolds.orderId)
    .limit(limit);
  return { ids: [...new Set(rows.map(({ id }) => id))], last: rows.length < limit ? null : (rows.at(-1) ?? null) };
}
