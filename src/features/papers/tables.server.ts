import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { paymentRefunds } from '../payments/tables.server.ts';
import { purchases } from '../purchases/tables.server.ts';
import { shipments } from '../shipments/tables.server.ts';
import { ISSUED_KINDS } from './kinds.ts';

/** An issued paper with its whole content. It never changes; its PDF is rendered from it at each request. */
export const papers = pgTable(
  'papers',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    kind: text({ enum: ISSUED_KINDS }).notNull(),
    number: text().notNull(),
    /** The place of an invoice or credit note in the count of its year. */
    year: integer(),
    count: integer(),
    purchaseId: idOf(() => purchases.id),
    shipmentId: text().references(() => shipments.id),
    /** The refund's id at the card provider. */
    refundId: text().references(() => paymentRefunds.id),
    /** The credit note that a debit note reverses. */
    correctsId: text().references((): AnyPgColumn => papers.id),
    totalMinor: bigint({ mode: 'number' }).notNull(),
    data: jsonb().$type<object>().notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('papers_purchase').on(t.purchaseId, t.seq),
    // For searches of orders by the number of a paper.
    index('papers_number').on(t.number).where(sql`count is not null`),
    unique('papers_count').on(t.kind, t.year, t.count),
    uniqueIndex('papers_one_invoice').on(t.purchaseId).where(sql`kind = 'invoice'`),
    uniqueIndex('papers_one_confirmation').on(t.purchaseId).where(sql`kind = 'confirmation'`),
    // Receipts are no longer stored. Those of earlier builds may still be.
    uniqueIndex('papers_one_receipt').on(t.purchaseId).where(sql`kind = 'receipt'`),
    uniqueIndex('papers_one_of_shipment').on(t.shipmentId, t.kind).where(sql`shipment_id is not null`),
    index('papers_refund').on(t.refundId).where(sql`refund_id is not null`),
    uniqueIndex('papers_one_correction').on(t.correctsId).where(sql`corrects_id is not null`),
    check(
      'papers_kind_known',
      sql`${t.kind} in ('confirmation', 'receipt', 'invoice', 'delivery_note', 'credit_note', 'debit_note')`,
    ),
    check(
      'papers_counted',
      sql`(${t.kind} in ('invoice', 'credit_note', 'debit_note')) = (${t.count} is not null) and (${t.count} is not null) = (${t.year} is not null)`,
    ),
    check('papers_debit_note_corrects', sql`(${t.kind} = 'debit_note') = (${t.correctsId} is not null)`),
  ],
);

/**
 * The last number of each year's count. Issuing a paper locks the row until the transaction ends, so that no number is
 * left out.
 */
export const paperCounts = pgTable(
  'paper_counts',
  {
    kind: text({ enum: ISSUED_KINDS }).notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.year] }), check('paper_counts_positive', sql`${t.last} > 0`)],
);
