import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';

/** The header by which a handler says what its response shows, as `tools tool:abc`. Never sent to a client. */
export const CACHE_TAGS_HEADER = 'x-cache-tags';

/** Whether the response to this address is the same for everybody. */
export type IsPublic = (url: URL) => boolean;

const publicHandlers = new WeakMap<object, IsPublic>();

/**
 * Declares, before anything is computed, that a handler sends everybody the same. Only such responses are cached, and
 * only for them does one request wait for another.
 */
export function declarePublic<H extends object>(handler: H, isPublic: IsPublic): H {
  publicHandlers.set(handler, isPublic);
  return handler;
}

/**
 * A middleware that declares its route public. With a parameter other than `parameters` an address is not: there is no
 * end of such addresses.
 */
export function publicRoute(parameters: readonly string[] = [], isPublic: IsPublic = () => true): MiddlewareHandler {
  return declarePublic(
    (_c, next) => next(),
    (url) => hasOnlyParameters(url, parameters) && isPublic(url),
  );
}

function hasOnlyParameters({ searchParams }: URL, parameters: readonly string[]): boolean {
  return [...searchParams.keys()].every((name) => parameters.includes(name));
}

/** Whether one of the routes that match a request has declared it public. */
export function isPublicRequest(c: Context): boolean {
  if (c.req.method !== 'GET') return false;
  const url = new URL(c.req.url);
  return matchedRoutes(c).some(({ handler }) => publicHandlers.get(handler)?.(url) ?? false);
}
