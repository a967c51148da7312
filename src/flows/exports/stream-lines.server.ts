import { asc, eq, inArray, sql } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { listStandingLines, type PurchaseRow } from '#src/features/purchases/queries.server.ts';
import type { Cell } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { createTimestampFormat } from '#src/platform/time-zone.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';
import { type ExportPeriod, streamPurchases } from './stream-purchases.server.ts';

/** The header of an export with a row for each line. */
export const LINE_COLUMNS = [
  'number',
  'line',
  'paid',
  'state',
  'SKU',
  'tool',
  'quantity',
  'currency',
  'unit price',
  'total',
  'shipped pieces',
  'refunded pieces',
  'refunded',
  // Added later, at the end.
  'tax class',
  'tax',
  'payable',
];

/**
 * The most lines that are read at once: a hundred purchases can have ten thousand, and nobody else is served meanwhile.
 */
const MAX_LINES_AT_ONCE = 1_000;

/** The rows of an export by lines, without lines that ended before their purchase did. The SKU is the current one. */
export async function* readLineRows(db: Queryable, period: ExportPeriod, batchSize = 100): AsyncGenerator<Cell[][]> {
  const source = toReadSource(db);
  const toTimestamp = createTimestampFormat(period.timeZone);
  for await (const batch of streamPurchases(source, period, batchSize)) {
    for (const part of await splitByLines(source, batch)) yield await readLinesOf(source, part, toTimestamp);
  }
}

async function readLinesOf(
  db: Queryable,
  batch: readonly PurchaseRow[],
  toTimestamp: (at: Date) => string,
): Promise<Cell[][]> {
  const found = await db
    .select({ order: orders, sku: tools.sku })
    .from(orders)
    .innerJoin(tools, eq(tools.id, orders.toolId))
    .where(isOfPurchases(batch))
    .orderBy(asc(orders.purchaseId), asc(orders.lineNumber));
  const skus = new Map(found.map(({ order, sku }) => [order.id, sku]));
  const byPurchase = Map.groupBy(
    found.map(({ order }) => order),
    ({ purchaseId }) => purchaseId,
  );
  return batch.flatMap((purchase) =>
    listStandingLines({ purchase, lines: byPurchase.get(purchase.id) ?? [] }).map((line) => [
      purchase.number,
      line.lineNumber,
      purchase.paidAt ? toTimestamp(purchase.paidAt) : '',
      line.state,
      skus.get(line.id) ?? '',
      line.itemName,
      line.quantity,
      line.currency,
      minorToDecimal(line.unitPriceMinor),
      minorToDecimal(line.totalMinor),
      line.shippedQuantity,
      line.refundedQuantity,
      minorToDecimal(line.refundedMinor),
      line.taxClass ?? '',
      minorToDecimal(line.taxMinor),
      minorToDecimal(getPayable(line)),
    ]),
  );
}

/** Splits purchases into parts without too many lines each, in their order. */
async function splitByLines(db: Queryable, batch: readonly PurchaseRow[]): Promise<PurchaseRow[][]> {
  const counted = await db
    .select({ id: orders.purchaseId, lines: sql<number>`count(*)::int` })
    .from(orders)
    .where(isOfPurchases(batch))
    .groupBy(orders.purchaseId);
  const counts = new Map(counted.map(({ id, lines }) => [id, lines]));
  const parts: PurchaseRow[][] = [];
  let room = 0;
  for (const purchase of batch) {
    const lines = counts.get(purchase.id) ?? 0;
    if (parts.length === 0 || lines > room) {
      parts.push([]);
      room = MAX_LINES_AT_ONCE;
    }
    parts.at(-1)?.push(purchase);
    room -= lines;
  }
  return parts;
}

const isOfPurchases = (batch: readonly PurchaseRow[]) =>
  inArray(
    orders.purchaseId,
    batch.map(({ id }) => id),
  );
