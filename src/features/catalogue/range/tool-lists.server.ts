import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { type Listed, readList } from '#src/platform/lists.server.ts';
import {
  countRows,
  listPageIds,
  type PageFilter,
  type PageIds,
  type SortTable,
} from '#src/platform/pagination.server.ts';
import type { ListQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import {
  hasWords,
  isSearchedByRow,
  type MatchQuery,
  matchesQuery,
  readMatchQuery,
  type ShownTools,
  type ToolSet,
} from '../search/match-tools.server.ts';
import type { PartNumberList } from '../search/part-number-list.server.ts';
import { searchByRelevance } from '../search/search-tools.server.ts';
import { listCommonMatches, sortMatches } from '../search/sort-matches.server.ts';
import type { ToolQuery } from '../tool/contract.ts';
import { isOnSale, listToolRowsByIds, ON_SALE, type ToolRow } from '../tool/queries.server.ts';
import { COVER_ASCENDING, COVER_DESCENDING, toolStocks, tools } from '../tool/tables.server.ts';

/** The conditions of the stock states. Literals, so that they match the predicate of an index. */
export const STOCK_CONDITIONS = {
  available: sql`${tools.stockState} <> 'out'`,
  low: sql`${tools.stockState} = 'low'`,
  out: sql`${tools.stockState} = 'out'`,
};

/** The tools on sale, or a page of a search among them. With `among`, only tools that pass these filters. */
export function listToolRows(
  db: Queryable,
  query: Omit<ToolQuery, 'category'>,
  filters?: SQL,
  among?: ToolSet,
): Promise<ListedTools> {
  // Together with the state of the tool, an index contains only the few tools that are low or out.
  const filter = and(query.state && and(ON_SALE, STOCK_CONDITIONS[query.state]), filters);
  const isRare = query.state === 'low' || query.state === 'out';
  // A filtered list counts as a search, whatever else is asked for.
  const asked = filters ? { ...query, page: query.page ?? 1 } : query;
  return readToolList(db, asked, { onSale: true, filter }, { isRare }, among);
}

/** The search and order of any list of tools. */
export type ListedQuery = Pick<ToolQuery, 'q' | 'page' | 'limit' | 'cursor'> & {
  sort?: string | undefined;
  state?: string | undefined;
};

/** What is known about the tools in the state that a list shows. */
interface StateHints {
  /** Usually only a few tools are in this state, so an index of the state finds them first. */
  isRare: boolean;
  /** Tools in this state are spread over every order, so a walk along an order may skip half of all tools. */
  isScattered?: boolean;
}

/** How a search by words found the tools. */
interface SearchHints {
  /** How many have all the words. Sorted by relevance, these come first. */
  matching?: number;
  /** No tool has all the words. The list shows the nearest ones. */
  nearest?: boolean;
  /** The words as they were searched, if they were corrected. */
  corrected?: string | null;
  /** What became of a list of part numbers. */
  listed?: Omit<PartNumberList, 'ids'>;
}

/** A list of tools, with how they were found if something was searched for. */
export type ListedTools<T = ToolRow> = Listed<T, SearchHints>;

/** The same conditions on `tool_stocks`, which has the sort keys. Literals as well. */
const SORTED_STOCK_CONDITIONS: Partial<Record<string, SQL>> = {
  available: sql`${toolStocks.stockState} <> 'out'`,
  low: sql`${toolStocks.stockState} = 'low'`,
  out: sql`${toolStocks.stockState} = 'out'`,
};

const ofTool = { table: toolStocks, on: eq(toolStocks.toolId, tools.id) };

/** The newest of these tools, or a page of a search among them by words or in one of their orders. */
export function readToolList(
  db: Queryable,
  query: ListedQuery,
  shown: ShownTools,
  hints: StateHints,
  among?: ToolSet,
): Promise<ListedTools> {
  return readList(db, query as ListQuery, {
    table: tools,
    where: shown.onSale ? ON_SALE : undefined,
    search: (source) => findToolIds(source, query, shown, hints, among),
    read: async (source, ids) => {
      const rows = await listToolRowsByIds(source, ids);
      return shown.onSale ? rows.filter(isOnSale) : rows;
    },
  });
}

async function findToolIds(
  db: Queryable,
  query: ListedQuery,
  search: ShownTools,
  { isRare, isScattered = false }: StateHints,
  among: ToolSet | undefined,
): Promise<PageIds & SearchHints> {
  const { onSale, filter } = search;
  const { q, sort = 'relevance' } = query;
  const isSearch = q !== undefined && hasWords(q);
  const set = among ?? (isSearch && isRare && filter ? await readStateSet(db, filter) : undefined);
  if (sort === 'relevance' && isSearch) {
    // An admin can change all tools that have all the words at once, and somebody who filters wants fewer tools, not
    // others. Both lists therefore leave out tools that only come near.
    const near = onSale && filter === undefined;
    return searchByRelevance(db, { ...query, q, ...search, near, among: set });
  }
  const shown = and(onSale ? ON_SALE : undefined, filter);
  const sorted = { ...query, sort: sort === 'relevance' ? undefined : sort };
  const keys = listSortKeys(query);
  const match = await readMatchQuery(db, q, search);
  if (match) return listMatches(db, match, search, { shown, keys, sorted, among: set });
  const list = { where: shown, ...keys };
  return isScattered ? sortMatches(db, list, sorted) : listPageIds(db, tools, list, sorted);
}

interface SortedMatches {
  shown: SQL | undefined;
  keys: Pick<PageFilter, 'keys' | 'beside'>;
  sorted: Pick<ListedQuery, 'sort' | 'page' | 'limit' | 'cursor'>;
  among: ToolSet | undefined;
}

/** A page of the tools that have the words, in another order than by relevance. */
async function listMatches(
  db: Queryable,
  match: MatchQuery,
  search: ShownTools,
  { shown, keys, sorted, among }: SortedMatches,
): Promise<PageIds> {
  const { onSale, filter } = search;
  // A small set is sorted as a whole. An admin's filter has indexes of its own.
  const isSorted = among && isSearchedByRow(among, match);
  const isWalked = !isSorted && (onSale || !filter);
  const list = { where: onSale ? ON_SALE : undefined, ...keys };
  const common = isWalked ? await listCommonMatches(db, match, search, list, sorted) : null;
  return common ?? sortMatches(db, { where: and(shown, matchesQuery(match, among)), ...keys }, sorted);
}

/** The tools in a state that only few are in, found by an index of that state. */
async function readStateSet(db: Queryable, condition: SQL): Promise<ToolSet | undefined> {
  const size = await countRows(db, tools, { where: condition });
  return size > MAX_TOTAL ? undefined : { size, ids: sql`select id as tool_id from ${tools} where ${condition}` };
}

/** The sort keys of tool lists, each with an index. Stock and cover are in `tool_stocks`, for tools in this state. */
export function listSortKeys({
  sort,
  state,
}: Pick<ListedQuery, 'sort' | 'state'>): Pick<PageFilter, 'keys' | 'beside'> {
  const besideTool: SortTable = { ...ofTool, where: SORTED_STOCK_CONDITIONS[state ?? ''] };
  return {
    keys: {
      name: alphabeticalKey(tools.itemName),
      price: tools.unitPriceMinor,
      minimum: tools.minOrderQuantity,
      stock: toolStocks.available,
      cover: sort === 'cover' ? COVER_ASCENDING : COVER_DESCENDING,
    },
    beside: { stock: besideTool, cover: besideTool },
  };
}
