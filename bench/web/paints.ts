export interface Paints {
  /** First contentful paint, in ms. */
  fcp: number;
  /** Largest contentful paint, in ms. */
  lcp: number;
  /** The sum of all layout shifts. */
  shift: number;
  /** Total blocking time: how far tasks of the main thread after the first paint exceeded 50 ms each, in ms. */
  blocked: number;
  /** The largest element that was painted. */
  largest: string;
}

interface PaintEntry extends PerformanceEntry {
  element?: Element;
  value?: number;
  hadRecentInput?: boolean;
}

/** Runs in the page, before the page's own scripts. */
export function observePaints(): void {
  const entries: Record<string, PaintEntry[]> = {};
  Object.assign(window, { paintEntries: entries });
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask']) {
    entries[type] = [];
    new PerformanceObserver((list) => entries[type]?.push(...list.getEntries())).observe({ type, buffered: true });
  }
}

/** Runs in the page. */
export function readPaints(): Paints {
  const entries = (window as unknown as { paintEntries: Record<string, PaintEntry[]> }).paintEntries;
  const fcp = entries.paint?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
  const largest = entries['largest-contentful-paint']?.at(-1);
  const element = largest?.element;
  const text = element?.textContent?.slice(0, 30) || element?.getAttribute('src');
  return {
    fcp,
    lcp: largest?.startTime ?? Number.NaN,
    shift: (entries['layout-shift'] ?? [])
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .reduce((sum, { value = 0 }) => sum + value, 0),
    blocked: (entries.longtask ?? []).reduce(
      (sum, { startTime, duration }) => sum + Math.max(0, startTime + duration - Math.max(startTime + 50, fcp)),
      0,
    ),
    largest: element ? `${element.tagName.toLowerCase()} ${text}` : '',
  };
}
