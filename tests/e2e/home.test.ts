import { expect, type Page } from '@playwright/test';
import { removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { section } from './carousel-helpers.ts';
import { fetchNewest, MOVING, PREFETCHING, test } from './fixtures.ts';

test.use(MOVING);
test.use(PREFETCHING);

const FIGURES = ['100+', '535+', '273+', '432+'];
const MAP_SCRIPT = /draw-map/;
const mapOf = (page: Page) => section(page, 'Where to find us').getByRole('group', { name: /^Map of the shop/ });

test('a visitor sees the figures count up once, over 4.75 s, when the figures come into view', async ({ page }) => {
  await page.clock.install({ time: '2026-01-05T09:00:00Z' });
  await page.clock.pauseAt('2026-01-05T10:00:00Z');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  const band = section(page, 'Our company in numbers');
  const figures = band.getByRole('definition');
  const shown = async () =>
    (await figures.locator('span[aria-hidden]:not(:empty)').allTextContents()).map((text) => Number.parseInt(text, 10));
  await expect(section(page, 'Our drawings').locator('[aria-live]')).toHaveAttribute('aria-live', 'off');
  await page.clock.runFor(10_000);
  expect(await shown()).toEqual([]);
  await expect(figures).toHaveText(FIGURES);

  await band.scrollIntoViewIfNeeded();
  await expect.poll(shown).toEqual([0, 0, 0, 0]);
  const [place] = await Promise.all([figures.first().boundingBox()]);
  await page.clock.runFor(1000);
  const early = await shown();
  for (const [at, figure] of FIGURES.entries()) {
    expect(early[at]).toBeGreaterThan(0);
    expect(early[at]).toBeLessThan(Number.parseInt(figure, 10));
  }
  // Screen readers get the final figures all the time.
  await expect(figures.first()).toMatchAriaSnapshot('- definition: 100+');
  await page.clock.runFor(3730);
  expect(await shown()).toHaveLength(4);
  await page.clock.runFor(40);
  await expect(figures).toHaveText(FIGURES);
  expect(await shown()).toEqual([]);
  expect(await figures.first().boundingBox()).toEqual(place);

  await page.evaluate(() => scrollTo(0, 0));
  await expect(band).not.toBeInViewport();
  await band.scrollIntoViewIfNeeded();
  await page.clock.runFor(1000);
  expect(await shown()).toEqual([]);
});

test('if the system asks for reduced motion, the figures do not count up', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: '2026-01-05T09:00:00Z' });
  await page.clock.pauseAt('2026-01-05T10:00:00Z');
  await page.goto('/home');
  const figures = section(page, 'Our company in numbers').getByRole('definition');
  await figures.first().scrollIntoViewIfNeeded();
  // The page is hydrated and has noticed what is in view, so by now it would count.
  await section(page, 'From the blog').getByRole('button', { name: 'Next post' }).click();
  await expect(section(page, 'From the blog').locator('[aria-live]')).toHaveText('Post 2 to 4 of 6');
  expect(await figures.allTextContents()).toEqual(FIGURES);
});

test('a visitor finds the quote request and the contact page next to the figures', async ({ page }) => {
  await page.goto('/home');
  const band = section(page, 'Our company in numbers');
  await expect(band.getByRole('link', { name: 'request a quote' })).toHaveAttribute('href', '/quote');
  // With the keyboard: sections above get their height when they come near the view, which moves what a mouse points at.
  await band.getByRole('link', { name: 'contact us' }).press('Enter');
  await expect(page).toHaveURL('/contact');
});

test('the map loads only when a visitor comes near it, and only from the shop', async ({ page, shop }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home', { waitUntil: 'networkidle' });
  expect(urls.filter((url) => MAP_SCRIPT.test(url))).toEqual([]);
  await section(page, 'Where to find us').scrollIntoViewIfNeeded();
  await expect(mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true })).toBeVisible();
  expect(urls.some((url) => MAP_SCRIPT.test(url))).toBe(true);
  expect(urls.filter((url) => !url.startsWith(`${shop.origin}/`))).toEqual([]);
  await expect(mapOf(page)).toContainText('Natural Earth');
  await expect(mapOf(page)).toContainText('41° 30′ N, 81° 41′ W');
});

test('a visitor uses the map with only the keyboard', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/home');
  await section(page, 'Where to find us').scrollIntoViewIfNeeded();
  const mark = mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true });
  await expect(mark).toBeVisible();
  const position = async () => (await mark.boundingBox())?.x ?? 0;

  await mapOf(page).focus();
  const before = await position();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(position).toBeGreaterThan(before);

  await page.keyboard.press('Tab');
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  for (const line of ['Ironmonger Tool Company', '1992 Foundry Street', 'Cleveland, OH 44114']) {
    await expect(mapOf(page).getByText(line)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(mapOf(page).getByText('1992 Foundry Street')).toHaveCount(0);
  await expect(mark).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(mapOf(page).getByRole('button', { name: 'Close popup' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(mark).toBeFocused();

  const zoomOut = section(page, 'Where to find us').getByRole('button', { name: 'Zoom out' });
  const { width, height } = (await zoomOut.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await zoomOut.focus();
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('Enter');
  await expect(zoomOut).toHaveAttribute('aria-disabled', 'true');
  await expect(zoomOut).toBeFocused();
  await section(page, 'Where to find us').getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect(zoomOut).not.toHaveAttribute('aria-disabled');
});

test('the map never captures scrolling unless somebody has entered it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/home');
  await mapOf(page).scrollIntoViewIfNeeded();
  await expect(mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true })).toBeVisible();
  const scrolled = () => page.evaluate(() => scrollY);
  await mapOf(page).hover({ position: { x: 40, y: 60 } });
  const before = await scrolled();
  await page.mouse.wheel(0, -60);
  await expect.poll(scrolled).toBeLessThan(before);

  await mapOf(page).click({ position: { x: 40, y: 60 } });
  const zoomIn = section(page, 'Where to find us').getByRole('button', { name: 'Zoom in' });
  await expect(async () => {
    await page.mouse.wheel(0, -400);
    await expect(zoomIn).toHaveAttribute('aria-disabled', 'true', { timeout: 500 });
  }).toPass();
});

test('a visitor whose connection fails is told so, sees the address, and can try again', async ({ page }) => {
  await page.route(MAP_SCRIPT, (route) => route.abort());
  await page.goto('/home');
  const place = section(page, 'Where to find us');
  await place.scrollIntoViewIfNeeded();
  await expect(place.getByRole('status')).toHaveText('The map could not be loaded. The address is beside it.');
  await page.unroute(MAP_SCRIPT);
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true })).toBeVisible();
});

test('a visitor on a busy device sees the map, although the browser reports several changes of what is in view at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(report: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const waiting: IntersectionObserverEntry[] = [];
        let timer: ReturnType<typeof setTimeout>;
        super((entries, observer) => {
          waiting.push(...entries);
          clearTimeout(timer);
          timer = setTimeout(() => report(waiting.splice(0), observer), 1_000);
        }, options);
      }
    };
  });
  await page.goto('/home');
  await section(page, 'Where to find us').scrollIntoViewIfNeeded();
  await expect(mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true })).toBeVisible();
});

test('a visitor whose map neither loads nor fails is told so after half a minute', async ({ page }) => {
  await page.route(MAP_SCRIPT, () => {});
  const requested = page.waitForRequest(MAP_SCRIPT);
  await page.clock.install();
  await page.goto('/home', { waitUntil: 'domcontentloaded' });
  const place = section(page, 'Where to find us');
  await place.scrollIntoViewIfNeeded();
  await requested;
  await expect(place.getByRole('status')).toHaveText('Loading the map.');
  await page.clock.fastForward(30_000);
  await expect(place.getByRole('status')).toHaveText('The map could not be loaded. The address is beside it.');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads every slide, the figures and the address, and sees no useless button', async ({
    page,
    shop,
  }) => {
    await page.goto('/home');
    await expect(section(page, 'Our drawings').getByRole('img')).toHaveCount(6);
    await expect(section(page, 'From the blog').getByRole('link', { name: 'Read More!' })).toHaveCount(6);
    const reviews = await fetchNewest<{ title: string }>(shop, '/review');
    const titles = section(page, 'What our clients say').getByRole('heading', { level: 3 });
    await expect(titles).toHaveText(reviews.map(({ title }) => title));
    await expect(section(page, 'Our company in numbers').getByRole('definition')).toHaveText(FIGURES);
    const place = section(page, 'Where to find us');
    await expect(place).toContainText('Ironmonger Tool Company1992 Foundry StreetCleveland, OH 44114United States');
    await expect(place.getByRole('link', { name: 'Directions' })).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/directions?to=41.505%2C-81.69',
    );
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  });
});

test('a shop without content still has a home page that says how to order', async ({ page }) => {
  const empty = await startShop({ env: { SEED: 'none' } });
  try {
    await page.goto(`${empty.origin}/home`);
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - main:
        - region "Our drawings"
        - heading "Hand tools by the box, straight from the maker" [level=1]
        - region "Latest products":
          - paragraph: Our first tools are coming soon
        - region "Our company in numbers"
        - region "Where to find us"
    `);
    await expect(page.getByRole('main').getByRole('region')).toHaveCount(4);
  } finally {
    await empty.stop();
    removeDataDir(empty.dataDir);
  }
});
