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

/** The page errors, policy violations and hydration errors of a context. The shop causes none. */
export function collectPageErrors(context: BrowserContext): string[] {
  const pageErrors: string[] = [];
  context.on('weberror', (webError) => pageErrors.push(webError.error().message));
  context.on('console', (message) => {
    if (/content security policy|hydrat|refused to/i.test(message.text())) pageErrors.push(message.text());
  });
  return pageErrors;
}

/** For `test.use`: what moves on a page moves, as it does for most visitors. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * Hydrates every page that `goto` and `reload` open, as somebody who uses it does, and waits until that is done. Tests of
 * what happens before turn `hydrates` off.
 */
function hydratePages(context: BrowserContext): void {
  context.on('page', (page) => {
    const { goto, reload } = page;
    page.goto = async (...args) => {
      const response = await goto.apply(page, args);
      // Who does not even wait for the page wants it as it comes.
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

/** Has pages fetch nothing ahead, as for visitors who save data: that took a twelfth of a journey. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
}

/** For `test.use`: pages fetch ahead what they link to, as for most visitors. */
export const PREFETCHING = { prefetches: true } as const;

/** Hydrates what this page shows; nothing happens where it has no script, or the browser runs none. */
export async function hydrate(page: Page): Promise<void> {
  const isWaiting = await page.evaluate(() => {
    const { hydrated, session } = document.documentElement.dataset;
    if (session === undefined || !document.getElementById('page-modules')) return false;
    dispatchEvent(new FocusEvent('focusin'));
    return hydrated === undefined;
  });
  if (isWaiting) await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
}

/** Tests visit one shop by path; those that are `isolated` another one. A page error of the browser fails the test. */
export const test = base.extend<
  { hydrates: boolean; prefetches: boolean; pageErrors: string[]; endSession: EndSession },
  { isolated: boolean; shop: RunningShop }
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

/** A customer nobody else is. */
export async function newCustomer({ origin }: RunningShop, name = 'Ada Smith'): Promise<Customer> {
  const user = { name, email: `${randomUUID()}@example.com`, password: 'correct horse' };
  return { ...user, ...(await signUp(origin, user)) };
}

/** Signs somebody in as the sign-in page does, without going through its form. */
export async function signInAs(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  const entered = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(entered.ok()).toBe(true);
}

/** A customer nobody else is, signed in on this page by the session of their sign-up. */
export async function signInAsNewCustomer(page: Page, { origin }: RunningShop, name = 'Ada Smith'): Promise<Customer> {
  const user = { name, email: `${randomUUID()}@example.com`, password: 'correct horse' };
  const signedUp = await page.request.post(`${origin}/api/auth/sign-up/email`, { data: user });
  expect(signedUp.ok()).toBe(true);
  const session = signedUp.headers()['set-auth-token'] ?? '';
  return { ...user, token: await exchangeSession(origin, session, user.email) };
}

/** The admin's session, opened once for each worker: checking a password takes time on purpose. */
let adminCookies: Cookie[] = [];

/** Signs the admin in on this page. The session is shared: who signs out there uses `signInAs(page, ADMIN)`. */
export async function signInAsAdmin(page: Page): Promise<void> {
  const context = page.context();
  await context.addCookies(adminCookies);
  // Another shop, or a session that has ended.
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

/** What the home page shows of a list, in its order. */
export async function fetchNewest<T>(shop: RunningShop, path: string): Promise<T[]> {
  return (await fetchJson<T[]>(shop, `${path}?limit=6`)).toReversed();
}

/** A demo tool that has plenty and is sold by the piece. What other tests add may be archived or sold out meanwhile. */
export async function getPlentifulTool(shop: RunningShop): Promise<Tool> {
  const oldest = await fetchJson<(Tool & { volumePrices: unknown[] })[]>(shop, '/tools?sort=created&limit=33');
  const tool = oldest.findLast(
    ({ quantity, minOrderQuantity, volumePrices }) => volumePrices.length === 0 && quantity >= 3 * minOrderQuantity,
  );
  if (!tool) throw new Error('there is no tool');
  return tool;
}

/** Makes an unpaid order of such a tool: its smallest quantity. It goes to an address of the customer, or nobody knows where. */
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

/** A picture file, as a file field takes it. */
export async function createImageFile(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const image = sharp({ create: { width: 240, height: 160, channels: 3, background: '#b7410e' } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

export function getDialog(page: Page) {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** The popup says this, and closes by its OK. */
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
  await page.getByLabel('ZIP code').fill('44114');
}

/** What a page has of its own. Its header and footer are judged with the states of `page-states.ts`. */
export const OWN_PARTS: JudgedParts = { within: ['main', 'dialog[open]', '[role="alert"]', '[role="status"]'] };

/** axe finds no violation in these parts, and no contrast too low on the page, light or dark. */
export async function expectAccessible(page: Page, parts = OWN_PARTS): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  // A document that is still arriving has nothing to judge.
  await page.waitForLoadState();
  await expect(page.locator('main')).not.toHaveCount(0);
  // A list is dim while it is read again.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await findNewViolations(page, parts), `${page.url()} in light mode`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findContrastViolations(page), `${page.url()} in dark mode`).toEqual([]);
}

/** Gets to this with the keyboard alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('not reached with the Tab key');
}

/** How much what this page shows moves from now on, as browsers measure it; what somebody pressed may move things. */
export async function trackLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    return shifts.reduce((sum, shift) => sum + shift, 0);
  };
}

/** Every h1 that this page shows from now on, however briefly. */
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

/** The link in the newest mail of a kind to this person. What was only asked for may be written a moment later. */
export async function linkInMail(shop: RunningShop, kind: string, email: string): Promise<string> {
  const admin = await signInAdmin(shop.origin);
  let link = '';
  await expect(async () => {
    const mails = await fetchJson<{ recipient: string; kind: string; text: string }[]>(shop, '/outbox', admin);
    const mail = mails.findLast((one) => one.recipient === email && one.kind === kind);
    link = /https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  // It is made of the shop's public address; the tests visit it under another.
  return shop.origin + new URL(link).pathname;
}

/** The link in the mail that asked this person to confirm their address. */
export function confirmationLink(shop: RunningShop, email: string): Promise<string> {
  return linkInMail(shop, 'confirm_email', email);
}

/** Follows it and presses the button where this person is signed in, as a program would. */
export async function confirmAddress(
  shop: RunningShop,
  { email, password }: Pick<Customer, 'email' | 'password'>,
): Promise<void> {
  const signedIn = await sendRequest('POST', `${shop.origin}/api/auth/sign-in/email`, { email, password });
  const session = signedIn.headers.get('set-auth-token') ?? '';
  const token = (await confirmationLink(shop, email)).split('/').at(-1);
  await sendRequest('POST', `${shop.origin}/api/auth/verify-email`, { token }, session);
}
