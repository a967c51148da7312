import { and, sql } from 'drizzle-orm';
import type { Tx } from '#src/platform/database.server.ts';
import { listFound, listIds, type PageIds } from '#src/platform/pagination.server.ts';
import { isSurelyBeyond } from '#src/platform/search-sample.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import type { ToolQuery } from '../tool/contract.ts';
import { ON_SALE } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import { toolFacets } from './facet-tables.server.ts';
import type { TimedTx } from './filter-deadline.server.ts';
import {
  countInScope,
  estimateTools,
  type FilterScope,
  hasRangeAlone,
  inFilters,
  inScope,
} from './filter-queries.server.ts';
import { toSampleBound } from './read-facet-rows.server.ts';
import { listSortKeys } from './tool-lists.server.ts';

/** To find a page of matching tools, at most this many are read in the order of the list. */
const MAX_WALK = 20_000;
/** The number of randomly chosen tools that tells whether more pass than anybody counts. */
const SAMPLE_SIZE = 4_000;

type PageQuery = Pick<ToolQuery, 'sort' | 'page' | 'limit' | 'cursor' | 'state'>;

/** The sort keys that are columns of `tool_facets`. */
const KEYS = { name: toolFacets.name, price: toolFacets.unitPriceMinor, minimum: toolFacets.minOrderQuantity };

/**
 * A page of the tools that pass filters, for an order or for categories without an index. Up to `MAX_TOTAL` tools are
 * found and sorted. If more pass, the first ones are usually found soon in the order of the list; only if they are not,
 * all tools are read.
 */
export async function listPassingIds(
  { tx, keepTime }: TimedTx,
  scope: FilterScope,
  { sort = '-created', ...rest }: PageQuery,
): Promise<PageIds> {
  const query = { ...rest, sort: sort === 'relevance' ? '-created' : sort };
  const name = query.sort.replace('-', '');
  const { keys, beside } = listSortKeys(query);
  if (beside && Object.hasOwn(beside, name)) return listBeside({ tx, keepTime }, scope, query);
  if (!hasRangeAlone(scope.filters) || !(await isCommon(tx, scope))) {
    await keepTime();
    const found = await listFound(tx, toolFacets, { where: inScope(scope), keys: KEYS }, query);
    if (found.total <= MAX_TOTAL) return found;
  }
  const passes = inFilters(scope) ?? sql`true`;
  await keepTime();
  const where = and(ON_SALE, toSortedRange(scope, name));
  const near = await listIds(tx, tools, { where, keys, within: { limit: MAX_WALK, matches: passes } }, query);
  if (near.next !== null) return { ...near, total: MAX_TOTAL + 1 };
  await keepTime();
  return { ...(await listIds(tx, tools, { where: and(where, passes), keys }, query)), total: MAX_TOTAL + 1 };
}

/** Lists tools in the order of a column that stands in `tool_stocks`. */
async function listBeside({ tx, keepTime }: TimedTx, scope: FilterScope, query: PageQuery): Promise<PageIds> {
  await keepTime();
  const total = await countInScope(tx, scope);
  // Few tools are found first and then sorted.
  const passing = sql`select tool_id from ${toolFacets} where ${inScope(scope)} limit ${MAX_TOTAL}`;
  const passes = total > MAX_TOTAL ? inFilters(scope) : sql`${tools.id} = any(array(${passing}))`;
  await keepTime();
  return { ...(await listIds(tx, tools, { where: and(ON_SALE, passes), ...listSortKeys(query) }, query)), total };
}

/** Whether surely more tools pass than are counted. */
async function isCommon(tx: Tx, scope: FilterScope): Promise<boolean> {
  const places = await estimateTools(tx);
  if (places <= MAX_WALK) return false;
  const bound = toSampleBound(SAMPLE_SIZE, places);
  const { rows } = await tx.execute<{ read: number; hits: number }>(sql`
    select count(*)::integer as read, (count(*) filter (where ${inScope(scope)}))::integer as hits
    from ${toolFacets} where sample < ${bound}`);
  const [{ read, hits } = { read: 0, hits: 0 }] = rows;
  return read > 0 && isSurelyBeyond(hits, read, places);
}

/**
 * The condition of the price or minimum filter when the list is sorted by that column: it bounds the part of the index
 * that is read.
 */
function toSortedRange({ filters }: FilterScope, sort: string) {
  const { priceMin, priceMax, minimumMax } = filters;
  if (sort === 'minimum' && minimumMax !== undefined) return sql`${tools.minOrderQuantity} <= ${minimumMax}`;
  if (sort !== 'price') return undefined;
  return and(
    priceMin === undefined ? undefined : sql`${tools.unitPriceMinor} >= ${priceMin}`,
    priceMax === undefined ? undefined : sql`${tools.unitPriceMinor} <= ${priceMax}`,
  );
}
