import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_TAGS_HEADER, deleteCacheHeaders } from './cacheable-routes.server.ts';
import { createEntryStore } from './entry-store.server.ts';
import { type CachedResponse, toCachedResponse, toResponse, writeCachedResponse } from './http-variants.server.ts';
import { createSingleFlight } from './single-flight.server.ts';

export interface ResponseCache {
  /** Responds from memory and returns true, or returns false and touches nothing. */
  serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The response to a GET request whose route is cacheable: from memory, from a computation in flight, or from `compute`.
   * Of an uncacheable response everybody computes their own. `headers`: the request's. `limit` runs what computes, and
   * only that: nobody waits for the turn of another one's request.
   */
  getOrCompute(
    key: string,
    headers: Headers,
    compute: () => Promise<Response>,
    limit?: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<Response>;
  /** Removes every response that shows one of these. Writers call `publishChange` instead, which reaches all processes. */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Removes what is too old to be sent. Returns how many. */
  deleteExpired(): number;
  stats(): { entries: number; bytes: number; hits: number };
}

const EMPTY_LIST = Buffer.from('[]');

/**
 * Responses that are the same for everybody, with their headers, until what they show changes. One whose computation
 * began before an invalidation of its tags is sent once and not stored.
 */
export function createResponseCache(options: { maxBytes: number; maxAgeMs: number }): ResponseCache {
  const store = createEntryStore<CachedResponse>(options);
  const singleFlight = createSingleFlight<CachedResponse | Response>();
  let hits = 0;

  async function computeAndStore(key: string, compute: () => Promise<Response>): Promise<CachedResponse | Response> {
    const since = store.generation();
    const response = await compute();
    const tags = response.headers.get(CACHE_TAGS_HEADER)?.split(' ').filter(Boolean) ?? [];
    if (tags.length === 0 || response.status !== 200) {
      deleteCacheHeaders(response.headers);
      return response;
    }
    const cached = await toCachedResponse(response, tags);
    if (!isEmptyList(cached)) store.set(key, cached, since);
    return cached;
  }

  return {
    serveFromMemory(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const cached = store.get(request.url ?? '/');
      const isServed = cached !== undefined && writeCachedResponse(cached, request, response);
      if (isServed) hits += 1;
      return isServed;
    },

    async getOrCompute(key, headers, compute, limit = (work) => work()) {
      const run = () => computeAndStore(key, compute);
      const computeOnTurn = async () => {
        // It may have been stored while this request waited for its turn.
        const stored = store.get(key);
        if (stored) return stored;
        const { value, isShared } = await singleFlight.run(key, store.generation(), run);
        // Somebody else's Response: its body can be read once only.
        return isShared && value instanceof Response ? run() : value;
      };
      const running = singleFlight.join(key, store.generation());
      const found = store.get(key) ?? (running && (await running));
      const own = found && !(found instanceof Response) ? found : await limit(computeOnTurn);
      return own instanceof Response ? own : toResponse(own, headers);
    },

    invalidate: store.invalidate,
    invalidateAll: store.invalidateAll,
    deleteExpired: store.deleteExpired,
    stats: () => ({ ...store.stats(), hits }),
  };
}

/** Of these there is no end: a list before any made-up id is one. */
function isEmptyList({ variants }: CachedResponse): boolean {
  return variants.identity.body.equals(EMPTY_LIST);
}
