import { expect } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { getPlentifulTool, signInAsAdmin, test } from './fixtures.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a buyer browses categories, filters them, and compares tools', async ({ page }) => {
    await page.goto('/about');
    const range = page.getByRole('navigation', { name: 'Products' });
    await expect(range.getByRole('link').first()).toHaveText('All products');
    await expect(range.getByRole('link', { name: 'Hand tools' })).toBeVisible();
    await range.getByRole('link', { name: 'All categories' }).click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Hand tools/ })
      .click();
    await page
      .getByRole('navigation', { name: 'Subcategories' })
      .getByRole('link', { name: /^Wrenches/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wrenches');
    await page.getByRole('link', { name: 'Table', exact: true }).click();
    await page
      .getByRole('group', { name: 'Steel' })
      .getByLabel(/^Chrome vanadium/)
      .check();
    await page.getByRole('button', { name: 'Show tools' }).click();
    await expect(page).toHaveURL(/spec\.Steel=Chrome\+vanadium/);
    await expect(page).toHaveURL(/view=table/);
    await expect(page.getByRole('link', { name: 'Remove filter: Steel: Chrome vanadium' })).toBeVisible();
    await page.getByLabel('Compare Combination wrench, 13 mm').check();
    await page.getByLabel('Compare Combination wrench, 22 mm').check();
    await page.getByRole('button', { name: 'Compare selected tools' }).click();
    await expect(page).toHaveURL(/\/compare\?/);
    await expect(page.getByRole('row', { name: /^Width across flats/ })).toContainText('differs');
    await expect(page.getByRole('row', { name: /^Steel/ })).not.toContainText('differs');
  });

  test('a former address redirects, an unknown one says so, and filtered pages are not indexed', async ({
    page,
    request,
  }) => {
    await page.goto('/categories/hand-tools?spec.Steel=C60');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.goto('/categories/hand-tools');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/categories\/hand-tools$/);
    expect(await page.content()).toContain('"@type":"BreadcrumbList"');
    expect((await request.get('/categories/no-such-category')).status()).toBe(404);
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/categories/hand-tools<');
    await page.goto('/tools/combination-wrench-13-mm');
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(
      'Hand tools/Wrenches/Combination wrenches',
    );
  });
});

test('a filter applies at once, and going back removes it', async ({ page }) => {
  await page.goto('/categories/hand-tools');
  const steel = page.getByRole('group', { name: 'Steel' }).getByLabel(/^C60/);
  await expect(async () => {
    await steel.check();
    await expect(page).toHaveURL(/spec\.Steel=C60/, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('status').filter({ hasText: 'tools' })).toHaveText('3 tools');
  await page.goBack();
  await expect(page).toHaveURL(/hand-tools$/);
  await expect(steel).not.toBeChecked();
});

test('a buyer sorts a category by one control, and sees the next one as they chose to', async ({ page }) => {
  await page.goto('/categories/wrenches');
  const sort = page.getByRole('combobox', { name: 'Sort by' });
  await sort.selectOption('Lowest price');
  await expect(page).toHaveURL(/\?sort=price$/);
  await expect(page.getByRole('article').first()).toContainText('$5.20');
  await expect(page.getByRole('article').first()).toContainText('WR-C13');
  await page.goBack();
  await expect(sort).toHaveValue('-created');
  const length = page.getByRole('group', { name: 'Length', exact: true });
  await expect(length.getByLabel('From')).toBeVisible();
  await expect(length.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await expect(page).toHaveURL(/\?view=table$/);
  await page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name: 'Cutting' }).click();
  await expect(page).toHaveURL('/categories/cutting?view=table');
  await page.goto('/categories/holding');
  await expect(page).toHaveURL('/categories/holding?view=table');
  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  await page.goto('/categories/cutting');
  await expect(page).toHaveURL('/categories/cutting');
});

test('a fifth tool cannot be compared, and the page says so', async ({ page }) => {
  await page.goto('/categories/hand-tools?view=table');
  const boxes = page.getByRole('checkbox', { name: /^Compare / });
  await expect(page.getByRole('button', { name: 'Compare selected tools' })).toHaveCount(0);
  for (let at = 0; at < 5; at += 1) await boxes.nth(at).click();
  await expect(boxes.nth(4)).not.toBeChecked();
  await expect(page.getByText('You can compare up to four tools.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(page.getByText('You can compare up to four tools.')).toHaveCount(0);
  await boxes.nth(0).click();
  await page.getByRole('link', { name: 'Compare (4)' }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(5);
});

test('an admin adds, moves and deletes a category by keyboard', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/categories');
  const name = `Anvils ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `${name} was added.` })).toBeVisible();
  await page.getByRole('button', { name: `Move ${name} up` }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /is now number \d+/ })).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).press('Enter');
  await page.getByRole('button', { name: 'Yes, delete it' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: `${name} was deleted.` })).toBeVisible();
});

test('the name of a category that is too long is refused at its field, and stays there', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/categories');
  const name = page.getByLabel('Name', { exact: true });
  const long = 'Carbide tipped circular saw blades for laminated boards and veneer';
  await name.pressSequentially(long);
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription(/Please use at most 60 characters\./);
  await expect(name).toHaveValue(long);
  await expect(name).toBeFocused();
});

test('every page names the first categories, and a cached page follows their changes', async ({ shop, request }) => {
  const admin = await signInAdmin(shop.origin);
  const read = async () => (await request.get('/about')).text();
  const name = `Anvils ${crypto.randomUUID().slice(0, 8)}`;
  await read();
  const added = await sendRequest('POST', `${shop.origin}/api/categories`, { name, position: 1 }, admin);
  const { insertedId } = (await added.json()) as { insertedId: string };
  await expect.poll(read).toContain(name);
  const renamed = { name: `${name} and stakes`, version: 1 };
  await sendRequest('PATCH', `${shop.origin}/api/categories/${insertedId}`, renamed, admin);
  await expect.poll(read).toContain(renamed.name);
  await sendRequest('DELETE', `${shop.origin}/api/categories/${insertedId}`, undefined, admin);
  await expect.poll(read).not.toContain(name);
});

test('a category with only drafts has no page for visitors until a draft is on sale', async ({ page, shop }) => {
  const admin = await signInAdmin(shop.origin);
  const { picture } = await getPlentifulTool(shop);
  const category = `Froes ${Date.now()}`;
  const draft = {
    itemName: 'Froe',
    about: 'Splits shingles.',
    balance: 40,
    quantity: 30,
    minOrderQuantity: 1,
    picture,
  };
  const added = await sendRequest('POST', `${shop.origin}/api/tools`, { ...draft, category, state: 'draft' }, admin);
  const { insertedId } = (await added.json()) as { insertedId: string };
  const address = `/categories/${category.toLowerCase().replace(' ', '-')}`;
  expect((await page.goto(address))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Froes');
  await sendRequest('PATCH', `${shop.origin}/api/tools/${insertedId}`, { state: 'on_sale', version: 1 }, admin);
  expect((await page.goto(address))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(category);
  await expect(page.getByRole('main').getByRole('link', { name: 'Froe', exact: true })).toBeVisible();
});
