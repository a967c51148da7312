import { expect } from '@playwright/test';
import { signInAsNewCustomer, test } from './fixtures.ts';

const COLUMNS = {
  Company: [
    ['About us', 'About'],
    ['Contact', 'Contact'],
    ['Jobs', 'Jobs'],
    ['Press kit', 'Press kit'],
  ],
  Legal: [
    ['Terms of use', 'Terms of use'],
    ['Privacy policy', 'Privacy policy'],
    ['Cookie policy', 'Cookie policy'],
  ],
} as const;

test('the footer has the columns Company, Legal and Newsletter, and each link leads to a page with that heading', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/home');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('heading', { level: 2 })).toHaveText(['Company', 'Legal', 'Newsletter']);
  for (const [column, links] of Object.entries(COLUMNS)) {
    const nav = footer.getByRole('navigation', { name: column });
    await expect(nav.getByRole('link')).toHaveText(links.map(([label]) => label));
    for (const [label, heading] of links) {
      await nav.getByRole('link', { name: label }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    }
  }
  await expect(footer.getByRole('region', { name: 'Newsletter' }).getByRole('button')).toHaveText('Subscribe');
});

test('the footer has the founding year and the copyright years, and its social icons lead nowhere', async ({
  page,
}) => {
  await page.goto('/jobs');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('has provided tech since 1992');
  await expect(footer).toContainText('Copyright © 2022');
  await expect(footer).toContainText('Find us as Ironmonger on LinkedIn, Instagram and YouTube.');
  await expect(footer.getByRole('link')).toHaveCount(7);
  for (const mark of await footer.locator('svg').all()) {
    expect(await mark.evaluate((svg) => svg.closest('a, button, [tabindex]') === null)).toBe(true);
  }
});

test('everybody can read the company’s pages, which have descriptions and are cached', async ({ page }) => {
  for (const path of ['/jobs', '/press', '/terms', '/privacy', '/cookies']) {
    const response = await page.goto(path);
    expect([path, response?.status(), response?.headers()['cache-control']]).toEqual([path, 200, 'public, no-cache']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`));
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{40,}/);
  }
});

test('a journalist downloads the logo and drawings', async ({ page }) => {
  await page.goto('/press');
  const files = page.getByRole('main').getByRole('link', { name: /SVG, download/ });
  await expect(files).toHaveCount(6);
  for (const file of await files.all()) {
    const response = await page.request.get((await file.getAttribute('href')) ?? '');
    expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  }
});

test('the cookie policy lists everything that the shop stores in a browser', async ({ page, shop }) => {
  await page.goto('/home');
  expect(await page.context().cookies()).toEqual([]);
  await signInAsNewCustomer(page, shop);
  await page.goto('/quote');
  await page.getByRole('main').getByLabel('Product', { exact: true }).fill('A vise');
  await page.goto('/contact');
  await page.goto('/cookies');
  await expect(page.getByRole('link', { name: 'DashBoard' }).first()).toBeVisible();
  const policy = await page.getByRole('main').textContent();
  const left = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect(left).toContain('accessToken');
  expect(cookies).toHaveLength(2);
  for (const name of [...left, ...cookies]) expect(policy ?? '').toContain(name.startsWith('draft:') ? 'draft:' : name);
});
