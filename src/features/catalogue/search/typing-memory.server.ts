import { LRUCache } from 'lru-cache';

interface Typed {
  query: string;
  /** The search was stored as one that found nothing. */
  counted: boolean;
}

export interface TypingMemory {
  /** A client's last search without a result, if the client may still be typing. */
  get(client: string): Typed | undefined;
  set(client: string, typed: Typed): void;
}

/** The longest pause between two letters, in ms. Somebody who pauses longer meant what they typed. */
const PAUSE_MS = 10_000;
const MAX_CLIENTS = 1_000;

/** Remembers for seconds what clients of this process are typing, since the shop searches at each letter. */
export function createTypingMemory(now: () => number = () => performance.now()): TypingMemory {
  const clients = new LRUCache<string, Typed>({ max: MAX_CLIENTS, ttl: PAUSE_MS, ttlResolution: 0, perf: { now } });
  return {
    get: (client) => clients.get(client),
    set: (client, typed) => void clients.set(client, typed),
  };
}
