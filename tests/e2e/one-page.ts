import type { BrowserContext, Disposable, Page } from '@playwright/test';
import { test as base, hydratePages, saveData } from './fixtures.ts';

/** A page that several tests use one after the other. `clear` makes it like new. */
interface OnePage {
  page: Page;
  clear(): Promise<void>;
}

const DESKTOP = { width: 1280, height: 720 };

async function openOnePage(context: BrowserContext): Promise<OnePage> {
  const page = await context.newPage();
  // Every visit loads everything anew: a font that is already there cannot shift the layout.
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const initScripts: Disposable[] = [];
  const { addInitScript } = page;
  page.addInitScript = async (...args) => {
    const initScript = await addInitScript.apply(page, args as Parameters<Page['addInitScript']>);
    initScripts.push(initScript);
    return initScript;
  };
  const clear = async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const initScript of initScripts.splice(0)) await initScript.dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
    // Pages store drafts when they are left, so the storage is cleared on a page without scripts.
    await page.goto('/healthz');
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    await page.mouse.move(0, 0);
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  };
  return { page, clear };
}

/**
 * Like `test` of `fixtures.ts`, but all tests of a worker use the same page, without what earlier tests left in it. A
 * new browser process for each test compiled the page's scripts and axe again, which took a tenth of the time. A failed
 * test ends the worker and its page. Tests must not listen to events of the page, nor install a clock.
 */
export const test = base.extend<object, { onePage: OnePage }>({
  onePage: [
    async ({ browser, shop }, use) => {
      const context = await browser.newContext({ baseURL: shop.origin, viewport: DESKTOP, reducedMotion: 'reduce' });
      hydratePages(context);
      await saveData(context);
      await use(await openOnePage(context));
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ onePage: { page, clear } }, use) => {
    await clear();
    const context = page.context();
    await use(context);
    // `collectPageErrors` listens on the context.
    for (const event of ['weberror', 'console'] as const) context.removeAllListeners(event);
  },
  page: ({ context: _, onePage: { page } }, use) => use(page),
});
