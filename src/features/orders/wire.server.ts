import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';
import { purchases } from '../purchases/tables.server.ts';
import type { ManagedOrder, Order } from './contract.ts';
import { orders, stockHolds } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The columns that an order is shown from: all of its own, and some of its hold and its purchase. */
export const wireColumns = {
  order: orders,
  holdExpiresAt: stockHolds.expiresAt,
  number: purchases.number,
  purchaseEndedAt: purchases.endedAt,
  endReason: purchases.endReason,
};

export interface OrderWithHold {
  order: OrderRow;
  holdExpiresAt: Date | null;
  /** This and the next two belong to its purchase. Null until an order of an earlier version has one. */
  number: string | null;
  purchaseEndedAt: Date | null;
  endReason: string | null;
}

/** The places of these orders in their purchases. Orders that are alone in theirs, or that have ended, have none. */
export async function listPlaces(
  db: Queryable,
  rows: readonly Pick<OrderRow, 'id' | 'purchaseId'>[],
): Promise<Map<string, NonNullable<Order['line']>>> {
  const purchaseIds = [...new Set(rows.flatMap(({ purchaseId }) => purchaseId ?? []))];
  if (purchaseIds.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const found = await db.execute<{ id: string; place: number; of: number }>(sql`
    select id, place, "of" from (
      select id, (row_number() over (partition by purchase_id order by line_number))::int as place,
        (count(*) over (partition by purchase_id))::int as "of"
      from ${orders} where purchase_id = any(${sql.param(purchaseIds)}::text[]) and ended_at is null) as line
    where "of" > 1 and id = any(${sql.param(ids)}::text[])`);
  return new Map(found.rows.map(({ id, place, of }) => [id, { place, of }]));
}

/** An order as an admin sees it. `line`: its place in its purchase. */
export function toManagedOrder(row: OrderWithHold, line: Order['line']): ManagedOrder {
  const { disputeState: state, disputeDueBy } = row.order;
  return { ...toWireOrder(row, line), dispute: state && { state, answerBy: disputeDueBy?.toISOString() ?? null } };
}

/** An order on the wire. `line`: its place in its purchase. */
export function toWireOrder(row: OrderWithHold, line: Order['line']): Order {
  const { order, number, holdExpiresAt } = row;
  return {
    _id: order.id,
    toolId: order.toolId,
    name: order.name,
    email: order.email,
    quantity: order.quantity,
    price: minorToDecimal(order.totalMinor),
    unitPrice: minorToNumber(order.unitPriceMinor),
    payable: minorToDecimal(getPayable(order)),
    img: order.image,
    itemName: order.itemName,
    paid: order.paidAt !== null,
    pending: order.state === 'shipped',
    transactionId: order.transactionId,
    state: order.state,
    purchase: order.purchaseId,
    number,
    line,
    shippedQuantity: order.shippedQuantity,
    refundedQuantity: order.refundedQuantity,
    canceledQuantity: order.canceledQuantity,
    createdAt: order.placedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    shippedAt: order.shippedAt?.toISOString() ?? null,
    ...toEnd(row),
    refunded: order.refundedMinor > 0 ? minorToDecimal(order.refundedMinor) : null,
    holdExpiresAt: order.state === 'placed' ? (holdExpiresAt?.toISOString() ?? null) : null,
  };
}

/** The reason is that of its purchase, unless the order had ended before the purchase did. */
function toEnd({ order, purchaseEndedAt, endReason }: OrderWithHold): Pick<Order, 'endedAt' | 'endReason'> {
  const endedAt = order.endedAt ?? purchaseEndedAt;
  const isWithPurchase = endedAt?.getTime() === purchaseEndedAt?.getTime();
  return { endedAt: endedAt?.toISOString() ?? null, endReason: (isWithPurchase && endReason) || '' };
}
