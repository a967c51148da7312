import { expect, type Page, type Request } from '@playwright/test';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';

/** Ends the session of a page on the server. The page notices on its next request. */
export type EndSession = () => Promise<void>;

/**
 * Starts recording this page's requests, so that none is in progress when its session ends. A page sends more requests
 * after it is hydrated, and a late response would sign the user out before the test does anything.
 */
export function prepareSessionEnd(page: Page, { origin }: RunningShop): EndSession {
  const inFlight = new Set<Request>();
  page.on('request', (request) => inFlight.add(request));
  page.on('requestfinished', (request) => inFlight.delete(request));
  page.on('requestfailed', (request) => inFlight.delete(request));
  const listInFlight = async () => {
    // Requests that follow from a response have started by the next idle moment.
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
