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

/** So many rows are looked through in the list's own order, before all that match are sorted. */
const MAX_WALK = 20_000;
/** So many rows are looked through for words that no index finds. */
const MAX_UNINDEXED = 200_000;
/** In ms. A search that takes longer is stopped, and told to ask for less. */
const SEARCH_TIMEOUT = 5_000;

/**
 * One text of several columns, to search in without regard to case and accents. A migration has an index of exactly this
 * expression, and the function of `migrations`.
 */
export function foldedText(...columns: PgColumn[]): SQL {
  return sql`fold_text(${joinColumns(columns)})`;
}

/**
 * The same of a table that stores it: folding again each row that is looked at would take most of the time of a search. The
 * column stands in a migration only, so that no query of whole rows reads it.
 */
export function storedText(table: PagedTable): SQL {
  return sql`${table}.searched`;
}

/** The condition that every word of a search occurs in a folded text. */
export function containsFolded(text: SQL, search: string | undefined): SQL | undefined {
  return and(...toSearchWords(search).map((word) => like(text, toPattern(word))));
}

// Escaped after it was folded: a wide percent sign folds to an ordinary one.
const toPattern = (word: string) =>
  sql`'%' || regexp_replace(fold_text(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** A text that words are searched in. */
export interface SearchedText {
  /** As its index has it. */
  indexed: SQL;
  /** As a row of the list leads to it. */
  ofRow: SQL;
}

/** How rows are found by words. */
export interface WordSearch {
  q: string;
  texts: readonly SearchedText[];
  /** The rows, as a subquery with the name and the columns of the table. It gets the condition of each text, for its index. */
  rows: (conditions: readonly SQL[]) => SQL;
  /** The condition of one row, to look through rows in another order. */
  matches: SQL;
}

/** Whether there is such a row. Looked up for each row of the list: `exists` may have the planner read all of the table. */
export function isThere(from: SQL): SQL {
  return sql`coalesce((select true ${from} limit 1), false)`;
}

/** Words in a text of the table itself. */
export function searchWithin(table: PagedTable, text: SQL, q: string): WordSearch {
  return {
    q,
    texts: [{ indexed: text, ofRow: text }],
    rows: ([has]) => sql`(select * from ${table} where ${has}) as ${table}`,
    matches: sql`(${containsFolded(text, q)})`,
  };
}

/**
 * Whatever one of several conditions finds. Each uses its own index; one `or` would not. `matches` says the same of one
 * row, where a condition would read another table for it.
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
  /** What holds of nearly all rows of the list, or of none that are left out by default. */
  where?: SQL | undefined;
  /** What holds of few rows, by an index: of one owner, in one state. They are looked through where they are few. */
  narrow?: SQL | undefined;
}

/** The page of a list that has the words in this text; without words, the page of the whole list. */
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
 * One page of the rows that match, and how many do. What it costs depends on how common the words are, never on the table's
 * size: few hits are found by index and sorted; of many, the first ones are found by walking along the list's order.
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
      // The fence has the few rows read first, whatever the planner thinks of the words.
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
    // Of so many the first ones are near in the list's own order.
    const near = await walk(tx, table, search, { where: filter, keys }, query);
    if (near) return { ...near, total: MAX_TOTAL + 1 };
    const from = search.rows(findParts(search, await sampleRows(db, tx, table, sampled)));
    return { ...(await listIds(tx, table, { from, where: filter, keys }, query)), total: MAX_TOTAL + 1 };
  });
}

const hasAll = (text: SQL, q: string) => sql`(${containsFolded(text, q)})`;

/** The condition of each text, for its index. */
function findParts(search: WordSearch, { isShort, places, words, trigrams }: SearchSample): SQL[] {
  return search.texts.map(({ indexed }, at) => {
    if (isShort) return hasAll(indexed, search.q);
    const { parts } = pickRareParts(words, trigrams[at] ?? countTrigrams([]));
    if (parts.length === 0 && places > MAX_UNINDEXED) throw new VagueSearch();
    return containsParts(indexed, search.q, parts);
  });
}

/**
 * The condition that a text has the words, found by these parts alone. The words are hidden from the index: it would read
 * each of their trigrams, those too that nearly all rows have.
 */
function containsParts(text: SQL, q: string, parts: readonly string[]): SQL {
  if (parts.length === 0) return hasAll(text, q);
  const found = parts.map((part) => like(text, `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`));
  return sql`(${and(...found, containsFolded(sql`(${text} || '')`, q))})`;
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
