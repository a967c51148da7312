import type { Context, Handler, MiddlewareHandler } from 'hono';
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
 * only for them does one request wait for another. `limit`: for what is computed and then cached. The handler gets a request
 * that names nobody.
 */
export function declareCacheable<H extends Handler>(
  handler: H,
  toCacheKey: ToCacheKey,
  limit = noLimit,
  isFinal = false,
): H {
  const route = { toCacheKey, limit, isFinal };
  const handleShared: Handler = (c, next) => {
    const key = c.req.method === 'GET' ? readKey(route, new URL(c.req.url)) : null;
    if (key !== null) c.req.raw = toSharedRequest(c.req.raw, key);
    return handler(c, next);
  };
  cacheableRoutes.set(handleShared, route);
  return handleShared as H;
}

const sharedRequests = new WeakSet<Request>();

/**
 * The request that a cacheable response is computed from. Only the key is left of its address, and no header: no cookie, no
 * authorization, no host. Whatever the handler does, its response cannot show whose request it was.
 */
export function toSharedRequest({ method, signal }: Request, key: string): Request {
  const shared = new Request(new URL(key, 'http://shop.invalid'), { method, signal });
  sharedRequests.add(shared);
  return shared;
}

/** Whether a response to this request may be sent to others: another route may have responded than the one with the key. */
export function isShared(request: Request): boolean {
  return sharedRequests.has(request);
}

/** A middleware that declares its route cacheable. By default the route reads no query. */
export function cacheableRoute(toCacheKey: ToCacheKey = ({ pathname }) => pathname): MiddlewareHandler {
  return declareCacheable<MiddlewareHandler>((_c, next) => next(), toCacheKey, noLimit, true);
}

/** The key and limit of a request, by the first of its routes that is declared cacheable; null where none is. */
export function getCacheableRoute(c: Context): { key: string; limit: ComputeLimit } | null {
  if (c.req.method !== 'GET') return null;
  const url = new URL(c.req.url);
  for (const { handler } of matchedRoutes(c)) {
    const route = cacheableRoutes.get(handler);
    if (!route) continue;
    const key = readKey(route, url);
    if (key !== null) return { key, limit: route.limit };
    // `/tools/{id}` also matches `/tools/facets`, and would drop its query.
    if (route.isFinal) return null;
  }
  return null;
}

function readKey({ toCacheKey }: Pick<CacheableRoute, 'toCacheKey'>, url: URL): string | null {
  // Escaped letters and runs of slashes would be further spellings of a path.
  if (/%|\/\//.test(url.pathname)) return null;
  const key = toCacheKey(url);
  return key !== null && key.length <= MAX_KEY_LENGTH ? key : null;
}
