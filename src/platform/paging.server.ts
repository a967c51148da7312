import { lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * The condition of a page: only what was created before the row with this id. An unknown id has nothing before it.
 * Keyset, so the last page of a long list costs what the first does.
 */
export function createdBefore(
  table: PgTable & { id: PgColumn; seq: PgColumn },
  id: string | undefined,
): SQL | undefined {
  return id === undefined ? undefined : lt(table.seq, sql`(select seq from ${table} where id = ${id})`);
}
