import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { LRUCache } from 'lru-cache';
import type { Queryable } from './database.server.ts';

/** Matching rows do not disappear by the thousands within a minute. */
const MAX_AGE_MS = 60_000;
const MAX_SEARCHES = 500;

const dialect = new PgDialect({ casing: 'snake_case' });

/** For each database, the searches with more than `MAX_TOTAL` hits. */
const memories = new WeakMap<Queryable, LRUCache<string, true>>();

/**
 * Whether an earlier search found that more than `MAX_TOTAL` rows match this condition, and a function to note that.
 * Otherwise, each page and sort order of a search would have to find it out again.
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
