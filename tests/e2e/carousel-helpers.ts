import { expect, type Page } from '@playwright/test';
import { CAROUSEL_PAGE, routeCarouselPage } from './carousel-page/route-carousel-page.ts';

export const section = (page: Page, name: string) => page.getByRole('region', { name });

export const CAROUSELS = [
  { name: 'Our drawings', slide: 'Picture', pausesForReaders: false },
  { name: 'From the blog', slide: 'Post', pausesForReaders: true },
  { name: 'What our clients say', slide: 'Review', pausesForReaders: true },
] as const;

export const getStrip = (page: Page, name: string) => section(page, name).getByRole('group', { name, exact: true });

export const getSlides = (page: Page, { name, slide }: (typeof CAROUSELS)[number]) =>
  section(page, name).getByRole('group', { name: new RegExp(`^${slide} \\d of 6$`) });

/**
 * Opens a page with a clock that the test controls. Returns a function that lists the positions to which a carousel was
 * scrolled so far, in px from its first slide.
 */
export async function openWithFakeClock(
  page: Page,
  path = CAROUSEL_PAGE,
): Promise<(name: string) => Promise<number[]>> {
  await page.addInitScript(() => {
    const turns: Record<string, number[]> = {};
    Object.assign(window, { turns });
    const { scrollTo } = Element.prototype;
    Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
      if (typeof to !== 'object') return;
      const name = this.getAttribute('aria-label') ?? '';
      turns[name] = [...(turns[name] ?? []), to.left ?? 0];
      scrollTo.apply(this, [to] as unknown as [number, number]);
    };
  });
  await page.clock.install({ time: '2026-01-05T09:00:00Z' });
  // An hour later: the clock runs until then, and on a busy machine a second can pass between two calls.
  await page.clock.pauseAt('2026-01-05T10:00:00Z');
  if (path === CAROUSEL_PAGE) await routeCarouselPage(page);
  await page.goto(path);
  return (name) =>
    page.evaluate((of) => (window as unknown as { turns: Record<string, number[]> }).turns[of] ?? [], name);
}

/** Lets time pass until this carousel has advanced once and the browser has scrolled it. */
export async function waitForTurn(
  page: Page,
  name: string,
  turns: (name: string) => Promise<number[]>,
): Promise<number> {
  await section(page, name).scrollIntoViewIfNeeded();
  const before = (await turns(name)).length;
  await expect(async () => {
    await page.clock.runFor(3000);
    expect((await turns(name)).length).toBeGreaterThan(before);
  }).toPass();
  await waitForScroll(page, name, turns);
  return (await turns(name)).length;
}

export async function waitForScroll(
  page: Page,
  name: string,
  turns: (name: string) => Promise<number[]>,
): Promise<void> {
  const goal = (await turns(name)).at(-1) ?? 0;
  await expect
    .poll(async () => Math.abs((await getStrip(page, name).evaluate((list) => list.scrollLeft)) - goal))
    .toBeLessThan(2);
}
