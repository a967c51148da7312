import type { MiddlewareHandler } from 'hono';
import { deleteCacheHeaders, getCacheableRoute, isAnonymous } from './cacheable-routes.server.ts';
import type { ResponseCache } from './response-cache.server.ts';

/**
 * Serves cacheable routes through the cache. Other routes compute each response, without waiting for another request.
 */
export function cacheResponses(cache: ResponseCache): MiddlewareHandler {
  return async (c, next) => {
    const route = getCacheableRoute(c);
    if (!route) {
      await next();
      // A response to HEAD has no body. If it were cached, it would be sent to the next GET.
      deleteCacheHeaders(c.res.headers);
      return;
    }
    const { headers } = c.req.raw;
    const compute = async () => {
      await next();
      // Without these headers, the response is not cached.
      if (!isAnonymous(c.req.raw)) deleteCacheHeaders(c.res.headers);
      return c.res;
    };
    const response = await cache.getOrCompute(route.key, headers, compute, (work) => route.limit(c, work));
    // If a response were already set, Hono would merge the headers of both.
    c.res = undefined;
    c.res = response;
  };
}
