export interface StoredEntry {
  /** What the response shows, such as `tools` or `tool:abc`. */
  tags: readonly string[];
  /** In bytes of memory, without the key and the entry's slot in the store. */
  size: number;
}

export interface EntryStore<E extends StoredEntry> {
  get(key: string): E | undefined;
  /** What was last stored, although it may be outdated by now, and for how long it has been, in ms. */
  getStale(key: string): { entry: E; staleMs: number } | undefined;
  /**
   * `since` is the generation in which the computation of the entry began. An entry that a later change has outdated is
   * dropped.
   */
  set(key: string, entry: E, since: number): void;
  /** Outdates every entry with one of these tags. */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Outdates entries older than `maxAgeMs`, and removes stale ones after `maxStaleMs`. Returns how many were outdated. */
  deleteExpired(): number;
  /** Increases with every invalidation. */
  generation(): number;
  /** `entries` are current; `bytes` are those of the stale ones, too. */
  stats(): { entries: number; stale: number; bytes: number };
}

interface Slot<E> {
  entry: E;
  /** In bytes of memory, in total. */
  size: number;
  storedAt: number;
  usedAt: number;
}

interface StaleSlot<E> {
  entry: E;
  size: number;
  staleSince: number;
}

/** In ms. Moving an entry with every use would slow down the fastest responses. */
const USED_AT_PRECISION_MS = 1_000;
/** The bytes of memory that an entry takes besides its content, and that each of its tags takes. */
const SLOT_BYTES = 300;
const TAG_BYTES = 150;
const MAX_INVALIDATED_TAGS = 50_000;

/**
 * Stores entries by key and tag. Beyond `maxBytes`, stale entries are evicted first, then the least recently used. It
 * does not use `LRUCache`, as other code does, because that moves an entry with every use, and because an entry that was
 * outdated while it was computed must not be current. An outdated entry is kept for `maxStaleMs`, for when no other can
 * be computed.
 */
export function createEntryStore<E extends StoredEntry>(options: {
  maxBytes: number;
  maxAgeMs: number;
  maxStaleMs: number;
}): EntryStore<E> {
  // A map keeps its insertion order, so the least recently used entry comes first.
  const slots = new Map<string, Slot<E>>();
  /** In the order in which they were outdated. */
  const staleSlots = new Map<string, StaleSlot<E>>();
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

  function removeStale(key: string): void {
    bytes -= staleSlots.get(key)?.size ?? 0;
    staleSlots.delete(key);
  }

  /** Keeps an entry as a stale one. */
  function outdate(key: string): void {
    const slot = slots.get(key);
    if (!slot) return;
    remove(key);
    keepStale(key, slot);
  }

  function keepStale(key: string, { entry, size }: Pick<Slot<E>, 'entry' | 'size'>): void {
    removeStale(key);
    staleSlots.set(key, { entry, size, staleSince: performance.now() });
    bytes += size;
  }

  function evict(): void {
    for (const oldest of staleSlots.keys()) {
      if (bytes <= options.maxBytes) return;
      removeStale(oldest);
    }
    for (const leastUsed of slots.keys()) {
      if (bytes <= options.maxBytes) return;
      remove(leastUsed);
    }
  }

  function isOutdated({ tags }: E, since: number): boolean {
    return allInvalidatedAt > since || tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > since);
  }

  return {
    get(key) {
      const slot = slots.get(key);
      if (!slot) return undefined;
      const now = performance.now();
      if (now - slot.storedAt > options.maxAgeMs) {
        outdate(key);
        return undefined;
      }
      if (now - slot.usedAt > USED_AT_PRECISION_MS) {
        slot.usedAt = now;
        slots.delete(key);
        slots.set(key, slot);
      }
      return slot.entry;
    },

    getStale(key) {
      const current = slots.get(key);
      if (current) return { entry: current.entry, staleMs: 0 };
      const slot = staleSlots.get(key);
      if (!slot) return undefined;
      const staleMs = performance.now() - slot.staleSince;
      return staleMs > options.maxStaleMs ? undefined : { entry: slot.entry, staleMs };
    },

    set(key, entry, since) {
      // One entry must not evict all others.
      const size = entry.size + SLOT_BYTES + key.length + entry.tags.length * TAG_BYTES;
      if (size > options.maxBytes / 8) return;
      if (isOutdated(entry, since)) {
        // While many order, some pages are outdated before they are computed. For an outage, they are better than none.
        if (!slots.has(key)) keepStale(key, { entry, size });
        evict();
        return;
      }
      remove(key);
      removeStale(key);
      const now = performance.now();
      slots.set(key, { entry, size, storedAt: now, usedAt: now });
      bytes += size;
      for (const tag of entry.tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
      evict();
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
        for (const key of [...(keysByTag.get(tag) ?? [])]) outdate(key);
      }
    },

    invalidateAll() {
      generation += 1;
      allInvalidatedAt = generation;
      for (const key of [...slots.keys()]) outdate(key);
    },

    deleteExpired() {
      const before = slots.size;
      const now = performance.now();
      for (const [key, { storedAt }] of slots) if (now - storedAt > options.maxAgeMs) outdate(key);
      for (const [key, { staleSince }] of staleSlots) {
        if (now - staleSince <= options.maxStaleMs) break;
        removeStale(key);
      }
      return before - slots.size;
    },

    generation: () => generation,
    stats: () => ({ entries: slots.size, stale: staleSlots.size, bytes }),
  };
}
