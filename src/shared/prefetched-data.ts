/** How long the browser may use data of a page that it fetched ahead, in s. The server says so with them. */
export const PREFETCHED_FRESH_S = 30;

const PREFETCHED_FRESH_MS = PREFETCHED_FRESH_S * 1_000;

let fetchedAt: Map<string, number> | null = null;

/** Notes from now on which data of pages this browser fetches ahead. */
export function observePrefetched(): void {
  if (fetchedAt) return;
  const found = new Map<string, number>();
  fetchedAt = found;
  new PerformanceObserver((list) => {
    for (const { name, responseEnd, initiatorType } of list.getEntries() as PerformanceResourceTiming[])
      if (initiatorType === 'link' && isPageData(name)) found.set(name, responseEnd);
  }).observe({ type: 'resource', buffered: true });
}

/** Fetches anew what was fetched ahead: something was written, and the next page must show it. */
export function refreshPrefetched(): void {
  for (const [url, at] of fetchedAt ?? []) {
    // What is older is asked for again in any case.
    if (performance.now() - at < PREFETCHED_FRESH_MS)
      void fetch(url, { cache: 'reload', priority: 'low' }).catch(() => {});
  }
  fetchedAt?.clear();
}

function isPageData(url: string): boolean {
  return new URL(url).pathname.endsWith('.data');
}
