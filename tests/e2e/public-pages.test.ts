import { expect, type Page } from '@playwright/test';
import { type Blog, fetchNewest, MOVING, type Tool, test, trackLayoutShift } from './fixtures.ts';

test.use(MOVING);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the whole home page and a whole post', async ({ page, shop }) => {
    const tools = await fetchNewest<Tool>(shop, '/tools');
    const reviews = await fetchNewest<{ title: string }>(shop, '/review');
    const [blog] = await fetchNewest<Blog>(shop, '/blogs');
    await page.goto('/home');
    for (const { itemName } of tools) await expect(page.getByRole('heading', { name: itemName })).toBeVisible();
    for (const { title } of reviews) await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Read More!' })).toHaveCount(6);
    await page.getByRole('link', { name: 'Read More!' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([blog?.question ?? '']);
    for (const { description } of blog?.detail ?? []) await expect(page.getByText(description)).toBeVisible();
  });

  test('a visitor goes from the home page to all posts, reads one and comes back to all of them', async ({
    page,
    shop,
  }) => {
    const blogs = await fetchNewest<Blog>(shop, '/blogs');
    await page.goto('/home');
    await page.getByRole('link', { name: 'All posts' }).click();
    await expect(page).toHaveURL('/blog');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Blog']);
    await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: '?' })).toHaveText(
      blogs.map(({ question }) => question),
    );
    await page.getByRole('link', { name: 'Read More!' }).last().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([blogs.at(-1)?.question ?? '']);
    await page.getByRole('link', { name: 'All posts' }).first().click();
    await expect(page).toHaveURL('/blog');
  });
});

test('nothing on the home page shifts while it loads and is read to the end, at 390 and 1440 px', async ({
  page,
  context,
}) => {
  // In parallel, since both mostly wait for carousels and counting figures.
  const pages = [[page, 390] as const, [await context.newPage(), 1440] as const];
  const shifts = await Promise.all(pages.map(([page, width]) => readHomePage(page, width)));
  for (const shift of shifts) expect(shift).toBeLessThan(0.02);
});

/** Reads the page to its end at this width, in px, and returns the total layout shift. */
async function readHomePage(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 844 });
  const readLayoutShift = await trackLayoutShift(page);
  await page.goto('/home');
  // The parts that only the browser knows are also in place.
  const account = page.locator('header').getByText(width < 1024 ? 'Menu' : 'Sign In');
  await expect(account.first()).toBeVisible();
  for (const image of await page.getByRole('main').locator('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((img: HTMLImageElement) => img.decode());
  }
  // The figures have finished counting, the carousels have advanced, and the map is drawn.
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  const figures = page.getByRole('region', { name: 'Our company in numbers' });
  await figures.scrollIntoViewIfNeeded();
  await expect(figures.getByRole('definition')).toHaveText(['100+', '535+', '273+', '432+']);
  for (const carousel of await page.locator('[aria-roledescription="carousel"]').all()) {
    const strip = carousel.getByRole('group').first();
    await strip.scrollIntoViewIfNeeded();
    await page.mouse.move(1, 1);
    await expect.poll(() => strip.evaluate((list) => list.scrollLeft)).toBeGreaterThan(0);
  }
  await page.evaluate(() => document.fonts.ready);
  return readLayoutShift();
}
