import { expect, type Page } from '@playwright/test';
import { expectAccessible, hydrate, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';
import { getListCount, getRows } from './list-helpers.ts';

// The demo range, without tools that other tests add.
test.use({ isolated: true });

const SUGGEST = /\/api\/tools\/suggest\?/;

const getField = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' });
const getOptions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

/** Types into the search field of the top bar, key by key. */
async function type(page: Page, text: string): Promise<void> {
  await getField(page).pressSequentially(text);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [390, 1440]) {
    test(`a visitor searches from any page at ${width} px, and the best match comes first`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/contact');
      await getField(page).fill('hamemr');
      await getField(page).press('Enter');
      await expect(page).toHaveURL('/tools?q=hamemr');
      await expect(getField(page)).toHaveValue('hamemr');
      await expect(page.getByRole('searchbox')).toHaveValue('hamemr');
      await expect(page.getByRole('heading', { name: 'Showing results for “hammer”' })).toBeVisible();
      await expect(page.getByText('No tool contains “hamemr”.')).toBeVisible();
      await expect(getRows(page).first()).toContainText('hammer');
    });
  }

  test('on a phone the list’s own search also starts with the best match, and “Newest first” can be chosen', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/tools');
    await expect(page.getByLabel('Sort by').getByRole('option').first()).toHaveText('Newest first');
    await page.getByRole('searchbox').fill('vise');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByLabel('Sort by').getByRole('option').first()).toHaveText('Best match');
    await expect(page.getByLabel('Sort by').getByRole('option', { selected: true })).toHaveText('Best match');
    await page.getByLabel('Sort by').selectOption('Newest first');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/q=vise&sort=-created/);
    await expect(page.getByLabel('Sort by').getByRole('option', { selected: true })).toHaveText('Newest first');
  });

  test('a visitor whose words do not all match any tool reads so, sees the closest matches and asks for a quote', async ({
    page,
  }) => {
    await page.goto('/tools?q=hammer+zzqx');
    await expect(page.getByRole('heading', { name: 'No tools match all of these words' })).toBeVisible();
    await expect(getListCount(page, 'tools')).toHaveText(/nearest tools$/);
    await expect(getRows(page).first()).toContainText('hammer');
    await page.getByRole('main').getByRole('link', { name: 'Request a quote' }).click();
    await expect(page.getByLabel('Product', { exact: true })).toHaveValue('hammer zzqx');
  });

  test('a visitor whose words were corrected but still match no tool reads only one notice', async ({ page }) => {
    await page.goto('/tools?q=zzqx+hamemr');
    const notice = page.getByRole('region', { name: 'List of tools' }).getByRole('heading', { level: 2 });
    await expect(notice.filter({ hasText: /Showing results|No tools match/ })).toHaveText([
      'No tools match all of these words',
    ]);
  });

  test('a visitor who finds nothing at all is offered a quote and the whole range', async ({ page }) => {
    await page.goto('/tools?q=zzqx');
    await expect(page.getByText('No matches')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Request a quote' })).toHaveAttribute(
      'href',
      '/quote?product=zzqx',
    );
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/tools');
  });
});

test('a part number without its hyphen finds its tool first', async ({ page }) => {
  await page.goto('/tools?q=wrc13');
  await expect(page).toHaveTitle(/wrc13/);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expect(getRows(page).first()).toContainText('Combination wrench, 13 mm');
  await expect(page.getByRole('heading', { name: /Showing results|No tools match/ })).toHaveCount(0);
});

test('tools that match all words come first, and those that lack one follow separately', async ({ page }) => {
  await page.goto('/tools?q=claw+hammer');
  await expect(getListCount(page, 'tools')).toHaveText(/^\d+ tools, 1 matching all words$/);
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('table').first()).toContainText('Claw hammer');
  await expect(page.getByRole('heading', { name: 'Close matches' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Close matches' })).toContainText('hammer');
});

test('a visitor narrows a search by its filters, which stay while paging and sorting and end with the search', async ({
  page,
}) => {
  await page.goto('/tools?q=wrench');
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('form', { name: 'Filters' });
  await filters.getByRole('checkbox', { name: /^DIN.3113.form A/ }).check();
  await expect(page).toHaveURL(/spec\.Standard=DIN\+3113\+form\+A&q=wrench$/);
  await expect(getListCount(page, 'tools')).toHaveText('4 matching tools');
  await expect(getRows(page).first()).toContainText('WR-C');
  await page.getByRole('columnheader', { name: 'Unit price' }).getByRole('link').click();
  await expect(page).toHaveURL(/spec\.Standard=.*&sort=price$/);
  await expect(getRows(page).first()).toContainText('WR-C13');
  await filters.getByLabel('From').first().fill('9999');
  await filters.getByLabel('From').first().press('Enter');
  await expect(page.getByText('No tools match all of these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter: Unit price in USD: from 9999' }).click();
  await expect(getListCount(page, 'tools')).toHaveText('4 matching tools');
  await page.getByRole('searchbox').fill('hammer');
  await expect(page).toHaveURL(/\?q=hammer&sort=price$/);
  await page.goto('/tools?price.min=9999');
  await expect(page.getByText('No tools match this filter.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all tools' }).click();
  await expect(page).toHaveURL('/tools');
});

test('a visitor chooses a suggestion with only the keyboard', async ({ page }) => {
  await page.goto('/home');
  const field = getField(page);
  await field.focus();
  await type(page, 'wrench');
  const options = getOptions(page);
  await expect(options.first()).toBeVisible();
  await expect(page.getByRole('search').getByRole('status')).toHaveText(
    /^2 categories and [1-6] products\. Use the up and down arrow keys to choose\.$/,
  );
  await expect(page.getByRole('group', { name: 'Categories' }).getByRole('option')).toHaveCount(2);
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const list = (await page.getByRole('listbox').getAttribute('id')) ?? '';
  await expect(field).toHaveAttribute('aria-controls', list);
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await expect(page.getByRole('group', { name: 'Products' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('[role=option][aria-selected=true]')).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const path = (await options.last().getAttribute('href')) ?? '';
  // Safari sends this Enter when it ends the composition of an input method: it chooses letters, not a suggestion.
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(page).toHaveURL('/home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  await expect(field).toHaveValue('');
});

test('Escape closes the suggestions and then clears the field, and Enter without a choice searches', async ({
  page,
}) => {
  await page.goto('/contact');
  const field = getField(page);
  await type(page, 'vise');
  await expect(getOptions(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(getOptions(page)).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).toHaveValue('vise');
  await page.keyboard.press('ArrowDown');
  await expect(getOptions(page).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await type(page, 'bench vise');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tools?q=bench+vise');
  await expect(getOptions(page)).toHaveCount(0);
  await expect(field).toHaveValue('bench vise');
});

test('a visitor follows a suggestion with the mouse, and Back leads to their search', async ({ page }) => {
  await page.goto('/home');
  await type(page, 'hammer');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tools?q=hammer');
  await getField(page).fill('wrench 13');
  await getOptions(page).filter({ hasText: 'WR-C13' }).click();
  await expect(page).toHaveURL('/tools/combination-wrench-13-mm');
  await expect(getField(page)).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL('/tools?q=hammer');
  await expect(getField(page)).toHaveValue('hammer');
  await expect(getRows(page).first()).toContainText('hammer');
  await page.goBack();
  await expect(page).toHaveURL('/home');
  await expect(getField(page)).toHaveValue('');
});

test('a visitor who goes on typing while results are loading keeps their text, the focus and the suggestions', async ({
  page,
}) => {
  await page.goto('/home');
  await type(page, 'hammer');
  const release = Promise.withResolvers<void>();
  await page.route(/\/tools\.data\?/, async (route) => {
    await release.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/\/tools\.data\?/);
  await page.keyboard.press('Enter');
  await requested;
  await getField(page).press('ControlOrMeta+a');
  await page.keyboard.type('wrench 13');
  release.resolve();
  await expect(page).toHaveURL('/tools?q=hammer');
  await expect(getRows(page).first()).toContainText('hammer');
  await expect(getField(page)).toBeFocused();
  await expect(getField(page)).toHaveValue('wrench 13');
  await expect(getOptions(page).filter({ hasText: 'WR-C13' })).toBeVisible();
});

test('both search fields of the range show the search, no matter which it was typed into', async ({ page }) => {
  await page.goto('/tools');
  const own = page.getByRole('searchbox');
  await own.fill('vise');
  await expect(page).toHaveURL('/tools?q=vise');
  await expect(getField(page)).toHaveValue('vise');
  await getField(page).fill('hammer');
  await getField(page).press('Enter');
  await expect(page).toHaveURL('/tools?q=hammer');
  await expect(own).toHaveValue('hammer');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a visitor opens the search with one tap, and follows a suggestion with the next', async ({ page }) => {
    await page.goto('/contact');
    await expect(getField(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open search' }).tap();
    await expect(getField(page)).toBeFocused();
    await type(page, 'wrc13');
    await expectAccessible(page, { within: ['header'] });
    await getOptions(page).filter({ hasText: 'WR-C13' }).tap();
    await expect(page).toHaveURL('/tools/combination-wrench-13-mm');
    await expect(getField(page)).toBeHidden();
    await page.getByRole('button', { name: 'Open search' }).tap();
    await type(page, 'hammer');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/tools?q=hammer');
    await expect(getField(page)).toBeHidden();
  });

  test('the search closes with its button, a tap outside, Escape, or a wider window', async ({ page }) => {
    await page.goto('/contact');
    const open = page.getByRole('button', { name: 'Open search' });
    const isClosed = () => expect(getField(page)).toBeHidden();
    await open.tap();
    await page.getByRole('button', { name: 'Close search' }).tap();
    await isClosed();
    await open.tap();
    await page.touchscreen.tap(200, 700);
    await isClosed();
    await open.tap();
    await page.keyboard.press('Escape');
    await isClosed();
    await open.tap();
    await page.setViewportSize({ width: 1280, height: 844 });
    await expect.poll(() => page.locator(':popover-open').count()).toBe(0);
    await expect(getField(page)).toBeVisible();
  });
});

test('an older response never replaces a newer one, and further typing aborts the older request', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(SUGGEST, async (route) => {
    if (new URL(route.request().url()).searchParams.get('q') === 'wrench') await held.promise;
    await route.continue().catch(() => {});
  });
  await page.goto('/home');
  const isAsked = page.waitForRequest((request) => request.url().endsWith('q=wrench'));
  const isGivenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=wrench'));
  await getField(page).fill('wrench');
  await isAsked;
  await getField(page).fill('hammer');
  await expect(getOptions(page).first()).toContainText(/hammer/i);
  await isGivenUp;
  held.resolve();
  await expect(getOptions(page).first()).toContainText(/hammer/i);
});

test('the search still works when the network or the suggestions’ code fails', async ({ page }) => {
  await page.route(SUGGEST, (route) => route.abort());
  await page.goto('/home');
  const asked = page.waitForEvent('requestfailed', (request) => SUGGEST.test(request.url()));
  await type(page, 'vise');
  await asked;
  await expect(getOptions(page)).toHaveCount(0);
  await expect(getField(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tools?q=vise');
  await page.route(/search-suggestions/, (route) => route.abort());
  await page.goto('/contact');
  await type(page, 'hammer');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/tools?q=hammer');
});

test.describe('before the page is hydrated', () => {
  test.use({ hydrates: false });

  test('a visitor’s input is kept, and suggestions appear as soon as possible', async ({ page }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route(/\.js$/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/home', { waitUntil: 'commit' });
    await type(page, 'wrench');
    arrived.resolve();
    await expect(getOptions(page).first()).toBeVisible();
    await expect(getField(page)).toHaveValue('wrench');
    await expect(getField(page)).toBeFocused();
  });

  test('no page loads the suggestions’ code before somebody focuses the field', async ({ page }) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto('/home');
    await hydrate(page);
    expect(loaded.filter((url) => url.includes('search-suggestions'))).toEqual([]);
    await getField(page).focus();
    await expect.poll(() => loaded.filter((url) => url.includes('search-suggestions')).length).toBe(1);
  });
});

test('an admin finds products with the same search, best match first, and can bulk-change the matches', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/products?q=claw+hammer');
  await expect(getListCount(page, 'products')).toHaveText('1 matching product');
  await expect(getRows(page).first()).toContainText('Claw hammer');
  await page.goto('/dashboard/products?q=wrc13');
  await expect(getRows(page).first()).toContainText('WR-C13');
});

test('the search fits next to a long shop name and a long user name at any width', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop, 'Bartholomew Featherstonehaugh-Cholmondeley');
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page
    .locator('header a[href="/home"] span')
    .first()
    .evaluate((name) => {
      name.textContent = 'Consolidated Midwestern Industrial Tool & Fastener Supply Company';
    });
  for (const width of [320, 390, 768, 1024, 1100, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = await page.getByRole('banner').evaluate((header) =>
      [...header.querySelectorAll('a, button, input')]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          return { what: element.textContent || element.ariaLabel || element.tagName, left, right, top, bottom };
        }),
    );
    for (const [at, one] of boxes.entries()) {
      expect(one.right, `${one.what} at ${width} px`).toBeLessThanOrEqual(width);
      for (const other of boxes.slice(at + 1)) {
        // The field and its button share a border.
        const overlap =
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1;
        expect(overlap, `${one.what} over ${other.what} at ${width} px`).toBe(false);
      }
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (width >= 1024) expect((await getField(page).boundingBox())?.width).toBeGreaterThan(120);
    else await expect(page.getByRole('button', { name: 'Open search' })).toBeVisible();
  }
});

test('a visitor pastes a list of part numbers and finds its tools in its order, and reads which do not exist', async ({
  page,
}) => {
  await page.goto('/home');
  await getField(page).fill('ME-T5 24, XX-9999-1, ME-V150 5');
  await getField(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'We found 2 of 3 part numbers' })).toBeVisible();
  await expect(page.getByText('Not found: XX-9999-1.')).toBeVisible();
  await expect(getRows(page)).toHaveCount(2);
  await expect(getRows(page).first()).toContainText('Tape measure');
  await expect(getRows(page).nth(1)).toContainText('Vernier caliper');
});
