import type { Context, Handler, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The header in which a handler lists what its response shows, such as `tools tool:abc`. Never sent to clients. */
export const CACHE_TAGS_HEADER = 'x-cache-tags';

/** The header in which a handler names a file that has its body in Brotli. Never sent to clients. */
export const BROTLI_FILE_HEADER = 'x-brotli-file';

/** Removes the headers that are only for the cache. */
export function deleteCacheHeaders(headers: Headers): void {
  for (const name of [CACHE_TAGS_HEADER, BROTLI_FILE_HEADER]) if (headers.has(name)) headers.delete(name);
}

/**
 * The path and query under which the response to an address is cached; null if it is not cached. All spellings of an
 * address must have one key, since a stranger could fill the memory with others. The response depends on the key alone.
 */
export type ToCacheKey = (url: URL) => string | null;

/** Runs the computation of a response when its client may cause it; throws `Overloaded` if it may not. */
export type ComputeLimit = <T>(c: Context, work: () => Promise<T>) => Promise<T>;

interface CacheableRoute {
  toCacheKey: ToCacheKey;
  limit: ComputeLimit;
  /** The route responds itself, so that no later route decides. */
  isFinal: boolean;
}

const MAX_KEY_LENGTH = 256;
const cacheableRoutes = new WeakMap<object, CacheableRoute>();
const noLimit: ComputeLimit = (_c, work) => work();

/**
 * Declares, before anything is computed, that a handler responds the same to everybody. Only such responses are cached,
 * and only for them may one request wait for another. `limit` applies to what is computed and then cached. The handler
 * gets a request that identifies nobody. The client's address stays in `c.var.clientAddress`, for limits only.
 */
export function declareCacheable<H extends Handler>(
  handler: H,
  toCacheKey: ToCacheKey,
  limit = noLimit,
  isFinal = false,
): H {
  const route = { toCacheKey, limit, isFinal };
  const handleAnonymous: Handler = (c, next) => {
    const key = c.req.method === 'GET' ? readKey(route, new URL(c.req.url)) : null;
    if (key !== null) c.req.raw = toAnonymousRequest(c.req.raw, key);
    return handler(c, next);
  };
  cacheableRoutes.set(handleAnonymous, route);
  return handleAnonymous as H;
}

const anonymousRequests = new WeakSet<Request>();

/**
 * The request from which a cacheable response is computed. It has only the key as its address and no headers: no
 * cookie, no authorization, no host. So nothing in it reveals whose request it was.
 */
export function toAnonymousRequest({ method, signal }: Request, key: string): Request {
  const anonymous = new Request(new URL(key, 'http://shop.invalid'), { method, signal });
  anonymousRequests.add(anonymous);
  return anonymous;
}

/**
 * Whether a response to this request may be sent to others. False if a route other than the one with the key may have
 * responded.
 */
export function isAnonymous(request: Request): boolean {
  return anonymousRequests.has(request);
}

/** A middleware that declares its route cacheable. By default, the route does not read the query. */
export function cacheableRoute(toCacheKey: ToCacheKey = ({ pathname }) => pathname): MiddlewareHandler {
  return declareCacheable<MiddlewareHandler>((_c, next) => next(), toCacheKey, noLimit, true);
}

/** The key and limit of a request, from its first route that is declared cacheable; null if there is none. */
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
  // Escaped letters and repeated slashes would be other spellings of a path.
  if (/%|\/\//.test(url.pathname)) return null;
  const key = toCacheKey(url);
  return key !== null && key.length <= MAX_KEY_LENGTH ? key : null;
}
