import { randomUUID } from 'node:crypto';
import { type BrowserContext, test as base, type Cookie, expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findContrastViolations, findNewViolations, type JudgedParts } from '#tests/support/axe.ts';
import {
  ADMIN,
  exchangeSession,
  type RunningShop,
  removeDataDir,
  type SignedInUser,
  sendRequest,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';
import { ADDRESS, addressOrder } from './checkout-helpers.ts';
import { type EndSession, prepareSessionEnd } from './session-end.ts';

const QUICK_PASSWORD_HASHES = new URL('../support/quick-password-hashes.mjs', import.meta.url).href;

/** Collects the page errors, policy violations and hydration errors in a context. The shop must cause none. */
export function collectPageErrors(context: BrowserContext): string[] {
  const pageErrors: string[] = [];
  context.on('weberror', (webError) => pageErrors.push(webError.error().message));
  context.on('console', (message) => {
    if (/content security policy|hydrat|refused to/i.test(message.text())) pageErrors.push(message.text());
  });
  return pageErrors;
}

/** For `test.use`: turns animations on, as most visitors have them. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * Makes `goto` and `reload` hydrate the page, as using it does, and wait for that. Tests of the time before hydration
 * turn `hydrates` off.
 */
function hydratePages(context: BrowserContext): void {
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = async (...args) => {
      const response = await goto.apply(page, args);
      // Tests that do not even wait for the page want it as it arrives.
      if (args[1]?.waitUntil !== 'commit') await hydrate(page);
      return response;
    };
    page.reload = async (...args) => {
      const response = await reload.apply(page, args);
      await hydrate(page);
      return response;
    };
  });
}

/** Turns prefetching off, as for visitors who save data, since prefetching took a twelfth of the time. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
}

/** For `test.use`: pages prefetch the pages they link to, as for most visitors. */
export const PREFETCHING = { prefetches: true } as const;

/** Hydrates this page. Does nothing if the page or the browser has no scripts. */
export async function hydrate(page: Page): Promise<void> {
  const isWaiting = await page.evaluate(() => {
    const { hydrated, session } = document.documentElement.dataset;
    if (session === undefined || !document.getElementById('page-modules')) return false;
    dispatchEvent(new FocusEvent('focusin'));
    return hydrated === undefined;
  });
  if (isWaiting) await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
}

/** Most tests share one shop; tests with `isolated` share another one, and those with the same name one of their own. A page error in the browser fails the test. */
export const test = base.extend<
  { hydrates: boolean; prefetches: boolean; pageErrors: string[]; endSession: EndSession },
  { isolated: boolean | string; shop: RunningShop }
>({
  isolated: [false, { option: true, scope: 'worker' }],
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { NODE_OPTIONS: `--import=${QUICK_PASSWORD_HASHES}` } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  hydrates: [true, { option: true }],
  prefetches: [false, { option: true }],
  context: async ({ context, hydrates, prefetches }, use) => {
    if (hydrates) hydratePages(context);
    if (!prefetches) await saveData(context);
    await use(context);
  },
  baseURL: ({ shop }, use) => use(shop.origin),
  endSession: ({ page, shop }, use) => use(prepareSessionEnd(page, shop)),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = collectPageErrors(context);
      await use(pageErrors);
      expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});

export interface Customer extends SignedInUser {
  password: string;
}

/** Signs up a new customer, whom no other test uses. */
export async function newCustomer({ origin }: RunningShop, name = 'Ada Smith'): Promise<Customer> {
  const user = { name, email: `${randomUUID()}@example.com`, password: 'correct horse' };
  return { ...user, ...(await signUp(origin, user)) };
}

/** Signs somebody in as the sign-in page does, but without its form. */
export async function signInAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const entered = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(entered.ok()).toBe(true);
}

/** Signs up a new customer, whom no other test uses, and keeps them signed in on this page. */
export async function signInAsNewCustomer(page: Page, { origin }: RunningShop, name = 'Ada Smith'): Promise<Customer> {
  const user = { name, email: `${randomUUID()}@example.com`, password: 'correct horse' };
  const signedUp = await page.request.post(`${origin}/api/auth/sign-up/email`, { data: user });
  expect(signedUp.ok()).toBe(true);
  const session = signedUp.headers()['set-auth-token'] ?? '';
  return { ...user, token: await exchangeSession(origin, session, user.email) };
}

/**
 * Signs out by the button, and waits for the response: it removes the cookie, even that of somebody whom `signInAs` has
 * signed in by then. The form of the sign-in page waits for it itself.
 */
export async function logOut(page: Page): Promise<void> {
  const signedOut = page.waitForResponse('**/api/auth/sign-out');
  await page.getByRole('button', { name: 'Log out' }).click();
  await signedOut;
}

/** The admin's session. Each worker opens one only once, since checking a password is slow on purpose. */
let adminCookies: Cookie[] = [];

/**
 * Signs the admin in on this page with a shared session. Tests that sign out must use `signInAs(page, ADMIN)` instead.
 */
export async function signInAsAdmin(page: Page): Promise<void> {
  const context = page.context();
  await context.addCookies(adminCookies);
  // The session belongs to another shop or has ended.
  const session = adminCookies.length > 0 ? await page.request.get('/api/auth/get-session') : null;
  if (session?.ok() && (await session.json()) !== null) return;
  await signInAs(page, ADMIN);
  adminCookies = await context.cookies();
}

export interface Tool {
  _id: string;
  itemName: string;
  about: string;
  balance: number;
  quantity: number;
  minOrderQuantity: number;
  picture: string;
}

export interface Blog {
  _id: string;
  author: string;
  question: string;
  short_description: string;
  detail: { title: string; description: string }[];
  tags: string[];
}

/** Returns the JSON of a GET under `/api`. */
export async function fetchJson<T>({ origin }: RunningShop, path: string, token?: string): Promise<T> {
  return (await sendRequest('GET', `${origin}/api${path}`, undefined, token)).json() as Promise<T>;
}

/** Returns the entries of a list that the home page shows, in the same order. */
export async function fetchNewest<T>(shop: RunningShop, path: string): Promise<T[]> {
  return (await fetchJson<T[]>(shop, `${path}?limit=6`)).toReversed();
}

/**
 * Returns a demo tool with plenty of stock that is sold by the piece. Tools of other tests may get archived or sold
 * out.
 */
export async function getPlentifulTool(shop: RunningShop): Promise<Tool> {
  const oldest = await fetchJson<(Tool & { volumePrices: unknown[] })[]>(shop, '/tools?sort=created&limit=33');
  const tool = oldest.findLast(
    ({ quantity, minOrderQuantity, volumePrices }) => volumePrices.length === 0 && quantity >= 3 * minOrderQuantity,
  );
  if (!tool) throw new Error('there is no tool');
  return tool;
}

/** Places an unpaid order for the smallest quantity of such a tool, with the customer's address or without one. */
export async function placeOrder(
  shop: RunningShop,
  customer: SignedInUser,
  { address = ADDRESS }: { address?: typeof ADDRESS | null } = {},
): Promise<{ id: string; tool: Tool }> {
  const tool = await getPlentifulTool(shop);
  const order = {
    toolId: tool._id,
    name: customer.name,
    email: customer.email,
    quantity: tool.minOrderQuantity,
    price: ((Math.round(tool.balance * 100) * tool.minOrderQuantity) / 100).toFixed(2),
    img: tool.picture,
    itemName: tool.itemName,
  };
  const placed = await sendRequest('POST', `${shop.origin}/api/order`, order, customer.token);
  const id = ((await placed.json()) as { insertedId: string }).insertedId;
  if (address) await addressOrder(shop, customer, id);
  return { id, tool };
}

/** Creates an image for a file field. */
export async function createImageFile(
  name: string,
  { width, height } = { width: 240, height: 160 },
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const image = sharp({ create: { width, height, channels: 3, background: '#b7410e' } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

export function getDialog(page: Page) {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Expects a popup with this text, and closes it with OK. */
export async function dismissDialog(page: Page, title: string, text: string): Promise<void> {
  const dialog = getDialog(page);
  await expect(dialog).toHaveAccessibleName(title);
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toHaveCount(0);
}

export async function openDashboard(page: Page, entry: string): Promise<void> {
  await page.getByRole('link', { name: 'DashBoard' }).click();
  await page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: entry, exact: true }).click();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
}

/** The page's own content. Header and footer are checked with the states in `page-states.ts`. */
export const OWN_PARTS: JudgedParts = { within: ['main', 'dialog[open]', '[role="alert"]', '[role="status"]'] };

/** Expects that axe finds no violation in these parts, and no low contrast on the page, in light and dark mode. */
export async function expectAccessible(page: Page, parts = OWN_PARTS): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // A document that is still loading cannot be checked.
  await page.waitForLoadState();
  await expect(page.locator('main')).not.toHaveCount(0);
  // A list is dimmed while it reloads.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await findNewViolations(page, parts), `${page.url()} in light mode`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findContrastViolations(page), `${page.url()} in dark mode`).toEqual([]);
}

/** Moves the focus to an element with only the keyboard. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached with the Tab key');
}

/**
 * Measures the page's layout shift from now on, as browsers define it: shifts right after user input do not count. With
 * `beforeInput`, no shift after the first input counts, however long the page takes to answer it.
 */
export async function trackLayoutShift(page: Page): Promise<(options?: { beforeInput?: true }) => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: { value: number; time: number }[] = [];
    Object.assign(window, { shifts, firstInput: Number.POSITIVE_INFINITY });
    for (const kind of ['pointerdown', 'keydown', 'input'])
      addEventListener(
        kind,
        ({ timeStamp }) =>
          Object.assign(window, { firstInput: Math.min((window as unknown as Shifts).firstInput, timeStamp) }),
        { capture: true },
      );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, time: entry.startTime });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async ({ beforeInput } = {}) => {
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    const { shifts, firstInput } = await page.evaluate(() => {
      const { shifts, firstInput } = window as unknown as Shifts;
      return { shifts, firstInput };
    });
    return shifts.reduce((sum, { value, time }) => (beforeInput && time > firstInput ? sum : sum + value), 0);
  };
}

/** What `trackLayoutShift` keeps in the window. */
interface Shifts {
  shifts: { value: number; time: number }[];
  firstInput: number;
}

/** Records every h1 that this page shows from now on, however briefly. */
export async function trackHeadings(page: Page): Promise<() => Promise<string[]>> {
  const seen = new Set<string>();
  await page.exposeFunction('noteHeading', (heading: string) => seen.add(heading));
  await page.addInitScript(() => {
    const note = (window as unknown as { noteHeading: (heading: string) => void }).noteHeading;
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1')) note(heading.textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return [...seen];
  };
}

/**
 * Returns the link in the newest email of this kind to this address. The email may be written a moment after it was
 * requested.
 */
export async function linkInMail(shop: RunningShop, kind: string, email: string): Promise<string> {
  const admin = await signInAdmin(shop.origin);
  let link = '';
  await expect(async () => {
    const mails = await fetchJson<{ recipient: string; kind: string; text: string }[]>(shop, '/outbox', admin);
    const mail = mails.findLast((one) => one.recipient === email && one.kind === kind);
    link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  // The link has the shop's public address, but tests use another origin.
  return shop.origin + new URL(link).pathname;
}

/** Returns the link in the email that asks this person to confirm their address. */
export function confirmationLink(shop: RunningShop, email: string): Promise<string> {
  return linkInMail(shop, 'confirm_email', email);
}

/** Confirms the address of a signed-in person through the API. */
export async function confirmAddress(
  shop: RunningShop,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  const signedIn = await sendRequest('POST', `${shop.origin}/api/auth/sign-in/email`, { email, password });
  const session = signedIn.headers.get('set-auth-token') ?? '';
  const token = (await confirmationLink(shop, email)).split('/').at(-1);
  await sendRequest('POST', `${shop.origin}/api/auth/verify-email`, { token }, session);
}
