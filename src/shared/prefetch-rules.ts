/** The public pages that are cached and write nothing. A list may have the one parameter with which its pages are linked. */
const PREFETCHABLE =
  /^\/(home|tools(\?page=\d+|\/[a-z0-9-]{1,80})?|categories(\/[a-z0-9-]{1,80})?|blog(\/\w{24}|\?before=\w{24})?|contact|quote|jobs|press|terms|privacy|cookies)$/;

/** Whether the page of a path may be fetched before anybody asks for it. All others may not, whoever links to them. */
export function isPrefetchable(path: string): boolean {
  return PREFETCHABLE.test(path);
}

/** What of the browser and its connection decides how much is fetched ahead. */
export interface PrefetchConditions {
  isOnline: boolean;
  saveData: boolean | undefined;
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
  if (!isOnline || saveData || effectiveType?.endsWith('2g')) return 'none';
  // The data of other pages are never fetched ahead: their loaders run in the browser. Only their module is.
  if (path === null || !isPrefetchable(path)) return 'intent';
  return (deviceMemory ?? 8) <= 1 ? 'intent' : 'viewport';
}
