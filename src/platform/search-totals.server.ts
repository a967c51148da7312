import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Queryable } from './database.server.ts';

/** Rows that match do not go away by the thousand within a minute. */
const MAX_AGE_MS = 60_000;
const MAX_SEARCHES = 500;

const dialect = new PgDialect({ casing: 'snake_case' });

/** The searches of each database whose hits are beyond `MAX_TOTAL`, with the time they were found out. */
const memories = new WeakMap<Queryable, Map<string, number>>();

/**
 * Whether an earlier search found out that more than `MAX_TOTAL` rows match this condition, and how to note that. Each page
 * and order of a search would find it out again.
 */
export function recallTotal(db: Queryable, condition: SQL): { isBeyond: boolean; noteBeyond: () => void } {
  const searches = memories.get(db) ?? new Map<string, number>();
  memories.set(db, searches);
  const { sql, params } = dialect.sqlToQuery(condition);
  const key = JSON.stringify([sql, params]);
  return {
    isBeyond: Date.now() - (searches.get(key) ?? 0) < MAX_AGE_MS,
    noteBeyond() {
      const oldest = searches.keys().next();
      if (searches.size >= MAX_SEARCHES && !oldest.done) searches.delete(oldest.value);
      searches.set(key, Date.now());
    },
  };
}
