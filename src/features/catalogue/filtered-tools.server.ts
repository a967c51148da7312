import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { MAX_TOTAL, toSearchWords } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { listPassingIds } from './all-tools-page.server.ts';
import type { Tool, ToolQuery } from './contract.ts';
import type { ToolFacets } from './facet-contract.ts';
import { countFilters, type ToolFilters } from './facet-rules.ts';
import { getFacets, listGroups, toSampledSet } from './facets.server.ts';
import { type TimedTx, withDeadline } from './filter-deadline.server.ts';
import type { ParsedFilters } from './filter-params.ts';
import {
  countInScope,
  type FilterScope,
  inFilters,
  listCategoryPageIds,
  resolveFilters,
  toToolSet,
} from './filter-queries.server.ts';
import { listToolRowsByIds, toWireTool } from './queries.server.ts';
import { readMatchedIds } from './search/match-ids.server.ts';
import { readMatchQuery } from './search/match-tools.server.ts';
import { searchToolRows } from './tool-lists.server.ts';

/** They leave connections to the rest of the shop. */
const limiter = createFairLimiter({
  maxConcurrent: 3,
  maxConcurrentPerClient: 2,
  maxPlaces: 63,
  // A whole office reads categories.
  maxPlacesPerClient: 20,
});

/** A page of the tools that pass filters. */
export interface FilteredTools {
  rows: Tool[];
  /** Exact up to 10,000. */
  total: number;
  /** There are more than `total`. */
  more: boolean;
  /** The cursor of what follows. */
  next: string | null;
}

/** Who filters. `consumeLimit` counts it against their rate limit: seconds to wait, or null. */
export interface FilterClient {
  address: string;
  consumeLimit: (points?: number) => Promise<number | null>;
}

/** Of a list by page numbers, what is behind so many tools is skipped row by row: it counts as a search. */
const MAX_FREE = 1_000;

/** Whether a query names a category or filters beside those of the plain list. */
export function isFiltered(filters: ToolFilters): boolean {
  return filters.category !== undefined || countFilters({ ...filters, state: undefined }) > 0;
}

/** Filters with their categories, or why not: at the parameter that is wrong. */
export async function readScope(db: Queryable, { filters, errors }: ParsedFilters): Promise<Outcome<FilterScope>> {
  if (Object.keys(errors).length > 0) return fail('invalid', { fields: errors });
  const scope = await resolveFilters(db, filters);
  return scope ? ok(scope) : fail('invalid', { fields: { category: 'There is no category of this address.' } });
}

/** A page of the tools that pass filters. */
export async function listFilteredTools(
  db: Queryable,
  query: Omit<ToolQuery, 'category'>,
  scope: FilterScope,
  client: FilterClient,
): Promise<Outcome<FilteredTools>> {
  const { page = 1, limit } = query;
  const isPlain = countFilters(scope.filters) === 0 && !query.q;
  const isCounted = !isPlain || page * limit > MAX_FREE;
  return run(client, Number(isCounted), async () => {
    // Without filters, an index has the page and takes no time.
    const plain = isPlain ? await listOfCategories(db, query, scope) : null;
    return plain ? ok(plain) : withDeadline(db, (timed) => listInTime(timed, query, scope));
  });
}

async function listInTime(
  timed: TimedTx,
  query: Omit<ToolQuery, 'category'>,
  scope: FilterScope,
): Promise<FilteredTools> {
  const { tx, keepTime } = timed;
  if (query.q) {
    const { rows, total, next } = await searchToolRows(tx, query, inFilters(scope), toToolSet(scope));
    return toPage(rows.map(toWireTool), total, next);
  }
  const found = await listOfCategories(tx, query, scope, keepTime);
  if (found) return found;
  const { ids, total, next } = await listPassingIds(timed, scope, query);
  return toPage((await listToolRowsByIds(tx, ids)).map(toWireTool), total, next);
}

/** The page where categories have an index in its order, else null. */
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
  // The last page says itself how many there are.
  const isLast = cursor === undefined && next === null && (ids.length > 0 || page === 1);
  await keepTime();
  const total = isLast ? (page - 1) * limit + ids.length : await countInScope(db, scope);
  return toPage((await listToolRowsByIds(db, ids)).map(toWireTool), total, next);
}

function toPage(rows: Tool[], total: number, next: string | null): FilteredTools {
  return { rows, total: Math.min(total, MAX_TOTAL), more: total > MAX_TOTAL, next };
}

/** What the tools of a scope can be filtered by, of a search those that match. It counts as a search for each filter. */
export function readFacets(
  db: Queryable,
  scope: FilterScope,
  client: FilterClient,
  q?: string,
): Promise<Outcome<ToolFacets>> {
  const groups = listGroups(scope.filters).length;
  const isSearch = toSearchWords(q).length > 0;
  return run(client, groups + Number(isSearch), async () => {
    // Of all tools of a category, they are counted ahead.
    if (groups === 0 && !isSearch) return ok(await getFacets(db, scope));
    return withDeadline(db, async ({ tx, keepTime }) => {
      const match = isSearch ? await readMatchQuery(tx, q, { onSale: true }) : undefined;
      const matched = match && (await readMatchedIds(tx, match, toSampledSet(scope)));
      return getFacets(tx, { ...scope, matched }, keepTime);
    });
  });
}

async function run<T>(
  { address, consumeLimit }: FilterClient,
  points: number,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const retryAfter = points > 0 ? await consumeLimit(points) : null;
  if (retryAfter) return fail('too_many_requests', { extra: { retryAfter } });
  return (await limiter.run(address, work)) ?? fail('busy');
}
