import { expect, type Page, type Request } from '@playwright/test';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';

/** Ends the session of a page at the server. The page does not hear of it before its next request. */
export type EndSession = () => Promise<void>;

/**
 * Begins to note what this page requests, so that nothing is in flight when its session ends. A page asks for more after
 * it is hydrated. A late response would sign out before the test does anything.
 */
export function prepareSessionEnd(page: Page, { origin }: RunningShop): EndSession {
  const inFlight = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  const listInFlight = async () => {
    // What one response leads to has begun by the next idle moment.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
    return [...inFlight].map((request) => request.url());
  };
  return async () => {
    await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    await expect.poll(listInFlight).toEqual([]);
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await sendRequest('POST', `${origin}/api/auth/sign-out`, {}, undefined, { cookie });
  };
}
