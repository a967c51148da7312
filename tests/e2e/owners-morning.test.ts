import { expect, type Page } from '@playwright/test';
import { dismissDialog, getDialog, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an owner’s morning on a phone and a desktop, and what a visitor finds afterwards', async ({
  page,
  shop,
  browser,
}) => {
  const word = crypto.randomUUID().slice(0, 8);
  const addSize = (mm: number, parts: object = {}) =>
    addTool(shop, {
      itemName: `Ring spanner ${word}, ${mm} mm`,
      sku: `RS-${word}-${mm}`,
      family: `Ring spanner ${word}`,
      specifications: [{ name: 'Width across flats', value: String(mm), unit: 'mm' }],
      balance: 10,
      ...parts,
    });
  const [small, middle, large] = [
    await addSize(10),
    await addSize(13, { quantity: 3, about: 'Chrom vanadium.' }),
    await addSize(17),
  ];
  const slugOf = async (id: string) =>
    ((await (await page.request.get(`/api/tools/${id}`)).json()) as { slug: string }).slug;

  // On a phone: a delivery arrives.
  await page.setViewportSize(PHONE);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products?q=${word}&state=out`);
  await page
    .getByRole('link', { name: `Ring spanner ${word}, 13 mm` })
    .first()
    .click();
  await page.getByLabel('Pieces received').fill('200');
  await expect(section(page, 'Stock')).toContainText('Available pieces change from 3 to 203.');
  await page.getByRole('main').getByRole('button', { name: 'Adjust stock' }).click();
  await expect(section(page, 'Stock')).toContainText('200 added. 203 are available now.');
  // The owner corrects a typo on the same page.
  await page.getByLabel('About').fill('Chrome vanadium, both ends ringed.');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  await dismissDialog(page, 'Saved: About', 'Customers see the change now');

  // On a desktop: prices rise by 3 %.
  await page.setViewportSize(DESK);
  await page.goto(`/dashboard/products?q=${word}`);
  await page.getByRole('link', { name: 'Change all 3 that match' }).click();
  await page.getByLabel('Percent').fill('3');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Change 3 products' }).click();
  await expect(page.getByText('Done: 3 products changed.')).toBeVisible();
  // A tool is archived, and its page names its successor.
  await page.goto(`/dashboard/products/${large.id}`);
  await page.getByLabel('Related tools').fill(`Replaced by: RS-${word}-13`);
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  await dismissDialog(page, 'Saved: Related tools', 'Customers see the change now');
  await page.getByRole('button', { name: 'Archive' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, archive it' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();

  // A visitor follows an old link, is redirected, compares the sizes, and signs in only to order.
  const visitor = await browser.newPage({ baseURL: shop.origin, viewport: PHONE });
  await visitor.goto(`/tools/${await slugOf(large.id)}`);
  await expect(visitor.getByRole('main')).toContainText('No longer sold.');
  await visitor.getByText('Replaced by').getByRole('link').click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Ring spanner ${word}, 13\u00a0mm`);
  await expect(visitor.getByRole('main')).toContainText('Chrome vanadium, both ends ringed.');
  await expect(visitor.getByRole('main')).toContainText('203');
  const rows = section(visitor, 'Sizes').getByRole('row');
  // The archived tool is no longer listed as a size.
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('$10.30');
  await rows.nth(1).getByRole('link').click();
  await expect(visitor).toHaveURL(new RegExp(`/tools/${await slugOf(small.id)}$`));
  await visitor.goBack();
  await visitor.getByRole('link', { name: 'place order' }).first().click();
  await expect(visitor).toHaveURL(/\/signIn\?from=/);
  await signInAsNewCustomer(visitor, shop);
  await visitor.goto(`/singleTool/${middle.id}`);
  await visitor.getByRole('main').getByRole('button', { name: 'place order' }).click();
  await dismissDialog(visitor, 'Good job!', 'You clicked the button!');
  await expect(visitor.getByRole('link', { name: /Pay this order/ })).toBeVisible();
  await visitor.close();
});
