import { expect } from '@playwright/test';
import { type Blog, readNewest, type Tool, test, watchShift } from './visiting.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor reads the whole home page and a whole post', async ({ page, shop }) => {
    const tools = await readNewest<Tool>(shop, '/tools');
    const reviews = await readNewest<{ title: string }>(shop, '/review');
    const [blog] = await readNewest<Blog>(shop, '/blogs');
    await page.goto('/home');
    for (const { itemName } of tools) await expect(page.getByRole('heading', { name: itemName })).toBeVisible();
    for (const { title } of reviews) await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Read More!' })).toHaveCount(6);
    await page.getByRole('link', { name: 'Read More!' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([blog?.question ?? '']);
    for (const { description } of blog?.detail ?? []) await expect(page.getByText(description)).toBeVisible();
  });
});

for (const width of [390, 1440]) {
  test(`nothing on the home page moves while it loads and is read to its end, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const readShift = await watchShift(page);
    await page.goto('/home');
    // What is known only in the browser has found its place too.
    await expect(
      page
        .locator('header')
        .getByText(width === 390 ? 'Menu' : 'Sign In')
        .first(),
    ).toBeVisible();
    for (const picture of await page.getByRole('main').locator('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await picture.evaluate((img: HTMLImageElement) => img.decode());
    }
    await page.evaluate(() => document.fonts.ready);
    expect(await readShift()).toBeLessThan(0.02);
  });
}
