import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '#src/platform/database.server.ts';
import { preparedStatement } from '#src/platform/prepared-statement.server.ts';
import { tools } from './tables.server.ts';

const toolsToOrder = preparedStatement((db) =>
  db
    .select({
      id: tools.id,
      itemName: tools.itemName,
      sku: tools.sku,
      unitPriceMinor: tools.unitPriceMinor,
      minOrderQuantity: tools.minOrderQuantity,
      packMultiple: tools.packMultiple,
      maxOrderQuantity: tools.maxOrderQuantity,
      volumePrices: tools.volumePrices,
      available: tools.available,
      state: tools.state,
      weight: tools.weight,
      packWeight: tools.packWeight,
      shipsSeparately: tools.shipsSeparately,
      notShippedTo: tools.notShippedTo,
      taxClass: tools.taxClass,
      version: tools.version,
    })
    .from(tools)
    .where(sql`${tools.id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('tools_to_order'),
);

/** The columns of a tool that an order needs. Every order reads them, so there are only these. */
export type ToolToOrder = Awaited<ReturnType<typeof readToolsToOrder>>[number];

const readToolsToOrder = (db: Db, ids: readonly string[]) => toolsToOrder(db).execute({ ids: [...ids] });

/** About 5 MB in all. */
const MAX_REMEMBERED = 10_000;

/** The tools that this process last read, by database. */
const remembered = new WeakMap<Db, LRUCache<string, ToolToOrder>>();

/** The current state of the tools with these ids, in their order. Null for an unknown id. */
export async function listToolsToOrder(db: Db, ids: readonly string[]): Promise<(ToolToOrder | null)[]> {
  const found = new Map((await readToolsToOrder(db, ids)).map((tool) => [tool.id, tool]));
  const known = remembered.get(db) ?? new LRUCache<string, ToolToOrder>({ max: MAX_REMEMBERED });
  remembered.set(db, known);
  for (const [id, tool] of found) known.set(id, tool);
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * The same as this process last read them. An order may be placed with it, because the statement that places it
 * compares version and stock. It must not be the reason to refuse an order.
 */
export async function recallToolsToOrder(db: Db, ids: readonly string[]): Promise<(ToolToOrder | null)[]> {
  const known = remembered.get(db);
  const recalled = ids.map((id) => known?.get(id));
  const tools = recalled.filter((tool) => tool !== undefined);
  return tools.length === ids.length ? tools : listToolsToOrder(db, ids);
}
