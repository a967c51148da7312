import { asc, desc, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { paymentRefunds, payments } from '../payments/tables.server.ts';
import { MAX_REFUNDS } from './rules.ts';
import { refundLines, refunds } from './tables.server.ts';

/**
 * The reason of the shop's refund behind one of the provider's, with its pieces. Null for one made in its dashboard.
 */
export async function getReportedRefund(db: Queryable, providerRefundId: string) {
  const [refund] = await db.select().from(refunds).where(eq(refunds.providerRefundId, providerRefundId)).limit(1);
  if (!refund) return null;
  const lines = await db
    .select({ itemName: orders.itemName, quantity: refundLines.quantity, amountMinor: refundLines.amountMinor })
    .from(refundLines)
    .innerJoin(orders, eq(orders.id, refundLines.orderId))
    .where(eq(refundLines.refundId, refund.id))
    .orderBy(asc(orders.lineNumber));
  return { refund, lines };
}

/** The refunds of a purchase, oldest first, with their lines and who decided them. Their number is bounded. */
export async function listRefundsOfPurchase(db: Queryable, purchaseId: string) {
  const rows = await db
    .select({ refund: refunds, by: users.displayName })
    .from(refunds)
    .leftJoin(users, eq(users.id, refunds.requestedBy))
    .where(eq(refunds.purchaseId, purchaseId))
    .orderBy(asc(refunds.seq))
    .limit(MAX_REFUNDS);
  const lines = await db
    .select({ line: refundLines, itemName: orders.itemName })
    .from(refundLines)
    .innerJoin(orders, eq(orders.id, refundLines.orderId))
    .where(
      inArray(
        refundLines.refundId,
        rows.map(({ refund }) => refund.id),
      ),
    )
    .orderBy(asc(orders.lineNumber));
  const byRefund = Map.groupBy(lines, ({ line }) => line.refundId);
  return rows.map((row) => ({ ...row, lines: byRefund.get(row.refund.id) ?? [] }));
}

/** The provider lists a hundred per payment. Payments that came too late have one refund each. */
const MAX_AT_PROVIDER = 200;

/**
 * The refunds of a purchase as the provider has reported them, oldest first: of all its payments, each with its state.
 * `own` is the shop's record. A refund from the dashboard only has one if it returned all the money, and then nobody in
 * the shop decided it.
 */
export async function listProviderRefunds(db: Queryable, purchaseId: string) {
  const rows = await db
    .select({
      refund: paymentRefunds,
      paymentState: payments.state,
      own: {
        id: refunds.id,
        reason: refunds.reason,
        requestedBy: refunds.requestedBy,
        shippingMinor: refunds.shippingMinor,
      },
    })
    .from(payments)
    .innerJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.id))
    .leftJoin(refunds, eq(refunds.providerRefundId, paymentRefunds.id))
    .where(eq(payments.purchaseId, purchaseId))
    .orderBy(desc(paymentRefunds.createdAt), desc(paymentRefunds.id))
    .limit(MAX_AT_PROVIDER);
  return rows.reverse();
}

/** The pieces of these refunds. */
export async function listLinesOfRefunds(db: Queryable, refundIds: readonly string[]) {
  return refundIds.length > 0
    ? db
        .select()
        .from(refundLines)
        .where(inArray(refundLines.refundId, [...refundIds]))
    : [];
}
