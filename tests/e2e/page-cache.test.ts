import { existsSync } from 'node:fs';
import { chromium, expect } from '@playwright/test';
import config from '../../playwright.config.ts';
import { PREFETCHING, signInAsNewCustomer, test } from './fixtures.ts';

test.use(PREFETCHING);

const { executablePath, args = [] } = config.use?.launchOptions ?? {};
/**
 * The headless shell has no back/forward cache. This is the full browser, installed next to it or by the test runner.
 */
const browserPath = executablePath?.replace(/[-_]headless[-_]shell$/, '');

test('Back shows the page with its scroll position as it was left, but for whoever is signed in now', async ({
  shop,
}) => {
  test.skip(
    browserPath !== undefined && !existsSync(browserPath),
    'there is a headless shell alone, without the cache',
  );
  const browser = await chromium.launch({
    ...(browserPath ? { executablePath: browserPath, headless: false } : { channel: 'chromium' }),
    args: [...args, ...(browserPath ? ['--headless=new'] : [])],
    // Playwright starts the browser without the cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const context = await browser.newContext({ baseURL: shop.origin, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const { name } = await signInAsNewCustomer(page, shop);
    await page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.persisted = String(persisted);
        requestAnimationFrame(() => {
          // biome-ignore lint/performance/useDomNodeTextContent: what is hidden has no inner text
          document.documentElement.dataset.firstSeen = document.querySelector('header')?.innerText;
        });
      });
    });
    await page.goto('/home');
    const header = page.getByRole('banner');
    await expect(header).toContainText(name);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await page.goto('/api/docs');

    const other = await context.newPage();
    await other.goto('/home');
    await other.getByRole('button', { name: 'Log out' }).click();
    await expect(other.getByRole('link', { name: 'Sign Up' })).toBeVisible();
    // A sign-out that is still in progress would end the next session in this browser.
    await expect.poll(() => other.evaluate(() => localStorage.getItem('signingOut'))).toBeNull();
    await signInAsNewCustomer(other, shop, 'Grace Jones');
    await other.goto('/home');
    await expect(other.getByRole('banner')).toContainText('Grace Jones');

    await page.evaluate(() => history.back());
    await expect(page.locator('html')).toHaveAttribute('data-persisted', 'true');
    await expect(header).toContainText('Grace Jones');
    await expect(page.locator('html')).not.toHaveAttribute('data-first-seen', new RegExp(name));
    await expect(header).not.toContainText(name);
    expect(await page.evaluate(() => [Math.round(scrollY), document.documentElement.style.visibility])).toEqual([
      900,
      '',
    ]);
  } finally {
    await browser.close();
  }
});
