import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type Blog, fetchNewest, signInAsNewCustomer, type Tool, test, trackHeadings } from './fixtures.ts';

/** Reads what a page's HTML tells search engines and link previews. */
async function readHead(page: Page, path: string) {
  const response = await page.request.get(path);
  const html = await response.text();
  const plain = (text: string) => text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const properties = Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name = '', content = '']) => [
      name,
      plain(content),
    ]),
  );
  const things = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );
  return {
    status: response.status(),
    title: plain(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    properties,
    things,
    body: html.slice(html.indexOf('<main')),
  };
}

/** Links have the shop's public address, but tests use another origin. */
const pathOf = (address: string | undefined) => (address ? new URL(address).pathname : undefined);

async function expectPicture(page: Page, { properties }: Awaited<ReturnType<typeof readHead>>): Promise<void> {
  const picture = await page.request.get(pathOf(properties['og:image']) ?? '');
  const { format, width, height } = await sharp(await picture.body()).metadata();
  expect({ format, width: String(width), height: String(height) }).toEqual({
    format: 'png',
    width: properties['og:image:width'],
    height: properties['og:image:height'],
  });
  expect(properties['og:image:alt']).toBeTruthy();
  expect(properties['twitter:card']).toBe('summary_large_image');
}

test('a search engine learns from the home page what the company is and what it offers', async ({ page, shop }) => {
  const tools = await fetchNewest<Tool>(shop, '/tools');
  const head = await readHead(page, '/home');
  expect(pathOf(head.canonical)).toBe('/home');
  expect(head.properties['og:title']).toBe('Hand tools by the box, straight from the maker');
  expect(head.properties['og:description']).toBe(head.properties.description);
  expect(head.properties['og:url']).toBe(head.canonical);
  await expectPicture(page, head);
  const [company, website, list] = head.things;
  expect(head.things.map((thing) => thing['@type'])).toEqual(['Organization', 'WebSite', 'ItemList']);
  expect(company).toMatchObject({
    name: 'Ironmonger',
    foundingDate: '1992',
    address: { addressLocality: 'Cleveland' },
  });
  expect(website).toMatchObject({ name: 'Ironmonger', url: head.canonical });
  expect(list?.itemListElement).toMatchObject(
    tools.map(({ itemName, balance, quantity, minOrderQuantity }, at) => ({
      position: at + 1,
      item: {
        '@type': 'Product',
        name: itemName,
        offers: {
          price: balance.toFixed(2),
          priceCurrency: 'USD',
          // Other tests in this shop may have sold out a tool.
          availability: `https://schema.org/${quantity < minOrderQuantity ? 'OutOfStock' : 'InStock'}`,
        },
      },
    })),
  );
});

test('a preview of a link to a tool shows its drawing, name and price, but only signed-in users see the page itself', async ({
  page,
  shop,
}) => {
  const [tool] = await fetchNewest<Tool>(shop, '/tools');
  if (!tool) throw new Error('there is no tool');
  const path = `/singleTool/${tool._id}`;
  const head = await readHead(page, path);
  expect(head).toMatchObject({ status: 200, title: `${tool.itemName} | Ironmonger` });
  // Search engines should index the tool's public page.
  expect(pathOf(head.canonical)).toMatch(/^\/tools\/[a-z0-9-]+$/);
  expect(head.properties).toMatchObject({ 'og:type': 'product', 'og:title': tool.itemName });
  await expectPicture(page, head);
  expect(head.things).toMatchObject([
    { '@type': 'Product', name: tool.itemName, offers: { price: tool.balance.toFixed(2), priceCurrency: 'USD' } },
    { '@type': 'BreadcrumbList' },
  ]);
  expect(head.body).toContain('Loading');
  expect(head.body).not.toContain('<h1');

  const headings = await trackHeadings(page);
  await page.goto(path);
  await expect(page).toHaveURL(`/signIn?${new URLSearchParams({ from: path })}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
  expect(await headings()).toEqual(['Sign In']);
  await signInAsNewCustomer(page, shop);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.itemName);
  await expect(page).toHaveTitle(`${tool.itemName} | Ironmonger`);
});

test('a link to a missing tool or post responds with 404 and asks not to be indexed', async ({ page }) => {
  for (const path of [`/singleTool/${'a'.repeat(24)}`, '/singleTool/x', `/blog/${'a'.repeat(24)}`, '/no/such/page']) {
    const { status, title, canonical, properties, things } = await readHead(page, path);
    expect({ path, status, title, canonical, things }).toEqual({
      path,
      status: 404,
      title: 'Page not found | Ironmonger',
      canonical: undefined,
      things: [],
    });
    expect(properties.robots).toBe('noindex');
  }
});

test('a preview of a link to a post shows its question and who answered it', async ({ page, shop }) => {
  const [blog] = await fetchNewest<Blog>(shop, '/blogs');
  const head = await readHead(page, `/blog/${blog?._id}`);
  expect(head.properties).toMatchObject({ 'og:type': 'article', 'og:title': blog?.question });
  await expectPicture(page, head);
  expect(head.things).toMatchObject([
    {
      '@type': 'BlogPosting',
      headline: blog?.question,
      author: { '@type': 'Person', name: blog?.author },
      datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
    { '@type': 'BreadcrumbList' },
  ]);
});

test('a personal page asks not to be indexed, and has its own title', async ({ page }) => {
  const pages = {
    '/about': 'About',
    '/private': 'Private',
    '/signIn': 'Sign in',
    '/signUp': 'Sign up',
    '/addprofile/x': 'Add profile',
    '/updateprifile/x': 'Update profile',
    '/dashboard': 'My Profile',
    '/dashboard/myorder': 'My Order',
    '/dashboard/myreview': 'My Review',
    '/dashboard/myreview/x': 'Change your review',
    '/dashboard/reviews': 'Reviews',
    '/dashboard/allusers': 'All Users',
    '/dashboard/allorder': 'All Orders',
    '/dashboard/addproduct': 'Add Product',
    '/dashboard/payment/x': 'Payment',
  };
  for (const [path, title] of Object.entries(pages)) {
    const head = await readHead(page, path);
    expect([path, head.title, head.properties.robots]).toEqual([path, `${title} | Ironmonger`, 'noindex']);
  }
});

test('a crawler finds a sitemap whose tools and posts exist', async ({ page }) => {
  const robots = await (await page.request.get('/robots.txt')).text();
  const sitemap = /^Sitemap: (.*)$/m.exec(robots)?.[1];
  const listed = await (await page.request.get(pathOf(sitemap) ?? '')).text();
  const paths = [...listed.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => pathOf(address) ?? '');
  const things = paths.filter((path) => /^\/(blog|tools)\//.test(path));
  expect(things.length).toBeGreaterThan(30);
  for (const path of ['/home', '/blog', '/contact', ...things]) {
    const response = await page.request.get(path);
    expect([path, response.status()]).toEqual([path, 200]);
  }
});

test('a program that adds meaningless parameters to every address does not fill the shop’s memory', async ({
  shop,
}) => {
  const countCacheEntries = async () => {
    const metrics = await (await fetch(`${shop.origin}/metrics`)).text();
    return Number(/^response_cache_entries (\d+)$/m.exec(metrics)?.[1]);
  };
  const pages = ['/contact', '/home', '/tools', '/signIn', '/terms', '/sitemap.xml', '/favicon.ico'];
  for (const path of pages) await fetch(shop.origin + path);
  const before = await countCacheEntries();
  expect(before).toBeGreaterThanOrEqual(pages.length);
  // Entries also expire by themselves, so only far more requests than entries prove that none is kept.
  const requests = pages.flatMap((path) => Array.from({ length: 60 }, (_, number) => `${path}?nothing=${number}`));
  for (const path of requests) expect((await fetch(shop.origin + path)).status).toBe(200);
  expect(await countCacheEntries()).toBeLessThanOrEqual(before);
  let pageNumber = 1;
  const countAdded = async () => {
    const known = await countCacheEntries();
    pageNumber += 1;
    await fetch(`${shop.origin}/tools?sort=minimum&page=${pageNumber}`);
    return (await countCacheEntries()) - known;
  };
  await expect.poll(countAdded).toBe(1);
});
