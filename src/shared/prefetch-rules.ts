/**
 * The public pages that are cached and write nothing. A list may have the one parameter that links to its pages use.
 */
const PREFETCHABLE =
  /^\/(home|tools(\?page=\d+|\/[a-z0-9-]{1,80})?|categories(\/[a-z0-9-]{1,80})?|blog(\/\w{24}|\?before=\w{24})?|contact|quote|jobs|press|terms|privacy|cookies)$/;

/** Whether the page at a path may be prefetched. No other page may, whoever links to it. */
export function isPrefetchable(path: string): boolean {
  return PREFETCHABLE.test(path);
}

/** The facts about the browser and its connection that decide how much is prefetched. */
export interface PrefetchConditions {
  isOnline: boolean;
  saveData: boolean | undefined;
  /** As the Network Information API names it; undefined if it is missing. */
  effectiveType: string | undefined;
  /** In GiB; undefined if the browser does not say. */
  deviceMemory: number | undefined;
}

export type PrefetchMode = 'viewport' | 'intent' | 'none';

/**
 * How the links of a page are prefetched. Nothing is while offline: React Router reloads the current page if a module
 * cannot be fetched, and the page would be lost.
 */
export function choosePrefetchMode(
  path: string | null,
  { isOnline, saveData, effectiveType, deviceMemory }: PrefetchConditions,
): PrefetchMode {
  if (!isOnline || saveData || effectiveType?.endsWith('2g')) return 'none';
  // The data of other pages is never prefetched, since their loaders run in the browser. Only their module is.
  if (path === null || !isPrefetchable(path)) return 'intent';
  return (deviceMemory ?? 8) <= 1 ? 'intent' : 'viewport';
}
