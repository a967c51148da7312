import type { Queryable } from '#src/platform/database.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { type Outcome, ok } from '#src/shared/problem.ts';
import type { Tool, ToolQuery } from '../tool/contract.ts';
import { parseFilters } from './filter-params.ts';
import { countPagePoints, isFiltered, listFilteredTools, readCountedScope } from './filtered-tools.server.ts';
import { listTools } from './service.server.ts';
import type { ListedTools } from './tool-lists.server.ts';

/**
 * A page of the tools on sale, among those that pass the filters of an address. A filter that is wrong is left out: the
 * form says so.
 */
export async function listSearchedTools(
  db: Queryable,
  query: ToolQuery,
  search: URLSearchParams,
  limits: RateLimits,
): Promise<Outcome<ListedTools<Tool>>> {
  const { filters } = parseFilters(search);
  if (!isFiltered(filters)) return listTools(db, query, limits);
  const scope = await readCountedScope(db, { filters, errors: {} }, limits, countPagePoints(filters, query));
  if (!scope.ok) return scope;
  const found = await listFilteredTools(db, query, scope.value, limits);
  if (!found.ok) return found;
  const { rows, total, more, next } = found.value;
  return ok({ rows, total: more ? MAX_TOTAL + 1 : total, next });
}
