import { and, desc, type SQL } from 'drizzle-orm';
import { isSearchQuery, type ListQuery } from '#src/shared/list-query.ts';
import type { ListSlice } from '#src/shared/pagination.ts';
import type { Queryable } from './database.server.ts';
import {
  createdBefore,
  orderByIds,
  type PagedTable,
  type PageIds,
  toPlainSlice,
  whereIds,
} from './pagination.server.ts';
import { toReadSource } from './replica/read-source.server.ts';

/**
 * How the entries of a list are found and read. `Hints` add details about what a search found. Both functions read in the
 * database that they get, which may be a replica.
 */
export interface List<Entry, Hints extends object> {
  table: PagedTable;
  /** A condition on every entry when there is no search, such as its owner. */
  where?: SQL | undefined;
  /** Finds the page for a query with words, a state, a sort order or a page number, unless the list takes none of these. */
  search?: (db: Queryable) => Promise<PageIds & Hints>;
  /** Reads these entries in this order. Leaves out those that no longer exist. */
  read: (db: Queryable, ids: readonly string[]) => Promise<Entry[]>;
}

/** A part of a list. Only a search counts the entries. */
export type Listed<Entry, Hints extends object = object> = ListSlice<Entry> & { total?: number } & Partial<Hints>;

/** Reads a part of a list: the page that a query searches for, or the newest entries before `before`, oldest first. */
export async function readList<Entry, Hints extends object>(
  db: Queryable,
  query: ListQuery,
  { table, where, search, read }: List<Entry, Hints>,
): Promise<Listed<Entry, Hints>> {
  const source = toReadSource(db);
  const { ids, ...page } =
    search && isSearchQuery(query) ? await search(source) : await listNewestIds(source, table, query, where);
  return { ...page, rows: await read(source, ids) } as Listed<Entry, Hints>;
}

async function listNewestIds(
  db: Queryable,
  table: PagedTable,
  query: ListQuery,
  where: SQL | undefined,
): Promise<Omit<PageIds, 'total'>> {
  const newestFirst = await db
    .select({ id: table.id, seq: table.seq })
    .from(table)
    .where(and(where, createdBefore(table, query)))
    .orderBy(desc(table.seq))
    .limit(query.limit + 1);
  const { rows, ...page } = toPlainSlice(newestFirst as { id: string; seq: number }[], query.limit, (row) => row);
  return { ids: rows.map(({ id }) => id), ...page };
}

/** The rows of a table with these ids, in their order. */
export async function readRows<T extends PagedTable>(
  db: Queryable,
  table: T,
  ids: readonly string[],
): Promise<T['$inferSelect'][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(table as PagedTable)
    .where(whereIds(table, ids));
  return orderByIds(ids, rows as (T['$inferSelect'] & { id: string })[], ({ id }) => id);
}
