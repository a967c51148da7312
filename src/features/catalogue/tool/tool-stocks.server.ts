import { sql } from 'drizzle-orm';
import { type Db, publishChange, type Queryable } from '#src/platform/database.server.ts';
import { orders } from '../../orders/tables.server.ts';
import { stockCovers, toolStocks, tools } from './tables.server.ts';

/** New orders and tools per run, which takes a few ms every few seconds. */
const MAX_ORDERS = 5_000;
const BATCH_SIZE = 2_000;

/**
 * Keeps the sort keys of tools up to date. Each run follows the orders placed since the previous run, and then compares
 * the next tools in turn: all of them in a small shop. Orders that ended or were refunded therefore need no record.
 * Returns how many rows changed.
 */
export function createToolStockRefresh(db: Db) {
  let lastSeq: number | null = null;
  let lastId = '';
  return async (stopping?: AbortSignal): Promise<number> => {
    const { ids, seq } = await listOrderedTools(db, lastSeq, MAX_ORDERS);
    lastSeq = seq;
    let changed = await refreshToolStocks(db, ids);
    if (stopping?.aborted) return changed;
    const next = await listToolIds(db, lastId, BATCH_SIZE);
    changed += await refreshToolStocks(db, next);
    lastId = next.length === BATCH_SIZE ? (next.at(-1) ?? '') : '';
    return changed;
  };
}

/** The tools of the orders after this one. Null starts at the newest order. */
async function listOrderedTools(db: Queryable, after: number | null, limit: number) {
  const { rows } = await db.execute<{ id: string; seq: string }>(
    after === null
      ? sql`select tool_id as id, seq from ${orders} order by seq desc limit 1`
      : sql`select tool_id as id, seq from ${orders} where seq > ${after} order by seq limit ${limit}`,
  );
  return { ids: [...new Set(rows.map(({ id }) => id))], seq: Number(rows.at(-1)?.seq ?? after ?? 0) };
}

async function listToolIds(db: Queryable, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select tool_id as id from ${toolStocks} where tool_id > ${after} order by tool_id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Writes the rows of these tools again if they differ. Returns how many did. Locks in the order of ids. Public lists
 * are sorted by these rows; only admins see days of cover.
 */
export async function refreshToolStocks(db: Queryable, toolIds: readonly string[]): Promise<number> {
  if (toolIds.length === 0) return 0;
  const { rows } = await db.execute<{ is_public: boolean }>(sql`
    with present as materialized (
      select t.id, t.available, t.stock_state, case when c.tool_id is not null then coalesce(c.cover_days, 0) end as cover_days,
             count_orders_left(t) as orders_left
      from ${tools} t left join ${stockCovers} c on c.tool_id = t.id
      where t.id = any(${sql.param(toolIds)}::text[])
    ), stale as materialized (
      select s.tool_id, (s.available, s.stock_state) is distinct from (p.available, p.stock_state) as is_public
      from ${toolStocks} s join present p on p.id = s.tool_id
      where (s.available, s.stock_state, s.cover_days, s.orders_left) is distinct from (p.available, p.stock_state, p.cover_days, p.orders_left)
      order by s.tool_id for no key update of s
    )
    update ${toolStocks} as s set available = p.available, stock_state = p.stock_state, cover_days = p.cover_days, orders_left = p.orders_left
    from present p, stale where stale.tool_id = s.tool_id and p.id = s.tool_id
    returning stale.is_public`);
  if (rows.some((row) => row.is_public)) publishChange(db, ['tools']);
  return rows.length;
}
