import { asc, eq, inArray } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tables.server.ts';
import type { PurchaseExport } from '#src/features/exports/contract.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { listStandingLines } from '#src/features/purchases/queries.server.ts';
import type { Cell } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { centsToDecimal } from '#src/shared/money.ts';
import { streamPurchases } from './stream-purchases.server.ts';

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
];

/** The rows of an export by lines, without those that ended before their purchase did. The SKU is that of today. */
export async function* readLineRows(db: Queryable, period: PurchaseExport, batchSize = 100): AsyncGenerator<Cell[][]> {
  for await (const batch of streamPurchases(db, period, batchSize)) {
    const found = await db
      .select({ order: orders, sku: tools.sku })
      .from(orders)
      .innerJoin(tools, eq(tools.id, orders.toolId))
      .where(
        inArray(
          orders.purchaseId,
          batch.map(({ id }) => id),
        ),
      )
      .orderBy(asc(orders.purchaseId), asc(orders.lineNumber));
    const skus = new Map(found.map(({ order, sku }) => [order.id, sku]));
    const byPurchase = Map.groupBy(
      found.map(({ order }) => order),
      ({ purchaseId }) => purchaseId,
    );
    yield batch.flatMap((purchase) =>
      listStandingLines({ purchase, lines: byPurchase.get(purchase.id) ?? [] }).map((line) => [
        purchase.number,
        line.lineNumber,
        purchase.paidAt?.toISOString() ?? '',
        line.state,
        skus.get(line.id) ?? '',
        line.itemName,
        line.quantity,
        line.currency,
        centsToDecimal(line.unitPriceCents),
        centsToDecimal(line.totalCents),
        line.shippedQuantity,
        line.refundedQuantity,
        centsToDecimal(line.refundedCents),
      ]),
    );
  }
}
