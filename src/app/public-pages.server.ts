import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import type { PublicPage } from '#src/platform/page-context.ts';
import type { IsPublic } from '#src/platform/response-cache/public-routes.server.ts';

type Routes = ServerBuild['routes'];

/** Tells which addresses lead to a page that its `handle` declares public, with no other parameters than it reads. */
export function createPublicPageMatcher(routes: Routes): IsPublic {
  const tree = toRouteTree(routes);
  return ({ pathname, searchParams }) => {
    const handle = matchRoutes(tree, toPagePath(pathname))?.at(-1)?.route.handle as Partial<PublicPage> | undefined;
    if (!handle?.publicParameters) return false;
    const { publicParameters } = handle;
    // By `_routes` the framework asks for one of a page's parts.
    return [...searchParams].every(
      ([name, value]) => publicParameters.includes(name) || (name === '_routes' && value in routes),
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
