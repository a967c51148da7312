import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedBlog, seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

const ADDRESS = 'https://tools.example';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop({ settings: { publicUrl: ADDRESS } });
});
afterAll(() => shop.close());

const get = async (path: string) => shop.app.request(ADDRESS + path);
const text = async (path: string) => (await get(path)).text();
const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
const getSize = async (path: string) => {
  const { format, width, height } = await sharp(await bytes(path)).metadata();
  return { format, width, height };
};

test('robots.txt lists private paths and the sitemap', async () => {
  const lines = (await text('/robots.txt')).split('\n');
  expect(lines).toContain('User-agent: *');
  for (const path of ['/api/', '/card-sandbox/', '/dashboard', '/addprofile/', '/updateprifile/'])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).toContain(`Sitemap: ${ADDRESS}/sitemap.xml`);
});

describe('the sitemap', () => {
  const entries = async () =>
    [...(await text('/sitemap.xml')).matchAll(/<url><loc>([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?<\/url>/g)].map(
      ([, address, changed]) => [address, changed],
    );

  test('contains every public page', async () => {
    const addresses = (await entries()).map(([address]) => address);
    for (const path of ['home', 'tools', 'contact', 'quote', 'jobs', 'press', 'terms', 'privacy', 'cookies'])
      expect(addresses).toContain(`${ADDRESS}/${path}`);
    expect(addresses.filter((address) => /dashboard|sign|profile|about|api/i.test(address ?? ''))).toEqual([]);
  });

  test('contains all tools and posts with their dates, and new ones at once', async () => {
    await entries();
    const post = await seedBlog(shop.database.db, { createdAt: new Date('2026-03-01T12:00:00Z') });
    const admin = await shop.createAdmin();
    const added = await shop.call('POST', '/tools', {
      token: admin.token,
      body: {
        itemName: 'Claw hammer',
        about: 'Forged.',
        balance: 18.9,
        quantity: 100,
        minOrderQuantity: 10,
        picture: '/images/drawings/claw-hammer.svg',
      },
    });
    const found = await entries();
    expect(found).toContainEqual([`${ADDRESS}/blog/${post}`, '2026-03-01T12:00:00.000Z']);
    expect(added.status).toBe(201);
    expect(found).toContainEqual([`${ADDRESS}/tools/claw-hammer`, undefined]);
  });

  test('of a large catalogue is split into parts that contain each tool once', async () => {
    const big = await createTestShop({ settings: { publicUrl: ADDRESS } });
    try {
      const model = await seedTool(big.database.db);
      await big.database.fill(
        `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
         select lpad(n::text, 24, '0'), item_name, about, unit_price_minor, min_order_quantity, 0, image
         from tools, generate_series(1, 5100) n where id = $1`,
        [model],
      );
      const locations = async (path: string) => {
        const xml = await (await big.app.request(ADDRESS + path)).text();
        return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address?.replace(ADDRESS, '') ?? '');
      };
      const parts = await locations('/sitemap.xml');
      expect(parts).toEqual(['/sitemap/1.xml', '/sitemap/2.xml', '/sitemap/3.xml']);
      const listed = (await Promise.all(parts.map(locations))).flat();
      expect(listed).toContain('/tools');
      expect(new Set(listed.filter((path) => path.startsWith('/tools/'))).size).toBe(5101);
      expect(new Set(listed).size).toBe(listed.length);
      const entryCount = big.context.responseCache.stats().entries;
      expect(entryCount).toBe(4);
      big.context.responseCache.invalidate(['tools']);
      expect(big.context.responseCache.stats().entries).toBe(entryCount);
      for (const beyond of ['/sitemap/4.xml', '/sitemap/9999.xml'])
        expect((await big.app.request(ADDRESS + beyond)).status).toBe(404);
      // Tools that are no longer on sale leave no empty part.
      await big.sql`update tools set state = 'archived' where seq between 2500 and 4999`;
      big.context.responseCache.invalidate(['tool-ids']);
      expect(await locations('/sitemap.xml')).toEqual(['/sitemap/1.xml', '/sitemap/3.xml']);
      expect((await big.app.request(`${ADDRESS}/sitemap/2.xml`)).status).toBe(404);
    } finally {
      await big.close();
    }
  });
});

describe('icons', () => {
  test('of the manifest have the declared sizes', async () => {
    const response = await get('/manifest.webmanifest');
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const { name, start_url, icons } = (await response.json()) as {
      name: string;
      start_url: string;
      icons: { src: string; sizes: string; type: string; purpose: string }[];
    };
    expect([name, start_url]).toEqual(['Ironmonger', '/home']);
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of icons) {
      const { format, width, height } = await getSize(src);
      expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
    }
    expect(await getSize('/apple-touch-icon.png')).toEqual({ format: 'png', width: 180, height: 180 });
  });

  test('the maskable one keeps its logo inside the safe circle', async () => {
    const { data, info } = await sharp(await bytes('/icons/maskable-512.png'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => {
      const at = (y * info.width + x) * info.channels;
      return [...data.subarray(at, at + 3)].join();
    };
    const background = pixel(0, 0);
    for (let degrees = 0; degrees < 360; degrees += 5) {
      const angle = (degrees * Math.PI) / 180;
      expect(pixel(Math.round(256 + 206 * Math.cos(angle)), Math.round(256 + 206 * Math.sin(angle)))).toBe(background);
    }
    expect(pixel(256, 130)).not.toBe(background);
  });

  test('the favicon is one file with three sizes', async () => {
    const icon = await bytes('/favicon.ico');
    expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 3]);
    for (const [at, size] of [16, 32, 48].entries()) {
      const place = 6 + 16 * at;
      const from = icon.readUInt32LE(place + 12);
      const { format, width, height } = await sharp(
        icon.subarray(from, from + icon.readUInt32LE(place + 8)),
      ).metadata();
      expect([icon[place], icon[place + 1], format, width, height]).toEqual([size, size, 'png', size, size]);
    }
  });
});

describe('the preview image of a link', () => {
  const PREVIEW = { format: 'png', width: 1200, height: 630 };

  test('exists for the home page, a post and a tool', async () => {
    const post = await seedBlog(shop.database.db);
    const hammer = await seedTool(shop.database.db);
    const vise = await seedTool(shop.database.db, { picture: '/images/drawings/bench-vise.svg' });
    const paths = ['/images/og/home.png', `/images/og/blog/${post}.png`, `/images/og/tool/${hammer}.png`];
    for (const path of paths) expect([path, await getSize(path)]).toEqual([path, PREVIEW]);
    expect(await bytes(`/images/og/tool/${vise}.png`)).not.toEqual(await bytes(`/images/og/tool/${hammer}.png`));
  });

  test('shows an uploaded image, and no image from another host', async () => {
    const { token } = await shop.signUp();
    const form = new FormData();
    const red = sharp({ create: { width: 300, height: 900, channels: 3, background: '#c00000' } });
    form.set('image', new File([new Uint8Array(await red.png().toBuffer())], 'red.png', { type: 'image/png' }));
    const { url } = objectBody(await shop.call('POST', '/images', { token, body: form })).data as { url: string };
    const uploaded = await seedTool(shop.database.db, { picture: url });
    const previewPath = `/images/og/tool/${uploaded}.png`;
    expect(await getSize(previewPath)).toEqual(PREVIEW);
    const middle = await sharp(await bytes(previewPath))
      .extract({ left: 775, top: 310, width: 1, height: 1 })
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(middle[0]).toBeGreaterThan(150);
    expect(middle[1]).toBeLessThan(40);
    const external = await seedTool(shop.database.db, { picture: 'https://pictures.example/a.png' });
    expect(await bytes(`/images/og/tool/${external}.png`)).toEqual(await bytes('/images/og/home.png'));
  });

  test('depends on stored data only, never on the query string', async () => {
    const none = 'a'.repeat(24);
    shop.context.responseCache.invalidateAll();
    const { entries } = shop.context.responseCache.stats();
    for (const path of [`tool/${none}.png`, `blog/${none}.png`, 'tool/x.png', 'forge.png', 'tool/%2e%2e.png'])
      expect([path, (await get(`/images/og/${path}`)).status]).toEqual([path, 404]);
    const [plain, again] = [await get('/images/og/home.png'), await get('/images/og/home.png?again=1')];
    expect([again.status, again.headers.get('etag')]).toEqual([200, plain.headers.get('etag')]);
    expect(shop.context.responseCache.stats().entries).toBe(entries + 1);
  });
});
