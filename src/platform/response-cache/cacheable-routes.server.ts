import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The header by which a handler says what its response shows, as `tools tool:abc`. Never sent to a client. */
export const CACHE_TAGS_HEADER = 'x-cache-tags';

/** Whether the response to this address is the same for everybody. */
export type IsCacheable = (url: URL) => boolean;

const cacheableHandlers = new WeakMap<object, IsCacheable>();

/**
 * Declares, before anything is computed, that a handler sends everybody the same. Only such responses are cached, and
 * only for them does one request wait for another.
 */
export function declareCacheable<H extends object>(handler: H, isCacheable: IsCacheable): H {
  cacheableHandlers.set(handler, isCacheable);
  return handler;
}

/**
 * A middleware that declares its route cacheable. With a parameter other than `parameters` an address is not: there is no
 * end of such addresses.
 */
export function cacheableRoute(
  parameters: readonly string[] = [],
  isCacheable: IsCacheable = () => true,
): MiddlewareHandler {
  return declareCacheable(
    (_c, next) => next(),
    (url) => hasOnlyParameters(url, parameters) && isCacheable(url),
  );
}

function hasOnlyParameters({ searchParams }: URL, parameters: readonly string[]): boolean {
  return [...searchParams.keys()].every((name) => parameters.includes(name));
}

/** Whether one of the routes that match a request has declared it cacheable. */
export function isCacheableRequest(c: Context): boolean {
  if (c.req.method !== 'GET') return false;
  const url = new URL(c.req.url);
  return matchedRoutes(c).some(({ handler }) => cacheableHandlers.get(handler)?.(url) ?? false);
}
