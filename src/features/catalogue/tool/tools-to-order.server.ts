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
      unitPriceCents: tools.unitPriceCents,
      minOrderQuantity: tools.minOrderQuantity,
      packMultiple: tools.packMultiple,
      maxOrderQuantity: tools.maxOrderQuantity,
      volumePrices: tools.volumePrices,
      available: tools.available,
      state: tools.state,
      version: tools.version,
    })
    .from(tools)
    .where(sql`${tools.id} = any(${sql.placeholder('ids')}::text[])`)
    .prepare('tools_to_order'),
);

/** What an order asks of a tool. Every order reads it, so that it is no more than that. */
export type ToolToOrder = Awaited<ReturnType<typeof readToolsToOrder>>[number];

const readToolsToOrder = (db: Db, ids: readonly string[]) => toolsToOrder(db).execute({ ids: [...ids] });

/** Some 5 MB. */
const MAX_REMEMBERED = 10_000;

/** The tools of each database as this process last read them. */
const remembered = new WeakMap<Db, LRUCache<string, ToolToOrder>>();

/** The tools with these ids as they are now, in their order; null for an unknown one. */
export async function listToolsToOrder(db: Db, ids: readonly string[]): Promise<(ToolToOrder | null)[]> {
  const found = new Map((await readToolsToOrder(db, ids)).map((tool) => [tool.id, tool]));
  const known = remembered.get(db) ?? new LRUCache<string, ToolToOrder>({ max: MAX_REMEMBERED });
  remembered.set(db, known);
  for (const [id, tool] of found) known.set(id, tool);
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * The same as they were when this process last read them. An order may be placed by it, since its statement compares
 * version and stock. Nobody may be refused by it.
 */
export async function recallToolsToOrder(db: Db, ids: readonly string[]): Promise<(ToolToOrder | null)[]> {
  const known = remembered.get(db);
  const recalled = ids.map((id) => known?.get(id));
  const tools = recalled.filter((tool) => tool !== undefined);
  return tools.length === ids.length ? tools : listToolsToOrder(db, ids);
}
