import { and, eq, exists, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import type { DisputeState } from '#src/shared/dispute.ts';
import { type ChargedPurchase, getPayable } from '#src/shared/totals/purchase-charges.ts';
import { orders, stockHolds, TO_SHIP } from '../orders/tables.server.ts';
import { refundLines, refunds } from '../refunds/tables.server.ts';
import { NEXT_PURCHASE_SEQ_SQL, PURCHASE_NUMBER_SQL } from './purchase-numbers.server.ts';
import type { PurchaseRow, PurchaseWithLines } from './queries.server.ts';
import { shareRefund } from './refund-shares.ts';
import { purchases } from './tables.server.ts';

// The caller of each function holds the purchase's lock and has checked its state.

const unpaidLines = (purchaseId: string) => and(eq(orders.purchaseId, purchaseId), eq(orders.state, 'placed'));

/** placed → paid, with all unpaid lines; their holds become sales. Returns the purchase after that. */
export async function recordPurchasePaid(
  db: Queryable,
  purchaseId: string,
  transactionId: string,
): Promise<PurchaseRow> {
  const paid = { state: 'paid' as const, transactionId, paidAt: sql`now()` };
  const [purchase] = await db.update(purchases).set(paid).where(eq(purchases.id, purchaseId)).returning();
  if (!purchase) throw new Error('the locked purchase does not exist');
  const lines = await db.update(orders).set(paid).where(unpaidLines(purchaseId)).returning({ id: orders.id });
  await db
    .update(stockHolds)
    .set({ state: 'sold' })
    .where(
      inArray(
        stockHolds.orderId,
        lines.map(({ id }) => id),
      ),
    );
  return purchase;
}

/** placed → canceled or expired, with all unpaid lines; their holds are returned. The caller updates the stock. */
export async function recordPurchaseEnded(
  db: Queryable,
  purchaseId: string,
  { state, reason = '' }: { state: 'canceled' | 'expired'; reason?: string },
): Promise<void> {
  await db.update(purchases).set({ state, endedAt: sql`now()`, endReason: reason }).where(eq(purchases.id, purchaseId));
  const lineState = state === 'canceled' ? ('deleted' as const) : ('expired' as const);
  const lines = await db
    .update(orders)
    .set({ state: lineState, endedAt: sql`now()` })
    .where(unpaidLines(purchaseId))
    .returning({ id: orders.id });
  await returnHolds(
    db,
    lines.map(({ id }) => id),
  );
}

/** Ends one unpaid line of several. The caller charges the others anew and updates the stock. */
export async function recordLineDeleted(db: Queryable, line: { id: string }): Promise<void> {
  await db.update(orders).set({ state: 'deleted', endedAt: sql`now()` }).where(eq(orders.id, line.id));
  await returnHolds(db, [line.id]);
}

/** Stores what an unpaid purchase costs, as a whole and for each of these lines, in their order. */
export async function recordCharges(
  db: Queryable,
  purchaseId: string,
  lines: readonly { id: string; totalMinor: number; taxClass: string | null }[],
  { totals, charges }: ChargedPurchase,
): Promise<void> {
  await db
    .update(purchases)
    .set({
      totalMinor: totals.totalMinor,
      shippingMinor: totals.shipping.payableMinor,
      taxMinor: totals.taxMinor,
      charges,
    })
    .where(eq(purchases.id, purchaseId));
  await db.execute(sql`
    update ${orders} o set charges_minor = c.charges, tax_minor = c.tax, tax_class = c.class
    from unnest(${sql.param(lines.map(({ id }) => id))}::text[],
      ${sql.param(lines.map(({ totalMinor }, at) => (totals.lines[at]?.payableMinor ?? totalMinor) - totalMinor))}::bigint[],
      ${sql.param(lines.map((_, at) => totals.lines[at]?.taxMinor ?? 0))}::bigint[],
      ${sql.param(lines.map(({ taxClass }) => taxClass))}::text[]) as c (id, charges, tax, class)
    where o.id = c.id and (o.charges_minor, o.tax_minor, o.tax_class) is distinct from (c.charges, c.tax, c.class)`);
}

async function returnHolds(db: Queryable, orderIds: string[]): Promise<void> {
  await db
    .update(stockHolds)
    .set({ state: 'returned' })
    .where(and(inArray(stockHolds.orderId, orderIds), eq(stockHolds.state, 'held')));
}

/** Extends the holds of a purchase by an hour, while the provider is still processing its payment. */
export async function extendHolds(db: Queryable, purchaseId: string): Promise<void> {
  const lines = db.select({ id: orders.id }).from(orders).where(unpaidLines(purchaseId));
  await db
    .update(stockHolds)
    .set({ expiresAt: sql`now() + interval '1 hour'` })
    .where(and(inArray(stockHolds.orderId, lines), eq(stockHolds.state, 'held')));
}

/**
 * Moves an unpaid line of several into a purchase of its own, with the order's id and a new number. The new purchase
 * keeps addresses and texts. The caller charges both anew.
 */
export async function splitLine(
  db: Queryable,
  line: { id: string; purchaseId: string; totalMinor: number },
): Promise<void> {
  await db.execute(sql`
    insert into ${purchases} (id, seq, number, user_id, name, email, total_minor, currency, delivery, billing, po_number, note,
      placed_at)
    select ${line.id}, seq, ${sql.raw(PURCHASE_NUMBER_SQL)}, user_id, name, email, ${line.totalMinor}::bigint, currency, delivery,
      billing, po_number, note, placed_at
    from (select ${sql.raw(NEXT_PURCHASE_SEQ_SQL)} as seq, p.* from (
      select user_id, name, email, currency, delivery, billing, po_number, note, placed_at from ${purchases}
      where id = ${line.purchaseId}
    ) as p) as split`);
  await db.update(orders).set({ purchaseId: line.id, lineNumber: 1 }).where(eq(orders.id, line.id));
}

/** paid → shipped, once nothing of it is left to ship. */
export async function recordPurchaseShipped(db: Queryable, purchaseId: string): Promise<void> {
  const left = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.purchaseId, purchaseId), TO_SHIP));
  await db
    .update(purchases)
    .set({ state: 'shipped', shippedAt: sql`now()` })
    .where(and(eq(purchases.id, purchaseId), eq(purchases.state, 'paid'), notExists(left)));
}

/** Stores where a purchase is sent, who is billed, and the buyer's notes. */
export async function recordPurchaseTexts(
  db: Queryable,
  purchaseId: string,
  texts: Pick<PurchaseRow, 'delivery' | 'billing' | 'poNumber' | 'note'>,
): Promise<void> {
  await db.update(purchases).set(texts).where(eq(purchases.id, purchaseId));
}

/** shipped → paid, if some of it has to be shipped again, or nothing was shipped after all. */
export async function recordPurchaseUnshipped(db: Queryable, purchaseId: string): Promise<void> {
  const ofPurchase = eq(orders.purchaseId, purchaseId);
  const left = db.select({ id: orders.id }).from(orders).where(and(ofPurchase, TO_SHIP));
  const gone = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofPurchase, eq(orders.state, 'shipped')));
  await db
    .update(purchases)
    .set({ state: 'paid', shippedAt: null })
    .where(and(eq(purchases.id, purchaseId), eq(purchases.state, 'shipped'), or(exists(left), notExists(gone))));
}

/** The sums of a payment's refunds and disputes. */
export interface PaymentSummary {
  refundedMinor: number;
  disputeState: DisputeState | null;
  disputeDueBy: Date | null;
}

/** Stores what was refunded of a paid purchase, with each line's share, and its dispute. The purchase stays paid. */
export async function recordRefundsAndDispute(
  db: Queryable,
  { purchase, lines }: PurchaseWithLines,
  { refundedMinor: refunded, disputeState, disputeDueBy }: PaymentSummary,
): Promise<void> {
  const refundedMinor = Math.min(refunded, purchase.totalMinor);
  const { id: purchaseId, shippingMinor } = purchase;
  const paid = lines.filter(({ paidAt }) => paidAt !== null);
  const named = await sumNamedMinor(db, purchaseId);
  // Shipping comes last, so that what lines cannot take falls to it.
  const namedShipping = shippingMinor > 0 ? await sumNamedShipping(db, purchaseId, IN_FORCE) : 0;
  const shares = shareRefund(
    [
      ...paid.map((line) => ({ payableMinor: getPayable(line), namedMinor: named.get(line.id) ?? 0 })),
      { payableMinor: shippingMinor, namedMinor: namedShipping },
    ],
    refundedMinor,
  );
  const refundedShippingMinor = shares.pop() ?? 0;
  await db
    .update(purchases)
    .set({ refundedMinor, refundedShippingMinor, disputeState, disputeDueBy })
    .where(eq(purchases.id, purchaseId));
  await db.execute(sql`
    update ${orders} set refunded_minor = share.minor, dispute_state = ${disputeState}, dispute_due_by = ${disputeDueBy}::timestamptz
    from unnest(${sql.param(paid.map(({ id }) => id))}::text[], ${sql.param(shares)}::bigint[]) as share (id, minor)
    where ${orders.id} = share.id`);
}

type RefundState = (typeof refunds.$inferSelect)['state'];

const IN_FORCE: RefundState[] = ['pending', 'succeeded'];

/** What the refunds in force give back for each line that they name, in minor units. */
async function sumNamedMinor(db: Queryable, purchaseId: string): Promise<Map<string, number>> {
  const rows = await db
    .select({ orderId: refundLines.orderId, minor: sql<string>`sum(${refundLines.amountMinor})` })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.purchaseId, purchaseId), inArray(refunds.state, IN_FORCE)))
    .groupBy(refundLines.orderId);
  return new Map(rows.map(({ orderId, minor }) => [orderId, Number(minor)]));
}

/** What the refunds of a purchase in these states give back for its shipping, in minor units. */
export async function sumNamedShipping(
  db: Queryable,
  purchaseId: string,
  states: readonly RefundState[],
): Promise<number> {
  const [row] = await db
    .select({ minor: sql<string>`coalesce(sum(${refunds.shippingMinor}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.purchaseId, purchaseId), inArray(refunds.state, [...states])));
  return Number(row?.minor ?? 0);
}
