import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import { observePaints, type Paints, readPaints } from './paints.ts';
import { recordTraffic, type Traffic, type TrafficSummary } from './traffic.ts';

/** What one visit cost: times in ms since the start of the navigation, and bytes over the wire. */
export type Visit = Paints & TrafficSummary;

export type Speed = 'free' | 'throttled';

export interface Conditions extends BrowserContextOptions {
  speed: Speed;
}

/** A mid-range phone on a mobile network. */
const CPU_SLOWDOWN = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** A page counts as settled when nothing has happened for this long, in ms. */
const SETTLED_MS = 500;
const MAX_SETTLING_MS = 15_000;

async function throttle(session: CDPSession, speed: Speed): Promise<void> {
  if (speed === 'free') return;
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}

/** Opens a page and records its paints and traffic from the start. */
async function openObserved(
  context: BrowserContext,
  url: string,
  speed: Speed,
): Promise<{ page: Page; traffic: Traffic }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const traffic = recordTraffic(session);
  await page.addInitScript(observePaints);
  await throttle(session, speed);
  await page.goto(url, { waitUntil: 'load' });
  return { page, traffic };
}

/** Opens a page in a new browser context, waits until it has settled, and returns what it cost. */
export async function visit(browser: Browser, url: string, { speed, ...options }: Conditions): Promise<Visit> {
  const context = await browser.newContext(options);
  try {
    const { page, traffic } = await openObserved(context, url, speed);
    await waitUntilSettled(page, traffic);
    const paints = await page.evaluate(readPaints);
    return { ...paints, ...traffic.summarize(paints) };
  } finally {
    await context.close();
  }
}

/** Presses `target` `afterMs` after the first paint. Returns the time from the press to the next paint, in ms. */
export async function tap(
  browser: Browser,
  url: string,
  { speed, target, afterMs, ...options }: Conditions & { target: string; afterMs: number },
): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(() => {
      const presses: number[] = [];
      Object.assign(window, { presses });
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries())
          if (name === 'click' || name === 'pointerup') presses.push(duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    });
    await throttle(session, speed);
    const painted = page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await page.goto(url, { waitUntil: 'commit' });
    await painted;
    const box = await page.locator(target).first().boundingBox();
    if (!box) throw new Error(`${target} is not shown`);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, button: 'left', clickCount: 1 } as const;
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed' });
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mouseReleased' });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    // Responses under 16 ms have no entry.
    return await page.evaluate(() => Math.max(0, ...(window as unknown as { presses: number[] }).presses));
  } finally {
    await context.close();
  }
}

/**
 * Opens a page, waits until it has prefetched the pages it links to, and follows the link `target`. Returns the time
 * from the press until the next page was painted, in ms.
 */
export async function follow(
  browser: Browser,
  url: string,
  { speed, target, ...options }: Conditions & { target: string },
): Promise<number> {
  const context = await browser.newContext(options);
  try {
    const { page, traffic } = await openObserved(context, url, speed);
    const link = page.locator(target).first();
    await link.scrollIntoViewIfNeeded();
    await waitUntilSettled(page, traffic);
    await link.hover();
    await waitUntilSettled(page, traffic);
    const painted = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const old = new WeakSet(document.querySelectorAll('main *'));
          let pressedAt = Number.POSITIVE_INFINITY;
          addEventListener('pointerdown', (event) => (pressedAt = event.timeStamp), { capture: true, once: true });
          // The browser itself reports when the first heading or link of the next page was painted.
          new MutationObserver(() => {
            for (const element of document.querySelectorAll('main :is(h1, a)'))
              if (!old.has(element)) element.setAttribute('elementtiming', 'next');
          }).observe(document.body, { childList: true, subtree: true });
          new PerformanceObserver((list) => {
            for (const { startTime } of list.getEntries()) if (startTime > pressedAt) resolve(startTime - pressedAt);
          }).observe({ type: 'element' });
        }),
    );
    await link.click();
    return await painted;
  } finally {
    await context.close();
  }
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
