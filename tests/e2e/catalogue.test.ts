import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { joinUnits } from '#src/shared/units.ts';
import type { RunningShop } from '#tests/support/running-shop.ts';
import { fetchJson, PREFETCHING, signInAsNewCustomer, type Tool, test } from './fixtures.ts';
import { addTools, getListCount, getRows } from './list-helpers.ts';

test.use(PREFETCHING);

const MOST_PER_PAGE = 100;

/** Returns all tools, newest first. */
async function fetchAllTools(shop: RunningShop): Promise<Tool[]> {
  const all: Tool[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/tools?page=${page}&limit=${MOST_PER_PAGE}&sort=-created`;
    const rows = await fetchJson<Tool[]>(shop, path);
    all.push(...rows);
    if (rows.length < MOST_PER_PAGE) return all;
  }
}

const aWord = () => `w${randomUUID().slice(0, 8)}`;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor pages through the whole range, searches, filters and sorts it', async ({ page, shop }) => {
    const word = aWord();
    await addTools(shop, `Gauge ${word}`, 7);
    const all = await fetchAllTools(shop);
    await page.goto('/tools');
    const seen: (string | null)[] = [];
    for (;;) {
      seen.push(...(await getRows(page).getByRole('rowheader').getByRole('link').allTextContents()));
      const next = page.getByRole('link', { name: 'Next' });
      if ((await next.count()) === 0) break;
      await next.click();
      // On a busy machine, the first rows appear while the last ones are still loading.
      await page.waitForLoadState();
    }
    expect(seen).toEqual(all.map(({ itemName }) => joinUnits(itemName)));
    expect(seen.length).toBeGreaterThan(30);
    await page.getByRole('searchbox').fill(word);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(getListCount(page, 'tools')).toHaveText('7 matching tools');
    await page.getByRole('navigation', { name: 'Filter tools' }).getByRole('link', { name: 'In stock' }).click();
    await expect(getListCount(page, 'tools')).toHaveText('6 matching tools');
    await page.getByRole('columnheader', { name: 'Unit price' }).getByRole('link').click();
    await expect(page).toHaveURL(/sort=price/);
    await expect(getRows(page).first()).toContainText(`Gauge ${word} 02`);
    await page.getByRole('searchbox').fill('nothing is called this');
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/state=available.*sort=price|sort=price.*state=available/);
    await expect(page.getByText('No matches')).toBeVisible();
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expect(getRows(page).first()).toBeVisible();
  });

  test('on a phone a visitor chooses the sort order from a menu', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/tools');
    await page.getByLabel('Sort by').selectOption('Highest price');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/sort=-price/);
    const prices = (await getRows(page).getByText(/^\$/).allTextContents()).map((price) => Number(price.slice(1)));
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
  });
});

test('the range follows what a visitor types, without the page jumping, and they order what they find', async ({
  page,
  shop,
}) => {
  const word = aWord();
  const [tool] = await addTools(shop, `Scriber ${word}`, 3);
  await signInAsNewCustomer(page, shop);
  await page.goto('/tools');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  const field = page.getByRole('searchbox');
  const place = await field.boundingBox();
  await field.pressSequentially(`scriber ${word}`);
  await expect(getListCount(page, 'tools')).toHaveText('3 matching tools');
  await expect(page).toHaveURL(`/tools?q=scriber+${word}`);
  await expect(page).toHaveTitle(new RegExp(`scriber ${word}`));
  await expect(field).toBeFocused();
  expect(await field.boundingBox()).toEqual(place);
  await getRows(page)
    .filter({ hasText: `${word} 01` })
    .getByRole('link', { name: 'place order' })
    .click();
  await expect(page).toHaveURL(`/singleTool/${tool?._id}`);
  await page.goBack();
  await expect(field).toHaveValue(`scriber ${word}`);
  await expect(getListCount(page, 'tools')).toHaveText('3 matching tools');
});

test('text that a visitor types before the script has loaded is searched for as soon as it has', async ({
  page,
  shop,
}) => {
  const word = aWord();
  await addTools(shop, `Burin ${word}`, 2);
  const arrived = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto('/tools', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill(word);
  await expect(getListCount(page, 'tools')).toHaveText(/^1 to 24 of/);
  arrived.resolve();
  await expect(getListCount(page, 'tools')).toHaveText('2 matching tools');
  await expect(page.getByRole('searchbox')).toHaveValue(word);
});

test('the range stays on the screen when the shop cannot be reached, and continues when tried again', async ({
  page,
}) => {
  await page.goto('/tools');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  const first = await getRows(page).first().textContent();
  await page.route(/tools\.data/, (route) => route.abort());
  await page.getByRole('searchbox').fill('caliper');
  const problem = page.getByRole('alert').filter({ hasText: 'The shop could not be reached.' });
  await expect(problem).toBeVisible();
  await expect(getRows(page).first()).toHaveText(first ?? '');
  await page.unroute(/tools\.data/);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect(getRows(page).first()).toContainText(/caliper/i);
  await expect(problem).toHaveCount(0);
});

test('search engines index the range and its pages, but no searches, and a page past the last one shows the last', async ({
  page,
}) => {
  const canonical = page.locator('link[rel=canonical]');
  const robots = page.locator('meta[name=robots]');
  for (const [path, address] of [
    ['/tools', '/tools'],
    ['/tools?page=2', '/tools?page=2'],
    ['/tools?page=1', '/tools'],
    ['/tools?utm_source=mail', '/tools'],
  ] as const) {
    await page.goto(path);
    await expect(canonical).toHaveAttribute('href', new RegExp(`${address.replace('?', '\\?')}$`));
    await expect(robots).toHaveCount(0);
  }
  for (const path of ['/tools?q=hammer', '/tools?sort=price', '/tools?state=out']) {
    await page.goto(path);
    await expect(canonical).toHaveCount(0);
    await expect(robots).toHaveAttribute('content', /noindex/);
  }
  await page.goto('/tools?page=999');
  await expect(page).toHaveURL(/\/tools\?page=\d$/);
  await expect(getRows(page).first()).toBeVisible();
  for (const nonsense of ['page=-1', 'page=x', 'sort=owner', 'state=gone', `q=${'x'.repeat(10_000)}`, 'q=%00&q=b']) {
    expect((await page.request.get(`/tools?${nonsense}`)).status(), nonsense.slice(0, 40)).toBe(200);
  }
});
