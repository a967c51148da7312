import { is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../database.server.ts';

/** What waits in a table until its worker or job has time for it. */
export interface Queue {
  from: PgTable | SQL;
  /** The condition by which a worker claims its rows. An index must serve it. Absent: each row is due. */
  due?: SQL | undefined;
  /** Since when a row has been due; null if no column says it. */
  since: PgColumn | SQL | null;
  /** The column of the index, so that the first rows are the oldest ones. Default: `since`, if it is a column. */
  orderBy?: PgColumn;
}

export interface QueueLength {
  queue: string;
  /** Up to `MAX_COUNTED`. */
  due: number;
  /** 0 if nothing is due, null if the queue does not store it. */
  oldestSeconds: number | null;
}

/** Nobody needs to know by how much more a queue is too long. */
export const MAX_COUNTED = 10_000;

/** Measures all queues with one statement, which reads at most `MAX_COUNTED` rows of each. Throws the database's errors. */
export async function measureQueues(db: Queryable, queues: Readonly<Record<string, Queue>>): Promise<QueueLength[]> {
  const selects = Object.entries(queues).map(([name, queue]) => selectLength(name, queue));
  const { rows } = await db.execute<{ queue: string; due: number; oldest: number | null }>(
    sql.join(selects, sql` union all `),
  );
  return rows.map(({ queue, due, oldest }) => ({ queue, due, oldestSeconds: oldest }));
}

function selectLength(
  name: string,
  { from, due, since, orderBy = is(since, PgColumn) ? since : undefined }: Queue,
): SQL {
  const rows = sql`select ${since ?? sql`null::timestamptz`} as since from ${from}
    ${due ? sql`where ${due}` : sql``} ${orderBy ? sql`order by ${orderBy}` : sql``} limit ${MAX_COUNTED}`;
  const oldest = since
    ? sql`coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8`
    : sql`null::float8`;
  return sql`select ${name}::text as queue, count(*)::int as due, ${oldest} as oldest from (${rows}) as waiting`;
}
