import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { mapSlice } from '#src/platform/pagination.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { isSearchQuery } from '#src/shared/list-query.ts';
import { toSearchWords } from '#src/shared/pagination.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import { recordMiss } from '../search/search-misses.server.ts';
import { countSearches, runInTurn } from '../search/search-turns.server.ts';
import type { Tool, ToolQuery } from '../tool/contract.ts';
import { toWireTool } from '../tool/queries.server.ts';
import { type ListedTools, listToolRows } from './tool-lists.server.ts';

/** The newest `limit` tools on sale, the oldest of them first. */
export async function listNewestTools(db: Queryable, limit: number): Promise<Tool[]> {
  const { rows } = await listToolRows(db, { limit });
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
