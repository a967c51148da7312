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
  const clients = new Map<string, Typed & { until: number }>();
  return {
    get(client) {
      const typed = clients.get(client);
      return typed && typed.until > now() ? typed : undefined;
    },
    set(client, typed) {
      // The last in the order of insertion: the first is who has typed nothing for the longest time.
      clients.delete(client);
      clients.set(client, { ...typed, until: now() + PAUSE_MS });
      const [oldest] = clients.keys();
      if (clients.size > MAX_CLIENTS && oldest !== undefined) clients.delete(oldest);
    },
  };
}
