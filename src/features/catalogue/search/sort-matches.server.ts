import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  configurePlanner,
  listFound,
  listIds,
  listPageIds,
  type PageFilter,
  type PageIds,
} from '#src/platform/pagination.server.ts';
import type { ListQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { tools } from '../tool/tables.server.ts';
import { findByCode, hasCode, type MatchQuery, type ShownTools } from './match-tools.server.ts';
import { countMatches } from './rank-matches.server.ts';
import { withSearchPlans } from './search-plans.server.ts';
import { toolSearch } from './tables.server.ts';
import { toTextQuery } from './text-query.server.ts';

/** To find a page of matching tools, at most this many are read in the order of the list. */
const MAX_WALK = 20_000;

/** Fewer matches than this are faster to sort. */
const MIN_COMMON = 1_000;

/**
 * A page of the tools that have all terms of a query, in an order of the list. It reads along that order, since many
 * tools match. Null if few match, or if they are rare at this place of the order: then all are sorted. It reads at most
 * as many tools as match, so that a futile attempt costs less than sorting.
 */
export async function listCommonMatches(
  db: Queryable,
  match: MatchQuery,
  { onSale, filter }: Pick<ShownTools, 'onSale' | 'filter'>,
  list: Omit<PageFilter, 'within'>,
  page: Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>,
): Promise<PageIds | null> {
  const { terms } = match;
  if (terms.length === 0) return null;
  const total = await withSearchPlans(db, async (tx) => {
    const counted = await countMatches(tx, { onSale, filter }, terms);
    // A tool that is found only by its number would have to be counted, too.
    return counted <= MAX_TOTAL && (await findByCode(tx, match, { filter })).length > 0 ? 0 : counted;
  });
  if (total < MIN_COMMON) return null;
  const limit = total > MAX_TOTAL ? MAX_WALK : total;
  const query = toTextQuery(terms);
  // As a value of each row: as a join, all matching tools would be found first.
  const matches: SQL = sql`(select ${toolSearch.document} @@ ${query}::tsquery or ${hasCode(match)}
    from ${toolSearch} where ${toolSearch.toolId} = ${tools.id}) ${filter ? sql`and ${filter}` : sql``}`;
  const found = await db.transaction(async (tx) => {
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
    return listIds(tx, tools, { ...list, within: { limit, matches } }, page);
  });
  return found.next === null ? null : { ...found, total };
}

/**
 * A page of the tools that a condition finds, in an order of the list. All are read once and sorted, unless there are
 * too many.
 */
export async function sortMatches(
  db: Queryable,
  list: Omit<PageFilter, 'within'>,
  page: Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>,
): Promise<PageIds> {
  const { where, keys, beside } = list;
  const joined = beside?.[(page.sort ?? '').replace('-', '')];
  const from = joined && sql`${tools} inner join ${joined.table} on ${joined.on}`;
  const found = await db.transaction(async (tx) => {
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
    return listFound(tx, tools, { where: and(where, joined?.where), keys, from }, page);
  });
  return found.total > MAX_TOTAL ? listPageIds(db, tools, list, page) : found;
}
