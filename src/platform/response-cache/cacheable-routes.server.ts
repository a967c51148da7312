import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The header by which a handler says what its response shows, as `tools tool:abc`. Never sent to a client. */
export const CACHE_TAGS_HEADER = 'x-cache-tags';

/** The header by which a handler names a file with its body in Brotli. Never sent to a client. */
export const BROTLI_FILE_HEADER = 'x-brotli-file';

/** Removes what a handler tells the cache alone. */
export function deleteCacheHeaders(headers: Headers): void {
  for (const name of [CACHE_TAGS_HEADER, BROTLI_FILE_HEADER]) if (headers.has(name)) headers.delete(name);
}

/**
 * The path and query under which the response to an address is cached; null where it is not. It is one for all
 * spellings of an address: a stranger could fill the memory with others. What the response shows depends on it alone.
 */
export type ToCacheKey = (url: URL) => string | null;

/** Runs what computes a response when its client may cause that; throws `Overloaded` where it may not. */
export type ComputeLimit = <T>(c: Context, work: () => Promise<T>) => Promise<T>;

interface CacheableRoute {
  toCacheKey: ToCacheKey;
  limit: ComputeLimit;
  /** It responds itself, so that no later route decides. */
  isFinal: boolean;
}

const MAX_KEY_LENGTH = 256;
const cacheableRoutes = new WeakMap<object, CacheableRoute>();
const noLimit: ComputeLimit = (_c, work) => work();

/**
 * Declares, before anything is computed, that a handler sends everybody the same. Only such responses are cached, and
 * only for them does one request wait for another. `limit`: for what is computed and then cached.
 */
export function declareCacheable<H extends object>(
  handler: H,
  toCacheKey: ToCacheKey,
  limit = noLimit,
  isFinal = false,
): H {
  cacheableRoutes.set(handler, { toCacheKey, limit, isFinal });
  return handler;
}

/** A middleware that declares its route cacheable. By default the route reads no query. */
export function cacheableRoute(toCacheKey: ToCacheKey = ({ pathname }) => pathname): MiddlewareHandler {
  return declareCacheable((_c, next) => next(), toCacheKey, noLimit, true);
}

/** The key and limit of a request, by the first of its routes that is declared cacheable; null where none is. */
export function getCacheableRoute(c: Context): { key: string; limit: ComputeLimit } | null {
  if (c.req.method !== 'GET') return null;
  const url = new URL(c.req.url);
  // Escaped letters and runs of slashes would be further spellings of a path.
  if (/%|\/\//.test(url.pathname)) return null;
  for (const { handler } of matchedRoutes(c)) {
    const route = cacheableRoutes.get(handler);
    if (!route) continue;
    const key = route.toCacheKey(url);
    if (key !== null) return key.length <= MAX_KEY_LENGTH ? { key, limit: route.limit } : null;
    // `/tools/{id}` also matches `/tools/facets`, and would drop its query.
    if (route.isFinal) return null;
  }
  return null;
}
