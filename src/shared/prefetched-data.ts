/** In s. How long the browser may use prefetched data of a page. The server sends this with the data. */
export const PREFETCHED_FRESH_S = 30;

/** Fetches fresh prefetched data again after something was written, since the next page must show it. */
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
