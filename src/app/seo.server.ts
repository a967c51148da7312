import { type Context, Hono } from 'hono';
import { drawIcon, escapeXml } from '#src/content/drawings/drawings.ts';
import { createPngRenderer } from '#src/content/drawings/png-renderer.server.ts';
import { listBlogPostDates } from '#src/features/blog/queries.server.ts';
import { listPartsOnSale, listSlugsOfPart } from '#src/features/catalogue/tool/queries.server.ts';
import { listPublicCategories } from '#src/features/categories/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { cacheableRoute } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { homeCopy } from '#src/shared/home-copy.ts';
import { fail } from '#src/shared/problem.ts';

/** Paths of pages for search engines. Tools and posts are added from the database. */
const PAGES = [
  '/home',
  '/tools',
  '/categories',
  '/blog',
  '/contact',
  '/quote',
  '/jobs',
  '/press',
  '/terms',
  '/privacy',
  '/cookies',
];

/** Paths that are useless to search engines. */
const DISALLOWED_PATHS = ['/api/', '/card-sandbox/', '/checkout', '/dashboard', '/addprofile/', '/updateprifile/'];

/** The protocol allows twenty times as many, but this many are quick to generate and small to cache. */
const TOOLS_PER_SITEMAP = 2_500;
const MAX_SITEMAPS = 9_999;
const MAX_POSTS = 2_500;

/** The background color of the light scheme, for what a device shows around a page. */
const PAPER = '#f6f1e7';

/**
 * Icons by path: the size in px, and the share of it that the mark fills. Devices may crop a maskable icon to a circle.
 */
const ICONS: Record<string, { size: number; share: number; purpose?: 'any' | 'maskable' }> = {
  '/apple-touch-icon.png': { size: 180, share: 0.78 },
  '/icons/192.png': { size: 192, share: 0.9, purpose: 'any' },
  '/icons/512.png': { size: 512, share: 0.9, purpose: 'any' },
  '/icons/maskable-512.png': { size: 512, share: 0.62, purpose: 'maskable' },
};

const FAVICON_SIZES = [16, 32, 48];

/** What machines read about the shop: robots.txt, sitemap, icons, manifest. */
export function createSeoApp(
  { publicUrl, getCompany }: Pick<AppContext, 'publicUrl' | 'getCompany'>,
  imageProcess: ImageProcess,
) {
  const pngRenderer = createPngRenderer(imageProcess);
  const icon = (size: number, share: number) => pngRenderer.render(`${size} ${share}`, () => drawIcon(size, share));
  const app = new Hono<ApiEnv>();

  app.get('/robots.txt', cacheableRoute(), (c) => {
    setCacheTags(c, 'static');
    const lines = ['User-agent: *', ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`), ''];
    return c.text(`${[...lines, `Sitemap: ${publicUrl}/sitemap.xml`].join('\n')}\n`);
  });

  const sendXml = (c: Context<ApiEnv>, root: string, entries: string[]) => {
    // Orders change the stock, but not which pages exist.
    setCacheTags(c, 'tool-ids', 'blogs', 'categories');
    const body = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>`;
    return c.body(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, 200, {
      'content-type': 'application/xml; charset=utf-8',
    });
  };
  const listPages = async (db: Db) => {
    const categories = await listPublicCategories(db);
    const blogs = await listBlogPostDates(db, MAX_POSTS);
    return [
      ...PAGES.map((path) => toUrlEntry(publicUrl + path)),
      ...categories.map(({ slug }) => toUrlEntry(`${publicUrl}/categories/${slug}`)),
      ...blogs.map(({ id, createdAt }) => toUrlEntry(`${publicUrl}/blog/${id}`, createdAt)),
    ];
  };
  /** The first part has the pages, the posts and the oldest tools. */
  const listPart = async (db: Db, part: number) => {
    const slugs = await listSlugsOfPart(db, TOOLS_PER_SITEMAP, part);
    const entries = slugs.map((slug) => toUrlEntry(`${publicUrl}/tools/${slug}`));
    return part === 1 ? [...(await listPages(db)), ...entries] : entries;
  };

  app.get('/sitemap.xml', cacheableRoute(), async (c) => {
    const parts = await listPartsOnSale(c.var.db, TOOLS_PER_SITEMAP, MAX_SITEMAPS);
    if (!parts.some((part) => part > 1)) return sendXml(c, 'urlset', await listPart(c.var.db, 1));
    const locations = [...new Set([1, ...parts])].map((part) => escapeXml(`${publicUrl}/sitemap/${part}.xml`));
    return sendXml(
      c,
      'sitemapindex',
      locations.map((address) => `<sitemap><loc>${address}</loc></sitemap>`),
    );
  });

  app.get('/sitemap/:part{[1-9][0-9]{0,3}\\.xml}', cacheableRoute(), async (c) => {
    const entries = await listPart(c.var.db, Number.parseInt(c.req.param('part'), 10));
    return entries.length > 0 ? sendXml(c, 'urlset', entries) : sendFailure(c, fail('not_found'));
  });

  app.get('/manifest.webmanifest', cacheableRoute(), (c) => {
    setCacheTags(c, 'static');
    const company = getCompany();
    const manifest = {
      name: company.name,
      short_name: company.name,
      description: homeCopy.description,
      lang: 'en',
      start_url: '/home',
      scope: '/',
      display: 'minimal-ui',
      background_color: PAPER,
      theme_color: PAPER,
      icons: Object.entries(ICONS).flatMap(([src, { size, purpose }]) =>
        purpose ? [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose }] : [],
      ),
    };
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': 'public, max-age=3600',
    });
  });

  app.get('/favicon.ico', cacheableRoute(), async (c) => {
    const pngs = await Promise.all(FAVICON_SIZES.map((size) => icon(size, 1)));
    if (!pngs.every((png) => png !== null)) return sendFailure(c, fail('busy'));
    setCacheTags(c, 'static');
    return c.body(new Uint8Array(packIcon(pngs)), 200, {
      'content-type': 'image/x-icon',
      'cache-control': CACHE_ONE_DAY,
    });
  });

  for (const [path, { size, share }] of Object.entries(ICONS)) {
    app.get(path, cacheableRoute(), async (c) => {
      const png = await icon(size, share);
      if (!png) return sendFailure(c, fail('busy'));
      setCacheTags(c, 'static');
      return c.body(new Uint8Array(png), 200, { 'content-type': 'image/png', 'cache-control': CACHE_ONE_DAY });
    });
  }
  return app;
}

const CACHE_ONE_DAY = 'public, max-age=86400';

function toUrlEntry(address: string, changed?: Date): string {
  const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeXml(address)}</loc>${when}</url>`;
}

/** Packs several PNGs, in the order of `FAVICON_SIZES`, into one ICO file. */
function packIcon(pngs: Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  for (const [at, png] of pngs.entries()) {
    const place = 6 + 16 * at;
    const size = FAVICON_SIZES[at] ?? 0;
    head.writeUInt8(size, place);
    head.writeUInt8(size, place + 1);
    head.writeUInt16LE(1, place + 4);
    head.writeUInt16LE(32, place + 6);
    head.writeUInt32LE(png.length, place + 8);
    head.writeUInt32LE(offset, place + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
