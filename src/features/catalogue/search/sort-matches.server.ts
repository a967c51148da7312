import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { configurePlanner, listIds, type PageFilter, type PageIds } from '#src/platform/pagination.server.ts';
import type { ListQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { tools } from '../tables.server.ts';
import { interpretQuery } from './interpret-query.server.ts';
import { listCodeKeys } from './match-tools.server.ts';
import { countMatches } from './rank-matches.server.ts';
import { toTextQuery } from './rank-tools.server.ts';
import { withSearchPlans } from './search-plans.server.ts';
import { toolSearch } from './tables.server.ts';

/** Along the order of a list, so many tools are looked at for a page of those that match. */
const MAX_WALK = 20_000;

/**
 * A page of the tools that have all terms of a query, in an order of the list: found along that order, since very many have
 * them. Null where fewer do than are counted, or they are rare at this place of the order: then all are sorted.
 */
export async function listCommonMatches(
  db: Queryable,
  q: string,
  onSale: boolean,
  filter: Omit<PageFilter, 'within'>,
  page: Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>,
): Promise<PageIds | null> {
  // Sorted by what stands beside tools, rows are not found along the order of `tools`.
  if (filter.beside?.[(page.sort ?? '').replace('-', '')]) return null;
  const query = await withSearchPlans(db, async (tx) => {
    const { terms } = await interpretQuery(tx, q);
    if (terms.length === 0) return null;
    return (await countMatches(tx, { onSale }, terms)) > MAX_TOTAL ? toTextQuery(terms) : null;
  });
  if (query === null) return null;
  // As a value of each row: as a join, all that match would be found first.
  const keys = sql`${sql.param(listCodeKeys(q))}::text[]`;
  const matches: SQL = sql`(select ${toolSearch.document} @@ ${query}::tsquery or ${toolSearch.skuKey} = any(${keys}) or ${toolSearch.gtinKey} = any(${keys})
    from ${toolSearch} where ${toolSearch.toolId} = ${tools.id})`;
  const found = await db.transaction(async (tx) => {
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
    return listIds(tx, tools, { ...filter, within: { limit: MAX_WALK, matches } }, page);
  });
  return found.next === null ? null : { ...found, total: MAX_TOTAL + 1 };
}
