import { expect, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { createImageFile, getDialog, signInAsAdmin, test } from './fixtures.ts';

/** Adds tools through the API that only a search for their prefix finds. */
async function addTools(shop: RunningShop, parts: readonly object[]) {
  const token = await signInAdmin(shop.origin);
  const prefix = `Gouge ${crypto.randomUUID().slice(0, 8)}`;
  const tool = {
    about: 'Forged.',
    balance: 18.9,
    quantity: 100,
    minOrderQuantity: 10,
    picture: '/images/drawings/claw-hammer.svg',
  };
  const ids: string[] = [];
  for (const [at, more] of parts.entries()) {
    const body = { ...tool, itemName: `${prefix} no. ${at + 1}`, ...more };
    const stored = await sendRequest('POST', `${shop.origin}/api/tools`, body, token);
    ids.push(((await stored.json()) as { insertedId: string }).insertedId);
  }
  const send = (method: 'POST' | 'PATCH', path: string, body: object) =>
    sendRequest(method, `${shop.origin}/api${path}`, body, token);
  return { prefix, ids, send };
}

const readPrice = async (page: Page, id: string) =>
  ((await (await page.request.get(`/api/tools/${id}`)).json()) as { balance: number }).balance;
const preview = (page: Page) => page.getByRole('region', { name: 'Preview of each change' });
const becomes = (page: Page, name: string) =>
  preview(page).getByRole('row').filter({ hasText: name }).getByRole('cell').last();

test('an owner raises the prices of all search results, and undoes it', async ({ page, shop }) => {
  const volumePrices = [{ quantity: 50, unitPrice: 17.2 }];
  const { prefix, ids, send } = await addTools(shop, [{ volumePrices }, {}, { balance: 40 }]);
  const [first = '', second = ''] = ids;
  await signInAsAdmin(page);
  await page.goto('/dashboard/products');
  await page.getByRole('searchbox').fill(prefix);
  await page.getByRole('link', { name: 'Change all 3 that match' }).click();
  await expect(page.getByRole('main')).toContainText(`This applies to 3 products: those matching “${prefix}”.`);

  const percent = page.getByLabel('Percent');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(percent).toHaveAccessibleDescription(/Please enter a percentage with at most two decimals/);
  await expect(percent).toBeFocused();
  await percent.fill('401');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(percent).toHaveAccessibleDescription(/Please enter at least -90 and at most 400\./);
  // Many people use a decimal comma, so this must not become 25 %.
  await percent.fill('2,5');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(becomes(page, 'no. 3')).toHaveText('After$41.00');
  await percent.fill('3');
  await page.reload();
  await expect(percent).toHaveValue('3');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toBeFocused();
  await expect(becomes(page, 'no. 1')).toHaveText('After$19.47from 50: $17.72');
  await expect(becomes(page, 'no. 3')).toHaveText('After$41.20');
  expect(await readPrice(page, first)).toBe(18.9);

  // Somebody else was faster: nothing is changed, and the preview shows what the change would do now.
  await send('PATCH', `/tools/${second}`, { balance: 30, version: 1 });
  await page.getByRole('button', { name: 'Change 3 products' }).click();
  await expect(preview(page).getByRole('alert')).toContainText('of these tools have changed');
  await expect(becomes(page, 'no. 2')).toHaveText('After$30.90Changed since the preview');
  expect(await readPrice(page, first)).toBe(18.9);
  await page.getByRole('button', { name: 'Change 3 products' }).click();
  await expect(page.getByText('Done: 3 products changed.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prices +3%');
  expect([await readPrice(page, first), await readPrice(page, second)]).toEqual([19.47, 30.9]);

  // Undoing never overwrites later changes by others.
  await send('PATCH', `/tools/${second}`, { balance: 31, version: 3 });
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, undo it' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was undone.');
  const refused = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `${prefix} no. 2` });
  await expect(refused).toContainText('Now: $31.00.');
  await send('PATCH', `/tools/${second}`, { balance: 30.9, version: 4 });
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, undo it' }).click();
  await expect(page.getByText('Undone: 3 products changed back.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo this change' })).toHaveCount(0);
  expect([await readPrice(page, first), await readPrice(page, second)]).toEqual([18.9, 30]);

  await page.getByRole('main').getByRole('link', { name: 'Bulk changes' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Prices +3%' }).first()).toContainText('Undone');
});

test('an owner narrows the products to a category, and reads where whole cents keep prices from the percentage', async ({
  page,
  shop,
}) => {
  const category = `Gouges ${crypto.randomUUID().slice(0, 8)}`;
  const { prefix } = await addTools(shop, [{ category, balance: 0.17 }, { category, balance: 0.14 }, {}]);
  await signInAsAdmin(page);
  await page.goto('/dashboard/products');
  await page.getByLabel('Category').selectOption(category);
  await page.getByRole('searchbox').fill(prefix);
  await page.getByRole('link', { name: 'Change all 2 that match' }).click();
  await expect(page.getByRole('main')).toContainText(`This applies to 2 products: those in the category “${category}”`);
  await page.getByLabel('Percent').fill('3');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toContainText('2 products differ from +3% by more than half a percent.');
  await expect(becomes(page, 'no. 1')).toHaveText('After$0.18+5.9% by rounding');
  await expect(becomes(page, 'no. 2')).toHaveText('AfterNo change0% by rounding');
});

test('an owner gives pictures to many products by their names, from files and a ZIP, and undoes it', async ({
  page,
  shop,
}) => {
  const sku = `PX-${crypto.randomUUID().slice(0, 8)}`;
  const { prefix, ids } = await addTools(shop, [{ sku }, { sku: `${sku}-B` }]);
  const [{ buffer }, broken] = [await createImageFile('x.png'), { mimeType: 'image/png', buffer: Buffer.from('no') }];
  const zip = zipSync({ [`${sku}-B/1.png`]: new Uint8Array(buffer), '__MACOSX/._1.png': new Uint8Array(8) });
  await signInAsAdmin(page);
  await page.goto('/dashboard/products');
  await page.getByRole('main').getByRole('link', { name: 'Pictures', exact: true }).click();
  await page.getByLabel('Pictures, or a ZIP of them').setInputFiles([
    { name: `${sku.toLowerCase()}_2.png`, mimeType: 'image/png', buffer },
    { ...broken, name: `${sku}_3.png` },
    { name: 'beach.png', mimeType: 'image/png', buffer },
    { name: 'rest.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) },
  ]);
  const part = page.getByRole('region', { name: 'Pictures by product' });
  await expect(part).toBeFocused();
  await expect(part).toContainText('3 pictures for 2 products');
  await expect(part).toContainText('The name of one file is no SKU or GTIN');
  await expect(part.getByRole('row').filter({ hasText: `${prefix} no. 1` })).toContainText('Picture 2');
  await part.getByRole('button', { name: 'Add 3 pictures to 2 products' }).click();
  // What cannot be read is named before anything is added.
  await expect(part).toContainText('1 picture could not be stored');
  await expect(part).toContainText(`${sku}_3.png: This file is not a picture we can read.`);
  await part.getByRole('button', { name: 'Add 2 pictures to 2 products' }).click();
  await expect(page.getByText('Done: 2 products changed.')).toBeVisible();
  const count = async (id = '') =>
    ((await (await page.request.get(`/api/tools/${id}`)).json()) as { pictures: string[] }).pictures.length;
  expect([await count(ids[0]), await count(ids[1])]).toEqual([2, 1]);
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, undo it' }).click();
  await expect(page.getByText('Undone: 2 products changed back.')).toBeVisible();
  expect(await count(ids[0])).toBe(1);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('an owner ticks products, keeps them through a reload, and leaves out those that cannot be changed', async ({
    page,
    shop,
  }) => {
    const { prefix, ids } = await addTools(shop, [{}, { quantity: 20 }, {}]);
    await signInAsAdmin(page);
    await page.goto(`/dashboard/products?q=${encodeURIComponent(prefix)}`);
    await page.getByLabel(`Select ${prefix} no. 1`).check();
    await page.getByLabel(`Select ${prefix} no. 2`).check();
    await page.reload();
    await expect(page.getByLabel(`Select ${prefix} no. 1`)).toBeChecked();
    await expect(page.getByLabel(`Select ${prefix} no. 3`)).not.toBeChecked();
    await page.getByRole('link', { name: 'Change the 2 selected' }).tap();
    await expect(page.getByRole('main')).toContainText('You have selected 2 products.');
    await page.getByLabel('What to change').selectOption('Stock, by pieces');
    await page.getByLabel('Reason').selectOption('Pieces damaged or lost');
    await page.getByLabel('Pieces to remove').fill('30');
    await page.getByLabel('Note').fill('Flooded shelf');
    await page.getByRole('button', { name: 'Preview' }).tap();
    await expect(becomes(page, 'no. 1')).toHaveText('After70 pcs');
    await expect(becomes(page, 'no. 2')).toHaveText('AfterOnly 20 pieces are available.');
    await page.getByRole('button', { name: 'Leave out the 1 that cannot be changed' }).tap();
    await page.getByRole('button', { name: 'Change 1 product' }).tap();
    await expect(page.getByText('Done: 1 product changed.')).toBeVisible();
    await page.goto(`/dashboard/products/${ids[0]}`);
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Damaged or lost: −30, Flooded shelf');
    await page.goto(`/dashboard/products?q=${encodeURIComponent(prefix)}`);
    await expect(page.getByLabel(`Select ${prefix} no. 1`)).not.toBeChecked();
  });
});
