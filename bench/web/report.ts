import type { Speed, Visit } from './measure.ts';

/** The visits of one page and its two baselines in one browser, at one width and speed. */
export interface Comparison {
  browser: string;
  page: string;
  hasGoals: boolean;
  width: number;
  speed: Speed;
  shop: Visit[];
  heading: Visit[];
  withoutScript: Visit[];
}

export interface TapResult {
  browser: string;
  /** How long after the first paint the target was pressed, in ms. */
  afterMs: number;
  /** The response times, in ms. */
  durations: number[];
}

export interface FollowResult {
  /** The page with the link. */
  from: string;
  speed: Speed;
  /** The times until the next page was painted, in ms. */
  durations: number[];
}

export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below, above] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]];
  return below === undefined || above === undefined ? Number.NaN : (below + above) / 2;
}

/**
 * How many times longer than the page with one heading, and how many ms longer than the page without scripts, a page
 * may take.
 */
const GOALS = { free: { heading: 4, beyondMs: 40 }, throttled: { heading: 2.4, beyondMs: 100 } } as const;
const MAX_BEYOND = 1.15;
/** In ms: how long scripts may keep a page from responding, and the response to the earliest tap. */
const MAX_BLOCKED = 100;
const MAX_TAP = 200;
/** In bytes over the wire, until the page is idle. */
const MAX_BYTES = { Script: 130_000, Font: 40_000 } as const;

const toMs = (value: number) => (Number.isNaN(value) ? '–' : String(Math.round(value)));
const toKb = (bytes: number) => (bytes / 1000).toFixed(1);
const of = (visits: readonly Visit[], read: (visit: Visit) => number) => median(visits.map(read));

/**
 * Returns the goals that a page misses. The fixed number of ms beside the factor is for pages that paint so early that
 * the factor would be less than the clock's noise.
 */
function findMisses({ hasGoals, speed, shop, heading, withoutScript }: Comparison): string[] {
  if (!hasGoals) return [];
  const [lcp, a, b] = [shop, heading, withoutScript].map((visits) => of(visits, (visit) => visit.lcp));
  const goal = GOALS[speed];
  return [
    ...((lcp ?? 0) > goal.heading * (a ?? 0) ? [`more than ${goal.heading} × a`] : []),
    ...((lcp ?? 0) > Math.max(MAX_BEYOND * (b ?? 0), (b ?? 0) + goal.beyondMs) ? ['more than b allows'] : []),
    ...(of(shop, ({ blocked }) => blocked) > MAX_BLOCKED ? [`blocked for more than ${MAX_BLOCKED} ms`] : []),
    ...Object.entries(MAX_BYTES).flatMap(([kind, most]) =>
      of(shop, ({ bytes }) => bytes[kind] ?? 0) > most ? [`more than ${toKb(most)} KB of ${kind.toLowerCase()}`] : [],
    ),
  ];
}

/** Formats the results as Markdown. */
export function formatReport({
  comparisons,
  taps,
  follows,
  conditions,
}: {
  comparisons: readonly Comparison[];
  taps: readonly TapResult[];
  follows: readonly FollowResult[];
  conditions: readonly string[];
}): string {
  const rows = comparisons.map((comparison) => {
    const { browser, page, width, speed, shop, heading, withoutScript } = comparison;
    const bytes = (kind: string) => toKb(of(shop, (visit) => visit.bytes[kind] ?? 0));
    return [
      browser,
      page,
      String(width),
      speed,
      toMs(of(shop, ({ fcp }) => fcp)),
      toMs(of(shop, ({ lcp }) => lcp)),
      toMs(of(heading, ({ lcp }) => lcp)),
      toMs(of(withoutScript, ({ lcp }) => lcp)),
      of(shop, ({ shift }) => shift).toFixed(3),
      toMs(of(shop, ({ blocked }) => blocked)),
      bytes('Document'),
      bytes('Script'),
      toKb(of(shop, ({ scriptBeforeLcp }) => scriptBeforeLcp)),
      bytes('Font'),
      bytes('Image'),
      String(of(shop, ({ requests }) => requests)),
      findMisses(comparison).join(', ') || '',
    ];
  });
  const head = [
    'browser',
    'page',
    'px',
    'speed',
    'FCP',
    'LCP',
    'a',
    'b',
    'shift',
    'blocked',
    'HTML',
    'script',
    'before LCP',
    'fonts',
    'images',
    'files',
    'goals missed',
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    '# How fast pages are painted',
    '',
    'Written by `npm run bench:web`. Times are medians in ms, sizes are KB over the wire. *a* is the LCP of a page with only a heading,',
    '*b* that of the same page of the shop without its scripts. A bare server on the same machine serves both, and the visits take',
    'turns. Both have the opener policy of the shop. In a visit from an empty tab, it makes the browser start another process, which',
    'takes 50 ms here; in a visit from another page it costs nothing. Private pages show nothing without JavaScript, so they have',
    'neither *a* nor *b*.',
    '',
    ...conditions.map((condition) => `- ${condition}`),
    '',
    line(head),
    line(
      head.map((name) =>
        name === 'browser' || name === 'page' || name === 'speed' || name === 'goals missed' ? '---' : '---:',
      ),
    ),
    ...rows.map(line),
    '',
    '## The first tap',
    '',
    'The time in ms from a tap on the menu of the home page (390 px, throttled) to the next paint. *after* is when the tap comes, in ms',
    'after the first paint.',
    '',
    line(['browser', 'after', 'median', 'longest', 'goal missed']),
    line(['---', '---:', '---:', '---:', '---']),
    ...taps.map(({ browser, afterMs, durations }) =>
      line([
        browser,
        String(afterMs),
        toMs(median(durations)),
        toMs(Math.max(...durations)),
        median(durations) > MAX_TAP ? `more than ${MAX_TAP} ms` : '',
      ]),
    ),
    '',
    '## The next page',
    '',
    'The time in ms from a click on a visible link, whose page was prefetched, until that page is painted.',
    '',
    line(['on', 'speed', 'median', 'longest']),
    line(['---', '---', '---:', '---:']),
    ...follows.map(({ from, speed, durations }) =>
      line([from, speed, toMs(median(durations)), toMs(Math.max(...durations))]),
    ),
    '',
  ].join('\n');
}
