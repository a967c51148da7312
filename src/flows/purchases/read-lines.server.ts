import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { orders, stockHolds } from '#src/features/orders/tables.server.ts';
import { type OrderRow, type OrderWithHold, toManagedOrder } from '#src/features/orders/wire.server.ts';
import type { PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { MAX_PURCHASE_LINES } from '#src/features/purchases/rules.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/** The most lines that all purchases of one list have together: a hundred purchases may have a hundred lines each. */
export const MAX_LISTED_LINES = 300;

type LineRow = Pick<OrderWithHold, 'holdExpiresAt'> & {
  order: OrderRow;
  /** The current SKU of its tool. */
  sku: string;
};

/** Counts of all lines of a purchase, whether a list shows them or not. */
interface LineCounts {
  lineCount: number;
  /** How many pieces are ordered. */
  pieceCount: number;
  /** How many of them have shipped. */
  shippedPieceCount: number;
  /** How many lines have not ended. */
  live: number;
}

/** Like `listStandingLines`, but with microseconds, which its dates don't have. */
const STANDS = sql`(${orders.endedAt} is null
  or date_trunc('milliseconds', ${orders.endedAt}) = date_trunc('milliseconds', ${purchases.endedAt}))`;

/**
 * The lines that belong to purchases, at most `most` in total. If there are more, each purchase has its first lines,
 * the same number for each unless it has fewer. The counts are those of all its lines.
 */
export async function readListedLines(db: Queryable, rows: readonly PurchaseRow[], most: number) {
  const ids = rows.map(({ id }) => id);
  const counts = rows.length * MAX_PURCHASE_LINES > most ? await countLines(db, ids) : null;
  const each = counts ? shareLines([...counts.values()], most) : MAX_PURCHASE_LINES;
  const lines = Map.groupBy(await readFirstLines(db, ids, each), ({ order }) => order.purchaseId);
  return rows.map((purchase) => {
    const own = lines.get(purchase.id) ?? [];
    return { purchase, ...toListedLines(purchase, own, counts?.get(purchase.id)) };
  });
}

function toListedLines(
  { number, endedAt, endReason }: PurchaseRow,
  own: readonly LineRow[],
  { live: of, ...counts } = countRead(own),
) {
  const live = own.flatMap(({ order }) => (order.endedAt ? [] : order.id));
  const places = new Map(of > 1 ? live.map((id, at) => [id, { place: at + 1, of }]) : []);
  const lines = own.map((row) => ({
    ...toManagedOrder({ ...row, number, purchaseEndedAt: endedAt, endReason }, places.get(row.order.id) ?? null),
    sku: row.sku,
  }));
  return { lines, ...counts };
}

/** The counts of a purchase whose lines have all been read. */
function countRead(lines: readonly LineRow[]): LineCounts {
  return {
    lineCount: lines.length,
    pieceCount: lines.reduce((sum, { order }) => sum + order.quantity, 0),
    shippedPieceCount: lines.reduce((sum, { order }) => sum + order.shippedQuantity, 0),
    live: lines.filter(({ order }) => !order.endedAt).length,
  };
}

/** How many lines each purchase may show, so that all together show at most `most`. */
function shareLines(counts: readonly LineCounts[], most: number): number {
  const countShown = (each: number) => counts.reduce((sum, { lineCount }) => sum + Math.min(lineCount, each), 0);
  let each = MAX_PURCHASE_LINES;
  while (each > 1 && countShown(each) > most) each -= 1;
  return each;
}

async function countLines(db: Queryable, ids: readonly string[]): Promise<Map<string, LineCounts>> {
  const rows = await db
    .select({
      id: purchases.id,
      lineCount: sql<number>`count(*)::int`,
      pieceCount: sql<number>`sum(${orders.quantity})::float8`,
      shippedPieceCount: sql<number>`sum(${orders.shippedQuantity})::float8`,
      live: sql<number>`(count(*) filter (where ${orders.endedAt} is null))::int`,
    })
    .from(purchases)
    .innerJoin(orders, eq(orders.purchaseId, purchases.id))
    .where(sql`${inArray(purchases.id, [...ids])} and ${STANDS}`)
    .groupBy(purchases.id);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

/** The first lines of each purchase, by an index in their order. */
function readFirstLines(db: Queryable, ids: readonly string[], each: number): Promise<LineRow[]> {
  const first = db
    .select()
    .from(orders)
    .where(and(eq(orders.purchaseId, purchases.id), STANDS))
    .orderBy(asc(orders.lineNumber))
    .limit(each)
    .as('first_lines');
  return db
    .select({ order: first._.selectedFields, holdExpiresAt: stockHolds.expiresAt, sku: tools.sku })
    .from(purchases)
    .crossJoinLateral(first)
    .innerJoin(tools, eq(tools.id, first.toolId))
    .leftJoin(stockHolds, eq(stockHolds.orderId, first.id))
    .where(inArray(purchases.id, [...ids]))
    .orderBy(asc(first.purchaseId), asc(first.lineNumber));
}
