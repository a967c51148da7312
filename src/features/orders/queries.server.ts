import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { isThere, searchPageIds } from '#src/platform/folded-search.server.ts';
import { readList } from '#src/platform/lists.server.ts';
import { countRows, listPageIds, orderByIds, type PageIds, whereIds } from '#src/platform/pagination.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { MAX_TOTAL, toSearchWords } from '#src/shared/pagination.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { purchases, TO_CANCEL, WITHOUT_ADDRESS } from '../purchases/tables.server.ts';
import type { Order, OrderQuery } from './contract.ts';
import { orderCopy } from './copy.ts';
import { LIVE_STATES } from './rules.ts';
import { type FindReferences, searchOrders } from './search-orders.server.ts';
import { ENDED, orders, stockHolds, TO_SHIP } from './tables.server.ts';
import {
  listPlaces,
  type OrderRow,
  type OrderWithHold,
  toManagedOrder,
  toWireOrder,
  wireColumns,
} from './wire.server.ts';

/** Finds the purchases first, by the small index with their condition, and then their lines. */
const linesToShipOf = (condition: SQL) => sql`select l.id from (select id from ${purchases} where ${condition}) as p
  join ${orders} as l on l.purchase_id = p.id
  where l.state = 'paid' and l.refunded_minor < l.total_minor + l.charges_minor and l.refunded_quantity < l.quantity`;

/** Ids of the orders to ship that lack a delivery address. */
const ORDERS_WITHOUT_ADDRESS = linesToShipOf(WITHOUT_ADDRESS);

/** Ids of the orders to ship whose buyer asks to cancel them. */
const ORDERS_TO_CANCEL = linesToShipOf(TO_CANCEL);

/** Rows as they are on the wire. Their places in their purchases take one more statement. */
async function addPlaces<Wire>(
  db: Queryable,
  rows: readonly OrderWithHold[],
  toWire: (row: OrderWithHold, line: Order['line']) => Wire,
): Promise<Wire[]> {
  const places = await listPlaces(
    db,
    rows.map(({ order }) => order),
  );
  return rows.map((row) => toWire(row, places.get(row.order.id) ?? null));
}

/** Everyone's orders: the live ones, unless the query asks for ended ones. */
export function listOrders(db: Queryable, query: OrderQuery, findReferences: FindReferences) {
  return readOrders(db, { query, findReferences, userId: null }, toManagedOrder);
}

/** The same for one user. */
export function listOrdersByUser(db: Queryable, userId: string, query: OrderQuery, findReferences: FindReferences) {
  return readOrders(db, { query, findReferences, userId }, toWireOrder);
}

interface OrderSearch {
  query: OrderQuery;
  findReferences: FindReferences;
  /** Null for everyone's. */
  userId: string | null;
}

const ownedBy = (userId: string | null): SQL | undefined => (userId === null ? undefined : eq(orders.userId, userId));

function readOrders<Wire>(
  db: Queryable,
  search: OrderSearch,
  toWire: (row: OrderWithHold, line: Order['line']) => Wire,
) {
  return readList(db, search.query, {
    table: orders,
    where: and(ownedBy(search.userId), inArray(orders.state, LIVE_STATES)),
    search: (source) => listOrderIds(source, search),
    read: async (source, ids) => addPlaces(source, await readOrderRows(source, ids), toWire),
  });
}

async function readOrderRows(db: Queryable, ids: readonly string[]): Promise<OrderWithHold[]> {
  const rows = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(whereIds(orders, ids));
  return orderByIds(ids, rows, (row) => row.order.id);
}

/**
 * The number of a purchase finds its lines, in any state. Everything else is searched for in orders and their purchases.
 */
async function listOrderIds(db: Queryable, { query, findReferences, userId }: OrderSearch): Promise<PageIds> {
  const { q = '', state } = query;
  const buyer = ownedBy(userId);
  const keys = { total: orders.totalMinor, quantity: orders.quantity };
  const isCommon = await isCommonState(db, state);
  const inState = state && (isCommon ? LACKS_ADDRESS : filterByState(state));
  const references = toSearchWords(q).length > 0 ? await findReferences(db, q, userId) : null;
  if (references?.isNumber) {
    const ofPurchase = inArray(orders.purchaseId, [...references.purchaseIds]);
    return listPageIds(db, orders, { where: and(buyer, inState, ofPurchase), keys }, query);
  }
  const ofNumber = references?.numberedIds.length ? inArray(orders.purchaseId, [...references.numberedIds]) : undefined;
  const live = inState ? undefined : or(filterByState(undefined), ofNumber);
  const counted = isCommon && !buyer ? COUNTED_WITHOUT_ADDRESS : undefined;
  const narrow = and(buyer, inState);
  if (!references) return listPageIds(db, orders, { where: and(live, narrow), keys, counted }, query);
  return searchPageIds(db, orders, searchOrders(q, references), { where: live, narrow, keys, counted }, query);
}

/** Reads each order to ship: for shops where most orders lack an address, such as those with older clients. */
const LACKS_ADDRESS = and(
  TO_SHIP,
  isThere(sql`from ${purchases} where ${purchases.id} = ${orders.purchaseId} and ${WITHOUT_ADDRESS}`),
);

/**
 * Each of these purchases has a line to ship (invariant 3), so if there are more than are counted, there are as many
 * lines.
 */
const COUNTED_WITHOUT_ADDRESS = sql`select from ${purchases} where ${WITHOUT_ADDRESS}`;

/** Whether so many orders lack an address that finding all of them first would take long. */
async function isCommonState(db: Queryable, state: OrderQuery['state']): Promise<boolean> {
  return state === 'without_address' && (await countRows(db, purchases, { where: WITHOUT_ADDRESS })) > MAX_TOTAL;
}

function filterByState(state: OrderQuery['state']): SQL {
  switch (state) {
    case 'to_ship':
      return TO_SHIP;
    case 'ended':
      return ENDED;
    case 'without_address':
      return sql`${orders.id} in (${ORDERS_WITHOUT_ADDRESS})`;
    case 'to_cancel':
      return sql`${orders.id} in (${ORDERS_TO_CANCEL})`;
    default:
      return state ? eq(orders.state, state) : inArray(orders.state, LIVE_STATES);
  }
}

/** A user's own live order. Null if it does not exist or belongs to another user. */
export async function getOrderOfUser(db: Queryable, userId: string, id: string): Promise<Order | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(and(eq(orders.id, id), eq(orders.userId, userId), inArray(orders.state, LIVE_STATES)))
    .limit(1);
  return row ? ((await addPlaces(db, [row], toWireOrder))[0] ?? null) : null;
}

/**
 * Why a user has no such order. If it is their own and has ended, this says so, with its tool, its number and the
 * reason. Another user's order looks like one that does not exist.
 */
export async function describeMissingOrder(db: Queryable, userId: string, id: string): Promise<Failure> {
  const unknown = fail('not_found', { detail: orderCopy.ended.unknown });
  if (!identifierSchema.safeParse(id).success) return unknown;
  const [row] = await db
    .select(wireColumns)
    .from(orders)
    .leftJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .leftJoin(purchases, eq(purchases.id, orders.purchaseId))
    .where(and(eq(orders.id, id), eq(orders.userId, userId), inArray(orders.state, ['deleted', 'expired'])))
    .limit(1);
  if (!row) return unknown;
  const { state, toolId, number, endReason } = toWireOrder(row, null);
  const detail = state === 'expired' ? orderCopy.ended.expired : orderCopy.ended.deleted;
  return fail('not_found', { detail, extra: { state, toolId, number, endReason } });
}

/** An order in any state. Null for unknown and malformed ids. */
export async function getOrder(db: Queryable, id: string): Promise<OrderRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).limit(1);
  return row ?? null;
}

export async function getOrderByIdempotencyKey(db: Queryable, userId: string, key: string) {
  const [row] = await db
    .select({
      id: orders.id,
      totalMinor: orders.totalMinor,
      chargesMinor: orders.chargesMinor,
      fingerprint: orders.idempotencyFingerprint,
      holdExpiresAt: stockHolds.expiresAt,
    })
    .from(orders)
    .innerJoin(stockHolds, eq(stockHolds.orderId, orders.id))
    .where(and(eq(orders.userId, userId), eq(orders.idempotencyKey, key)))
    .limit(1);
  return row ?? null;
}
