import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { whereIds } from '#src/platform/pagination.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { baskets, type StoredLine } from './tables.server.ts';

/** What a basket shows of a tool. Drafts are included: the caller must not show them. */
const COLUMNS = {
  id: tools.id,
  itemName: tools.itemName,
  slug: tools.slug,
  sku: tools.sku,
  image: tools.image,
  state: tools.state,
  unitPriceMinor: tools.unitPriceMinor,
  volumePrices: tools.volumePrices,
  minOrderQuantity: tools.minOrderQuantity,
  packMultiple: tools.packMultiple,
  maxOrderQuantity: tools.maxOrderQuantity,
  available: tools.available,
};

export type BasketTool = Awaited<ReturnType<typeof listBasketTools>>[number];

/** A basket as it is stored, with the tools that its lines name. Version 0: nothing was stored yet. */
export interface StoredBasket {
  version: number;
  lines: StoredLine[];
  tools: Map<string, BasketTool>;
}

/** The basket of a user. One statement reads all lines with their tools. */
export async function readBasket(db: Queryable, userId: string): Promise<StoredBasket> {
  const rows = await db
    .select({ version: baskets.version, line: sql<StoredLine | null>`line.value`, tool: COLUMNS })
    .from(baskets)
    .leftJoin(sql`lateral jsonb_array_elements(${baskets.lines}) with ordinality as line(value, position)`, sql`true`)
    .leftJoin(tools, eq(tools.id, sql`line.value ->> 'toolId'`))
    .where(eq(baskets.userId, userId))
    .orderBy(sql`line.position`);
  return {
    version: rows[0]?.version ?? 0,
    lines: rows.flatMap(({ line }) => line ?? []),
    tools: toToolMap(rows.flatMap(({ tool }) => tool ?? [])),
  };
}

export async function listBasketTools(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select(COLUMNS)
    .from(tools)
    .where(whereIds(tools, [...ids]));
}

export function toToolMap(rows: readonly BasketTool[]): Map<string, BasketTool> {
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Replaces the lines of a user's basket. Returns the new version, or null if it has changed since `version`, the one
 * that was read. Without `version`, replaces whatever is there.
 */
export async function writeBasket(
  db: Queryable,
  userId: string,
  lines: StoredLine[],
  version: number | undefined,
): Promise<number | null> {
  const [row] = await db
    .insert(baskets)
    .values({ userId, lines })
    .onConflictDoUpdate({
      target: baskets.userId,
      set: { lines, version: sql`${baskets.version} + 1`, changedAt: sql`now()` },
      ...(version === undefined ? {} : { setWhere: eq(baskets.version, version) }),
    })
    .returning({ version: baskets.version });
  return row?.version ?? null;
}
