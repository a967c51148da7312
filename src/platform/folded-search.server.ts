import { and, inArray, like, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#src/shared/list-query.ts';
import { MAX_TOTAL, toSearchWords } from '#src/shared/pagination.ts';
import { isCanceledStatement, type Queryable, type Tx } from './database.server.ts';
import { Overloaded } from './overloaded.server.ts';
import {
  configurePlanner,
  countRows,
  joinColumns,
  listFound,
  listIds,
  listPageIds,
  type PagedTable,
  type PageFilter,
  type PageIds,
} from './pagination.server.ts';
import { countTrigrams, pickRareParts } from './rare-parts.ts';
import { type SearchSample, sampleRows } from './search-sample.server.ts';
import { recallTotal } from './search-totals.server.ts';
import { VagueSearch } from './vague-search.server.ts';

/** How many rows are scanned in the list's own order before all matches are sorted instead. */
const MAX_WALK = 20_000;
/** How many rows are scanned for words that no index finds. */
const MAX_UNINDEXED = 200_000;
/** In ms. A longer search is stopped, and the client is told to search more narrowly. */
const SEARCH_TIMEOUT = 5_000;

/**
 * Several columns as one text that can be searched without regard to case and accents. A migration has an index on
 * exactly this expression, and defines its function.
 */
export function foldedText(...columns: PgColumn[]): SQL {
  return sql`fold_text(${joinColumns(columns)})`;
}

/**
 * The same for a table that stores this text: folding each scanned row again would take most of a search's time. Only a
 * migration has the column, so that queries for whole rows do not read it.
 */
export function storedText(table: PagedTable): SQL {
  return sql`${table}.searched`;
}

/** The condition that a folded text contains every word of a search. */
export function containsFolded(text: SQL, search: string | undefined): SQL | undefined {
  return and(...toSearchWords(search).map((word) => like(text, toPattern(word))));
}

// Escapes after folding, since a full-width percent sign folds to an ordinary one.
const toPattern = (word: string) =>
  sql`'%' || regexp_replace(fold_text(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

export interface SearchedText {
  /** The expression that the index has. */
  indexed: SQL;
  /** The expression for one row of the list. */
  ofRow: SQL;
}

/** How rows are found by words. */
export interface WordSearch {
  q: string;
  texts: readonly SearchedText[];
  /**
   * Builds the matching rows, as a subquery with the table's name and columns, from the condition of each text, which
   * uses its index.
   */
  rows: (conditions: readonly SQL[]) => SQL;
  /** The condition on one row, for scanning rows in another order. */
  matches: SQL;
}

/**
 * Whether there is such a row, looked up for each row of the list: with `exists`, the planner may read the whole table.
 */
export function isThere(from: SQL): SQL {
  return sql`coalesce((select true ${from} limit 1), false)`;
}

export function searchWithin(table: PagedTable, text: SQL, q: string): WordSearch {
  return {
    q,
    texts: [{ indexed: text, ofRow: text }],
    rows: ([has]) => sql`(select * from ${table} where ${has}) as ${table}`,
    matches: sql`(${containsFolded(text, q)})`,
  };
}

/**
 * Finds rows by any of several conditions. Each uses its own index, which a single `or` would not. `matches` is the
 * same condition on one row, for conditions that would otherwise read another table.
 */
export function searchAny(
  table: PagedTable,
  search: Pick<WordSearch, 'q' | 'texts'> & { conditions: (has: readonly SQL[]) => SQL[]; matches?: SQL | undefined },
): WordSearch {
  const { q, texts, conditions } = search;
  const full = texts.map(({ ofRow }) => sql`(${containsFolded(ofRow, q)})`);
  return {
    q,
    texts,
    rows: (has) => {
      const each = conditions(has).map((condition) => sql`(select id from ${table} where ${condition})`);
      return sql`(select * from ${table} where ${inArray(table.id, sql`(${sql.join(each, sql` union `)})`)}) as ${table}`;
    },
    matches: search.matches ?? sql`(${or(...conditions(full))})`,
  };
}

export interface SearchFilter extends Pick<PageFilter, 'keys' | 'inOrder' | 'counted'> {
  /** A condition that nearly all rows meet. */
  where?: SQL | undefined;
  /**
   * A condition that few rows meet and an index finds, such as one owner or state. If there are few enough, they are
   * scanned.
   */
  narrow?: SQL | undefined;
}

/** The page of a list's rows that have the words in this text; without words, the page of the whole list. */
export function listPageIdsWith(
  db: Queryable,
  table: PagedTable,
  text: SQL,
  filter: SearchFilter,
  query: SearchQuery & Pick<ListQuery, 'q'>,
): Promise<PageIds> {
  const { where, narrow, ...rest } = filter;
  const { q = '' } = query;
  if (toSearchWords(q).length === 0) return listPageIds(db, table, { where: and(where, narrow), ...rest }, query);
  return searchPageIds(db, table, searchWithin(table, text, q), filter, query);
}

type SearchQuery = Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>;

/**
 * One page of the matching rows, and how many match. The cost depends on how common the words are, never on the size of
 * the table: few hits are found by index and sorted; of many hits, the first are found by scanning in the list's order.
 */
export async function searchPageIds(
  db: Queryable,
  table: PagedTable,
  search: WordSearch,
  filter: SearchFilter,
  query: SearchQuery,
): Promise<PageIds> {
  try {
    return await searchInTime(db, table, search, filter, query);
  } catch (error) {
    throw isCanceledStatement(error) ? new Overloaded('search_too_broad', SEARCH_TIMEOUT / 1_000) : error;
  }
}

function searchInTime(
  db: Queryable,
  table: PagedTable,
  search: WordSearch,
  { where, narrow, keys, inOrder = false, counted }: SearchFilter,
  query: SearchQuery,
): Promise<PageIds> {
  return db.transaction(async (tx) => {
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off', statement_timeout: String(SEARCH_TIMEOUT) });
    if (narrow && (await countRows(tx, table, { where: narrow, inOrder, counted })) <= MAX_TOTAL) {
      // The fence makes the planner read the few rows first, whatever it thinks of the words.
      const from = sql`(select * from ${table} where ${narrow} offset 0) as ${table}`;
      const found = await listFound(tx, table, { from, where: and(where, search.matches), keys }, query);
      if (found.total <= MAX_TOTAL) return found;
    }
    const filter = and(where, narrow);
    const matches = and(filter, search.matches) ?? search.matches;
    const total = recallTotal(db, sql`${table} ${matches}`);
    const sampled = { words: toSearchWords(search.q), matches, texts: search.texts.map(({ ofRow }) => ofRow) };
    if (!total.isBeyond) {
      const sample = await sampleRows(db, tx, table, sampled);
      if (!sample.isBeyond) {
        const from = search.rows(findParts(search, sample));
        const found = await listFound(tx, table, { from, where: filter, keys }, query);
        if (found.total <= MAX_TOTAL) return found;
      }
      total.noteBeyond();
    }
    // With so many hits, the first ones come early in the list's own order.
    const near = await walk(tx, table, search, { where: filter, keys }, query);
    if (near) return { ...near, total: MAX_TOTAL + 1 };
    const from = search.rows(findParts(search, await sampleRows(db, tx, table, sampled)));
    return { ...(await listIds(tx, table, { from, where: filter, keys }, query)), total: MAX_TOTAL + 1 };
  });
}

const hasAll = (text: SQL, q: string) => sql`(${containsFolded(text, q)})`;

/** The condition on each text, for its index. */
function findParts(search: WordSearch, { isShort, places, words, trigrams }: SearchSample): SQL[] {
  return search.texts.map(({ indexed }, at) => {
    if (isShort) return hasAll(indexed, search.q);
    const { parts } = pickRareParts(words, trigrams[at] ?? countTrigrams([]));
    if (parts.length === 0 && places > MAX_UNINDEXED) throw new VagueSearch();
    return containsParts(indexed, search.q, parts);
  });
}

/**
 * The condition that a text has the words, found by these parts alone. The words are hidden from the index, which would
 * otherwise read all of their trigrams, including those that nearly all rows have.
 */
function containsParts(text: SQL, q: string, parts: readonly string[]): SQL {
  if (parts.length === 0) return hasAll(text, q);
  const found = parts.map((part) => like(text, `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`));
  return sql`(${and(...found, containsFolded(sql`(${text} || '')`, q))})`;
}

/** The page if its rows are among the next `MAX_WALK` of the list's order; null if they are not. */
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
