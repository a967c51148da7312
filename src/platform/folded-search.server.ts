import { and, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL, toSearchWords } from '#src/shared/pagination.ts';
import type { Queryable, Tx } from './database.server.ts';
import {
  configurePlanner,
  countRows,
  joinColumns,
  listIds,
  listPageIds,
  type PagedTable,
  type PageFilter,
  type PageIds,
} from './pagination.server.ts';

/** So many rows are looked through in the list's own order, before all that match are sorted. */
const MAX_WALK = 20_000;
/** So many hits are counted at first, and so many where too few of these are in the list. */
const CAPS = [2 * MAX_TOTAL, 5 * MAX_TOTAL, 16 * MAX_TOTAL] as const;
/** In ms. A search that takes longer is told to come again, as a call that the shop is too busy for. */
const SEARCH_TIMEOUT = 5_000;

/**
 * One text of several columns, to search in without regard to case and accents. A migration has an index of exactly this
 * expression, and the function of `migrations`.
 */
export function foldedText(...columns: PgColumn[]): SQL {
  return sql`fold_text(${joinColumns(columns)})`;
}

/** The condition that every word of a search occurs in a folded text. */
export function containsFolded(text: SQL, search: string | undefined): SQL | undefined {
  return and(...toSearchWords(search).map((word) => like(text, toPattern(word))));
}

// Escaped after it was folded: a wide percent sign folds to an ordinary one.
const toPattern = (word: string) =>
  sql`'%' || regexp_replace(fold_text(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** How rows are found by words. */
export interface WordSearch {
  /** Selects at most `cap` hits, all of them for null. */
  hits: (cap: number | null) => SQL;
  /** The rows of so many hits, as a subquery with the name and the columns of the table. */
  rows: (cap: number | null) => SQL;
  /** Each hit is one of the rows. */
  isOfRows?: boolean;
  /** The condition of one row, to look through rows in another order. */
  matches: SQL;
}

/** Whether there is such a row. Looked up for each row of the list: `exists` may have the planner read all of the table. */
export function isThere(from: SQL): SQL {
  return sql`coalesce((select true ${from} limit 1), false)`;
}

/** Words in a text of the table itself. */
export function searchWithin(table: PagedTable, matches: SQL): WordSearch {
  const limit = (cap: number | null) => (cap === null ? sql`` : sql` limit ${cap}`);
  return {
    hits: (cap) => sql`select from ${table} where ${matches}${limit(cap)}`,
    rows: (cap) => sql`(select * from ${table} where ${matches}${limit(cap)}) as ${table}`,
    isOfRows: true,
    matches,
  };
}

/**
 * Whatever one of several conditions finds. Each uses its own index; one `or` would not. `matches` says the same of one
 * row, where a condition would read another table for it.
 */
export function searchAny(table: PagedTable, conditions: readonly SQL[], matches = or(...conditions)): WordSearch {
  const select = (cap: number | null) => {
    const limit = cap === null ? sql`` : sql` limit ${cap}`;
    const each = conditions.map((condition) => sql`(select id from ${table} where ${condition}${limit})`);
    return sql.join(each, sql` union `);
  };
  return {
    hits: select,
    rows: (cap) => sql`(select * from ${table} where ${inArray(table.id, sql`(${select(cap)})`)}) as ${table}`,
    matches: matches ?? sql`false`,
  };
}

export interface SearchFilter extends Pick<PageFilter, 'keys' | 'inOrder'> {
  /** What holds of nearly all rows of the list, or of none that are left out by default. */
  where?: SQL | undefined;
  /** What holds of few rows, by an index: of one owner, in one state. They are looked through where they are few. */
  narrow?: SQL | undefined;
}

/** The page of a list that has the words in it; without words, the page of the whole list. */
export function listPageIdsWith(
  db: Queryable,
  table: PagedTable,
  words: SQL | undefined,
  filter: SearchFilter,
  query: SearchQuery,
): Promise<PageIds> {
  const { where, narrow, ...rest } = filter;
  if (!words) return listPageIds(db, table, { where: and(where, narrow), ...rest }, query);
  return searchPageIds(db, table, searchWithin(table, words), filter, query);
}

type SearchQuery = Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>;

/**
 * One page of the rows that match, and how many do. What it costs depends on how common the words are, never on the table's
 * size: few hits are sorted; of many, the first ones in the list's order are found by walking along its index.
 */
export function searchPageIds(
  db: Queryable,
  table: PagedTable,
  search: WordSearch,
  { where, narrow, keys, inOrder = false }: SearchFilter,
  query: SearchQuery,
): Promise<PageIds> {
  return db.transaction(async (tx) => {
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off', statement_timeout: String(SEARCH_TIMEOUT) });
    const list = async (filter: Omit<PageFilter, 'keys'>, total: number): Promise<PageIds> => ({
      ...(await listIds(tx, table, { ...filter, keys }, query)),
      total,
    });
    if (narrow && (await countRows(tx, table, { where: narrow, inOrder })) <= MAX_TOTAL) {
      // The fence has the few rows read first, whatever the planner thinks of the words.
      const from = sql`(select * from ${table} where ${narrow} offset 0) as ${table}`;
      const filter = { from, where: and(where, search.matches) };
      return list(filter, await countRows(tx, table, filter));
    }
    const filter = and(where, narrow);
    const { total, hits } = await countMatches(tx, search, filter);
    // Few are sorted. Of many, the first ones are near in the list's own order.
    const isCommon = hits > MAX_TOTAL;
    const walked = isCommon ? await walk(tx, table, search, { where: filter, keys }, query) : null;
    return walked ? { ...walked, total } : list({ from: search.rows(null), where: filter }, total);
  });
}

/** The page where its rows are among the next `MAX_WALK` of the list's order; null where they are not. */
async function walk(
  tx: Tx,
  table: PagedTable,
  search: WordSearch,
  { where, keys }: Pick<PageFilter, 'where' | 'keys'>,
  query: SearchQuery,
): Promise<Omit<PageIds, 'total'> | null> {
  await configurePlanner(tx, { enable_sort: 'off', enable_bitmapscan: 'off' });
  const within = { limit: MAX_WALK, matches: search.matches };
  const page = await listIds(tx, table, { where, keys, within }, query);
  await configurePlanner(tx, { enable_sort: 'on', enable_bitmapscan: 'on' });
  return page.next === null ? null : page;
}

/** Counts the rows that match, up to one more than `MAX_TOTAL`. It looks at no more hits than that takes, step by step. */
async function countMatches(
  tx: Tx,
  search: WordSearch,
  where: SQL | undefined,
): Promise<{ total: number; hits: number }> {
  // Each hit counts where nothing else is asked of it.
  const caps = search.isOfRows && where === undefined ? [MAX_TOTAL + 1] : [...CAPS, null];
  for (const cap of caps) {
    const { rows } = await tx.execute<{ hits: number | null; matching: number }>(
      sql`select ${search.isOfRows ? sql`count(*)::int` : sql`null`} as hits,
        (count(*) filter (where ${where ?? sql`true`}))::int as matching from ${search.rows(cap)}`,
    );
    const { hits = null, matching = 0 } = rows[0] ?? {};
    const total = Math.min(matching, MAX_TOTAL + 1);
    const counted = hits ?? (await countHits(tx, search, cap));
    if (cap === null || counted < cap || matching > MAX_TOTAL) return { total, hits: counted };
  }
  throw new Error('the last count has no cap');
}

async function countHits(tx: Tx, search: WordSearch, cap: number | null): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${search.hits(cap)}) as hits`,
  );
  return rows[0]?.count ?? 0;
}
