import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { section } from './carousel-helpers.ts';
import { createImageFile, fetchJson, getDialog, MOVING, PREFETCHING, signInAsNewCustomer, test } from './fixtures.ts';
import { addTools, getListCount } from './list-helpers.ts';

test.use(MOVING);
test.use(PREFETCHING);

const aWord = () => `w${randomUUID().slice(0, 8)}`;
const mainLinks = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');
const form = (page: Page) => page.getByRole('main');

const profile = {
  'Phone number': '216 555 0100',
  'College name': 'Foundry College',
  'University name': 'Lakeside University',
  Division: 'Ohio',
  District: 'Lorain',
};

async function fillInProfile(page: Page, email: string): Promise<void> {
  await page.goto(`/addprofile/${encodeURIComponent(email)}`);
  for (const [label, value] of Object.entries(profile)) await form(page).getByLabel(label, { exact: true }).fill(value);
}

/** Holds all requests for a path until `release` is called. Also returns a promise of the first request. */
async function hold(page: Page, path: string | RegExp) {
  const [requested, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(path, async (route) => {
    requested.resolve();
    await held.promise;
    await route.continue().catch(() => {});
  });
  return { requested: requested.promise, release: () => held.resolve() };
}

test('when a customer leaves during an upload, the form is not sent, and they stay where they went', async ({
  page,
  shop,
}) => {
  const { email, token } = await signInAsNewCustomer(page, shop);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/profile')) sent.push(request.url());
  });
  const image = await hold(page, '/api/images');
  await fillInProfile(page, email);
  await form(page)
    .getByLabel('Picture', { exact: true })
    .setInputFiles(await createImageFile('portrait.png'));
  await form(page).getByRole('button', { name: 'add profile' }).click();
  await image.requested;
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/images'));
  await mainLinks(page).getByText('About', { exact: true }).click();
  await expect(page).toHaveURL('/about');
  await stopped;
  image.release();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(getDialog(page)).toHaveCount(0);
  expect(sent).toEqual([]);
  expect(await fetchJson(shop, `/profile/${encodeURIComponent(email)}`, token)).toBeNull();
});

test('when a customer leaves while a form is being sent, it is stored, and they stay where they went', async ({
  page,
  shop,
}) => {
  const { email, token } = await signInAsNewCustomer(page, shop);
  await fillInProfile(page, email);
  const readDraftKeys = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')));
  await expect.poll(readDraftKeys).toEqual([`draft:profile:${email}`]);
  const sending = await hold(page, '/api/profile');
  await form(page).getByRole('button', { name: 'add profile' }).click();
  await sending.requested;
  await mainLinks(page).getByText('About', { exact: true }).click();
  await expect(page).toHaveURL('/about');
  sending.release();
  // The form gets the response, although the customer is on another page.
  await expect.poll(readDraftKeys).toEqual([]);
  await expect(getDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/about');
  expect(await fetchJson(shop, `/profile/${encodeURIComponent(email)}`, token)).toMatchObject({ division: 'Ohio' });
});

test('a customer whose form is stored at the moment they leave sees no popup about it on the next page', async ({
  page,
  shop,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  await fillInProfile(page, email);
  // The response arrives after the address has changed, but before the next page is rendered.
  await page.evaluate(() => {
    const left = Promise.withResolvers<void>();
    const { fetch, history } = window;
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/api/profile')) return response;
      const [text, { headers }] = [await response.text(), response];
      sessionStorage.setItem('stored', 'true');
      await left.promise;
      return { ok: true, status: 201, headers, text: async () => text, json: async () => JSON.parse(text) } as Response;
    };
    const push = history.pushState.bind(history);
    history.pushState = (...change) => {
      push(...change);
      left.resolve();
    };
  });
  await form(page).getByRole('button', { name: 'add profile' }).click();
  await page.waitForFunction(() => sessionStorage.getItem('stored'));
  await mainLinks(page).getByText('About', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
  await expect(getDialog(page)).toHaveCount(0);
});

test('a visitor who opens the next page in another tab can continue searching in this one', async ({
  page,
  context,
  shop,
}) => {
  const word = aWord();
  await addTools(shop, `Chisel ${word}`, 2);
  await page.goto('/tools');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Page 2' }).click({ modifiers: ['ControlOrMeta'] });
  await expect(await opened).toHaveURL('/tools?page=2');
  await page.getByRole('searchbox').pressSequentially(word);
  await expect(getListCount(page, 'tools')).toHaveText('2 matching tools');
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test('a visitor who types and immediately follows a link gets to the link’s page', async ({ page }) => {
  await page.clock.install();
  await page.goto('/tools');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  const contact = await hold(page, /\/contact\.data/);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').fill('hammer');
  await mainLinks(page).getByText('Contact', { exact: true }).click();
  await contact.requested;
  await page.clock.runFor(1000);
  contact.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(page).toHaveURL('/contact');
});

test('a busy shop says so above the range', async ({ page }) => {
  await page.goto('/tools');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  const detail = 'The shop has too much to do just now. Please try again in a minute.';
  await page.route(/\/tools\.data/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify({ detail }) }),
  );
  await page.getByRole('searchbox').fill('caliper');
  await expect(page.getByRole('alert').filter({ hasText: detail })).toBeVisible();
});

test('for a link to a page that fails, screen readers announce the error and continue at the top of the page', async ({
  page,
}) => {
  await page.goto('/home');
  await expect(mainLinks(page).getByText('Sign In')).toBeVisible();
  await page.route(/\/blog\/.*\.data/, (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.getByRole('link', { name: 'Read More!' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be displayed');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1);
  await mainLinks(page).getByText('Contact', { exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1);
});

test('a customer who presses a star keeps the focus where it was', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/myreview');
  await form(page).getByLabel('Title').focus();
  await page.getByTitle('4 of 5').click();
  await expect(form(page).getByLabel('Rating')).toHaveValue('4');
  await expect(form(page).getByLabel('Title')).toBeFocused();
});

test('a visitor who hovers over an arrow or a dot finds its picture already loaded', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/home');
  const banners = section(page, 'Our drawings');
  await expect(banners.getByRole('button', { name: 'Next picture' })).toBeVisible();
  const picture = (at: number) => banners.locator('img').nth(at - 1);
  const loaded = (at: number) => picture(at).evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0);
  await expect(picture(6)).toHaveAttribute('loading', 'lazy');
  await banners.getByRole('button', { name: 'Previous picture' }).hover();
  await expect.poll(() => loaded(6)).toBe(true);
  await banners.getByRole('button', { name: 'Previous picture' }).click();
  await expect.poll(() => loaded(5)).toBe(true);
  await banners.getByRole('button', { name: /^Picture 4 of 6/ }).focus();
  await expect.poll(() => loaded(4)).toBe(true);
});
