import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database.server.ts';

type TableWithId = PgTable & { id: PgColumn };

interface DueRows {
  where: SQL | undefined;
  orderBy?: readonly (PgColumn | SQL)[];
  limit: number;
}

/** Locks rows until the caller's transaction ends, and returns them. Skips rows that another transaction has locked. */
export async function lockRows<Table extends TableWithId>(
  tx: Queryable,
  table: Table,
  { where, orderBy = [], limit }: DueRows,
): Promise<Table['$inferSelect'][]> {
  return tx
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for('update', { skipLocked: true });
}

/**
 * Claims rows that no other process has, in one statement. `set` must write values that make the rows no longer due.
 * Returns the updated rows, in no particular order.
 */
export async function claimRows<Table extends TableWithId>(
  db: Queryable,
  table: Table,
  { set, where, orderBy = [], limit }: DueRows & { set: PgUpdateSetSource<Table> },
): Promise<Table['$inferSelect'][]> {
  const due = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for('update', { skipLocked: true });
  // As an array, the subquery runs once; with `in`, the planner may run it again for every row.
  const rows = await db.update(table).set(set).where(sql`${table.id} = any(array${due})`).returning();
  return rows as Table['$inferSelect'][];
}
