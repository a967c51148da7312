import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/** What one visit cost. Times in ms since the navigation began, bytes over the wire. */
export interface Visit {
  fcp: number;
  lcp: number;
  /** The sum of all layout shifts. */
  shift: number;
  /** What tasks of the main thread took beyond 50 ms each, from the first paint on. */
  blocked: number;
  /** How long the longest task took. */
  longestTask: number;
  bytes: Record<string, number>;
  /** Of script that had come before the largest paint. */
  scriptBeforeLcp: number;
  fontBeforeFcp: number;
  requests: number;
  /** What was painted largest. */
  largest: string;
}

export type Speed = 'free' | 'throttled';

/** A phone of the middle class on a mobile network. */
const CPU_SLOWDOWN = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How long nothing may happen before a page counts as settled, in ms. */
const SETTLED_MS = 700;
const MAX_SETTLING_MS = 15_000;

export async function throttle(session: CDPSession, speed: Speed): Promise<void> {
  if (speed === 'free') return;
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens a page in a browser context of its own, waits until nothing happens any more, and reads what it cost. */
export async function visit(
  browser: Browser,
  url: string,
  { speed, ...options }: BrowserContextOptions & { speed: Speed },
): Promise<Visit> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const traffic = recordTraffic(session);
    await page.addInitScript(observePaints);
    await throttle(session, speed);
    await page.goto(url, { waitUntil: 'load' });
    await waitUntilSettled(page, traffic);
    return { ...(await page.evaluate(readPaints)), ...traffic.summarize(await page.evaluate(readPaints)) };
  } finally {
    await context.close();
  }
}

interface Paints {
  fcp: number;
  lcp: number;
  shift: number;
  blocked: number;
  longestTask: number;
  largest: string;
}

interface PaintEntry extends PerformanceEntry {
  element?: Element;
  value?: number;
  hadRecentInput?: boolean;
}

/** Runs in the page, before it. */
function observePaints(): void {
  const entries: Record<string, PaintEntry[]> = {};
  Object.assign(window, { paintEntries: entries });
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask']) {
    entries[type] = [];
    new PerformanceObserver((list) => entries[type]?.push(...list.getEntries())).observe({ type, buffered: true });
  }
}

/** Runs in the page. */
function readPaints(): Paints {
  const entries = (window as unknown as { paintEntries: Record<string, PaintEntry[]> }).paintEntries;
  const fcp = entries.paint?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
  const largest = entries['largest-contentful-paint']?.at(-1);
  const element = largest?.element;
  const tasks = entries.longtask ?? [];
  return {
    fcp,
    lcp: largest?.startTime ?? Number.NaN,
    shift: (entries['layout-shift'] ?? []).reduce(
      (sum, { value = 0, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
      0,
    ),
    blocked: tasks.reduce(
      (sum, { startTime, duration }) => sum + Math.max(0, startTime + duration - Math.max(startTime + 50, fcp)),
      0,
    ),
    longestTask: Math.max(0, ...tasks.map(({ duration }) => duration)),
    largest: element
      ? `${element.tagName.toLowerCase()} ${(element.textContent ?? '').slice(0, 30) || element.getAttribute('src')}`
      : '',
  };
}

interface Traffic {
  lastActivity(): number;
  summarize(paints: Paints): Pick<Visit, 'bytes' | 'scriptBeforeLcp' | 'fontBeforeFcp' | 'requests'>;
}

function recordTraffic(session: CDPSession): Traffic {
  const types = new Map<string, string>();
  const chunks: { requestId: string; timestamp: number; length: number }[] = [];
  let navigated = Number.NaN;
  let last = Date.now();
  let requests = 0;
  session.on('Network.requestWillBeSent', ({ requestId, type, timestamp, request }) => {
    last = Date.now();
    if (request.url.startsWith('data:')) return;
    requests += 1;
    types.set(requestId, type ?? 'Other');
    if (Number.isNaN(navigated)) navigated = timestamp;
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    // What a preload fetched is named by what it is only here.
    types.set(requestId, type);
  });
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    last = Date.now();
    chunks.push({ requestId, timestamp, length: encodedDataLength });
  });
  const sum = (kept: typeof chunks) => kept.reduce((total, { length }) => total + length, 0);
  return {
    lastActivity: () => last,
    summarize({ lcp, fcp }) {
      const ofType = (type: string) => chunks.filter(({ requestId }) => types.get(requestId) === type);
      const before = (ms: number) => (chunk: (typeof chunks)[number]) => (chunk.timestamp - navigated) * 1000 < ms;
      const bytes: Record<string, number> = {};
      for (const type of new Set(types.values())) bytes[type] = sum(ofType(type));
      return {
        bytes,
        requests,
        scriptBeforeLcp: sum(ofType('Script').filter(before(lcp))),
        fontBeforeFcp: sum(ofType('Font').filter(before(fcp))),
      };
    },
  };
}

async function waitUntilSettled(page: Page, traffic: Traffic): Promise<void> {
  const end = Date.now() + MAX_SETTLING_MS;
  let quietSince = Date.now();
  let tasks = -1;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = await page.evaluate(
      () => (window as unknown as { paintEntries: Record<string, unknown[]> }).paintEntries.longtask?.length ?? 0,
    );
    if (now !== tasks) quietSince = Date.now();
    tasks = now;
    if (Date.now() - Math.max(quietSince, traffic.lastActivity()) > SETTLED_MS) return;
  }
}
