import { generatePath, matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { CacheablePage } from '#src/platform/page-request.ts';
import type { ToCacheKey } from '#src/platform/response-cache/cacheable-routes.server.ts';

type Routes = ServerBuild['routes'];

/** Returns the cache key of a page whose `handle` declares it cacheable, and null for all others. */
export function createPageCacheKey(routes: Routes): ToCacheKey {
  const findCandidates = indexRoutes(toRouteTree(routes));
  return ({ pathname, searchParams }) => {
    const page = toPagePath(pathname);
    const matches = matchRoutes(findCandidates(page), page);
    const last = matches?.at(-1);
    const handle = last?.route.handle as Partial<CacheablePage> | undefined;
    if (!matches || !last || !handle?.cacheKey) return null;
    // The router also accepts other upper or lower case and a trailing slash.
    const pattern = matches.flatMap(({ route }) => route.path || []).join('/');
    if (generatePath(`/${pattern}`, last.params) !== (page || '/')) return null;
    const read = handle.cacheKey(searchParams);
    if (read === null) return null;
    const query = new URLSearchParams(read);
    // With `_routes`, the framework requests only some parts of a page.
    const parts = searchParams.getAll('_routes');
    if (parts.length > 1 || parts.some((part) => !Object.hasOwn(routes, part))) return null;
    for (const part of parts) query.set('_routes', part);
    return query.size > 0 ? `${pathname}?${query}` : pathname;
  };
}

/**
 * The router ranks and compiles the routes that it is given at each call, which for all routes would take longer than
 * everything else. Returns a function that selects the routes that can match a path at all, by its first segment.
 */
function indexRoutes(tree: RouteObject[]): (page: string) => RouteObject[] {
  const parts = new Set(tree.flatMap(listFirstParts));
  const byFirstPart = new Map([...parts].map((part) => [part, keepMatching(tree, part)]));
  const others = keepMatching(tree, null);
  return (page) => byFirstPart.get(page.split('/', 2)[1]?.toLowerCase() ?? '') ?? others;
}

/** The first segment of a route's path; null if it can be anything, or comes from its children. */
function readFirstPart({ path }: RouteObject): string | null {
  const [first = ''] = (path ?? '').split('/');
  return first === '' || /[:*?]/.test(first) ? null : first.toLowerCase();
}

function listFirstParts(route: RouteObject): string[] {
  const own = readFirstPart(route);
  if (own !== null) return [own];
  return route.path ? [] : (route.children ?? []).flatMap(listFirstParts);
}

/** The routes whose path begins with this segment, and those that can begin with any. */
function keepMatching(routes: RouteObject[], part: string | null): RouteObject[] {
  return routes.flatMap((route) => {
    const own = readFirstPart(route);
    if (own !== null) return own === part ? [route] : [];
    if (route.path || route.index) return [route];
    return [{ ...route, children: keepMatching(route.children ?? [], part) }];
  });
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

/** The page for a data URL of the framework: `/tools.data` belongs to `/tools`, `/_.data` to `/`. */
function toPagePath(pathname: string): string {
  return pathname.replace(/(?<=\/)_\.data$|\.data$/, '');
}
