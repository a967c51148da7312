import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { CacheablePage } from '#src/platform/page-request.ts';
import type { IsCacheable } from '#src/platform/response-cache/cacheable-routes.server.ts';

type Routes = ServerBuild['routes'];

/** Tells which addresses lead to a page that its `handle` declares cacheable, with no other parameters than it reads. */
export function createCacheablePageMatcher(routes: Routes): IsCacheable {
  const tree = toRouteTree(routes);
  return ({ pathname, searchParams }) => {
    const handle = matchRoutes(tree, toPagePath(pathname))?.at(-1)?.route.handle as Partial<CacheablePage> | undefined;
    if (!handle?.cacheKeyParameters) return false;
    const { cacheKeyParameters } = handle;
    // By `_routes` the framework asks for one of a page's parts.
    return [...searchParams].every(
      ([name, value]) => cacheKeyParameters.includes(name) || (name === '_routes' && value in routes),
    );
  };
}

function toRouteTree(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive, module }): RouteObject => {
      const shared = { id, path, caseSensitive, handle: module.handle };
      return index ? { ...shared, index } : { ...shared, children: toRouteTree(routes, id) };
    });
}

/** The page whose data an address of the framework asks for: `/tools.data` is of `/tools`, `/_.data` of `/`. */
function toPagePath(pathname: string): string {
  return pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
}
