import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { banners } from '#src/shared/home-copy.ts';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { getStrip } from './carousel-helpers.ts';
import { signInAsNewCustomer, test } from './fixtures.ts';

/** Adds a tool with an image of 1600 × 1200, which is stored in every width. */
async function addPhotographedTool({ origin }: RunningShop): Promise<string> {
  const token = await signInAdmin(origin);
  const photo = await sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#84a' } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('image', new File([new Uint8Array(photo)], 'vise.jpg'));
  const uploaded = await fetch(`${origin}/api/images`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { data } = (await uploaded.json()) as { data: { url: string } };
  const tool = { itemName: 'Photographed vise', about: 'It holds.', balance: 10, quantity: 50, minOrderQuantity: 1 };
  const added = await sendRequest('POST', `${origin}/api/tools`, { ...tool, picture: data.url }, token);
  return ((await added.json()) as { insertedId: string }).insertedId;
}

/** Returns the width of the file that the browser chose, and the smallest width that would be sharp. */
async function readChoice(page: Page, selector: string): Promise<{ chosen: number; needed: number }> {
  const picture = page.locator(selector).first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc))
    .toMatch(/_2/);
  return picture.evaluate((image: HTMLImageElement) => {
    const { clientWidth, clientHeight, currentSrc } = image;
    const shown = Math.min(clientWidth, (clientHeight * 1_600) / 1_200);
    return {
      chosen: Number(/-(\d+)\.webp$/.exec(currentSrc)?.[1] ?? 1_600),
      needed: Math.floor(shown * window.devicePixelRatio),
    };
  });
}

/** Window size, device pixel ratio, and the expected files in the catalogue, on a card and on the tool's page. */
const CHOICES = [
  [390, 2, 200, 720, 720],
  [768, 1, 200, 480, 480],
  [1440, 1, 200, 480, 960],
  [1440, 2, 320, 960, 1_600],
] as const;

test('browsers load the smallest picture that is sharp, on phones, tablets and desktops', async ({
  browser,
  page: signedIn,
  shop,
}) => {
  const id = await addPhotographedTool(shop);
  await signInAsNewCustomer(signedIn, shop);
  const storageState = await signedIn.context().storageState();
  const found: unknown[] = [];
  for (const [width, density] of CHOICES) {
    const context = await browser.newContext({
      baseURL: shop.origin,
      storageState,
      viewport: { width, height: width < 500 ? 844 : 900 },
      deviceScaleFactor: density,
    });
    const page = await context.newPage();
    const chosen: number[] = [];
    for (const [path, scope] of [
      // The smallest comes first, since browsers use a larger file if they already have it.
      ['/tools?search=photographed', 'tr:has-text("Photographed vise") img'],
      ['/home', 'article:has-text("Photographed vise") img'],
      [`/singleTool/${id}`, 'main article img'],
    ] as const) {
      await page.goto(path);
      const choice = await readChoice(page, scope);
      expect(choice.chosen, `${path} at ${width} px: ${JSON.stringify(choice)}`).toBeGreaterThanOrEqual(
        choice.needed - 2,
      );
      chosen.push(choice.chosen);
    }
    found.push([width, density, ...chosen]);
    await context.close();
  }
  expect(found).toEqual(CHOICES);
});

test('the first banner is small and loads first, and distant ones load when a visitor gets near', async ({ page }) => {
  const [first, , , later] = banners.map(({ name }) => `/images/banners/${name}.svg`);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const response = page.waitForResponse((one) => one.url().endsWith(first ?? ''));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home');
  expect(Number((await response).headers()['content-length'])).toBeLessThan(7_000);
  expect((await response).request().headers().priority ?? 'u=1').toContain('u=1');
  await page.waitForLoadState('networkidle');
  const fetched = requested.filter((path) => path.startsWith('/images/banners/'));
  expect([fetched[0], fetched.length]).toEqual([first, 3]);
  expect(requested).not.toContain(later);
  await getStrip(page, 'Our drawings').evaluate((strip) => strip.scrollTo({ left: strip.clientWidth * 3 + 90 }));
  await expect.poll(() => requested).toContain(later);
});
