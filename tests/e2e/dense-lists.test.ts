import { expect, type Page } from '@playwright/test';
import { expectAccessible, newCustomer, signInAsAdmin, test } from './fixtures.ts';

const getHeight = async (page: Page, email: string) =>
  (await page.getByRole('row').filter({ hasText: email }).boundingBox())?.height ?? Number.NaN;

test('dense lists have rows of 32 px, on every page and after a reload, until somebody changes their mind', async ({
  page,
  shop,
}) => {
  const { email } = await newCustomer(shop, 'Ada');
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(page);
  await page.goto('/dashboard/allusers');
  const choice = page.getByRole('checkbox', { name: 'Dense lists' });
  await expect(choice).not.toBeChecked();
  expect(await getHeight(page, email)).toBeGreaterThan(44);
  await choice.check();
  expect(await getHeight(page, email)).toBeLessThanOrEqual(44);
  await page.goto('/dashboard/products');
  await expect(choice).toBeChecked();
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.min(...heights)).toBeLessThanOrEqual(33);
  await expectAccessible(page);
  await page.reload();
  await choice.uncheck();
  await page.goto('/dashboard/allusers');
  await expect(choice).not.toBeChecked();
  expect(await getHeight(page, email)).toBeGreaterThan(44);
});

test('a filter stays in one row on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/tools');
  const entries = page.getByRole('navigation', { name: /^Filter/ }).getByRole('link');
  await expect(entries.first()).toBeVisible();
  const tops = await entries.evaluateAll((all) => all.map((entry) => entry.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('a dashboard draws its frame before the shop knows who reads it', async ({ page }) => {
  await signInAsAdmin(page);
  const asked = Promise.withResolvers<void>();
  await page.route('/api/auth/get-session', async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto('/dashboard/allusers');
  const status = page.getByRole('main').getByRole('status');
  await expect(status).toHaveText('Loading');
  // The heading's place is where the heading will be.
  const place = await status.boundingBox();
  asked.resolve();
  const heading = await page.getByRole('heading', { level: 1, name: 'All Users' }).boundingBox();
  expect(Math.abs((place?.y ?? 0) - (heading?.y ?? 1_000))).toBeLessThan(16);
});
