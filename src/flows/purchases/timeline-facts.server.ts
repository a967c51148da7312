import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#src/features/identity/tables.server.ts';
import { mails } from '#src/features/mail/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { listProviderRefunds } from '#src/features/refunds/refund-lists.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import { shipmentLines, shipments } from '#src/features/shipments/tables.server.ts';
import { auditEvents } from '#src/platform/audit/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/**
 * The most entries of one kind; the oldest others are left out. Nobody reads more, and a card can be declined without
 * end.
 */
const MAX_PER_KIND = 200;

/** What is stored about a purchase besides its own row. */
export type TimelineFacts = Awaited<ReturnType<typeof readTimelineFacts>>;

/** Reads the facts of a timeline. Each kind takes one statement, which an index limits to this purchase. */
export async function readTimelineFacts(db: Queryable, purchaseId: string) {
  const [lines, sent, shipped, decided, atProvider] = await Promise.all([
    db.select().from(orders).where(eq(orders.purchaseId, purchaseId)).orderBy(asc(orders.lineNumber)),
    db
      .select({
        subject: mails.subject,
        recipient: mails.recipient,
        state: mails.state,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
        dedupeKey: mails.dedupeKey,
      })
      .from(mails)
      .where(eq(mails.purchaseId, purchaseId))
      .orderBy(desc(mails.seq))
      .limit(MAX_PER_KIND),
    listShipments(db, purchaseId),
    db.select().from(refunds).where(eq(refunds.purchaseId, purchaseId)).orderBy(desc(refunds.seq)).limit(MAX_PER_KIND),
    listProviderRefunds(db, purchaseId),
  ]);
  const events = await db
    .select({
      createdAt: auditEvents.createdAt,
      action: auditEvents.action,
      subjectId: auditEvents.subjectId,
      actor: auditEvents.actor,
      actorId: auditEvents.actorId,
      actorEmail: auditEvents.actorEmail,
      actorRole: auditEvents.actorRole,
      before: auditEvents.before,
      after: auditEvents.after,
    })
    .from(auditEvents)
    .where(inArray(auditEvents.subjectId, [purchaseId, ...lines.map(({ id }) => id)]))
    .orderBy(desc(auditEvents.seq))
    .limit(MAX_PER_KIND * 2);
  const ids = [
    ...events.map(({ actorId }) => actorId),
    ...shipped.flatMap(({ shippedBy, undoneBy }) => [shippedBy, undoneBy]),
    ...decided.map(({ requestedBy }) => requestedBy),
  ];
  return {
    lines,
    mails: sent,
    shipments: shipped,
    refunds: decided,
    foreignRefunds: atProvider.filter(({ own }) => own === null).map(({ refund }) => refund),
    events,
    people: await listPeople(db, ids),
  };
}

async function listShipments(db: Queryable, purchaseId: string) {
  return db
    .select({
      id: shipments.id,
      carrier: shipments.carrier,
      tracking: shipments.tracking,
      shippedAt: shipments.shippedAt,
      shippedBy: shipments.shippedBy,
      undoneAt: shipments.undoneAt,
      undoneBy: shipments.undoneBy,
      undoReason: shipments.undoReason,
      isCorrected: shipments.isCorrected,
      pieces: sql<number>`coalesce(sum(${shipmentLines.quantity}), 0)::int`,
    })
    .from(shipments)
    .leftJoin(shipmentLines, eq(shipmentLines.shipmentId, shipments.id))
    .where(eq(shipments.purchaseId, purchaseId))
    .groupBy(shipments.id)
    .orderBy(desc(shipments.number))
    .limit(MAX_PER_KIND);
}

async function listPeople(db: Queryable, ids: readonly (string | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map<string, { name: string }>();
  const rows = await db.select({ id: users.id, name: users.displayName }).from(users).where(inArray(users.id, known));
  return new Map(rows.map(({ id, name }) => [id, { name }]));
}
