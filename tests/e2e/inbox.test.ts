import { expect, type Page } from '@playwright/test';
import { signInAdmin } from '#tests/support/running-shop.ts';
import { expectAccessible, fetchJson, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';
import { submitForm } from './list-helpers.ts';

const LONG = 'Wir brauchen sie bis Ende März. '.repeat(40);

const quoteFor = (product: string) => ({
  product,
  quantity: '12,000',
  message: LONG,
  name: 'Ada Smith',
  company: 'Smith & Daughters',
  email: 'ada@example.com',
});
const messageAbout = (subject: string) => ({ name: 'Ada', email: 'ada@example.com', subject, message: 'Hello.' });
const entry = (page: Page, name: string | RegExp) => page.getByRole('article', { name });
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Inbox' }).getByRole('link', { name, exact: true });

test('an admin finds quote requests and messages through the overview, reads them and marks them done', async ({
  page,
  shop,
}) => {
  await submitForm(shop, '/quote', quoteFor('A very long vise'));
  await submitForm(shop, '/contact', messageAbout('About the vise'));
  await signInAsAdmin(page);
  await page.goto('/dashboard/overview');
  await page.getByRole('main').getByRole('link', { name: 'Quote requests' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
  await expect(page).toHaveURL('/dashboard/inbox?state=open');
  await page.getByRole('navigation', { name: 'Filter quote requests' }).getByRole('link', { name: 'All' }).click();
  // The list of open ones would drop the request as soon as it is done.
  await expect(page).toHaveURL('/dashboard/inbox');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);

  const quote = entry(page, '12,000 × A very long vise');
  await expect(quote).toContainText('Ada Smith, Smith & Daughters');
  await expect(quote.getByRole('link', { name: 'Answer by email' })).toHaveAttribute(
    'href',
    'mailto:ada%40example.com?subject=Re%3A%20A%20very%20long%20vise',
  );
  await quote.getByText('Read more').click();
  await expect(quote.getByText(LONG.trim())).toBeVisible();
  await expect(quote).toContainText('open');
  await quote.getByRole('button', { name: 'Mark done' }).click();
  await expect(quote.getByText('done', { exact: true })).toBeVisible();
  await page.reload();
  await expect(quote.getByText('done', { exact: true })).toBeVisible();
  await quote.getByRole('button', { name: 'Reopen' }).click();
  await expect(quote.getByText('open', { exact: true })).toBeVisible();

  await part(page, 'Messages').click();
  await entry(page, 'About the vise').getByRole('button', { name: 'Mark done' }).click();
  await expect(entry(page, 'About the vise').getByText('done', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const [stored] = (
    await fetchJson<{ subject: string; done: boolean }[]>(shop, '/messages', await signInAdmin(shop.origin))
  ).filter(({ subject }) => subject === 'About the vise');
  expect(stored?.done).toBe(true);

  await part(page, 'Outbox').click();
  await expect(entry(page, 'We have received your message').first()).toContainText('To ada@example.com');
});

test('an admin opens the inbox from the menu', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/allorder');
  await page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: 'Inbox' }).click();
  await expect(page).toHaveURL('/dashboard/inbox');
});

test('an admin is told when an entry cannot be marked or loaded, and tries again', async ({ page, shop }) => {
  await submitForm(shop, '/contact', messageAbout('Marked later'));
  await signInAsAdmin(page);
  await page.goto('/dashboard/inbox/messages');
  await page.route('**/api/messages/*', (route) => route.abort());
  await entry(page, 'Marked later').getByRole('button', { name: 'Mark done' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^The shop could not be reached/);
  await expect(entry(page, 'Marked later').getByText('open', { exact: true })).toBeVisible();

  for (const [path, call] of [
    ['/dashboard/inbox', '**/api/quotes?*'],
    ['/dashboard/inbox/messages', '**/api/messages?*'],
    ['/dashboard/inbox/newsletter', '**/api/subscribers?*'],
    ['/dashboard/inbox/outbox', '**/api/outbox?*'],
  ] as const) {
    await page.route(call, (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be reached');
    await page.unroute(call);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
  }
});

test('an admin reads that an empty list is empty', async ({ page }) => {
  await signInAsAdmin(page);
  await page.route(/\/api\/(quotes|messages|subscribers|outbox)\?/, (route) => route.fulfill({ json: [] }));
  for (const [path, sentence] of [
    ['/dashboard/inbox', 'No quote requests yet'],
    ['/dashboard/inbox/messages', 'No messages yet'],
    ['/dashboard/inbox/newsletter', 'No addresses yet'],
    ['/dashboard/inbox/outbox', 'No emails yet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveCount(0);
  }
});

test('a customer has no inbox', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  for (const path of ['/dashboard/inbox', '/dashboard/inbox/messages', '/dashboard/inbox/outbox']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  }
});
