import type { IncomingMessage, ServerResponse } from 'node:http';
import { CACHE_TAGS_HEADER, deleteCacheHeaders } from './cacheable-routes.server.ts';
import { createEntryStore } from './entry-store.server.ts';
import {
  type CachedResponse,
  toCachedResponse,
  toResponse,
  toStaleResponse,
  writeCachedResponse,
} from './http-variants.server.ts';
import { createSingleFlight } from './single-flight.server.ts';

export interface ResponseCache {
  /** Responds from memory and returns true, or returns false without touching anything. */
  serveFromMemory(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The response to a GET request for a cacheable route: from memory, from a computation in progress, or from
   * `compute`. If the response turns out not to be cacheable, every request computes its own. `headers` are the
   * request's. `limit` wraps only the computation, so that nobody waits for another client's turn.
   *
   * During an outage, it is the last response that is known, marked as stale if it may be outdated.
   */
  getOrCompute(
    key: string,
    headers: Headers,
    compute: () => Promise<Response>,
    limit?: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<Response>;
  /**
   * Outdates every response with one of these tags. Writers call `publishChange` instead, which reaches all processes.
   */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Removes responses that are too old. Returns how many were current until now. */
  deleteExpired(): number;
  /** `misses`: responses that had to be computed. `staleHits`: responses that were sent although they may have been outdated. */
  stats(): { entries: number; stale: number; bytes: number; hits: number; misses: number; staleHits: number };
}

/** Whether nothing can be computed, because the database is away. */
export interface Outage {
  /** As far as is known now. */
  isKnown(): boolean;
  /** Asks the database, after a computation has failed. */
  isConfirmed(): Promise<boolean>;
}

interface ResponseCacheOptions {
  maxBytes: number;
  maxAgeMs: number;
  outage?: Outage;
}

/**
 * For how long an outdated response is kept for an outage, in ms. It was public a moment ago, and no order can be placed
 * with what it says while the database is away.
 */
export const MAX_STALE_MS = 10 * 60_000;
/** In ms: how often a computation looks for an outage, and when it asks whether there is one. */
const POLL_MS = 250;
const SUSPICIOUS_MS = 1_000;
/** The tag of responses that only another version of the shop changes. */
const STATIC = 'static';
const NO_OUTAGE: Outage = { isKnown: () => false, isConfirmed: async () => false };

const EMPTY_LIST = Buffer.from('[]');

/**
 * Caches responses that are the same for everybody, with their headers, until what they show changes. A response whose
 * computation began before one of its tags was invalidated is sent once and not stored.
 */
export function createResponseCache({ outage = NO_OUTAGE, ...limits }: ResponseCacheOptions): ResponseCache {
  const store = createEntryStore<CachedResponse>({ ...limits, maxStaleMs: MAX_STALE_MS });
  const singleFlight = createSingleFlight<CachedResponse | Response>();
  let hits = 0;
  let misses = 0;
  let staleHits = 0;

  function findStale(key: string): { entry: CachedResponse; staleMs: number } | null {
    const found = store.getStale(key);
    // What never changes can be computed without the database.
    return found && !found.entry.tags.every((tag) => tag === STATIC) ? found : null;
  }

  function sendStale(key: string, headers: Headers): Promise<Response> | null {
    const found = findStale(key);
    if (!found) return null;
    staleHits += 1;
    return toStaleResponse(found.entry, headers, found.staleMs);
  }

  async function computeAndStore(
    key: string,
    compute: () => Promise<Response>,
    isAbandoned: () => boolean,
  ): Promise<CachedResponse | Response> {
    const since = store.generation();
    misses += 1;
    const response = await compute();
    // Its request has already been responded to, and the headers of both responses may be mixed by now.
    if (isAbandoned()) return new Response(null, { status: 503 });
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
      let isAbandoned = false;
      const run = () => computeAndStore(key, compute, () => isAbandoned);
      const computeOnTurn = async () => {
        // Another request may have stored it while this one waited for its turn.
        const stored = store.get(key);
        if (stored) return stored;
        const { value, isJoined } = await singleFlight.run(key, store.generation(), run);
        // This Response belongs to another request, and its body can be read only once.
        return isJoined && value instanceof Response ? run() : value;
      };
      const current = store.get(key);
      if (current) return toResponse(current, headers);
      const known = outage.isKnown() ? sendStale(key, headers) : null;
      if (known) return known;
      const joinOrCompute = async () => {
        const running = singleFlight.join(key, store.generation());
        const found = running && (await running);
        return found && !(found instanceof Response) ? found : limit(computeOnTurn);
      };
      const own = findStale(key) ? await untilOutage(joinOrCompute(), outage) : await joinOrCompute();
      if (own && !(own instanceof Response)) return toResponse(own, headers);
      if (!own) isAbandoned = true;
      else if (own.status !== 503 || !findStale(key) || !(await outage.isConfirmed())) return own;
      return sendStale(key, headers) ?? own ?? new Response(null, { status: 503, headers: { 'retry-after': '2' } });
    },

    invalidate: store.invalidate,
    invalidateAll: store.invalidateAll,
    deleteExpired: store.deleteExpired,
    stats: () => ({ ...store.stats(), hits, misses, staleHits }),
  };
}

/**
 * The result of a computation; null if an outage becomes known before. A computation that waits for a database that
 * has gone silent fails only after many seconds.
 */
async function untilOutage<T>(computing: Promise<T>, outage: Outage): Promise<T | null> {
  const { promise: known, resolve } = Promise.withResolvers<null>();
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += POLL_MS;
    if (outage.isKnown()) resolve(null);
    else if (waitedMs === SUSPICIOUS_MS) void outage.isConfirmed();
  }, POLL_MS);
  try {
    return await Promise.race([computing, known]);
  } finally {
    clearInterval(timer);
    // If nobody waits for it any more, its failure is none either.
    computing.catch(() => {});
  }
}

/** There is no end of empty lists, such as a list before any made-up id. */
function isEmptyList({ variants }: CachedResponse): boolean {
  return variants.identity.body.equals(EMPTY_LIST);
}
