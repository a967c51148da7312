import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { users } from '../identity/tables.server.ts';
import { orders } from '../orders/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';

/**
 * Pieces of a purchase that were shipped together. A shipment that was undone or corrected stays, with who did so and
 * why.
 */
export const shipments = pgTable(
  'shipments',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    purchaseId: idOf(() => purchases.id),
    /** The place among the shipments of its purchase, from 1. */
    number: integer().notNull(),
    /** The key of a known carrier, or a name that was typed. Empty if unknown. */
    carrier: text().notNull().default(''),
    tracking: text().notNull().default(''),
    shippedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    shippedBy: text().references(() => users.id),
    undoneAt: timestamp({ withTimezone: true }),
    undoneBy: text().references(() => users.id),
    undoReason: text().notNull().default(''),
    /** It was undone when its buyer could have been notified already, who then got a second mail. */
    isCorrected: boolean().notNull().default(false),
    idempotencyKey: text(),
    idempotencyFingerprint: text(),
  },
  (t) => [
    index('shipments_purchase').on(t.purchaseId, t.seq),
    uniqueIndex('shipments_idempotency')
      .on(t.purchaseId, t.shippedBy, t.idempotencyKey)
      .where(sql`idempotency_key is not null`),
    check('shipments_undone_by_somebody', sql`(${t.undoneAt} is null) = (${t.undoneBy} is null)`),
    check(
      'shipments_corrected_with_reason',
      sql`not ${t.isCorrected} or (${t.undoneAt} is not null and ${t.undoReason} <> '')`,
    ),
    check('shipments_key_has_fingerprint', sql`(${t.idempotencyKey} is null) = (${t.idempotencyFingerprint} is null)`),
    unique('shipments_number').on(t.purchaseId, t.number),
    check('shipments_number_positive', sql`${t.number} > 0`),
    check(
      'shipments_texts_bounded',
      sql`length(${t.carrier}) <= 60 and length(${t.tracking}) <= 100 and length(${t.undoReason}) <= 500`,
    ),
  ],
);

export const shipmentLines = pgTable(
  'shipment_lines',
  {
    shipmentId: idOf(() => shipments.id),
    orderId: idOf(() => orders.id),
    quantity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.shipmentId, t.orderId] }),
    index('shipment_lines_order').on(t.orderId),
    check('shipment_lines_quantity_positive', sql`${t.quantity} > 0`),
  ],
);
