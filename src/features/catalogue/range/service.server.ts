import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { mapSlice } from '#src/platform/pagination.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { isSearchQuery } from '#src/shared/list-query.ts';
import { toSearchWords } from '#src/shared/pagination.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { recordMiss } from '../search/search-misses.server.ts';
import { countSearches, runInTurn } from '../search/search-turns.server.ts';
import type { Tool, ToolQuery } from '../tool/contract.ts';
import { ON_SALE, TOOL_COLUMNS, toWireTool } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import { type ListedTools, listToolRows } from './tool-lists.server.ts';

/** A literal, so that it matches the predicate of an index. */
const PICTURED = and(ON_SALE, sql.raw(`image <> '${BLANK_PICTURE}'`));

/**
 * The newest `limit` tools on sale that have a picture, the oldest of them first. If no tool has one, the newest at all:
 * an import of thousands of tools without pictures does not fill the home page with empty sheets.
 */
export async function listNewestTools(db: Queryable, limit: number): Promise<Tool[]> {
  const newest = (where: SQL | undefined) =>
    sql`(select ${tools.id} from ${tools} where ${where} order by ${tools.seq} desc limit ${limit})`;
  const ids = sql`array(with pictured as ${newest(PICTURED)}
    select id from pictured union all (select id from ${newest(ON_SALE)} as newest where not exists (select from pictured)))`;
  const rows = await db.select(TOOL_COLUMNS).from(tools).where(sql`${tools.id} = any(${ids})`).orderBy(tools.seq);
  return rows.map(toWireTool);
}

/** A search may read the whole catalog. This limit leaves database connections to the rest of the shop. */
const searchLimiter = createFairLimiter({
  maxConcurrent: 3,
  maxConcurrentPerClient: 2,
  maxPlaces: 63,
  maxPlacesPerClient: 20,
});

/**
 * The tools on sale. A search counts against the limits of the request's network. A search without a result is recorded
 * for the owner to read.
 */
export async function listTools(
  db: Queryable,
  query: ToolQuery,
  limits: RateLimits,
): Promise<Outcome<ListedTools<Tool>>> {
  const read = async () => ok(await listToolRows(db, query));
  if (!isSearchQuery(query)) return toWireTools(await read());
  const refused = await countSearches(limits, Number(toSearchWords(query.q).length > 0));
  if (refused) return refused;
  const found = await runInTurn(searchLimiter, limits, read);
  if (!found.ok) return found;
  const { value } = found;
  const { q, state, page = 1, cursor } = query;
  const isMiss = value.nearest ?? value.total === 0;
  if (q && isMiss && !state && page === 1 && !cursor) await recordMiss(db, q, limits);
  return toWireTools(found);
}

function toWireTools({ value }: { value: ListedTools }): Outcome<ListedTools<Tool>> {
  return ok(mapSlice(value, value.rows.map(toWireTool)));
}
