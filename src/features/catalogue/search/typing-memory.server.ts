import { LRUCache } from 'lru-cache';

interface Typed {
  query: string;
  /** It was stored as a search that found nothing. */
  counted: boolean;
}

export interface TypingMemory {
  /** What a client searched last without a result, if it may still be typing. */
  get(client: string): Typed | undefined;
  set(client: string, typed: Typed): void;
}

/** Between two letters. Whoever pauses for longer meant what they typed. */
const PAUSE_MS = 10_000;
const MAX_CLIENTS = 1_000;

/** Remembers for seconds what clients of this process are typing, since the shop searches while they do. */
export function createTypingMemory(now: () => number = Date.now): TypingMemory {
  const clients = new LRUCache<string, Typed>({ max: MAX_CLIENTS, ttl: PAUSE_MS, ttlResolution: 0, perf: { now } });
  return {
    get: (client) => clients.get(client),
    set: (client, typed) => void clients.set(client, typed),
  };
}
