/** Paths of public pages that are the same for everybody and cached. They read no query, but for the lists below. */
export const PREFETCHABLE_PATHS = [
  '/home',
  '/tools',
  '/blog',
  '/contact',
  '/quote',
  '/jobs',
  '/press',
  '/terms',
  '/privacy',
  '/cookies',
] as const;

/** Posts: one part of a path follows. */
export const PREFETCHABLE_POSTS = '/blog/';

/** The one parameter of its query with which each list is cached, and its pages are linked. */
const LIST_PARAMETERS: Record<string, string> = { '/tools': 'page', '/blog': 'before' };

/** Stands for the shop, to read paths. */
const BASE = 'https://shop.invalid';
const POST_PATTERN = new RegExp(`^${PREFETCHABLE_POSTS}[A-Za-z0-9]{24}$`);

/**
 * Whether the page of a path may be fetched before anybody asks for it: it is public, cached and writes nothing. All
 * others may not, whoever links to them.
 */
export function isPrefetchable(path: string): boolean {
  const { origin, pathname, search, searchParams, hash } = new URL(path, BASE);
  if (origin !== BASE || hash !== '') return false;
  if (search === '') return POST_PATTERN.test(pathname) || PREFETCHABLE_PATHS.some((known) => known === pathname);
  const parameter = LIST_PARAMETERS[pathname];
  return parameter !== undefined && searchParams.size === 1 && searchParams.has(parameter);
}

/**
 * The speculation rules of a public document: until it is hydrated, the browser fetches what `isPrefetchable` allows once
 * the pointer is on its link. It then decides by itself about data saver, memory and battery.
 */
export function toSpeculationRules(): string {
  const pages = [...PREFETCHABLE_PATHS, `${PREFETCHABLE_POSTS}:id`].map((pathname) => ({ pathname, search: '' }));
  const lists = Object.entries(LIST_PARAMETERS).map(([pathname, name]) => ({ pathname, search: `${name}=*` }));
  const where = {
    and: [{ href_matches: [...pages, ...lists] }, { not: { href_matches: { search: '*&*' } } }],
  };
  return JSON.stringify({ prefetch: [{ source: 'document', where, eagerness: 'moderate' }] });
}

/** What of the browser and its connection decides how much is fetched ahead. */
export interface PrefetchConditions {
  isOnline: boolean;
  saveData: boolean;
  /** As the Network Information API names it; undefined where it is missing. */
  effectiveType: string | undefined;
  /** In GiB; undefined where the browser does not say. */
  deviceMemory: number | undefined;
}

export type PrefetchMode = 'viewport' | 'intent' | 'none';

/**
 * How the links of a page are fetched ahead. Offline nothing is: React Router reloads the current page when a module
 * cannot be fetched, and the page would be lost.
 */
export function choosePrefetchMode(
  path: string | null,
  { isOnline, saveData, effectiveType, deviceMemory }: PrefetchConditions,
): PrefetchMode {
  if (!isOnline || saveData || effectiveType === '2g' || effectiveType === 'slow-2g') return 'none';
  // The data of other pages are never fetched ahead: their loaders run in the browser. Only their module is.
  if (path === null || !isPrefetchable(path)) return 'intent';
  return deviceMemory !== undefined && deviceMemory <= 1 ? 'intent' : 'viewport';
}
