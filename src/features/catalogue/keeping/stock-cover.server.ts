import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { readShopClock, subtractDays } from '#src/platform/time-zone.server.ts';
import { IS_SALE, orders } from '../../orders/tables.server.ts';
import { MAX_COVER_DAYS, MIN_PACE_DAYS, PACE_DAYS, type Pace } from '../tool/stock-cover.ts';
import { SHORT_COVER, stockCovers, tools } from '../tool/tables.server.ts';
import { refreshToolStocks } from '../tool/tool-stocks.server.ts';

/** Tools per statement, and statements per run. Ten thousand tools take a second or two. */
const BOUNDS = { batchSize: 500, maxBatches: 20 };

/**
 * Updates the cover of tools on sale, a bounded part of them per call, until `stopping`. One call covers all tools of a
 * small shop. Returns how many covers changed.
 */
export function createCoverRefresh(db: Db, { batchSize, maxBatches } = BOUNDS) {
  let last = '';
  return async (stopping: AbortSignal): Promise<number> => {
    let changed = 0;
    for (let batch = 0; batch < maxBatches && !stopping.aborted; batch += 1) {
      const ids = await listSoldToolIds(db, last, batchSize);
      changed += await refreshStockCover(db, ids);
      last = ids.length === batchSize ? (ids.at(-1) ?? '') : '';
      if (last === '') break;
    }
    return changed;
  };
}

/**
 * The next tools that were ever sold or that have a cover. Jumps from tool to tool in an index and skips their orders.
 */
async function listSoldToolIds(db: Queryable, after: string, limit: number): Promise<string[]> {
  const next = (than: SQL) =>
    sql`(select tool_id from ${orders} where ${IS_SALE} and tool_id > ${than} order by tool_id limit 1)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive sold as (
      ${next(sql`${after}`)}
      union all select ${next(sql`sold.tool_id`)} from sold where tool_id is not null
    )
    (select tool_id as id from (select tool_id from sold where tool_id is not null limit ${limit}) as next_sold
    union
    select tool_id from (select tool_id from ${stockCovers} where tool_id > ${after} order by tool_id limit ${limit}) as next_covers)
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/**
 * Computes the cover of tools whose stock has changed. Call it after the commit: orders for these tools must not wait
 * for a sum over their sales. If it fails, the job catches up.
 */
export async function followStockChange(db: Db, toolIds: readonly string[]): Promise<void> {
  await refreshStockCover(db, toolIds)
    .then(() => refreshToolStocks(db, toolIds))
    .catch(() => 0);
}

/**
 * Computes the cover of these tools and stores those that changed. Returns how many changed. Locks in the order of ids.
 */
async function refreshStockCover(db: Queryable, toolIds: readonly string[]): Promise<number> {
  if (toolIds.length === 0) return 0;
  const beginnings = await listPaceBeginnings(db);
  const isOne = (id: SQL) => sql`${id} = any(${sql.param(toolIds)}::text[])`;
  const { rows } = await db.execute<{ changed: number }>(sql`
    with paces as materialized (
      select t.id, t.available, t.stock_state, least(sales.sold, 2147483647)::int as sold,
             ${PACE_DAYS} - width_bucket(t.created_at, (${beginnings}::timestamptz[])[2:]) as pace_days
      from ${tools} t, lateral (
        select sum(quantity) as sold from ${orders}
        where ${IS_SALE} and tool_id = t.id and paid_at > (${beginnings}::timestamptz[])[1]
      ) as sales
      where ${isOne(sql`t.id`)} and t.state = 'on_sale' and sales.sold > 0
    ), stored as (
      insert into ${stockCovers} (tool_id, sold, pace_days, cover_days)
      select id, sold, pace_days,
             case when stock_state <> 'out' then least(${MAX_COVER_DAYS}, available::bigint * pace_days / sold) end
      from paces order by id
      on conflict (tool_id) do update
        set sold = excluded.sold, pace_days = excluded.pace_days, cover_days = excluded.cover_days
        where (stock_covers.sold, stock_covers.pace_days, stock_covers.cover_days)
          is distinct from (excluded.sold, excluded.pace_days, excluded.cover_days)
      returning tool_id
    ), removed as (
      delete from ${stockCovers} where tool_id in (
        select tool_id from ${stockCovers} where ${isOne(sql`tool_id`)} and tool_id not in (select id from paces)
        order by tool_id for update
      ) returning tool_id
    )
    select ((select count(*) from stored) + (select count(*) from removed))::int as changed`);
  return rows[0]?.changed ?? 0;
}

/**
 * When the times over which a pace can be measured began, the longest first. They end now and are whole days of the shop,
 * which are longer or shorter if the clocks change.
 */
async function listPaceBeginnings(db: Queryable) {
  const { now, timeZone } = await readShopClock(db);
  const beginnings = Array.from({ length: PACE_DAYS - MIN_PACE_DAYS + 1 }, (_, at) =>
    subtractDays(now, PACE_DAYS - at, timeZone).toISOString(),
  );
  return sql.param(beginnings);
}

/** The condition that a tool on sale can be ordered and that its stock lasts only a few days at its pace. */
export const RUNNING_OUT = sql`${tools.state} = 'on_sale' and ${tools.stockState} <> 'out'
  and ${tools.id} in (select tool_id from ${stockCovers} where ${SHORT_COVER})`;

/**
 * The ids of the same tools, for a count with a limit: it reads only as many covers as the limit, and each tool by its
 * id.
 */
export const RUNNING_OUT_IDS = sql`select tool_id as id from ${stockCovers} where ${SHORT_COVER}
  and (select state = 'on_sale' and stock_state <> 'out' from ${tools} where id = tool_id)`;

/** How fast these tools sell, by id. */
export async function getPaces(db: Queryable, toolIds: string[]): Promise<Map<string, Pace>> {
  if (toolIds.length === 0) return new Map();
  const rows = await db.select().from(stockCovers).where(inArray(stockCovers.toolId, toolIds));
  return new Map(rows.map(({ toolId, ...pace }) => [toolId, pace]));
}
