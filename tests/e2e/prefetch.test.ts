import { expect, type Page } from '@playwright/test';
import { PREFETCHED_PATHS } from '#src/shared/speculation-rules.ts';
import { PREFETCHING, test } from './fixtures.ts';

test.use(PREFETCHING);

interface SeenRequest {
  path: string;
  /** The browser had it already, and did not ask again. */
  isCached: boolean;
}

/** What this page receives from now on. */
async function trackResponses(page: Page): Promise<SeenRequest[]> {
  const seen: SeenRequest[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ response }) => {
    const { pathname, search } = new URL(response.url);
    seen.push({ path: pathname + search, isCached: response.fromDiskCache === true });
  });
  return seen;
}

test('the next page is fetched ahead once and used without asking again, and nothing private is', async ({ page }) => {
  const seen = await trackResponses(page);
  const dataOf = (path: string) =>
    seen.filter((one) => one.path.startsWith(`${path}.data`)).map(({ isCached }) => isCached);
  await page.goto('/tools');
  // The router has taken over from the document's rules.
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(0);
  await expect.poll(() => dataOf('/tools')).toEqual([false]);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/tools?page=2');
  await expect.poll(() => dataOf('/tools').slice(0, 2)).toEqual([false, true]);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'About' }).hover();
  // The links of the bar are on every page: the pointer alone has their pages fetched.
  expect(dataOf('/contact')).toEqual([]);
  await main.getByRole('link', { name: 'Contact' }).hover();
  await expect.poll(() => dataOf('/contact')).toEqual([false]);
  await main.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  // Once from the shop; from then on the browser has them.
  const [first, ...later] = dataOf('/contact');
  expect(first).toBe(false);
  expect(later.length).toBeGreaterThan(0);
  expect(later).not.toContain(false);
  expect(seen.filter(({ path }) => /^\/(singleTool|dashboard|about\.data|api\/tools)/.test(path))).toEqual([]);
});

test.describe('before hydration', () => {
  test.use({ hydrates: false });

  test('the browser fetches the document of a public page under the pointer, of no other', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    const fetched = new Set<string>();
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') fetched.add(new URL(prefetchUrl).pathname);
    });
    await session.send('Preload.enable');
    // The page stays as it came: its files do not arrive.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/home', { waitUntil: 'domcontentloaded' });
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Sign Up' }).hover();
    await main.getByRole('link', { name: 'Contact' }).hover();
    await expect.poll(() => [...fetched]).toEqual(['/contact']);
  });
});

test('every page that is fetched ahead is the same for everybody, and data fetched ahead alone are fresh for a while', async ({
  request,
}) => {
  const cacheControl = async (path: string, headers = {}) =>
    (await request.get(path, { headers })).headers()['cache-control'];
  const prefetch = { 'sec-purpose': 'prefetch' };
  for (const path of PREFETCHED_PATHS) {
    expect([path, await cacheControl(path, prefetch)]).toEqual([path, 'public, no-cache']);
    expect([path, await cacheControl(`${path}.data`, prefetch)]).toEqual([path, 'private, max-age=30']);
    expect([path, await cacheControl(`${path}.data`)]).toEqual([path, 'public, no-cache']);
  }
  expect(await cacheControl('/tools.data?q=saw', prefetch)).toBe('public, no-cache');
});
