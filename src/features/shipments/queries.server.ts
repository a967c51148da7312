import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Reader } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import type { Idempotency } from '#src/platform/idempotency.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { ListSlice } from '#src/shared/pagination.ts';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { getTrackingUrl, nameCarrier } from './carriers.ts';
import type { ManagedShipment } from './contract.ts';
import { UNDO_SECONDS } from './rules.ts';
import { shipmentLines, shipments } from './tables.server.ts';

type ShipmentRow = typeof shipments.$inferSelect;

/** A number of pieces of a line. */
export interface OrderPieces {
  order: string;
  quantity: number;
}

export interface ShipmentOfKey {
  id: string;
  number: number;
  shippedAt: Date;
  fingerprint: string | null;
  shipped: OrderPieces[];
}

/** The shipment of a purchase that this admin created with this key. The caller holds the purchase's lock. */
export async function getShipmentByKey(
  db: Queryable,
  purchaseId: string,
  userId: string,
  key: string,
): Promise<ShipmentOfKey | null> {
  const [row] = await db
    .select()
    .from(shipments)
    .where(
      and(eq(shipments.purchaseId, purchaseId), eq(shipments.shippedBy, userId), eq(shipments.idempotencyKey, key)),
    )
    .limit(1);
  if (!row) return null;
  const { id, number, shippedAt, idempotencyFingerprint: fingerprint } = row;
  return { id, number, shippedAt, fingerprint, shipped: await listPieces(db, id) };
}

/** The pieces of a shipment, in the order of the purchase's lines. */
export async function listPieces(db: Queryable, shipmentId: string): Promise<OrderPieces[]> {
  return db
    .select({ order: shipmentLines.orderId, quantity: shipmentLines.quantity })
    .from(shipmentLines)
    .innerJoin(orders, eq(orders.id, shipmentLines.orderId))
    .where(eq(shipmentLines.shipmentId, shipmentId))
    .orderBy(asc(orders.lineNumber));
}

export interface StoredShipment {
  id: string;
  number: number;
  shippedAt: Date;
}

/**
 * Stores a shipment with its lines. Its number follows the purchase's last one. The caller holds the purchase's lock.
 */
export async function insertShipment(
  db: Queryable,
  shipment: Pick<ShipmentRow, 'purchaseId' | 'carrier' | 'tracking' | 'shippedBy'> & {
    idempotency: Idempotency | null;
  },
  pieces: readonly OrderPieces[],
): Promise<StoredShipment> {
  const { idempotency, ...values } = shipment;
  const next = sql<number>`(select coalesce(max(number), 0) + 1 from ${shipments} where purchase_id = ${shipment.purchaseId})`;
  const [stored] = await db
    .insert(shipments)
    .values({
      id: newIdentifier(),
      ...values,
      number: next,
      // The transaction may have waited for the lock, but the minute begins now.
      shippedAt: sql`clock_timestamp()`,
      idempotencyKey: idempotency?.key ?? null,
      idempotencyFingerprint: idempotency?.fingerprint ?? null,
    })
    .returning({ id: shipments.id, number: shipments.number, shippedAt: shipments.shippedAt });
  if (!stored) throw new Error('the shipment was not stored');
  await db
    .insert(shipmentLines)
    .values(pieces.map(({ order, quantity }) => ({ shipmentId: stored.id, orderId: order, quantity })));
  return stored;
}

/** A shipment of this purchase, and whether its minute has not ended yet. The caller holds the purchase's lock. */
export async function getShipmentToUndo(
  db: Queryable,
  purchaseId: string,
  id: string,
): Promise<{ shipment: ShipmentRow; isFresh: boolean } | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db
    .select({
      shipment: shipments,
      isFresh: sql<boolean>`${shipments.shippedAt} > clock_timestamp() - make_interval(secs => ${UNDO_SECONDS})`,
    })
    .from(shipments)
    .where(and(eq(shipments.id, id), eq(shipments.purchaseId, purchaseId)))
    .limit(1);
  return row ?? null;
}

/** Marks a shipment as undone; it stays on record. */
export async function recordShipmentUndone(
  db: Queryable,
  id: string,
  { undoneBy, undoReason, isCorrected }: { undoneBy: string; undoReason: string; isCorrected: boolean },
): Promise<void> {
  await db
    .update(shipments)
    .set({ undoneAt: sql`clock_timestamp()`, undoneBy, undoReason, isCorrected })
    .where(eq(shipments.id, id));
}

/**
 * A purchase's newest shipments before `before`, the oldest of them first. Null if the purchase does not exist or
 * belongs to another user. A buyer does not see shipments that were undone within their minute.
 */
export async function listShipments(
  db: Queryable,
  reader: Reader,
  purchaseId: string,
  page: PageQuery,
): Promise<ListSlice<ManagedShipment> | null> {
  const owned = reader === 'shop' ? undefined : eq(purchases.userId, reader.userId);
  const [purchase] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(and(eq(purchases.id, purchaseId), owned))
    .limit(1);
  if (!purchase) return null;
  const shown = reader === 'shop' ? undefined : or(isNull(shipments.undoneAt), eq(shipments.isCorrected, true));
  return readList(db, page, {
    table: shipments,
    where: and(eq(shipments.purchaseId, purchase.id), shown),
    read: async (source, ids) => addDetails(source, await readRows(source, shipments, ids)),
  });
}

/** Reads the pieces of shipments and the people involved with two statements. */
async function addDetails(db: Queryable, rows: readonly ShipmentRow[]): Promise<ManagedShipment[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select({
      shipmentId: shipmentLines.shipmentId,
      order: orders.id,
      itemName: orders.itemName,
      quantity: shipmentLines.quantity,
    })
    .from(shipmentLines)
    .innerJoin(orders, eq(orders.id, shipmentLines.orderId))
    .where(inArray(shipmentLines.shipmentId, ids))
    .orderBy(asc(orders.lineNumber));
  const byShipment = Map.groupBy(lines, ({ shipmentId }) => shipmentId);
  const shipper = alias(users, 'shipper');
  const undoer = alias(users, 'undoer');
  const people = await db
    .select({ id: shipments.id, shippedBy: shipper.email, undoneBy: undoer.email })
    .from(shipments)
    .leftJoin(shipper, eq(shipper.id, shipments.shippedBy))
    .leftJoin(undoer, eq(undoer.id, shipments.undoneBy))
    .where(inArray(shipments.id, ids));
  const byId = new Map(people.map((one) => [one.id, one]));
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    carrier: nameCarrier(row.carrier),
    tracking: row.tracking,
    trackingUrl: getTrackingUrl(row.carrier, row.tracking),
    shippedAt: row.shippedAt.toISOString(),
    lines: (byShipment.get(row.id) ?? []).map(({ shipmentId: _, ...line }) => line),
    correctedAt: row.isCorrected ? (row.undoneAt?.toISOString() ?? null) : null,
    correctionReason: row.isCorrected ? row.undoReason : '',
    shippedBy: byId.get(row.id)?.shippedBy ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: byId.get(row.id)?.undoneBy ?? null,
    undoableUntil: getUndoableUntil(row).toISOString(),
  }));
}

/** Until when undoing a shipment leaves no trace for its buyer. */
export function getUndoableUntil({ shippedAt }: Pick<ShipmentRow, 'shippedAt'>): Date {
  return new Date(shippedAt.getTime() + UNDO_SECONDS * 1_000);
}
