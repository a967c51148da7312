export interface StoredEntry {
  /** What the response shows, such as `tools` or `tool:abc`. */
  tags: readonly string[];
  /** In bytes of memory, without the key and the entry's slot in the store. */
  size: number;
}

export interface EntryStore<E extends StoredEntry> {
  get(key: string): E | undefined;
  /**
   * `since` is the generation in which the computation of the entry began. An entry that a later change has outdated is
   * dropped.
   */
  set(key: string, entry: E, since: number): void;
  /** Removes every entry with one of these tags. */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Removes entries older than `maxAgeMs`. Returns how many. */
  deleteExpired(): number;
  /** Increases with every invalidation. */
  generation(): number;
  stats(): { entries: number; bytes: number };
}

interface Slot<E> {
  entry: E;
  /** In bytes of memory, in total. */
  size: number;
  storedAt: number;
  usedAt: number;
}

/** In ms. Moving an entry with every use would slow down the fastest responses. */
const USED_AT_PRECISION_MS = 1_000;
/** The bytes of memory that an entry takes besides its content, and that each of its tags takes. */
const SLOT_BYTES = 300;
const TAG_BYTES = 150;
const MAX_INVALIDATED_TAGS = 50_000;

/**
 * Stores entries by key and tag. Beyond `maxBytes`, the least recently used are evicted. It does not use `LRUCache`, as
 * other code does, because that moves an entry with every use, and because an entry that was outdated while it was
 * computed must not be stored.
 */
export function createEntryStore<E extends StoredEntry>(options: {
  maxBytes: number;
  maxAgeMs: number;
}): EntryStore<E> {
  // A map keeps its insertion order, so the least recently used entry comes first.
  const slots = new Map<string, Slot<E>>();
  const keysByTag = new Map<string, Set<string>>();
  const invalidatedAt = new Map<string, number>();
  let generation = 0;
  let allInvalidatedAt = 0;
  let bytes = 0;

  function remove(key: string): void {
    const slot = slots.get(key);
    if (!slot) return;
    slots.delete(key);
    bytes -= slot.size;
    for (const tag of slot.entry.tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  }

  function isOutdated({ tags }: E, since: number): boolean {
    return allInvalidatedAt > since || tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > since);
  }

  return {
    get(key) {
      const slot = slots.get(key);
      if (!slot) return undefined;
      const now = Date.now();
      if (now - slot.storedAt > options.maxAgeMs) {
        remove(key);
        return undefined;
      }
      if (now - slot.usedAt > USED_AT_PRECISION_MS) {
        slot.usedAt = now;
        slots.delete(key);
        slots.set(key, slot);
      }
      return slot.entry;
    },

    set(key, entry, since) {
      // One entry must not evict all others.
      const size = entry.size + SLOT_BYTES + key.length + entry.tags.length * TAG_BYTES;
      if (isOutdated(entry, since) || size > options.maxBytes / 8) return;
      remove(key);
      const now = Date.now();
      slots.set(key, { entry, size, storedAt: now, usedAt: now });
      bytes += size;
      for (const tag of entry.tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
      for (const leastUsed of slots.keys()) {
        if (bytes <= options.maxBytes) break;
        remove(leastUsed);
      }
    },

    invalidate(tags) {
      generation += 1;
      if (invalidatedAt.size > MAX_INVALIDATED_TAGS) {
        // Limits memory: from here on, everything counts as just changed.
        invalidatedAt.clear();
        allInvalidatedAt = generation;
      }
      for (const tag of tags) {
        invalidatedAt.set(tag, generation);
        for (const key of [...(keysByTag.get(tag) ?? [])]) remove(key);
      }
    },

    invalidateAll() {
      generation += 1;
      allInvalidatedAt = generation;
      for (const key of [...slots.keys()]) remove(key);
    },

    deleteExpired() {
      const before = slots.size;
      const oldest = Date.now() - options.maxAgeMs;
      for (const [key, { storedAt }] of slots) if (storedAt < oldest) remove(key);
      return before - slots.size;
    },

    generation: () => generation,
    stats: () => ({ entries: slots.size, bytes }),
  };
}
