import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes } from 'react-router';
import routes from '#src/routes.ts';

/** Lists the pages of routes with their whole paths. */
function listPages(entries: readonly RouteConfigEntry[], above: string): { path: string; file: string }[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const whole = path ? `${above}/${path}` : above;
    return [{ path: whole, file }, ...listPages(children, whole)];
  });
}

/** Every page of the shop with its path in `src/routes.ts` and its file, including layouts. */
export const SHOP_PAGES = listPages(routes, '').map(({ path, file }) => ({ path: path || '/', file }));

/** The paths of all pages. A page with an optional last part has two. */
export const PAGE_PATHS = [...new Set(SHOP_PAGES.flatMap(({ path }) => listVariants(path)))];

function listVariants(path: string): string[] {
  return path.endsWith('?') ? [path.slice(0, path.lastIndexOf('/')), path.slice(0, -1)] : [path];
}

const MATCHED = PAGE_PATHS.map((path) => ({ path }));

/** The path in `src/routes.ts` of the page at this address. '/*' is the page for addresses that do not exist. */
export function findPagePath(address: string): string {
  return matchRoutes(MATCHED, address.split('?')[0] ?? '')?.at(-1)?.route.path ?? '/*';
}
