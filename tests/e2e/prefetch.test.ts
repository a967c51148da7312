import { expect, type Page } from '@playwright/test';
import { PREFETCHED_PATHS } from '#src/shared/speculation-rules.ts';
import { PREFETCHING, test } from './fixtures.ts';

test.use(PREFETCHING);

interface SeenRequest {
  path: string;
  /** The browser had it in its cache and did not request it again. */
  isCached: boolean;
}

/** Records the responses that this page receives from now on. */
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

test('the next page is prefetched once and used without another request, and nothing private is prefetched', async ({
  page,
}) => {
  const seen = await trackResponses(page);
  const dataOf = (path: string) =>
    seen.filter((one) => one.path.startsWith(`${path}.data`)).map(({ isCached }) => isCached);
  await page.goto('/tools');
  // The router has taken over prefetching from the document's speculation rules.
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(0);
  // Nobody has used the page yet. Some 100 ms were enough to prefetch.
  await page.waitForTimeout(500);
  expect(seen.filter(({ path }) => /\.data|\/categories/.test(path))).toEqual([]);
  await page.mouse.move(5, 5);
  await expect.poll(() => dataOf('/tools')).toEqual([false]);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/tools?page=2');
  await expect.poll(() => dataOf('/tools').slice(0, 2)).toEqual([false, true]);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'About' }).hover();
  // The links in the top bar are on every page, so only hovering prefetches their pages.
  expect(dataOf('/contact')).toEqual([]);
  await expect(async () => {
    // Away and back, as somebody does whose pointer a busy browser has missed.
    await main.getByRole('link', { name: 'About' }).hover();
    await main.getByRole('link', { name: 'Contact' }).hover();
    await expect.poll(() => dataOf('/contact')[0], { timeout: 5_000 }).toBe(false);
  }).toPass();
  await main.getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  // Requested from the shop once. After that, they are in the browser's cache.
  const [first, ...later] = dataOf('/contact');
  expect(first).toBe(false);
  expect(later.length).toBeGreaterThan(0);
  expect(later).not.toContain(false);
  expect(seen.filter(({ path }) => /^\/(singleTool|dashboard|about\.data|api\/tools)/.test(path))).toEqual([]);
});

test.describe('before hydration', () => {
  test.use({ hydrates: false });

  test('the browser prefetches the document of a public page under the pointer, and no others', async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    const fetched = new Set<string>();
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') fetched.add(new URL(prefetchUrl).pathname);
    });
    await session.send('Preload.enable');
    // The page is never hydrated, since its files do not arrive.
    await page.route('**/assets/*.js', () => {});
    await page.goto('/home', { waitUntil: 'domcontentloaded' });
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Sign Up' }).hover();
    await main.getByRole('link', { name: 'Contact' }).hover();
    await expect.poll(() => [...fetched]).toEqual(['/contact']);
  });
});

test('every prefetched page is the same for everybody, and only prefetched data stays fresh for a while', async ({
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
