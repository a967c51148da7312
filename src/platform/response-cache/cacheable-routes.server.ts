import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The header by which a handler says what its response shows, as `tools tool:abc`. Never sent to a client. */
export const CACHE_TAGS_HEADER = 'x-cache-tags';

/**
 * The path and query under which the response to an address is cached; null where it is not. It is one for all
 * spellings of an address: a stranger could fill the memory with others. What the response shows depends on it alone.
 */
export type ToCacheKey = (url: URL) => string | null;

const MAX_KEY_LENGTH = 256;
const cacheableHandlers = new WeakMap<object, ToCacheKey>();

/**
 * Declares, before anything is computed, that a handler sends everybody the same. Only such responses are cached, and
 * only for them does one request wait for another.
 */
export function declareCacheable<H extends object>(handler: H, toCacheKey: ToCacheKey): H {
  cacheableHandlers.set(handler, toCacheKey);
  return handler;
}

/** A middleware that declares its route cacheable. By default the route reads no query. */
export function cacheableRoute(toCacheKey: ToCacheKey = ({ pathname }) => pathname): MiddlewareHandler {
  return declareCacheable((_c, next) => next(), toCacheKey);
}

/** The key of a request, by the first of its routes that is declared cacheable; null where none is. */
export function getCacheKey(c: Context): string | null {
  if (c.req.method !== 'GET') return null;
  const url = new URL(c.req.url);
  // Escaped letters and runs of slashes would be further spellings of a path.
  if (/%|\/\//.test(url.pathname)) return null;
  for (const { handler } of matchedRoutes(c)) {
    const key = cacheableHandlers.get(handler)?.(url) ?? null;
    if (key !== null) return key.length <= MAX_KEY_LENGTH ? key : null;
  }
  return null;
}
