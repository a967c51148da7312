import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  containsWords,
  createdBefore,
  listPageIds,
  orderByIds,
  searchText,
  whereIds,
} from '#src/platform/pagination.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { centsToDecimal, centsToNumber } from '#src/shared/money.ts';
import type { SearchResult } from '#src/shared/pagination.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { readPurchaseNumber } from '#src/shared/purchase-number.ts';
import { purchases, TO_CANCEL, WITHOUT_ADDRESS } from '../purchases/tables.server.ts';
import type { ManagedOrder, Order, OrderQuery } from './contract.ts';
import { orderCopy } from './copy.ts';
import { LIVE_STATES } from './rules.ts';
import { orders, stockHolds, TO_SHIP } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;

/** The lines of an order's purchase that have not ended, by one scan of its index. */
const LINES = sql`from ${orders} as l where l.purchase_id = ${orders.purchaseId} and l.ended_at is null`;

/** What is shown of an order: beside its own columns, of its hold and its purchase. */
export const wireColumns = {
  order: orders,
  holdExpiresAt: stockHolds.expiresAt,
  number: purchases.number,
  place: sql<number>`(select count(*)::int ${LINES} and l.line_number <= ${orders.lineNumber})`,
  lineCount: sql<number>`(select count(*)::int ${LINES})`,
};

/** The purchases come first, by the small index of their condition, and then their lines. */
const linesToShipOf = (condition: SQL) => sql`select l.id from (select id from ${purchases} where ${condition}) as p
  join ${orders} as l on l.purchase_id = p.id
  where l.state = 'paid' and l.refunded_cents < l.total_cents and l.refunded_quantity < l.quantity`;

/** Ids of the orders to ship that nobody said where to send. */
export const ORDERS_WITHOUT_ADDRESS = linesToShipOf(WITHOUT_ADDRESS);

/** Ids of the orders to ship whose buyer asks to cancel them. */
export const ORDERS_TO_CANCEL = linesToShipOf(TO_CANCEL);

async function listOrderRows(
  db: Queryable,
  filter: SQL | undefined,
  { limit, before }: PageQuery,
): Promise<OrderWithHold[]> {
  const rows = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(and(filter, createdBefore(orders, before), inArray(orders.state, LIVE_STATES)))
    .orderBy(desc(orders.seq))
    .limit(limit);
  return rows.reverse();
}

/** The newest orders of everyone, oldest first. */
export async function listOrders(db: Queryable, page: PageQuery): Promise<ManagedOrder[]> {
  return (await listOrderRows(db, undefined, page)).map(toManagedOrder);
}

/** The newest orders of one user, oldest first. */
export async function listOrdersByUser(db: Queryable, userId: string, page: PageQuery): Promise<Order[]> {
  return (await listOrderRows(db, eq(orders.userId, userId), page)).map(toWireOrder);
}

/** The columns that an order search reads. */
export const orderSearch = searchText(orders.itemName, orders.name, orders.email, orders.id, orders.transactionId);

/** A page of a search in everyone's live orders. */
export async function searchOrders(db: Queryable, query: OrderQuery): Promise<SearchResult<ManagedOrder>> {
  const { rows, total } = await searchOrderRows(db, query, undefined);
  return { rows: rows.map(toManagedOrder), total };
}

/** A page of a search in one user's live orders. */
export async function searchOrdersByUser(
  db: Queryable,
  userId: string,
  query: OrderQuery,
): Promise<SearchResult<Order>> {
  const { rows, total } = await searchOrderRows(db, query, eq(orders.userId, userId));
  return { rows: rows.map(toWireOrder), total };
}

async function searchOrderRows(
  db: Queryable,
  query: OrderQuery,
  owner: SQL | undefined,
): Promise<SearchResult<OrderWithHold>> {
  const where = and(owner, filterByState(query.state), matchesWords(query.q));
  const keys = { total: orders.totalCents, quantity: orders.quantity };
  const { ids, total } = await listPageIds(db, orders, { where, keys }, query);
  const rows = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(whereIds(orders, ids));
  return { rows: orderByIds(ids, rows, (row) => row.order.id), total };
}

/** A whole number finds the lines of its purchase; anything else is searched for in what an order says. */
function matchesWords(q: string | undefined): SQL | undefined {
  const number = readPurchaseNumber(q ?? '');
  if (!number) return containsWords(orderSearch, q);
  return sql`${orders.purchaseId} = (select ${purchases.id} from ${purchases} where ${purchases.number} = ${number})`;
}

function filterByState(state: OrderQuery['state']): SQL {
  switch (state) {
    case 'to_ship':
      return TO_SHIP;
    case 'without_address':
      return sql`${orders.id} in (${ORDERS_WITHOUT_ADDRESS})`;
    case 'to_cancel':
      return sql`${orders.id} in (${ORDERS_TO_CANCEL})`;
    default:
      return state ? eq(orders.state, state) : inArray(orders.state, LIVE_STATES);
  }
}

/** A user's own live order. Null for none, and equally for the order of another user. */
export async function getOrderOfUser(db: Queryable, userId: string, id: string): Promise<Order | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(and(eq(orders.id, id), eq(orders.userId, userId), inArray(orders.state, LIVE_STATES)))
    .limit(1);
  return row ? toWireOrder(row) : null;
}

/**
 * Why a user has no such order: their own ended one says so, with its tool. The order of another user looks like none.
 */
export async function describeMissingOrder(db: Queryable, userId: string, id: string): Promise<Failure> {
  const order = await getOrder(db, id);
  const isOwn = order?.userId === userId;
  if (isOwn && (order.state === 'deleted' || order.state === 'expired'))
    return fail('not_found', {
      detail: orderCopy.ended[order.state],
      extra: { state: order.state, toolId: order.toolId },
    });
  return fail('not_found', { detail: orderCopy.ended.unknown });
}

/** An order in any state. Null for unknown and malformed ids. */
export async function getOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).limit(1);
  return row ?? null;
}

export async function getOrderByIdempotencyKey(db: Queryable, userId: string, key: string) {
  const [row] = await db
    .select({ id: orders.id, fingerprint: orders.idempotencyFingerprint, holdExpiresAt: stockHolds.expiresAt })
    .from(orders)
    .innerJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
    .limit(1);
  return row ?? null;
}

export interface OrderWithHold {
  order: OrderRow;
  /** Of its purchase; null until an order of an earlier version has one. */
  number: string | null;
  holdExpiresAt: Date | null;
  place: number;
  lineCount: number;
}

/** An order as an admin sees it. */
export function toManagedOrder(row: OrderWithHold): ManagedOrder {
  const { disputeState: state, disputeDueBy } = row.order;
  return { ...toWireOrder(row), dispute: state && { state, answerBy: disputeDueBy?.toISOString() ?? null } };
}

/** An order on the wire. */
function toWireOrder({ order, number, holdExpiresAt, place, lineCount }: OrderWithHold): Order {
  return {
    _id: order.id,
    toolId: order.toolId,
    name: order.name,
    email: order.email,
    quantity: order.quantity,
    price: centsToDecimal(order.totalCents),
    unitPrice: centsToNumber(order.unitPriceCents),
    img: order.image,
    itemName: order.itemName,
    paid: order.paidAt !== null,
    pending: order.state === 'shipped',
    transactionId: order.transactionId,
    state: order.state,
    purchase: order.purchaseId,
    number,
    line: lineCount > 1 && order.endedAt === null ? { place, of: lineCount } : null,
    shippedQuantity: order.shippedQuantity,
    refundedQuantity: order.refundedQuantity,
    canceledQuantity: order.canceledQuantity,
    createdAt: order.placedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    shippedAt: order.shippedAt?.toISOString() ?? null,
    refunded: order.refundedCents > 0 ? centsToDecimal(order.refundedCents) : null,
    holdExpiresAt: order.state === 'placed' ? (holdExpiresAt?.toISOString() ?? null) : null,
  };
}
