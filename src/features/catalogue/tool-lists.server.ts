import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  countRows,
  listPageIds,
  type PageFilter,
  type PageIds,
  type SortTable,
} from '#src/platform/pagination.server.ts';
import { MAX_TOTAL, type SearchResult } from '#src/shared/pagination.ts';
import type { ToolQuery } from './contract.ts';
import type { InventoryQuery } from './inventory-contract.ts';
import { isOnSale, listToolRowsByIds, ON_SALE, type ToolRow } from './queries.server.ts';
import {
  hasWords,
  isSearchedByRow,
  type MatchQuery,
  matchesQuery,
  readMatchQuery,
  type ShownTools,
  type ToolSet,
} from './search/match-tools.server.ts';
import { searchByRelevance } from './search/search-tools.server.ts';
import { listCommonMatches, sortMatches } from './search/sort-matches.server.ts';
import { RUNNING_OUT } from './stock-cover.server.ts';
import { COVER_ASCENDING, COVER_DESCENDING, toolStocks, tools } from './tables.server.ts';

// Literals, which match the condition of an index.
const STOCK_CONDITIONS = {
  available: sql`${tools.stockState} <> 'out'`,
  low: sql`${tools.stockState} = 'low'`,
  out: sql`${tools.stockState} = 'out'`,
};

/** A page of a search among the tools on sale. `among`: no others pass these filters. */
export function searchToolRows(
  db: Queryable,
  query: Omit<ToolQuery, 'category'>,
  filters?: SQL,
  among?: ToolSet,
): Promise<FoundTools> {
  // With the state of the tool, an index has the few that are low or out.
  const filter = and(query.state && and(ON_SALE, STOCK_CONDITIONS[query.state]), filters);
  return searchRows(db, query, { onSale: true, filter }, among);
}

/** Few tools are in these, as a rule. */
const RARE_STATES: readonly InventoryQuery['state'][] = ['low', 'out', 'draft', 'archived', 'running_out'];

// The second condition is that of an index.
const STATE_CONDITIONS = {
  draft: sql`${tools.state} = 'draft' and ${tools.state} <> 'on_sale'`,
  archived: sql`${tools.state} = 'archived' and ${tools.state} <> 'on_sale'`,
};

function inState(state: InventoryQuery['state']): SQL | undefined {
  if (state === undefined) return undefined;
  if (state === 'draft' || state === 'archived') return STATE_CONDITIONS[state];
  if (state === 'running_out') return RUNNING_OUT;
  return and(ON_SALE, STOCK_CONDITIONS[state]);
}

/** A page of all tools, drafts and archived ones too. */
export function searchInventoryRows(db: Queryable, query: InventoryQuery): Promise<FoundTools> {
  return searchRows(db, query, { onSale: false, filter: inState(query.state) });
}

/** The condition of the tools that the list of all tools shows by this search and state. */
export async function inInventory(
  db: Queryable,
  { q, state }: Pick<InventoryQuery, 'q' | 'state'>,
): Promise<SQL | undefined> {
  return and(inState(state), matchesQuery(await readMatchQuery(db, q, { onSale: false })));
}

/** What was found by words, and how. */
export interface FoundTools<T = ToolRow> extends SearchResult<T> {
  /** How many have all the words, of an order by relevance: they come first. */
  matching?: number;
  /** No tool has all the words: these come nearest. */
  nearest?: boolean;
  /** The words as they were searched, where they were corrected. */
  corrected?: string | null;
}

/** The same conditions beside the stock that lists are sorted by. Literals as well. */
const SORTED_STOCK_CONDITIONS: Partial<Record<string, SQL>> = {
  available: sql`${toolStocks.stockState} <> 'out'`,
  low: sql`${toolStocks.stockState} = 'low'`,
  out: sql`${toolStocks.stockState} = 'out'`,
};

const ofTool = { table: toolStocks, on: eq(toolStocks.toolId, tools.id) };

async function searchRows(
  db: Queryable,
  query: InventoryQuery,
  search: ShownTools,
  among?: ToolSet,
): Promise<FoundTools> {
  const { onSale, filter } = search;
  const { q, sort = 'relevance' } = query;
  const isSearch = q !== undefined && hasWords(q);
  const set = among ?? (isSearch ? await readStateSet(db, query.state, filter) : undefined);
  if (sort === 'relevance' && isSearch) {
    // What an admin changes at once is what has all the words, and who filters wants fewer tools, not others.
    const near = onSale && filter === undefined;
    const { ids, ...found } = await searchByRelevance(db, { ...query, q, ...search, near, among: set });
    const rows = await listToolRowsByIds(db, ids);
    return { ...found, rows: onSale ? rows.filter(isOnSale) : rows };
  }
  const shown = and(onSale ? ON_SALE : undefined, filter);
  const sorted = { ...query, sort: sort === 'relevance' ? undefined : sort };
  const keys = listSortKeys(query);
  const match = await readMatchQuery(db, q, search);
  const page = match
    ? await listMatches(db, match, search, { shown, keys, sorted, among: set })
    : await listUnsearched(db, query.state, { where: shown, ...keys }, sorted);
  const { ids, ...found } = page;
  return { rows: await listToolRowsByIds(db, ids), ...found };
}

function listUnsearched(
  db: Queryable,
  state: InventoryQuery['state'],
  list: PageFilter,
  page: SortedMatches['sorted'],
): Promise<PageIds> {
  // Few run out, and no order of tools says which: a walk along it may pass half of them.
  return state === 'running_out' ? sortMatches(db, list, page) : listPageIds(db, tools, list, page);
}

interface SortedMatches {
  shown: SQL | undefined;
  keys: Pick<PageFilter, 'keys' | 'beside'>;
  sorted: Pick<InventoryQuery, 'sort' | 'page' | 'limit' | 'cursor'>;
  among: ToolSet | undefined;
}

/** A page of the tools that have the words, in another order than that of relevance. */
async function listMatches(
  db: Queryable,
  match: MatchQuery,
  search: ShownTools,
  { shown, keys, sorted, among }: SortedMatches,
): Promise<PageIds> {
  const { onSale, filter } = search;
  // All of a small set are sorted. An admin's filter has indexes of its own.
  const isSorted = among && isSearchedByRow(among, match);
  const isWalked = !isSorted && (onSale || !filter);
  const list = { where: onSale ? ON_SALE : undefined, ...keys };
  const common = isWalked ? await listCommonMatches(db, match, search, list, sorted) : null;
  return common ?? sortMatches(db, { where: and(shown, matchesQuery(match, among)), ...keys }, sorted);
}

/** The tools in a state that few are in, found by an index of that state. */
async function readStateSet(
  db: Queryable,
  state: InventoryQuery['state'],
  condition: SQL | undefined,
): Promise<ToolSet | undefined> {
  if (!condition || !state || !RARE_STATES.includes(state)) return undefined;
  const size = await countRows(db, tools, { where: condition });
  return size > MAX_TOTAL ? undefined : { size, ids: sql`select id as tool_id from ${tools} where ${condition}` };
}

/** What lists of tools are sorted by, each by an index. Stock and cover stand beside the tool, for tools in this state. */
export function listSortKeys({
  sort,
  state,
}: Pick<InventoryQuery, 'sort' | 'state'>): Pick<PageFilter, 'keys' | 'beside'> {
  const besideTool: SortTable = { ...ofTool, where: SORTED_STOCK_CONDITIONS[state ?? ''] };
  return {
    keys: {
      name: sql`lower(${tools.itemName})`,
      price: tools.unitPriceCents,
      minimum: tools.minOrderQuantity,
      stock: toolStocks.available,
      cover: sort === 'cover' ? COVER_ASCENDING : COVER_DESCENDING,
    },
    beside: { stock: besideTool, cover: besideTool },
  };
}
