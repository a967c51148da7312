import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { CacheablePage } from '#src/platform/page-request.ts';
import type { ToCacheKey } from '#src/platform/response-cache/cacheable-routes.server.ts';

type Routes = ServerBuild['routes'];

/** Returns the key of a page that its `handle` declares cacheable, and null for all others. */
export function createPageCacheKey(routes: Routes): ToCacheKey {
  const tree = toRouteTree(routes);
  return ({ pathname, searchParams }) => {
    const page = toPagePath(pathname);
    const matches = matchRoutes(tree, page);
    const last = matches?.at(-1);
    const handle = last?.route.handle as Partial<CacheablePage> | undefined;
    if (!matches || !last || !handle?.cacheKey) return null;
    // The router also takes another case, and a slash at the end.
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/');
    if (generatePath(`/${pattern}`, last.params) !== (page || '/')) return null;
    const read = handle.cacheKey(searchParams);
    if (read === null) return null;
    const query = new URLSearchParams(read);
    // By `_routes` the framework asks for one of a page's parts.
    const parts = searchParams.getAll('_routes');
    if (parts.length > 1 || parts.some((part) => !Object.hasOwn(routes, part))) return null;
    for (const part of parts) query.set('_routes', part);
    return query.size > 0 ? `${pathname}?${query}` : pathname;
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
