import { expect, type Page } from '@playwright/test';
import { CAROUSELS, getSlides, getStrip, section } from './carousel-helpers.ts';
import { newCustomer, signInAsNewCustomer, test } from './fixtures.ts';

test.use({ hydrates: false });

const [banners] = CAROUSELS;

const isHydrated = (page: Page) => page.evaluate(() => document.documentElement.dataset.hydrated !== undefined);
const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

/** Delays the script files of the page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released.promise;
    await route.continue().catch(() => {});
  });
  return () => released.resolve();
}

test('a visitor who presses an arrow before the scripts have loaded sees the next picture immediately, and only that one', async ({
  page,
}) => {
  const release = await holdScripts(page);
  await page.goto('/home', { waitUntil: 'commit' });
  const strip = section(page, banners.name);
  await strip.getByRole('button', { name: 'Next picture' }).click();
  await expect(getSlides(page, banners).nth(1)).toBeInViewport({ ratio: 0.5 });
  await strip.getByRole('button', { name: /^Picture 4 of 6/ }).click();
  await expect(getSlides(page, banners).nth(3)).toBeInViewport({ ratio: 0.5 });
  expect(await isHydrated(page)).toBe(false);
  release();
  await expect.poll(() => isHydrated(page)).toBe(true);
  await expect(strip.locator('p[aria-live]')).not.toHaveText('');
  await expect(getStrip(page, banners.name)).toBeInViewport();
  await expect(getSlides(page, banners).nth(3)).toBeInViewport({ ratio: 0.5 });
});

test('a customer who submits the sign-in form before the scripts have loaded is signed in once they have', async ({
  page,
  shop,
}) => {
  const { email, password } = await newCustomer(shop);
  const release = await holdScripts(page);
  await page.goto('/signIn', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password').fill(password);
  const button = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('data-pressed', '');
  await expect(page).toHaveURL('/signIn');
  release();
  await expect(page).toHaveURL('/home');
  await expect(mainLinks(page).getByText('DashBoard')).toBeVisible();
});

test('a visitor whose network fails while the scripts load can keep reading, follow links, and press again later', async ({
  page,
}) => {
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/signIn', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No connection.' })).toBeVisible();
  await mainLinks(page).getByText('Contact', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await expect(page).toHaveURL('/contact');
  expect(await isHydrated(page)).toBe(false);
  // The same page, as soon as it is used again. The newer route is added first, since an attempt may begin in between.
  const entries: string[] = [];
  let isDenied = true;
  await page.route(/\/assets\/entry\.client-/, (route) => {
    entries.push(route.request().url());
    return isDenied ? route.abort() : route.continue();
  });
  await page.unroute(/\/assets\/.*\.js$/);
  const press = () => page.getByRole('heading', { level: 1 }).click();
  // An attempt requests its last file twice: as a preload, and once the others have run. A failed attempt handles no
  // press.
  await expect
    .poll(async () => {
      await press();
      return entries.length;
    })
    .toBeGreaterThan(2);
  expect(await isHydrated(page)).toBe(false);
  isDenied = false;
  await expect
    .poll(async () => {
      await press();
      return isHydrated(page);
    })
    .toBe(true);
});

test('a visitor who sorts and searches before the scripts have loaded gets that list', async ({ page }) => {
  const loading = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/tools', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('wrench');
  await page.getByLabel('Sort by').selectOption('price');
  loading.resolve();
  await expect(page).toHaveURL(/^(?=.*q=wrench)(?=.*sort=price)/);
  await expect(page.getByLabel('Sort by')).toHaveValue('price');
});

test('a page that nobody has scrolled shows who signs in elsewhere, and that they have logged out', async ({
  page,
  context,
  shop,
}) => {
  await page.goto('/home');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  const other = await context.newPage();
  await signInAsNewCustomer(other, shop);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  await page.bringToFront();
  const logOut = page.getByRole('button', { name: 'Log out' });
  await expect(logOut).toBeVisible();
  await logOut.click();
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  await expect(logOut).toHaveCount(0);
});

test('the top bar has the links for the signed-in user from the first paint on', async ({ page, shop }) => {
  await holdScripts(page);
  await page.goto('/contact', { waitUntil: 'commit' });
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  await expect(mainLinks(page).getByText('DashBoard')).toBeHidden();
  const { token } = await signInAsNewCustomer(page, shop);
  await page.evaluate((stored) => localStorage.setItem('accessToken', stored), token);
  await page.reload({ waitUntil: 'commit' });
  await expect(mainLinks(page).getByText('DashBoard')).toBeVisible();
  await expect(mainLinks(page).getByText('Sign In')).toBeHidden();
  expect(await isHydrated(page)).toBe(false);
});
