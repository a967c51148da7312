import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { MAX_TOTAL, toSearchWords } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { readMatchQuery } from '../search/match-tools.server.ts';
import { readMatchedIds } from '../search/sample-matches.server.ts';
import { countSearches, runInTurn } from '../search/search-turns.server.ts';
import type { Tool, ToolQuery } from '../tool/contract.ts';
import { listToolRowsByIds, toWireTool } from '../tool/queries.server.ts';
import { listPassingIds } from './all-tools-page.server.ts';
import type { ToolFacets } from './facet-contract.ts';
import { countFilters, type FilterValues } from './facet-rules.ts';
import { getFacets, listGroups, toSampledSet } from './facets.server.ts';
import { filterWithDeadline, type TimedTx } from './filter-deadline.server.ts';
import type { ParsedFilters } from './filter-params.ts';
import {
  countInScope,
  type FilterScope,
  inFilters,
  listCategoryPageIds,
  resolveFilters,
  toToolSet,
} from './filter-queries.server.ts';
import { listToolRows } from './tool-lists.server.ts';

/** Filtered lists leave most database connections to the rest of the shop. */
const limiter = createFairLimiter({
  maxConcurrent: 3,
  maxConcurrentPerClient: 2,
  maxPlaces: 63,
  // Several people of one office, who share an address, may read categories at once.
  maxPlacesPerClient: 20,
});

export interface FilteredTools {
  rows: Tool[];
  /** Exact up to 10,000. */
  total: number;
  /** There are more than `total`. */
  more: boolean;
  /** The cursor of what follows. */
  next: string | null;
}

/** By page numbers, this many tools can be skipped for free. Skipping more, row by row, counts as a search. */
const MAX_FREE = 1_000;

/** Whether a query names a category or filters that the plain list does not have. */
export function isFiltered(filters: FilterValues): boolean {
  return filters.category !== undefined || countFilters({ ...filters, state: undefined }) > 0;
}

/** Resolves the categories of filters. Fails at the parameter that is wrong. */
export async function readScope(db: Queryable, { filters, errors }: ParsedFilters): Promise<Outcome<FilterScope>> {
  if (Object.keys(errors).length > 0) return fail('invalid', { fields: errors });
  const scope = await resolveFilters(db, filters);
  return scope ? ok(scope) : fail('invalid', { fields: { category: 'There is no category at this address.' } });
}

/** Resolves the categories of filters after counting `points` searches. */
export async function readCountedScope(
  db: Queryable,
  parsed: ParsedFilters,
  limits: RateLimits,
  points: number,
): Promise<Outcome<FilterScope>> {
  const hasErrors = Object.keys(parsed.errors).length > 0;
  return (hasErrors ? null : await countSearches(limits, points)) ?? readScope(db, parsed);
}

/** How many searches a page counts as: one if it has filters or words or is far back, else none. */
export function countPagePoints(filters: FilterValues, { q, page = 1, limit }: Omit<ToolQuery, 'category'>): number {
  return Number(!isPlainPage(filters, q) || page * limit > MAX_FREE);
}

/** Without filters, an index has the page, which takes no time. */
const isPlainPage = (filters: FilterValues, q: string | undefined) => countFilters(filters) === 0 && !q;

/** How many searches facets count as: one per filter, and one for words. */
export function countFacetPoints(filters: FilterValues, q?: string): number {
  return listGroups(filters).length + Number(toSearchWords(q).length > 0);
}

export async function listFilteredTools(
  db: Queryable,
  query: Omit<ToolQuery, 'category'>,
  scope: FilterScope,
  limits: RateLimits,
): Promise<Outcome<FilteredTools>> {
  const source = toReadSource(db);
  return runInTurn(limiter, limits, async () => {
    const plain = isPlainPage(scope.filters, query.q) ? await listOfCategories(source, query, scope) : null;
    return plain ? ok(plain) : filterWithDeadline(source, (timed) => listInTime(timed, query, scope));
  });
}

async function listInTime(
  timed: TimedTx,
  query: Omit<ToolQuery, 'category'>,
  scope: FilterScope,
): Promise<FilteredTools> {
  const { tx, keepTime } = timed;
  if (query.q) {
    const { rows, total = 0, next } = await listToolRows(tx, query, inFilters(scope), toToolSet(scope));
    return toPage(rows.map(toWireTool), total, next);
  }
  const found = await listOfCategories(tx, query, scope, keepTime);
  if (found) return found;
  const { ids, total, next } = await listPassingIds(timed, scope, query);
  return toPage((await listToolRowsByIds(tx, ids)).map(toWireTool), total, next);
}

/** A page of categories that have an index in its order, else null. */
async function listOfCategories(
  db: Queryable,
  query: Omit<ToolQuery, 'category'>,
  scope: FilterScope,
  keepTime: () => Promise<void> = async () => {},
): Promise<FilteredTools | null> {
  const { page = 1, limit, cursor } = query;
  const found = await listCategoryPageIds(db, scope, query);
  if (found === null) return null;
  const { ids, next } = found;
  // The last page itself tells how many tools there are.
  const isLast = cursor === undefined && next === null && (ids.length > 0 || page === 1);
  await keepTime();
  const total = isLast ? (page - 1) * limit + ids.length : await countInScope(db, scope);
  return toPage((await listToolRowsByIds(db, ids)).map(toWireTool), total, next);
}

function toPage(rows: Tool[], total: number, next: string | null): FilteredTools {
  return { rows, total: Math.min(total, MAX_TOTAL), more: total > MAX_TOTAL, next };
}

/** What the tools of a scope can be filtered by. With a search, only matching tools count. */
export function readFacets(
  db: Queryable,
  scope: FilterScope,
  limits: RateLimits,
  q?: string,
): Promise<Outcome<ToolFacets>> {
  const source = toReadSource(db);
  return runInTurn(limiter, limits, async () => {
    // The facets of a whole category are counted ahead.
    if (countFacetPoints(scope.filters, q) === 0) return ok(await getFacets(source, scope));
    return filterWithDeadline(source, async ({ tx, keepTime }) => {
      const match = toSearchWords(q).length > 0 ? await readMatchQuery(tx, q, { onSale: true }) : undefined;
      const matched = match && (await readMatchedIds(tx, match, toSampledSet(scope)));
      return getFacets(tx, { ...scope, matched }, keepTime);
    });
  });
}
