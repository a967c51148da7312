import { expect, type Page } from '@playwright/test';
import { overviewCopy } from '#src/features/overview/copy.ts';
import { newCustomer, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';
import { submitForm } from './list-helpers.ts';
import { payNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name });
const getCount = async (page: Page, name: string) =>
  Number(/\d+/.exec((await entry(page, name).textContent()) ?? '')?.[0] ?? 0);

test('the menu groups what an admin works on, and shows a customer no group of the shop', async ({ page, shop }) => {
  const menu = page.getByRole('navigation', { name: 'DashBoard' });
  const group = (name: string) => menu.getByRole('list', { name, exact: true }).getByRole('link');
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard');
  await expect(group('Account')).toHaveText(['My Addresses']);
  await expect(menu.getByRole('heading')).toHaveText(['Account']);
  await page.context().clearCookies();
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await expect(menu.getByRole('heading')).toHaveText(['Sales', 'Range', 'Shop']);
  await expect(group('Range')).toHaveText([/^Products/, /^Categories/, /^Import/, /^Search/]);
  await expect(group('Shop').filter({ hasText: 'Settings' })).toBeVisible();
  await expect(group('Shop').last()).toHaveText('Taxes');
});

test('an admin sees what is waiting, opens it, and the count in the menu goes down', async ({ page, shop }) => {
  const message = { name: 'Ada', email: 'ada@example.com', message: 'Hello.' };
  await submitForm(shop, '/contact', { ...message, subject: 'Counted once' });
  await submitForm(shop, '/contact', { ...message, subject: 'Counted twice' });
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await entry(page, 'Overview').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  await expect(entry(page, 'Inbox')).toHaveAccessibleName(/^Inbox \d+ waiting$/);
  const before = await getCount(page, 'Inbox');
  await row(page, 'Messages').click();
  await expect(page).toHaveURL('/dashboard/inbox/messages?state=open');
  const counted = page.getByRole('article', { name: 'Counted once' });
  await counted.getByRole('button', { name: 'Mark done' }).click();
  await expect.poll(() => getCount(page, 'Inbox')).toBe(before - 1);
});

test('the overview updates when its window gets the focus again, and says if it cannot be loaded', async ({ page }) => {
  const counts = Object.fromEntries([...Object.keys(overviewCopy.kinds), 'shortTools'].map((kind) => [kind, 0]));
  await signInAsAdmin(page);
  await page.route('/api/overview', (route) => route.abort());
  await page.goto('/dashboard/overview');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This could not be loaded');
  await page.unroute('/api/overview');
  await page.route('/api/overview', (route) => route.fulfill({ json: counts }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible();
  await expect(entry(page, 'Overview')).toHaveText('Overview');
  // Orders that are also to be shipped are not counted twice.
  Object.assign(counts, { ordersToShip: 90, ordersWithoutAddress: 8, lowTools: 3, runningOutTools: 2, shortTools: 4 });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(row(page, 'Orders to ship')).toContainText('90', { timeout: 500 });
  }).toPass();
  // Neither are alarms about stock, which stand apart.
  await expect(entry(page, 'Overview')).toHaveText('Overview90 waiting');
  await expect(page.getByRole('region', { name: 'Stock' }).getByRole('listitem')).toHaveText([
    /^3Products to reorder/,
    /^2Products lasting under two weeks/,
  ]);
  await expect(page.getByText('Nothing waiting:')).toContainText('Messages');
  Object.assign(counts, { ordersToShip: 100 });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(row(page, 'Orders to ship')).toContainText('99+', { timeout: 500 });
  }).toPass();
  await expect(entry(page, 'Products')).toHaveText('Products');
});

test('the overview names the oldest orders to ship and leads to each', async ({ page, shop }) => {
  const customer = await newCustomer(shop, 'Ottilie Oldest');
  const { id } = await addTool(shop, { quantity: 1_000 });
  const bought = await payNewPurchase(shop, customer, [id], 5);
  await signInAsAdmin(page);
  const row = { name: 'Ottilie Oldest', amount: '94.50', since: '2026-01-02T12:00:00.000Z', dueBy: null };
  await page.route('/api/overview/oldest', (route) =>
    route.fulfill({
      json: [{ kind: 'ordersToShip', amount: '94.50', items: [{ ...row, number: bought.number }] }],
    }),
  );
  await page.goto('/dashboard/overview');
  const oldest = page.getByRole('listitem').filter({ hasText: 'Orders to ship' }).getByRole('listitem');
  await expect(oldest).toHaveText(new RegExp(`^${bought.number}Ottilie Oldestsince Jan 2, 2026\\$94.50$`));
  await oldest.getByRole('link', { name: bought.number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(bought.number);
});

test('a customer has no overview', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/overview');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});
