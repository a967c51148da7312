import { and, asc, desc, inArray, like, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListQuery } from '#src/shared/list-query.ts';
import { TOTAL_HEADER, toSearchWords } from '#src/shared/pagination.ts';
import type { Queryable } from './database.server.ts';

type PagedTable = PgTable & { id: PgColumn; seq: PgColumn };

/**
 * The condition of a page: only what was created before the row with this id. An unknown id has nothing before it.
 * Keyset, so the last page of a long list costs what the first does.
 */
export function createdBefore(table: PagedTable, id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(table.seq, sql`(select seq from ${table} where id = ${id})`);
}

/**
 * One text of several columns, in lower case, to be searched in. A migration has an index of exactly this expression;
 * the line breaks keep a word from being found across two columns.
 */
export function searchText(...columns: PgColumn[]): SQL {
  const parts = columns.map((column) => (column.notNull ? sql`${column}` : sql`coalesce(${column}, '')`));
  return sql`lower(${sql.join(parts, sql` || E'\\n' || `)})`;
}

/** That every word of a search occurs in a text. What means something to LIKE is searched for as it is. */
export function containsWords(text: SQL, search: string | undefined): SQL | undefined {
  return and(
    ...toSearchWords(search).map((word) => like(text, sql`lower(${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}::text)`)),
  );
}

/** What a listing is of: where it looks, what it leaves out, and what its sort keys stand for. */
export interface PageFilter {
  where: SQL | undefined;
  keys: Record<string, SQLWrapper>;
}

/**
 * The ids on one page of a listing, in its order, and how many there are in all. What was created later breaks a tie
 * in favour of its direction, so that pages never overlap. Only the ids: what stands on earlier pages is not read.
 */
export async function listPageIds(
  db: Queryable,
  table: PagedTable,
  { where, keys }: PageFilter,
  { sort = '-created', page = 1, limit }: Pick<ListQuery, 'sort' | 'page' | 'limit'>,
): Promise<{ ids: string[]; total: number }> {
  const direction = sort.startsWith('-') ? desc : asc;
  const key = keys[sort.replace('-', '')];
  const offset = (page - 1) * limit;
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(...(key ? [direction(key)] : []), direction(table.seq))
    .limit(limit)
    .offset(offset);
  const ids = rows.map((row) => row.id as string);
  // A page that is not full is the last one, and says itself how many there are.
  const isLast = ids.length < limit && (ids.length > 0 || page === 1);
  return { ids, total: isLast ? offset + ids.length : await db.$count(table, where) };
}

/** The condition that reads the rows of such a page. */
export function whereIds(table: PagedTable, ids: readonly string[]): SQL {
  return inArray(table.id, [...ids]);
}

/** Rows in the order of these ids; one that is gone by now is left out. */
export function orderByIds<T>(ids: readonly string[], rows: readonly T[], idOf: (row: T) => string): T[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The header of a listing's answer. */
export function toTotalHeader(total: number): Record<typeof TOTAL_HEADER, string> {
  return { [TOTAL_HEADER]: String(total) };
}
