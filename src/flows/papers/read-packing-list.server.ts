import { asc, inArray, or } from 'drizzle-orm';
import { orders } from '#src/features/orders/tables.server.ts';
import { MAX_PAPER_LINES, type Paper } from '#src/features/papers/contract.ts';
import { paperCopy } from '#src/features/papers/copy.ts';
import { listSkus } from '#src/features/papers/queries.server.ts';
import { getDatabaseTime } from '#src/features/payments/queries.server.ts';
import {
  createPurchasesOfOrders,
  listStandingLines,
  NO_PURCHASE,
  type PurchaseRow,
} from '#src/features/purchases/queries.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { PaperContext } from './issue-papers.server.ts';
import { toPackedPurchase, toPackingList } from './paper-data.server.ts';

/**
 * The packing list of what is left to ship of these purchases, by their ids or numbers, in their order. It is created
 * again each time. The number of statements does not depend on the number of purchases.
 */
export async function readPackingList(
  db: Queryable,
  { getCompany }: PaperContext,
  idsOrNumbers: readonly string[],
): Promise<Outcome<Paper>> {
  const found = await findPurchases(db, idsOrNumbers);
  if (!found) return NO_PURCHASE;
  const ids = found.flatMap(({ id, state }) => (state === 'paid' ? id : []));
  const lines = await db
    .select()
    .from(orders)
    .where(inArray(orders.purchaseId, ids))
    .orderBy(asc(orders.purchaseId), asc(orders.lineNumber));
  const skus = await listSkus(db, [...new Set(lines.map(({ toolId }) => toolId))]);
  const byPurchase = Map.groupBy(lines, ({ purchaseId }) => purchaseId);
  const company = getCompany();
  const packed = found.flatMap((purchase) => {
    const own = listStandingLines({ purchase, lines: byPurchase.get(purchase.id) ?? [] });
    return toPackedPurchase({ purchase, lines: own, skus, company }) ?? [];
  });
  if (packed.length === 0) return fail('nothing_to_ship');
  const lineCount = packed.reduce((sum, purchase) => sum + purchase.lines.length, 0);
  if (lineCount > MAX_PAPER_LINES)
    return fail('invalid', { fields: { purchases: paperCopy.tooManyLines(lineCount, MAX_PAPER_LINES) } });
  return ok(toPackingList({ company, issuedAt: await getDatabaseTime(db) }, packed));
}

/**
 * The purchases in this order, each once. Null if one is unknown. An order of an earlier version gets its purchase now.
 */
async function findPurchases(db: Queryable, idsOrNumbers: readonly string[]): Promise<PurchaseRow[] | null> {
  const read = async () => {
    const rows = await db
      .select()
      .from(purchases)
      .where(or(inArray(purchases.id, [...idsOrNumbers]), inArray(purchases.number, [...idsOrNumbers])));
    const byKey = new Map(rows.flatMap((row) => [[row.id, row] as const, [row.number, row] as const]));
    return idsOrNumbers.map((key) => [key, byKey.get(key)] as const);
  };
  let found = await read();
  const missing = found.flatMap(([key, row]) => (row ? [] : key));
  if (missing.length > 0) {
    await createPurchasesOfOrders(
      db,
      missing.filter((key) => identifierSchema.safeParse(key).success),
    );
    found = await read();
  }
  const rows = found.flatMap(([, row]) => row ?? []);
  return rows.length === found.length ? [...new Set(rows)] : null;
}
