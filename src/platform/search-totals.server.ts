import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Queryable } from './database.server.ts';

/** Rows that match do not go away by the thousand within a minute. */
const MAX_AGE_MS = 60_000;
const MAX_SEARCHES = 500;

const dialect = new PgDialect({ casing: 'snake_case' });

/** The searches of each database whose hits are beyond `MAX_TOTAL`. */
const memories = new WeakMap<Queryable, LRUCache<string, true>>();

/**
 * Whether an earlier search found out that more than `MAX_TOTAL` rows match this condition, and how to note that. Each page
 * and order of a search would find it out again.
 */
export function recallTotal(db: Queryable, condition: SQL): { isBeyond: boolean; noteBeyond: () => void } {
  const searches = memories.get(db) ?? new LRUCache<string, true>({ max: MAX_SEARCHES, ttl: MAX_AGE_MS });
  memories.set(db, searches);
  const { sql, params } = dialect.sqlToQuery(condition);
  const key = JSON.stringify([sql, params]);
  return {
    isBeyond: searches.has(key),
    noteBeyond: () => void searches.set(key, true),
  };
}
