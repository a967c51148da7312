import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/platform/database.server.ts';
import { createSingleFlight, type SingleFlight } from '#src/platform/response-cache/single-flight.server.ts';
import { searchGeneration } from './tables.server.ts';

interface Remembered {
  /** The result of the search. */
  generation: number;
  value: unknown;
}

interface SearchMemory {
  results: LRUCache<string, Remembered>;
  singleFlight: SingleFlight<unknown>;
}

const MAX_BYTES = 4 * 1_024 ** 2;
/** The size of an entry without its text, in bytes of memory. */
const ENTRY_BYTES = 300;

/** The results that this process remembers, by database. */
const memories = new WeakMap<Queryable, SearchMemory>();

function openMemory(db: Queryable): SearchMemory {
  const open = memories.get(db) ?? {
    results: new LRUCache<string, Remembered>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 8, ttl: 60_000 }),
    singleFlight: createSingleFlight<unknown>(),
  };
  memories.set(db, open);
  return open;
}

/**
 * The result of a search by its key. It comes from memory if nothing that is searched has changed since, in any
 * process. Simultaneous equal searches share one computation. Callers must not modify the result. `isWhole` says
 * whether the computed result is worth remembering.
 */
export async function recallSearch<T>(
  db: Queryable,
  key: string,
  compute: () => Promise<T>,
  isWhole = () => true,
): Promise<T> {
  const { results, singleFlight } = openMemory(db);
  // Read before computing, so that a change in the meantime makes the result be computed again.
  const generation = await readGeneration(db);
  const known = results.get(key);
  if (known?.generation === generation) return known.value as T;
  const { value } = await singleFlight.run(key, generation, async () => {
    const computed = await compute();
    if (!isWhole()) return computed;
    const size = 2 * (JSON.stringify(computed).length + key.length) + ENTRY_BYTES;
    results.set(key, { generation, value: computed }, { size });
    return computed;
  });
  return value as T;
}

async function readGeneration(db: Queryable): Promise<number> {
  const [row] = await db.select().from(searchGeneration);
  return row?.generation ?? 0;
}

/**
 * Makes every process forget its results once this transaction commits. Call it last in a transaction: all writers lock
 * the same row.
 */
export async function forgetSearches(tx: Queryable): Promise<void> {
  await tx.update(searchGeneration).set({ generation: sql`${searchGeneration.generation} + 1` });
}
