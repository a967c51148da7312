/** How long the browser may use data of a page that it fetched ahead, in s. The server says so with them. */
export const PREFETCHED_FRESH_S = 30;

/** Fetches anew what was fetched ahead and is fresh: something was written, and the next page must show it. */
export function refreshPrefetched(): void {
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    const { name, initiatorType, responseEnd } = entry;
    if (
      initiatorType === 'link' &&
      performance.now() - responseEnd < PREFETCHED_FRESH_S * 1_000 &&
      /\.data(\?|$)/.test(name)
    )
      void fetch(name, { cache: 'reload' }).catch(() => {});
  }
}
