import { expect, type Page } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { expectAccessible, newCustomer, signInAs, signInAsAdmin, test } from './fixtures.ts';
import { getRows } from './list-helpers.ts';
import { payNewPurchase, placeNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

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

test('dense lists of orders and payments have rows of at most 44 px, and every button of the others', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop, 'Augusta Ada King, Countess of Lovelace');
  const tools = [await addTool(shop), await addTool(shop)];
  const ids = tools.map(({ id }) => id);
  const { number } = await payNewPurchase(shop, customer, ids, 5);
  await payNewPurchase(shop, customer, ids.slice(1), 5);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAsAdmin(page);
  const search = encodeURIComponent(customer.email);
  for (const path of ['allorder?', 'allorder?state=to_ship&', 'payments?']) {
    await page.goto(`/dashboard/${path}q=${search}`);
    const rows = getRows(page);
    await expect(rows).toHaveCount(2);
    const readButtons = () =>
      rows.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent));
    const readHeights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const buttons = await readButtons();
    expect(buttons.length).toBeGreaterThan(2);
    expect(Math.min(...(await readHeights()))).toBeGreaterThan(44);
    const choice = page.getByRole('checkbox', { name: 'Dense lists' });
    await choice.check();
    expect(Math.max(...(await readHeights()))).toBeLessThanOrEqual(44);
    expect(await readButtons()).toEqual(buttons);
    for (const one of await rows.getByRole('button').or(rows.getByRole('checkbox')).all())
      await one.click({ trial: true });
    await expect(rows.getByTitle(customer.email).first()).toBeVisible();
    await rows.getByRole('link', { name: number }).click({ trial: true });
    await expectAccessible(page);
    await choice.uncheck();
  }
});

test('a buyer has dense lists, too: rows on a wide screen, and much lower entries on a phone', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const tools = [await addTool(shop), await addTool(shop)];
  const ids = tools.map(({ id }) => id);
  const { id } = await payNewPurchase(shop, customer, ids, 5);
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/shipments`, {}, await signInAdmin(shop.origin));
  await placeNewPurchase(shop, customer, ids.slice(1), 5);
  await signInAs(page, customer);
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ordered on' });
  const choice = page.getByRole('checkbox', { name: 'Dense lists' });
  const readHeights = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/myorder');
  await expect(rows).toHaveCount(2);
  await choice.check();
  expect(Math.max(...(await readHeights()))).toBeLessThanOrEqual(46);
  for (const one of await rows.getByRole('button').or(rows.getByRole('link')).all()) await one.click({ trial: true });
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(choice).toBeChecked();
  const dense = await readHeights();
  await expectAccessible(page);
  await expect(rows.getByRole('button', { name: 'Shipments' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await choice.uncheck();
  for (const [at, height] of (await readHeights()).entries()) expect(dense[at]).toBeLessThan(height * 0.65);
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

test('on a phone the dashboard has one row of tabs, and every tab is reached by scrolling and by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsAdmin(page);
  await page.goto('/dashboard/overview');
  const tabs = page.getByRole('navigation', { name: 'DashBoard' });
  const links = tabs.getByRole('link');
  await expect(links.filter({ hasText: 'Overview' })).toHaveAttribute('aria-current', 'page');
  expect((await tabs.boundingBox())?.height).toBeLessThan(60);
  const all = await links.all();
  expect(all.length).toBeGreaterThan(12);
  await all[0]?.focus();
  for (const [at, link] of all.entries()) {
    if (at > 0) await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport({ ratio: 1 });
  }
  await tabs.hover();
  await page.mouse.wheel(-5_000, 0);
  await expect(links.first()).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(5_000, 0);
  await expect(links.last()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
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
