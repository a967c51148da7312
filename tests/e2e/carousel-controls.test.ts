import { expect } from '@playwright/test';
import { getStrip, openWithFakeClock, section, waitForScroll, waitForTurn } from './carousel-helpers.ts';
import { CAROUSEL_PAGE, routeCarouselPage } from './carousel-page/route-carousel-page.ts';
import { MOVING, test } from './fixtures.ts';

test.use(MOVING);

const WIDTHS = [
  ['From the blog', 639, 1, 30],
  ['From the blog', 640, 2, 20],
  ['From the blog', 1023, 2, 20],
  ['From the blog', 1024, 3, 50],
  ['What our clients say', 767, 1, 30],
  ['What our clients say', 768, 2, 30],
  ['Our drawings', 1440, 1, 30],
] as const;

for (const script of [true, false]) {
  test.describe(script ? 'with script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script });

    test('a visitor sees as many slides side by side as fit, with their gaps', async ({ page }) => {
      await page.goto('/home');
      for (const [name, width, inView, gap] of WIDTHS) {
        await page.setViewportSize({ width, height: 844 });
        const strip = getStrip(page, name);
        // Browsers do not lay out content far from the screen again when the width changes.
        await strip.scrollIntoViewIfNeeded();
        const boxes = await Promise.all((await strip.locator('> div').all()).map((slide) => slide.boundingBox()));
        const [first, second] = boxes;
        const nth = boxes[inView - 1];
        if (!first || !second || !nth) throw new Error('a slide is not shown');
        expect([name, width, boxes.length]).toEqual([name, width, 6]);
        expect(second.x - first.x - first.width, `gap of ${name} at ${width} px`).toBeCloseTo(gap, 0);
        const room = await strip.evaluate((list) => {
          const { paddingLeft, paddingRight } = getComputedStyle(list);
          return list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        });
        expect(nth.x + nth.width - first.x, `${inView} of ${name} at ${width} px`).toBeCloseTo(room, 0);
      }
    });
  });
}

test('a carousel that nobody can see does not run', async ({ page }) => {
  const turns = await openWithFakeClock(page);
  const [banners, reviews] = ['Our drawings', 'What our clients say'];
  const ran = async (name: string) => {
    const before = (await turns(name)).length;
    await page.clock.runFor(9000);
    return (await turns(name)).length - before;
  };
  await waitForTurn(page, banners, turns);
  expect(await turns(reviews)).toEqual([]);
  await waitForTurn(page, reviews, turns);
  await expect.poll(() => ran(banners)).toBe(0);
  expect(await ran(reviews)).toBeGreaterThan(0);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => ran(reviews)).toBe(0);
});

test('a visitor who selects text keeps it in view', async ({ page }) => {
  const turns = await openWithFakeClock(page);
  const name = 'What our clients say';
  const before = await waitForTurn(page, name, turns);
  await page.evaluate((label) => {
    const strip = document.querySelector(`[role=group][aria-label="${label}"]`);
    if (strip?.firstChild) document.getSelection()?.selectAllChildren(strip.firstChild);
  }, name);
  await page.clock.runFor(9000);
  expect((await turns(name)).length).toBe(before);
  await page.evaluate(() => document.getSelection()?.removeAllRanges());
  await page.clock.runFor(3000);
  expect((await turns(name)).length).toBeGreaterThan(before);
});

test('a visitor goes through all posts with only the Tab key, and each is in view when they reach it', async ({
  page,
}) => {
  const name = 'From the blog';
  const turns = await openWithFakeClock(page);
  await expect(section(page, name).locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await getStrip(page, name).focus();
  const links = section(page, name).getByRole('link', { name: 'Read More!' });
  for (let at = 0; at < 6; at += 1) {
    await page.keyboard.press('Tab');
    await expect(links.nth(at)).toBeFocused();
    await expect(links.nth(at)).toBeInViewport({ ratio: 1 });
  }
  // The carousel must have scrolled by itself: the browser alone may show a focused link and then snap back.
  expect((await turns(name)).length).toBeGreaterThan(0);
  await expect(section(page, name).locator('[aria-live]')).toHaveText('Post 4 to 6 of 6');
});

test('a visitor turns the banners by arrows and dots, past either end', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await routeCarouselPage(page);
  await page.goto(CAROUSEL_PAGE);
  const banners = section(page, 'Our drawings');
  const mark = (at: number) => banners.getByRole('button', { name: new RegExp(`^Picture ${at} of 6`) });
  const ways = [
    ['Previous picture', 6],
    ['Next picture', 1],
    ['Next picture', 2],
  ] as const;
  for (const [button, at] of ways) {
    await banners.getByRole('button', { name: button }).click();
    await expect(mark(at)).toHaveAttribute('aria-current', 'true');
    await expect(banners.getByRole('img').nth(at - 1)).toBeInViewport({ ratio: 0.5 });
  }
  await mark(5).click();
  await expect(banners.getByRole('img').nth(4)).toBeInViewport({ ratio: 0.5 });
  await expect(banners.locator('[aria-live]')).toHaveText('Square, caliper, micrometer, dial gauge and ruler');
});

test('pressing an arrow twice advances two slides, even if the first move has not finished', async ({ page }) => {
  const turns = await openWithFakeClock(page);
  const next = section(page, 'Our drawings').getByRole('button', { name: 'Next picture' });
  await expect(section(page, 'Our drawings').locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await next.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await waitForScroll(page, 'Our drawings', turns);
  await expect(section(page, 'Our drawings').getByRole('img').nth(2)).toBeInViewport({ ratio: 0.5 });
});

test('on a phone the buttons of a carousel are next to its name, not in a separate row', async ({ page }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await routeCarouselPage(page);
    await page.goto(CAROUSEL_PAGE);
    for (const name of ['From the blog', 'What our clients say']) {
      const heading = await section(page, name).getByRole('heading', { level: 2 }).boundingBox();
      const button = await section(page, name).getByRole('button', { name: /^Next/ }).boundingBox();
      expect(heading && button && button.y < heading.y + heading.height, `${name} at ${width} px`).toBe(true);
    }
  }
});
