import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { tools } from '../tool/tables.server.ts';
import { type CodeQuery, readCodeQuery, skuBeginsWith } from './code-start.server.ts';
import { toCodeKey } from './fold-text.ts';
import { interpretQuery } from './interpret-query.server.ts';
import type { Term } from './query-terms.ts';
import { toolSearch } from './tables.server.ts';
import { toTextQuery } from './text-query.server.ts';
import { tokenize } from './tokenize.ts';

const MAX_CODES = 20;
/** More tools whose SKU begins with what was typed are not found: all searches find the same ones. */
const MAX_BEGUN = 500;

/** Tools that are known before any search by words: those of a category. */
export interface ToolSet {
  /** Their approximate number. */
  size: number;
  /** A query that selects their `tool_id`. */
  ids: SQL;
}

export interface ShownTools {
  /** Only tools on sale; otherwise all. */
  onSale: boolean;
  /** A further condition on `tools`. */
  filter?: SQL | undefined;
  /** All tools that pass the filter are in this set. */
  among?: ToolSet | undefined;
}

/** An interpreted query, for searches that need no ranking. */
export interface MatchQuery extends CodeQuery {
  terms: readonly Term[];
}

/** Interprets what was typed. Undefined if that is empty. */
export async function readMatchQuery(
  db: Queryable,
  typed: string | undefined,
  { onSale }: Pick<ShownTools, 'onSale'>,
): Promise<MatchQuery | undefined> {
  if (!typed?.trim()) return undefined;
  const { terms } = await interpretQuery(db, typed, { onSale });
  return { ...(await readCodeQuery(db, typed, { onSale })), terms };
}

/** Reading each tool of a larger set takes longer than a search may. */
const MAX_SET = 30_000;

/**
 * Whether to read each tool of a set rather than the index of words: the set is smaller than the number of tools that
 * have any one term.
 */
export function isSearchedByRow({ size }: ToolSet, { terms }: Pick<MatchQuery, 'terms'>): boolean {
  return size <= MAX_SET && size < Math.min(...terms.map(({ tools }) => tools));
}

/**
 * The end of a select that reads the indexed text of each tool of a set as `found`. `ids` is a query that selects
 * `tool_id`.
 */
export function fromSet(ids: SQL): SQL {
  // Without `offset 0`, the index of words would be read first.
  return sql`from (${ids}) as among cross join lateral (
    select tool_id, on_sale, document, sku_key, gtin_key from ${toolSearch} where ${toolSearch.toolId} = among.tool_id offset 0) as found`;
}

/**
 * The condition on `tools` that they have all terms of a query, or its part number. Undefined without a query. With a
 * set, only its tools are searched.
 */
export function matchesQuery(query: MatchQuery | undefined, among?: ToolSet): SQL | undefined {
  if (!query) return undefined;
  const { terms } = query;
  const text = terms.length > 0 ? sql`document @@ ${toTextQuery(terms)}::tsquery` : sql`false`;
  // As a join, the set would be read again for each tool of an order.
  if (among && isSearchedByRow(among, query))
    return sql`${tools.id} = any(array(select found.tool_id ${fromSet(among.ids)} where ${or(text, hasCode(query))}))`;
  const byCode = listCodeConditions(query).map(
    (condition) => sql` union all select tool_id from ${toolSearch} where ${condition}`,
  );
  return sql`${tools.id} in (
    select tool_id from ${toolSearch} where on_sale and ${text} union all select tool_id from ${toolSearch} where not on_sale and ${text}
    ${sql.join(byCode)})`;
}

/** The conditions on `tool_search` for a part number that a query contains or begins. Each has an index. */
function listCodeConditions({ typed, start, onSale }: CodeQuery): SQL[] {
  const keys = sql`any(${sql.param(listCodeKeys(typed))}::text[])`;
  return [
    sql`sku_key collate "C" = ${keys}`,
    sql`gtin_key = ${keys}`,
    ...(start === null
      ? []
      : [sql`sku_key collate "C" = any(array(select sku_key ${fromBegun(start, onSale)} limit ${MAX_BEGUN}))`]),
  ];
}

/** The end of a select that reads the tools whose part numbers begin with a key, in the order of these. */
function fromBegun(start: string, onSale: boolean): SQL {
  return sql`from ${toolSearch} where ${onSale ? sql`on_sale` : sql`true`} and ${skuBeginsWith(start)} order by sku_key collate "C"`;
}

/** The condition on `tool_search` that a query contains or begins the tool's part number. */
export function hasCode(query: CodeQuery): SQL {
  return or(...listCodeConditions(query)) ?? sql`false`;
}

/**
 * Tools whose SKU or GTIN was typed, with any separators or none. The exact spelling comes first, and tools whose SKU only
 * begins with it come last.
 */
export async function findByCode(
  db: Queryable,
  { typed, start, onSale }: CodeQuery,
  { filter }: Pick<ShownTools, 'filter'> = {},
): Promise<string[]> {
  const keys = listCodeKeys(typed);
  if (keys.length === 0 && start === null) return [];
  const shown = onSale ? sql`on_sale` : sql`true`;
  const begun =
    start === null
      ? sql``
      : sql`union all (select tool_id, on_sale, seq, sku_key, true ${fromBegun(start, onSale)} limit ${MAX_BEGUN})`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.tool_id as id from (
      (select tool_id, on_sale, seq, sku_key as key, false as is_begun from ${toolSearch} where sku_key collate "C" = any(${sql.param(keys)}::text[]))
      union all (select tool_id, on_sale, seq, gtin_key, false from ${toolSearch} where gtin_key = any(${sql.param(keys)}::text[]))
      ${begun}
    ) s join ${tools} on ${tools.id} = s.tool_id
    where ${and(shown, filter)}
    order by s.is_begun, case when not s.is_begun then length(s.key) end desc, lower(${tools.sku}) = lower(${typed.trim()}) desc,
      case when s.is_begun then s.key end collate "C", s.seq desc
    limit ${MAX_CODES + MAX_BEGUN}`);
  return [...new Set(rows.map(({ id }) => id))];
}

/** The codes that a query may contain, each a run of its words: at most 45. */
export function listCodeKeys(query: string): string[] {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 10);
  const runs = words.flatMap((_word, from) =>
    Array.from({ length: Math.min(5, words.length - from) }, (_, at) => words.slice(from, from + at + 1).join('')),
  );
  runs.push(words.join(''));
  return [...new Set(runs.map(toCodeKey))].filter(
    (key) => key.length >= 3 && key.length <= 64 && (/\d/.test(key) || runs.length === 2),
  );
}

/** Whether there is anything to search for. */
export function hasWords(query: string | undefined): boolean {
  return query !== undefined && tokenize(query).length > 0;
}
