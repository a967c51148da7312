import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
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
import { users } from '../identity/tables.server.ts';
import type { ManagedOrder, Order, OrderQuery } from './contract.ts';
import { orderCopy } from './copy.ts';
import { LIVE_STATES } from './rules.ts';
import { orders, stockHolds, TO_SHIP } from './tables.server.ts';

export type OrderRow = typeof orders.$inferSelect;

const wireColumns = { order: orders, holdExpiresAt: stockHolds.expiresAt };

async function listOrderRows(
  db: Queryable,
  filter: SQL | undefined,
  { limit, before }: PageQuery,
): Promise<OrderWithHold[]> {
  const rows = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
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
  const where = and(owner, filterByState(query.state), containsWords(orderSearch, query.q));
  const keys = { total: orders.totalCents, quantity: orders.quantity };
  const { ids, total } = await listPageIds(db, orders, { where, keys }, query);
  const rows = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .where(whereIds(orders, ids));
  return { rows: orderByIds(ids, rows, (row) => row.order.id), total };
}

function filterByState(state: OrderQuery['state']): SQL {
  if (state === 'to_ship') return TO_SHIP;
  return state ? eq(orders.state, state) : inArray(orders.state, LIVE_STATES);
}

/** A user's own live order. Null for none, and equally for the order of another user. */
export async function getOrderOfUser(db: Queryable, userId: string, id: string): Promise<Order | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
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

/** The same, locked until the transaction ends. Every change of an order takes this lock first. */
export async function lockOrder(tx: Tx, id: string): Promise<OrderRow | null> {
  const [row] = await tx.select().from(orders).where(eq(orders.id, id)).for('update').limit(1);
  return row ?? null;
}

/** The customer of an order as they are now: their name, and whether they have proven to read the mail of its address. */
export async function getCustomer(
  db: Queryable,
  { userId }: Pick<OrderRow, 'userId'>,
): Promise<{ displayName: string; confirmed: boolean } | null> {
  const [user] = await db
    .select({ displayName: users.displayName, confirmed: users.emailConfirmed })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return user ?? null;
}

/** At most two unpaid orders of this user and total: enough to distinguish none, one and several. */
export async function listUnpaidOrdersByTotal(db: Queryable, userId: string, totalCents: number): Promise<OrderRow[]> {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'placed'), eq(orders.totalCents, totalCents)))
    .limit(2);
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

/** Ids of unpaid orders whose hold has expired, longest overdue first: of everybody, or of one user. */
export async function listOverdueOrderIds(db: Queryable, limit: number, userId?: string): Promise<string[]> {
  const theirs = userId
    ? inArray(stockHolds.orderId, db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)))
    : undefined;
  const rows = await db
    .select({ id: stockHolds.orderId })
    .from(stockHolds)
    .where(and(eq(stockHolds.state, 'held'), lt(stockHolds.expiresAt, sql`now()`), theirs))
    .orderBy(stockHolds.expiresAt)
    .limit(limit);
  return rows.map((row) => row.id);
}

interface OrderWithHold {
  order: OrderRow;
  holdExpiresAt: Date | null;
}

function toManagedOrder(row: OrderWithHold): ManagedOrder {
  const { disputeState: state, disputeDueBy } = row.order;
  return { ...toWireOrder(row), dispute: state && { state, answerBy: disputeDueBy?.toISOString() ?? null } };
}

function toWireOrder({ order, holdExpiresAt }: OrderWithHold): Order {
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
    createdAt: order.placedAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    shippedAt: order.shippedAt?.toISOString() ?? null,
    refunded: order.refundedCents > 0 ? centsToDecimal(order.refundedCents) : null,
    holdExpiresAt: order.state === 'placed' ? (holdExpiresAt?.toISOString() ?? null) : null,
  };
}
