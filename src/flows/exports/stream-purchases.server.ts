import { and, asc, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PurchaseExport } from '#src/features/exports/contract.ts';
import { papers } from '#src/features/papers/tables.server.ts';
import type { PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import type { Cell } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { createTimestampFormat, endOfDay, startOfDay } from '#src/platform/time-zone.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { toWireTotals } from '#src/shared/totals/purchase-charges.ts';

/** The header of an export with a row for each purchase. */
export const PURCHASE_COLUMNS = [
  'number',
  'placed',
  'paid',
  'shipped',
  'state',
  'customer',
  'e-mail',
  'company',
  'VAT ID',
  'country',
  'PO number',
  'currency',
  'net total',
  'refunded',
  'payment',
  'invoice',
  'credit notes',
  'debit notes',
  // Added later, at the end: some read columns by their places.
  'goods',
  'discount',
  'shipping',
  'tax',
  'total',
  'refunded shipping',
];

/** An export with the time zone of its days and dates. */
export type ExportPeriod = PurchaseExport & { timeZone: string };

/** The condition that a date is in a period. Both its first and last day count in full. */
export function isWithin(
  column: PgColumn,
  { from, to, timeZone }: Pick<ExportPeriod, 'from' | 'to' | 'timeZone'>,
): SQL | undefined {
  return and(gte(column, startOfDay(from, timeZone)), lt(column, endOfDay(to, timeZone)));
}

/**
 * The purchases of a period in the order of its date, in batches. Each batch is one query by the key of an index: no
 * connection is held for a slow reader, and memory does not grow with the period.
 */
export async function* streamPurchases(
  db: Queryable,
  { date, ...period }: ExportPeriod,
  batchSize: number,
): AsyncGenerator<PurchaseRow[]> {
  const column = date === 'paid' ? purchases.paidAt : purchases.placedAt;
  const within = isWithin(column, period);
  let after: SQL | undefined;
  for (;;) {
    const rows: { purchase: PurchaseRow; at: string }[] = await db
      // As text: a Date has no microseconds and would repeat or skip rows.
      .select({ purchase: purchases, at: sql<string>`${column}::text` })
      .from(purchases)
      .where(and(within, after))
      .orderBy(asc(column), asc(purchases.seq))
      .limit(batchSize);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ purchase }) => purchase);
    if (rows.length < batchSize) return;
    after = sql`(${column}, ${purchases.seq}) > (${last.at}::timestamptz, ${last.purchase.seq})`;
  }
}

/**
 * The rows of an export by purchases. Company, VAT ID and country are those of the billing address, or else of the
 * delivery address.
 */
export async function* readPurchaseRows(
  db: Queryable,
  period: ExportPeriod,
  batchSize = 500,
): AsyncGenerator<Cell[][]> {
  const source = toReadSource(db);
  const toTimestamp = createTimestampFormat(period.timeZone);
  for await (const batch of streamPurchases(source, period, batchSize)) {
    const issued = await listCountedPapers(
      source,
      batch.map(({ id }) => id),
    );
    const byPurchase = Map.groupBy(issued, ({ purchaseId }) => purchaseId);
    yield batch.map((purchase) => {
      const address = purchase.billing ?? purchase.delivery;
      const own = byPurchase.get(purchase.id) ?? [];
      const listNumbers = (kind: (typeof own)[number]['kind']) =>
        own.flatMap((paper) => (paper.kind === kind ? paper.number : [])).join(' ');
      return [
        purchase.number,
        toTimestamp(purchase.placedAt),
        purchase.paidAt ? toTimestamp(purchase.paidAt) : '',
        purchase.shippedAt ? toTimestamp(purchase.shippedAt) : '',
        purchase.state,
        purchase.name,
        purchase.email,
        address?.company ?? '',
        address?.vatId ?? '',
        address?.country ?? '',
        purchase.poNumber,
        purchase.currency,
        minorToDecimal(purchase.totalMinor),
        minorToDecimal(purchase.refundedMinor),
        purchase.transactionId ?? '',
        listNumbers('invoice'),
        listNumbers('credit_note'),
        listNumbers('debit_note'),
        ...listTotals(purchase),
        minorToDecimal(purchase.refundedShippingMinor),
      ];
    });
  }
}

/** The parts of what a purchase costs, in the order of their columns. */
function listTotals(purchase: PurchaseRow): string[] {
  const { goods, discount, shipping, tax, total } = toWireTotals(purchase);
  return [goods, discount, shipping, tax, total];
}

function listCountedPapers(db: Queryable, purchaseIds: string[]) {
  return db
    .select({ purchaseId: papers.purchaseId, kind: papers.kind, number: papers.number })
    .from(papers)
    .where(and(inArray(papers.purchaseId, purchaseIds), inArray(papers.kind, ['invoice', 'credit_note', 'debit_note'])))
    .orderBy(asc(papers.seq));
}
