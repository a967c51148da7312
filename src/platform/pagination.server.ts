import { and, asc, Column, desc, gt, inArray, is, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { formatCursor, type ListCursor, parseCursor } from '#src/shared/list-cursor.ts';
import type { ListQuery, PageQuery } from '#src/shared/list-query.ts';
import { type ListPlaces, type ListSlice, MAX_TOTAL, type SearchResult } from '#src/shared/pagination.ts';
import type { Queryable, Tx } from './database.server.ts';

export type PagedTable = PgTable & { id: PgColumn; seq: PgColumn };

/**
 * The condition of a plain page: only what was created before the row with this id, or before where a cursor stands. An
 * unknown id has nothing before it. Keyset, so the last page of a long list costs what the first does.
 */
export function createdBefore(table: PagedTable, { before, cursor }: PageQuery): SQL | undefined {
  const from = cursor === undefined ? undefined : lt(table.seq, sql`${parseCursor(cursor)?.seq ?? 0}::bigint`);
  return and(
    from,
    before === undefined ? undefined : lt(table.seq, sql`(select seq from ${table} where id = ${before})`),
  );
}

/**
 * The part of a plain list that newest-first rows are, oldest of them first. They are one more than asked for where others
 * follow; `getPlace` reads their place in the order of creation.
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

/** Where a slice of these rows ends, and where it could. `toCursor`: what follows a row. */
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

/**
 * The newest rows of those before `before`, oldest of them first: what a list returns without search parameters. `where`
 * leaves rows out.
 */
export async function listNewest<T extends PagedTable>(
  db: Queryable,
  table: T,
  page: PageQuery,
  where?: SQL,
): Promise<ListSlice<T['$inferSelect']>> {
  const rows = await db
    .select()
    .from(table as PagedTable)
    .where(and(where, createdBefore(table, page)))
    .orderBy(desc(table.seq))
    .limit(page.limit + 1);
  return toPlainSlice(rows as T['$inferSelect'][], page.limit, ({ id, seq }) => ({
    id: id as string,
    seq: seq as number,
  }));
}

/** A slice with other rows. */
export function mapSlice<S extends ListSlice<unknown>, U>(slice: S, rows: U[]): Omit<S, 'rows'> & { rows: U[] } {
  return { ...slice, rows };
}

/** Several columns as one text, each on its line. */
export function joinColumns(columns: readonly PgColumn[]): SQL {
  const parts = columns.map((column) => (column.notNull ? sql`${column}` : sql`coalesce(${column}, '')`));
  return sql.join(parts, sql` || E'\\n' || `);
}

/** Sort keys that stand in a table beside the list's own: one row for each of its rows, with the same `seq`. */
export interface SortTable {
  table: PgTable & { seq: PgColumn };
  on: SQL;
  /** A condition of the list, as this table has it for its indexes. */
  where?: SQL | undefined;
}

/** Which rows a list has, and what its sort keys stand for. No key is ever null: its expression says what null is. */
export interface PageFilter {
  where: SQL | undefined;
  keys: Record<string, SQLWrapper>;
  /** Where keys of these names are. */
  beside?: Record<string, SortTable>;
  /** In place of the table: a subquery with its name and columns. */
  from?: SQL | undefined;
  /** No index finds the rows, but most have what it takes: they are counted along the order of creation. */
  inOrder?: boolean;
  /** As many rows, as a subquery that is faster to count. */
  counted?: SQL | undefined;
  /** Only rows that match this, among so many of the list's order. */
  within?: { limit: number; matches: SQL };
}

export interface PageIds extends Pick<SearchResult<never>, 'total' | 'next' | 'places'> {
  ids: string[];
}

type SortedPage = Pick<ListQuery, 'sort' | 'page' | 'limit' | 'cursor'>;

/**
 * The ids on one page of a list, in its order, and the cursor of what follows. The order of creation breaks ties, so that
 * pages never overlap. A page with a number is at most `MAX_PAGE`, so that few rows are skipped.
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
  // The key as a column: sorted by its expression again, all of these rows would be matched first.
  const walked = joined?.table ?? table;
  const inWalk = joined ? and(joined.where, after) : shown;
  const first = within
    ? sql`(select *, ${key ?? sql`null`} as sort_key from ${walked} ${inWalk ? sql`where ${inWalk}` : sql``} order by ${sql.join(order, sql`, `)} limit ${within.limit}) as ${walked}`
    : undefined;
  // So many rows are skipped by their keys alone, as an index has them. Their ids are not in it.
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

// The query builder knows no column of a subquery that stands for its table.
function toField(value: SQLWrapper, read = value): SQL<ListCursor['key']> {
  const field = sql<ListCursor['key']>`${value}`;
  return is(read, Column) ? (field.mapWith(read) as typeof field) : field;
}

/** Rows after a cursor. Compared as one row, so that an index of key and `seq` begins there. */
export function comesAfter(word: string, key: SQLWrapper | undefined, seq: SQLWrapper, isDescending: boolean): SQL {
  const cursor = parseCursor(word);
  if (!cursor) throw new Error('the contract checks cursors');
  const compare = isDescending ? lt : gt;
  if (!key) return compare(seq, sql`${cursor.seq}::bigint`);
  const value = typeof cursor.key === 'string' ? sql`${cursor.key}::text` : sql`${cursor.key}::bigint`;
  return sql`(${key}, ${seq}) ${sql.raw(isDescending ? '<' : '>')} (${value}, ${cursor.seq}::bigint)`;
}

/** Counts rows up to one more than `MAX_TOTAL`, which stands for any number beyond. */
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
 * One page of rows that an index finds in no order, and how many they are, by reading them once. Beyond `MAX_TOTAL` the page
 * is of any of them, and worth nothing.
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

/** The ids on one page of a list, and how many rows it has in all. */
export function listPageIds(db: Queryable, table: PagedTable, filter: PageFilter, query: SortedPage): Promise<PageIds> {
  return db.transaction(async (tx) => {
    // The planner may take reading the table for cheaper than it turns out to be.
    await configurePlanner(tx, { enable_seqscan: 'off', jit: 'off' });
    const { ids, next, ...places } = await listIds(tx, table, filter, query);
    const { page = 1, limit, cursor } = query;
    const isLast = cursor === undefined && next === null && (ids.length > 0 || page === 1);
    // The last page says itself how many there are; of the last numbered one that others follow is all that is said.
    const seen = (page - 1) * limit + ids.length + (next === null ? 0 : 1);
    const total = isLast || (cursor === undefined && seen > MAX_TOTAL) ? seen : await countRows(tx, table, filter);
    return { ids, total: Math.min(total, MAX_TOTAL + 1), next, ...places };
  });
}

/** Settings of the planner, until the transaction ends. */
export async function configurePlanner(tx: Tx, settings: Record<string, string>): Promise<void> {
  const calls = Object.entries(settings).map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await tx.execute(sql`select ${sql.join(calls, sql`, `)}`);
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
