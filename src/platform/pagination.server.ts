import { and, asc, desc, inArray, like, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListQuery, PageQuery } from '#src/shared/list-query.ts';
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
 * The newest rows of those before `before`, oldest of them first: what a list returns without search parameters. `where`
 * leaves rows out.
 */
export async function listNewest<T extends PagedTable>(
  db: Queryable,
  table: T,
  { limit, before }: PageQuery,
  where?: SQL,
): Promise<T['$inferSelect'][]> {
  const rows = await db
    .select()
    .from(table as PagedTable)
    .where(and(where, createdBefore(table, before)))
    .orderBy(desc(table.seq))
    .limit(limit);
  return rows.reverse() as T['$inferSelect'][];
}

/**
 * One lower-case text of several columns, to search in. A migration has an index of exactly this expression. The line
 * breaks keep a word from being found across two columns.
 */
export function searchText(...columns: PgColumn[]): SQL {
  const parts = columns.map((column) => (column.notNull ? sql`${column}` : sql`coalesce(${column}, '')`));
  return sql`lower(${sql.join(parts, sql` || E'\\n' || `)})`;
}

/** The condition that every word of a search occurs in a text. Wildcards of LIKE are escaped. */
export function containsWords(text: SQL, search: string | undefined): SQL | undefined {
  return and(
    ...toSearchWords(search).map((word) => like(text, sql`lower(${`%${word.replaceAll(/[\\%_]/g, '\\$&')}%`}::text)`)),
  );
}

/** Which rows a list has, and what its sort keys stand for. */
export interface PageFilter {
  where: SQL | undefined;
  keys: Record<string, SQLWrapper>;
  /** Counting further would take longer than anybody waits. */
  maxTotal?: number;
}

/**
 * The ids on one page of a list, in its order, and how many rows there are in all. It counts up to `maxTotal`. The order of creation breaks ties, so
 * that pages never overlap. Only ids are read of earlier pages.
 */
export async function listPageIds(
  db: Queryable,
  table: PagedTable,
  { where, keys, maxTotal }: PageFilter,
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
  if (isLast) return { ids, total: offset + ids.length };
  if (maxTotal === undefined) return { ids, total: await db.$count(table, where) };
  const counted = db.select({ id: table.id }).from(table).where(where).limit(maxTotal).as('counted');
  return { ids, total: await db.$count(counted) };
}

/** The condition that selects the rows of such a page. */
export function whereIds(table: PagedTable, ids: readonly string[]): SQL {
  return inArray(table.id, [...ids]);
}

/** Rows in the order of these ids. One that is gone by now is left out. */
export function orderByIds<T>(ids: readonly string[], rows: readonly T[], getId: (row: T) => string): T[] {
  const byId = new Map(rows.map((row) => [getId(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The header that says how many rows there are on all pages. */
export function toTotalHeader(total: number): Record<typeof TOTAL_HEADER, string> {
  return { [TOTAL_HEADER]: String(total) };
}
