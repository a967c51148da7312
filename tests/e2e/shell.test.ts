import { expect, type Page } from '@playwright/test';
import { fetchNewest, MOVING, PREFETCHING, placeOrder, signInAsNewCustomer, type Tool, test } from './fixtures.ts';

test.use(MOVING);
test.use(PREFETCHING);

const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test.describe('without JavaScript, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a visitor can open every page, and a page that needs JavaScript says so', async ({ page, shop }) => {
    const [tool] = await fetchNewest<Tool>(shop, '/tools');
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    // Other locators do not find text inside noscript.
    const needed = page.locator('main noscript p');
    await page.goto('/home');
    await expect(links).toHaveText([
      'All products',
      'All categories',
      'Home',
      'About',
      'Contact',
      'Sign In',
      'Sign Up',
    ]);
    for (const [name, path] of [
      ['Contact', '/contact'],
      ['Sign Up', '/signUp'],
      ['Sign In', '/signIn'],
      ['About', '/about'],
    ] as const) {
      await links.getByText(name, { exact: true }).click();
      await expect(page).toHaveURL(path);
      if (path === '/contact') await expect(needed).toHaveCount(0);
      else await expect(needed).toContainText('needs JavaScript, which is turned off');
    }
    for (const path of [`/singleTool/${tool?._id}`, '/dashboard', '/dashboard/myorder', '/addprofile/x']) {
      await page.goto(path);
      await expect(needed).toContainText('This page needs JavaScript, which is turned off');
    }
  });
});

test('a customer sees that a page is loading, and keeps the current one until it is there', async ({ page, shop }) => {
  await placeOrder(shop, await signInAsNewCustomer(page, shop));
  const held = Promise.withResolvers<void>();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  await page.route('/api/purchases?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'My Order' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Order');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
});

test('for a visitor who follows a link, screen readers announce the new page’s title and continue at its top', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  await mainLinks(page).getByText('Contact', { exact: true }).click();
  await expect(page).toHaveTitle('Contact | Ironmonger');
  await expect(page.getByRole('status').filter({ hasText: 'Contact | Ironmonger' })).toHaveCount(1);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main, footer') !== null)).toBe(true);
});

/** Returns the scroll position once everything in view has its final height. */
async function getSettledScroll(page: Page): Promise<number> {
  const readScroll = () =>
    page.evaluate(() => new Promise<number>((next) => setTimeout(() => next(window.scrollY), 100)));
  let last = await readScroll();
  await expect(async () => {
    const before = last;
    last = await readScroll();
    expect(last).toBe(before);
  }).toPass();
  return last;
}

test('a visitor who goes back or forward returns to the same scroll position', async ({ page }) => {
  await page.goto('/home');
  const post = page.getByRole('link', { name: 'Read More!' }).first();
  await post.scrollIntoViewIfNeeded();
  const height = await getSettledScroll(page);
  expect(height).toBeGreaterThan(500);
  await post.click();
  await expect(page).toHaveURL(/\/blog\//);
  // The address changes a moment before the page.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(height);
  await page.goForward();
  await expect(page).toHaveURL(/\/blog\//);
});

test('a visitor who follows a link to the range finds all of its rows, and Back restores their place in them', async ({
  page,
}) => {
  await page.goto('/home');
  await page.locator('main a[href="/tools"]').first().click();
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(25);
  const name = rows.nth(20).getByRole('link').first();
  await name.scrollIntoViewIfNeeded();
  const height = await getSettledScroll(page);
  expect(height).toBeGreaterThan(500);
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Jobs' })
    .evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(25);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(height);
});

test('a visitor skips the navigation with the keyboard', async ({ page }) => {
  await page.goto('/contact');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a visitor without a connection keeps the current page, and continues once there is one', async ({
  page,
  context,
}) => {
  // This page was not scrolled, so the next steps must not depend on its lower parts.
  await page.goto('/home');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  await context.setOffline(true);
  await mainLinks(page).getByText('Sign In').click();
  const notice = page.getByRole('alert').filter({ hasText: 'No connection.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hand tools/);
  await notice.getByRole('button', { name: 'Stay here' }).click();
  await expect(notice).toHaveCount(0);
  await mainLinks(page).getByText('Sign In').click();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/home');
  await context.setOffline(false);
  await expect(page).toHaveURL('/signIn');
  await expect(notice).toHaveCount(0);
});

test('a customer who logs out in one tab is signed out in the other, and their input there is gone', async ({
  page,
  context,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/myreview');
  await page.getByRole('main').getByLabel('Company').fill('Smith & Daughters');
  const other = await context.newPage();
  await other.goto('/home');
  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/signIn?from=%2Fdashboard%2Fmyreview');
  await expect(page.getByRole('main')).not.toContainText('Smith');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Smith');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the drawer traps the focus, and closes in favor of the top bar when the screen becomes wide', async ({
    page,
  }) => {
    await page.goto('/home');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(drawer.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    for (let pressed = 0; pressed < 12; pressed += 1) {
      await page.keyboard.press('Tab');
      // Between the last and the first entry, the focus is in the browser's own controls.
      const outside = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
      expect(outside === 'DIALOG' || (await page.evaluate(() => document.activeElement === document.body))).toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect(drawer).toBeHidden();
    await mainLinks(page).getByText('Contact', { exact: true }).click();
    await expect(page).toHaveURL('/contact');
  });

  test('a visitor opens the drawer before the scripts have loaded, and it stays open afterwards', async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/home', { waitUntil: 'commit' });
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await menu.click();
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toBeHidden();
    await menu.click();
    await expect(drawer).toBeVisible();
    held.resolve();
    // Only the scripts know that nobody is signed in.
    await expect(drawer.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await drawer.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await expect(drawer).toBeHidden();
  });

  test('a visitor who goes back while the drawer is open finds it closed', async ({ page }) => {
    await page.goto('/home');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/contact');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/home');
    await expect(drawer).toBeHidden();
  });
});

test('pages of a shop with its own identity service load and allow nothing from a hosted one', async ({ page }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  for (const path of ['/home', '/signIn', '/signUp']) {
    const response = await page.goto(path);
    const headers = response?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers['content-security-policy']).not.toContain('google');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  }
  // A script of ours may have Google in its name: it says whether the button is shown.
  const foreign = urls.filter((url) => /firebase/.test(url) || new URL(url).hostname.includes('google'));
  expect(foreign).toEqual([]);
});
