import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { TAX_KINDS } from '#src/shared/totals/tax-case.ts';
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

/**
 * What each invoice, credit note and debit note adds to the tax report: a row for each tax, and one for what bears none.
 * What is credited is negative. Written with the paper, so that a report reads no documents.
 */
export const paperTaxes = pgTable(
  'paper_taxes',
  {
    paperId: idOf(() => papers.id),
    position: smallint().notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    kind: text({ enum: TAX_KINDS }).notNull(),
    /** Whether it takes back an invoice, or reverses that. */
    isCredit: boolean().notNull(),
    /** Where it is taxed, or else where the goods went. Empty if nobody knows. */
    country: text().notNull(),
    /** Its code, in countries whose regions have one. */
    region: text().notNull(),
    name: text().notNull(),
    /** In millionths. Null if no tax is charged. */
    rate: integer(),
    currency: char({ length: 3 }).notNull(),
    baseMinor: bigint({ mode: 'number' }).notNull(),
    /** The base, but only of the first of several taxes. So all of these and all taxes add up to the paper's total. */
    netMinor: bigint({ mode: 'number' }).notNull(),
    taxMinor: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paperId, t.position] }),
    index('paper_taxes_issued').on(t.issuedAt),
    check(
      'paper_taxes_kind_known',
      sql`${t.kind} in ('domestic', 'intra_community', 'reverse_charge', 'export', 'exempt', 'small_business', 'untaxed')`,
    ),
    check('paper_taxes_rate', sql`${t.rate} between 0 and 1000000000`),
    check('paper_taxes_country', sql`${t.country} ~ '^([A-Z]{2})?$' and ${t.region} ~ '^[A-Z0-9]{0,3}$'`),
    check('paper_taxes_untaxed', sql`${t.rate} is not null or (${t.taxMinor} = 0 and ${t.name} = '')`),
  ],
);
