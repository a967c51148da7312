import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_TAGS_HEADER, deleteCacheHeaders } from './cacheable-routes.server.ts';
import { createEntryStore } from './entry-store.server.ts';
import { type CachedResponse, toCachedResponse, toResponse, writeCachedResponse } from './http-variants.server.ts';
import { createSingleFlight } from './single-flight.server.ts';

export interface ResponseCache {
  /** Responds from memory and returns true, or returns false without touching anything. */
  serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The response to a GET request for a cacheable route: from memory, from a computation in progress, or from
   * `compute`. If the response turns out not to be cacheable, every request computes its own. `headers` are the
   * request's. `limit` wraps only the computation, so that nobody waits for another client's turn.
   */
  getOrCompute(
    key: string,
    headers: Headers,
    compute: () => Promise<Response>,
    limit?: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<Response>;
  /**
   * Removes every response with one of these tags. Writers call `publishChange` instead, which reaches all processes.
   */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Removes responses that are too old to be sent. Returns how many. */
  deleteExpired(): number;
  stats(): { entries: number; bytes: number; hits: number };
}

const EMPTY_LIST = Buffer.from('[]');

/**
 * Caches responses that are the same for everybody, with their headers, until what they show changes. A response whose
 * computation began before one of its tags was invalidated is sent once and not stored.
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
        // Another request may have stored it while this one waited for its turn.
        const stored = store.get(key);
        if (stored) return stored;
        const { value, isJoined } = await singleFlight.run(key, store.generation(), run);
        // This Response belongs to another request, and its body can be read only once.
        return isJoined && value instanceof Response ? run() : value;
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

/** There is no end of empty lists, such as a list before any made-up id. */
function isEmptyList({ variants }: CachedResponse): boolean {
  return variants.identity.body.equals(EMPTY_LIST);
}
