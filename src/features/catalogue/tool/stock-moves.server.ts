import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import { publishChange, type Tx } from '#src/platform/database.server.ts';
import { listToolTags } from './cache-tags.ts';
import { tools } from './tables.server.ts';

/** Pieces of a tool that an order holds, has sold or puts back. */
export interface Pieces {
  toolId: string;
  quantity: number;
}

/** Moves held pieces back to the available stock. */
export function returnHeldStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  return moveAvailableStock(tx, pieces, sql`available = t.available + p.quantity, held = t.held - p.quantity`);
}

/** Counts held pieces as sold. */
export function sellHeldStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  // Only admins see held and sold pieces.
  publishChange(tx, []);
  return moveStock(tx, pieces, sql`sold = t.sold + p.quantity, held = t.held - p.quantity`);
}

/** Moves sold pieces back to the available stock. */
export function returnSoldStock(tx: Tx, pieces: readonly Pieces[]): Promise<void> {
  return moveAvailableStock(tx, pieces, sql`available = t.available + p.quantity, sold = t.sold - p.quantity`);
}

/**
 * Counts available pieces as sold again, as many of each tool as are left. Returns these numbers in the order of
 * `pieces`, which name each tool once.
 */
export async function takeBackStock(tx: Tx, pieces: readonly Pieces[]): Promise<number[]> {
  const ids = pieces.map(({ toolId }) => toolId);
  const rows = await tx
    .select({ id: tools.id, available: tools.available })
    .from(tools)
    .where(inArray(tools.id, ids))
    .orderBy(asc(tools.id))
    .for('update');
  const available = new Map(rows.map((row) => [row.id, row.available]));
  const taken = pieces.map(({ toolId, quantity }) => Math.min(quantity, available.get(toolId) ?? 0));
  await moveAvailableStock(
    tx,
    pieces.map(({ toolId }, at) => ({ toolId, quantity: taken[at] ?? 0 })),
    sql`available = t.available - p.quantity, sold = t.sold + p.quantity`,
  );
  return taken;
}

async function moveAvailableStock(tx: Tx, pieces: readonly Pieces[], change: SQL): Promise<void> {
  await moveStock(tx, pieces, change);
  publishChange(tx, [...new Set(pieces.flatMap(({ toolId }) => listToolTags(toolId)))]);
}

/** Everybody who changes several tools locks them in the order of their ids. Otherwise two orders could deadlock. */
async function moveStock(tx: Tx, pieces: readonly Pieces[], change: SQL): Promise<void> {
  if (pieces.length === 0) return;
  const byTool = new Map<string, number>();
  for (const { toolId, quantity } of pieces) byTool.set(toolId, (byTool.get(toolId) ?? 0) + quantity);
  const ids = sql.param([...byTool.keys()]);
  await tx.execute(sql`
    with locked as materialized (
      select id from ${tools} where id = any(${ids}::text[]) order by id for update
    ), pieces as materialized (
      select * from unnest(${ids}::text[], ${sql.param([...byTool.values()])}::integer[]) as p (tool_id, quantity)
    )
    update ${tools} t set ${change} from pieces p
    where t.id = p.tool_id and (select count(*) from locked) > 0`);
}
