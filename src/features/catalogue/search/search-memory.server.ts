import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/platform/database.server.ts';
import { createSingleFlight, type SingleFlight } from '#src/platform/response-cache/single-flight.server.ts';
import { searchGeneration } from './tables.server.ts';

interface Remembered {
  /** What was searched then. */
  generation: number;
  value: unknown;
}

interface SearchMemory {
  results: LRUCache<string, Remembered>;
  singleFlight: SingleFlight<unknown>;
}

const MAX_BYTES = 4 * 1_024 ** 2;
/** What an entry takes beside its text, in bytes of memory. */
const ENTRY_BYTES = 300;

/** Of each database, what this process found in it. */
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
 * The result of a search by its key: from memory, where nothing that is searched has changed since, in any process. Many who
 * search the same at once wait for one of them. Callers leave the result as it is. `isWhole`: whether what was computed is worth
 * remembering.
 */
export async function recallSearch<T>(
  db: Queryable,
  key: string,
  compute: () => Promise<T>,
  isWhole = () => true,
): Promise<T> {
  const { results, singleFlight } = openMemory(db);
  // Read before anything is computed: what changes meanwhile has the result computed again.
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

/** Whatever was found is searched anew, once this commits. The last that a transaction locks: all writers lock this row. */
export async function forgetSearches(tx: Queryable): Promise<void> {
  await tx.update(searchGeneration).set({ generation: sql`${searchGeneration.generation} + 1` });
}
