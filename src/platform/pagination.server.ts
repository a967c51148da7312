import { and, asc, Column, desc, gt, inArray, is, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { formatCursor, type ListCursor, parseCursor } from '#src/shared/list-cursor.ts';
import type { ListQuery, PageQuery } from '#src/shared/list-query.ts';
import { type ListPlaces, type ListSlice, MAX_TOTAL, type SearchResult } from '#src/shared/pagination.ts';
import type { Queryable, Tx } from './database.server.ts';

export type PagedTable = PgTable & { id: PgColumn; seq: PgColumn };

/**
 * The condition of a plain page: only rows created before the row with this id, or before the cursor. Nothing comes
 * before an unknown id. It compares keys, so the last page of a long list costs the same as the first.
 */
export function createdBefore(table: PagedTable, { before, cursor }: PageQuery): SQL | undefined {
  const from = cursor === undefined ? undefined : lt(table.seq, sql`${parseCursor(cursor)?.seq ?? 0}::bigint`);
  return and(
    from,
    before === undefined ? undefined : lt(table.seq, sql`(select seq from ${table} where id = ${before})`),
  );
}

/**
 * Turns newest-first rows into a part of a plain list, oldest first. There is one row more than requested if others
 * follow. `getPlace` reads a row's place in the order of creation.
 */
export function toPlainSlice<T>(
  newestFirst: readonly T[],
  limit: number,
  getPlace: (row: T) => { id: string; seq: number },
): ListSlice<T> {
  const rows = newestFirst.slice(0, limit);
  const places = rows.map(getPlace);
  return {
    rows: rows.toReversed(),
    ...endSlice(places, newestFirst.length > limit, ({ seq }) => ({ sort: '', key: null, seq: Number(seq) })),
  };
}

/** Where a slice of these rows ends, and where it could end. `toCursor` returns the cursor of what follows a row. */
function endSlice<T extends { id: string }>(
  rows: readonly T[],
  isFollowed: boolean,
  toCursor: (row: T) => ListCursor,
): Pick<ListSlice<never>, 'next'> & { places: ListPlaces } {
  const getCursor = (at: number) => {
    const row = rows[at];
    if (!row) throw new Error(`a slice has no row ${at}`);
    return formatCursor(toCursor(row));
  };
  const next = isFollowed && rows.length > 0 ? getCursor(rows.length - 1) : null;
  return { next, places: { ids: rows.map(({ id }) => id), getCursor } };
}

/** The same slice with other rows. */
export function mapSlice<S extends ListSlice<unknown>, U>(slice: S, rows: U[]): Omit<S, 'rows'> & { rows: U[] } {
  return { ...slice, rows };
}

/** Joins several columns as one text, each on its own line. */
export function joinColumns(columns: readonly PgColumn[]): SQL {
  const parts = columns.map((column) => (column.notNull ? sql`${column}` : sql`coalesce(${column}, '')`));
  return sql.join(parts, sql` || E'\\n' || `);
}

/** Sort keys in a separate table, which has one row for each row of the list, with the same `seq`. */
export interface SortTable {
  table: PgTable & { seq: PgColumn };
  on: SQL;
  /** A condition of the list as a condition on this table, for its indexes. */
  where?: SQL | undefined;
}

/** Which rows a list has, and what its sort keys mean. No key is ever null: its expression replaces null. */
export interface PageFilter {
  where: SQL | undefined;
  keys: Record<string, SQLWrapper>;
  /** The tables of sort keys with these names. */
  beside?: Record<string, SortTable>;
  /** A subquery that replaces the table, with its name and columns. */
  from?: SQL | undefined;
  /** No index finds the rows, but most rows match, so they are counted in the order of creation. */
  inOrder?: boolean;
  /** A subquery with as many rows that is faster to count. */
  counted?: SQL | undefined;
  /** Only rows that match this, among the first `limit` of the list's order. */
  within?: { limit: number; matches: SQL };
}

export interface PageIds extends Pick<SearchResult<never>, 'total' | 'next' | 'places'> {
  ids: string[];
}

type SortedPage = Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>;

/**
 * The ids on one page of a list, in its order, and the cursor of what follows. Ties are broken by the order of
 * creation, so that pages never overlap. Page numbers go up to `MAX_PAGE`, so that few rows are skipped.
 */
export async function listIds(
  db: Queryable,
  table: PagedTable,
  { where, keys, beside, from, within }: PageFilter,
  { sort = '-created', page: pageNumber = 1, limit, cursor }: SortedPage,
): Promise<Omit<PageIds, 'total'>> {
  const isDescending = sort.startsWith('-');
  const name = sort.replace('-', '');
  const direction = isDescending ? desc : asc;
  const key = keys[name];
  const joined = beside?.[name];
  const seq = joined?.table.seq ?? table.seq;
  const order = [...(key ? [direction(key)] : []), direction(seq)];
  const after = cursor === undefined ? undefined : comesAfter(cursor, key, seq, isDescending);
  const shown = and(where, joined?.where, after);
  // Selects the key as a column: sorting by its expression again would match all of these rows first.
  const walked = joined?.table ?? table;
  const inWalk = joined ? and(joined.where, after) : shown;
  const first = within
    ? sql`(select *, ${key ?? sql`null`} as sort_key from ${walked} ${inWalk ? sql`where ${inWalk}` : sql``} order by ${sql.join(order, sql`, `)} limit ${within.limit}) as ${walked}`
    : undefined;
  // Skips rows by their keys only, which the index has. It does not have their ids.
  const far =
    !joined && !from && !within
      ? sql`(select ${seq} as page_seq, ${key ?? sql`null`} as sort_key from ${table} ${shown ? sql`where ${shown}` : sql``}
          order by ${sql.join(order, sql`, `)} limit ${limit + 1} offset ${(pageNumber - 1) * limit}) as page
        join ${table} on ${seq} = page_seq`
      : undefined;
  const sortKey = (first ?? far) && key ? sql`sort_key` : key;
  const selected = db
    .select({ id: toField(table.id), seq: toField(seq), key: toField(sortKey ?? sql`null`, key) })
    .from(first ?? joined?.table ?? far ?? from ?? table)
    .$dynamic();
  const rows = await (joined ? selected.innerJoin(table, joined.on) : selected)
    .where(first ? and(joined && where, within?.matches) : far ? undefined : shown)
    .orderBy(...(sortKey ? [direction(sortKey)] : []), direction(seq))
    .limit(limit + 1)
    .offset(far ? 0 : (pageNumber - 1) * limit);
  const page = rows.slice(0, limit).map(({ id, seq, key }) => ({ id: id as string, seq: seq as number, key }));
  const ids = page.map(({ id }) => id);
  return { ids, ...endSlice(page, rows.length > limit, ({ key, seq }) => ({ sort, key, seq })) };
}

// The query builder does not know the columns of a subquery that replaces its table.
function toField(value: SQLWrapper, read = value): SQL<ListCursor['key']> {
  const field = sql<ListCursor['key']>`${value}`;
  return is(read, Column) ? (field.mapWith(read) as typeof field) : field;
}

/**
 * The condition for rows after a cursor. It compares them as one row value, so that an index on key and `seq` can start
 * there.
 */
export function comesAfter(word: string, key: SQLWrapper | undefined, seq: SQLWrapper, isDescending: boolean): SQL {
  const cursor = parseCursor(word);
  if (!cursor) throw new Error('the contract checks cursors');
  const compare = isDescending ? lt : gt;
  if (!key) return compare(seq, sql`${cursor.seq}::bigint`);
  const value = typeof cursor.key === 'string' ? sql`${cursor.key}::text` : sql`${cursor.key}::bigint`;
  return sql`(${key}, ${seq}) ${sql.raw(isDescending ? '<' : '>')} (${value}, ${cursor.seq}::bigint)`;
}

/** Counts rows up to `MAX_TOTAL + 1`, which stands for any larger number. */
export async function countRows(
  db: Queryable,
  table: PagedTable,
  { where, from, inOrder, counted }: Pick<PageFilter, 'where' | 'from' | 'inOrder' | 'counted'>,
): Promise<number> {
  const matching = sql`select from ${from ?? table} ${where ? sql`where ${where}` : sql``} ${inOrder ? sql`order by ${table.seq} desc` : sql``}`;
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${counted ?? matching} limit ${MAX_TOTAL + 1}) as counted`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Reads rows that an index finds in no order, once, for both their number and one page of them. Beyond `MAX_TOTAL`, the
 * page has arbitrary rows and is useless.
 */
export async function listFound(
  db: Queryable,
  table: PagedTable,
  { where, keys, from }: Pick<PageFilter, 'where' | 'keys' | 'from'>,
  { sort = '-created', page = 1, limit, cursor }: SortedPage,
): Promise<PageIds> {
  const isDescending = sort.startsWith('-');
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const key = keys[sort.replace('-', '')];
  const after =
    cursor === undefined ? sql`true` : comesAfter(cursor, key && sql`found.key`, sql`found.seq`, isDescending);
  const { rows } = await db.execute<{ total: number; page: { id: string; seq: number; key: ListCursor['key'] }[] }>(sql`
    with found as materialized (
      select ${table.id} as id, ${table.seq} as seq, ${key ?? sql`null::text`} as key from ${from ?? table}
      ${where ? sql`where ${where}` : sql``} limit ${MAX_TOTAL + 1}
    ), page as (
      select * from found where ${after} order by ${key ? sql`key ${direction},` : sql``} seq ${direction}
      limit ${limit + 1} offset ${(page - 1) * limit}
    )
    select (select count(*)::int from found) as total,
      coalesce((select json_agg(page order by ${key ? sql`key ${direction},` : sql``} seq ${direction}) from page), '[]') as page`);
  const [{ total, page: found } = { total: 0, page: [] }] = rows;
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  return { ids, total, ...endSlice(shown, found.length > limit, ({ key, seq }) => ({ sort, key, seq })) };
}

/** The ids on one page of a list, and its total number of rows. */
export function listPageIds(db: Queryable, table: PagedTable, filter: PageFilter, query: SortedPage): Promise<PageIds> {
  return db.transaction(async (tx) => {
    // The planner may wrongly assume that reading the whole table is cheaper.
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
    const { ids, next, ...places } = await listIds(tx, table, filter, query);
    const { page = 1, limit, cursor } = query;
    const isLast = cursor === undefined && next === null && (ids.length > 0 || page === 1);
    // The last page itself shows the total. If more pages follow the last numbered one, nothing else is shown.
    const seen = (page - 1) * limit + ids.length + (next === null ? 0 : 1);
    const total = isLast || (cursor === undefined && seen > MAX_TOTAL) ? seen : await countRows(tx, table, filter);
    return { ids, total: Math.min(total, MAX_TOTAL + 1), next, ...places };
  });
}

/** Sets planner options until the transaction ends. */
export async function configurePlanner(tx: Tx, settings: Record<string, string>): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
}

/** The condition that selects rows by these ids. */
export function whereIds(table: PagedTable, ids: readonly string[]): SQL {
  return inArray(table.id, [...ids]);
}

/** Puts rows in the order of these ids. Leaves out those that no longer exist. */
export function orderByIds<T>(ids: readonly string[], rows: readonly T[], getId: (row: T) => string): T[] {
  const byId = new Map(rows.map((row) => [getId(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
