import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type FakeServer, type RequestHandler, startFakeServer } from '#tests/support/fake-server.ts';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import {
  createImageFile,
  dismissDialog,
  expectAccessible,
  MOVING,
  signInAsAdmin,
  test as visiting,
} from './fixtures.ts';

interface Hosts {
  tiles: FakeServer;
  storage: FakeServer;
  shop: RunningShop;
}

const CREDIT = '© Streets & <b>Rails</b>';

/** A shop with map tiles and images in a bucket, both on fake servers. */
const test = visiting.extend<object, { hosts: Hosts; shop: RunningShop }>({
  hosts: [
    async ({ browserName: _ }, use) => {
      const [tiles, storage] = [await startFakeServer(await giveTiles()), await startFakeServer(keepObjects())];
      const shop = await startShop({
        env: {
          MAP_TILES_URL: `${tiles.origin}/{z}/{x}/{y}.png`,
          MAP_ATTRIBUTION: CREDIT,
          IMAGES: 's3',
          S3_ENDPOINT: storage.origin,
          S3_PATH_STYLE: 'on',
          S3_BUCKET: 'pictures',
          S3_ACCESS_KEY_ID: 'key',
          S3_SECRET_ACCESS_KEY: 'secret',
        },
      });
      await use({ tiles, storage, shop });
      await shop.stop();
      removeDataDir(shop.dataDir);
      await Promise.all([tiles.close(), storage.close()]);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  shop: [({ hosts }, use) => use(hosts.shop), { scope: 'worker' }],
});

test.use(MOVING);

async function giveTiles(): Promise<RequestHandler> {
  const tile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#dfe5d5' } })
    .png()
    .toBuffer();
  return (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
}

/** A minimal S3 server for images. */
function keepObjects(): RequestHandler {
  const objects = new Map<string, Buffer>();
  return ({ method, url, body }, response) => {
    const path = url.split('?')[0] ?? '';
    if (method === 'PUT') objects.set(path, body);
    const found = objects.get(path);
    if (method !== 'GET') response.writeHead(200, { etag: '"x"' }).end();
    else response.writeHead(found ? 200 : 404, { 'content-type': 'image/webp' }).end(found);
  };
}

const placeOf = (page: Page) => page.getByRole('region', { name: 'Where to find us' });
const mapOf = (page: Page) => placeOf(page).getByRole('group', { name: /^Map of the shop/ });
const markOf = (page: Page) => mapOf(page).getByRole('button', { name: 'Ironmonger', exact: true });

test('a street map loads only when a visitor comes near it, with a marker for the shop and an attribution', async ({
  page,
  hosts,
}) => {
  hosts.tiles.requests.length = 0;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/home', { waitUntil: 'networkidle' });
  expect(hosts.tiles.requests).toEqual([]);
  await placeOf(page).scrollIntoViewIfNeeded();
  await expect(markOf(page)).toBeVisible();
  await expect(mapOf(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(mapOf(page)).toContainText(CREDIT);
  await expect(mapOf(page).locator('.map-land')).toHaveCount(0);
  await expect(placeOf(page)).toContainText('1992 Foundry Street');
  await expect(placeOf(page).getByRole('link', { name: 'Directions' })).toBeVisible();
  expect(new Set(hosts.tiles.requests.map(({ headers }) => headers.referer))).toEqual(
    new Set([`${hosts.shop.origin}/`]),
  );
  expect(hosts.tiles.requests.every(({ url }) => url.startsWith('/13/'))).toBe(true);
  await placeOf(page).getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(() => hosts.tiles.requests.some(({ url }) => url.startsWith('/14/'))).toBe(true);
  await expect(mapOf(page).locator('.leaflet-tile-loaded[src*="/14/"]').first()).toBeVisible();

  // The tiles end at this zoom level. The map ignores presses while it is zooming.
  await expect(mapOf(page).locator('.leaflet-zoom-anim')).toHaveCount(0);
  const giving = hosts.tiles.handler;
  hosts.tiles.handler = (heard, response) =>
    heard.url.startsWith('/15/') ? void response.writeHead(404).end() : giving(heard, response);
  await placeOf(page).getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect.poll(() => hosts.tiles.requests.some(({ url }) => url.startsWith('/15/'))).toBe(true);
  await expect(mapOf(page).locator('.leaflet-tile-loaded[src*="/14/"]').first()).toBeVisible();
  await expect(mapOf(page).locator('.leaflet-tile[src*="/15/"]')).toHaveCount(0);
  await expect(mapOf(page)).toContainText(CREDIT);
  await expect(placeOf(page).getByText(/^The street map is not available/)).toHaveCount(0);
  hosts.tiles.handler = giving;
  await expectAccessible(page);
});

test('a visitor sees the outline and a note if the tiles cannot be loaded', async ({ page, hosts }) => {
  const giving = hosts.tiles.handler;
  const expectOutline = async () => {
    await expect(placeOf(page).getByRole('status')).toHaveText(/^The street map is not available right now/);
    await expect(mapOf(page)).toContainText('Natural Earth');
    await expect(mapOf(page)).not.toContainText('Streets');
    await expect(mapOf(page).locator('.map-land').first()).toBeVisible();
    await expect(markOf(page)).toBeVisible();
    await expect(placeOf(page).getByRole('button', { name: 'Zoom out' })).not.toHaveAttribute('aria-disabled');
  };
  const failingHandlers: RequestHandler[] = [
    (_request, response) => void response.writeHead(404).end(),
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>'),
    (_request, response) => void response.destroy(),
  ];
  for (const handler of failingHandlers) {
    hosts.tiles.handler = handler;
    await page.goto('/home');
    await placeOf(page).scrollIntoViewIfNeeded();
    await expectOutline();
  }
  // A host that never responds times out after ten seconds.
  hosts.tiles.handler = () => {};
  await page.clock.install();
  await page.goto('/home', { waitUntil: 'domcontentloaded' });
  await placeOf(page).scrollIntoViewIfNeeded();
  await expect(mapOf(page)).toContainText(CREDIT);
  await page.clock.fastForward(11_000);
  await expectOutline();
  hosts.tiles.handler = giving;
  await page.goto('/home');
  await placeOf(page).scrollIntoViewIfNeeded();
  await page.clock.fastForward(1_000);
  await expect(mapOf(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
});

test('an admin whose picture the host rejects loses no input, sends it again, and finds it on the card, or a placeholder while the host is unavailable', async ({
  page,
  hosts: { storage },
}) => {
  const taking = storage.handler;
  const refusing: RequestHandler = (_request, response) => void response.writeHead(500).end();
  await signInAsAdmin(page);
  await page.goto('/dashboard/addproduct');
  const product = {
    'Item name': 'Hosted vise',
    About: 'Its picture lies in a bucket.',
    'Unit price': '18.90',
    Quantity: '120',
    'Minimum order quantity': '10',
  };
  for (const [label, value] of Object.entries(product)) await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('vise.png'));
  storage.handler = refusing;
  const add = page.getByRole('button', { name: 'Add Product' });
  await add.click();
  await expect(page.getByText(/^The image host cannot be reached right now/)).toBeVisible();
  for (const [label, value] of Object.entries(product))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  storage.handler = taking;
  await expect(add).not.toHaveAttribute('aria-disabled');
  await add.click();
  await dismissDialog(page, 'Good job!', '');

  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Latest products' }).getByRole('article').first();
  await expect(card).toContainText('Hosted vise');
  const picture = card.locator('img');
  const src = new RegExp(`^${storage.origin}/pictures/images/\\w{24}_240x160_2\\.webp$`);
  await expect(picture).toHaveAttribute('src', src);
  await expect(picture).toHaveAttribute('srcset', /-200\.webp 200w, .* 240w$/);
  expect(await picture.evaluate(({ width, height }: HTMLImageElement) => width > height)).toBe(true);
  expect([await picture.getAttribute('width'), await picture.getAttribute('height')]).toEqual(['240', '160']);
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const box = await picture.boundingBox();

  storage.handler = (_request, response) => void response.writeHead(503, { 'cache-control': 'no-store' }).end();
  const stranger = await page
    .context()
    .browser()
    ?.newPage({ baseURL: new URL(page.url()).origin });
  if (!stranger) throw new Error('there is no browser');
  await stranger.goto('/home');
  const missing = stranger.getByRole('region', { name: 'Latest products' }).getByRole('article').first().locator('img');
  await missing.scrollIntoViewIfNeeded();
  await expect(missing).toHaveAttribute('src', '/images/marks/blank-sheet.svg');
  await expect.poll(() => missing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await missing.boundingBox()).toEqual(box);
  await stranger.close();
  storage.handler = taking;
});
