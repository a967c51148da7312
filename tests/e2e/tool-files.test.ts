import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { makePdf } from '#tests/support/pdfs.ts';
import { dismissDialog, getDialog, signInAsAdmin, test } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const pdf = (buffer: Buffer, name = 'datasheet.pdf') => ({ name, mimeType: 'application/pdf', buffer });

test('an owner puts a second picture first, and visitors see both in that order', async ({ page, shop }) => {
  const { id, name } = await addTool(shop);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  const pictures = section(page, 'Pictures');
  await page.getByLabel('About').fill('Typed while pictures come and go.');
  await pictures.getByRole('button', { name: 'Add this picture' }).click();
  await expect(pictures.getByLabel('Add a picture')).toHaveAccessibleDescription(/Please choose a picture/);
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  await pictures.getByLabel('Add a picture').setInputFiles({ name: 'side.png', mimeType: 'image/png', buffer });
  await pictures.getByRole('button', { name: 'Add this picture' }).click();
  await expect(pictures.getByRole('listitem')).toHaveCount(2);
  await pictures.getByRole('button', { name: 'Move up: picture 2' }).click();
  await expect(pictures.getByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', /_400x300/);
  await expect(pictures.getByRole('status')).toHaveText('The picture is now number 1.');
  await page.reload();
  await expect(page.getByLabel('About')).toHaveValue('Typed while pictures come and go.');
  const tool = (await (await page.request.get(`/api/tools/${id}`)).json()) as { slug: string; pictures: string[] };
  expect(tool.pictures).toHaveLength(2);
  await page.goto(`/tools/${tool.slug}`);
  await expect(page.getByRole('img', { name: `${name}, picture 1` })).toHaveAttribute('src', /_400x300/);
  const second = page.getByRole('img', { name: `${name}, picture 2` });
  await expect(second).not.toBeInViewport();
  await page.getByRole('link', { name: 'Show picture 2 of 2' }).click();
  await expect(second).toBeInViewport();
  await page.goto(`/dashboard/products/${id}`);
  await pictures.getByRole('button', { name: 'Remove: picture 1' }).click();
  await expect(pictures.getByRole('listitem')).toHaveCount(1);
  await expect(pictures.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
});

test('an owner adds a datasheet that runs no script, and visitors save it', async ({ page, shop }) => {
  const { id } = await addTool(shop);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${id}`);
  const documents = section(page, 'Documents');
  const add = documents.getByRole('button', { name: 'Add document' });
  await add.click();
  await expect(documents.getByLabel('Title')).toHaveAccessibleDescription(/Please fill this in/);
  await documents.getByLabel('Title').fill('Anvil, all sizes');
  await add.click();
  const file = documents.getByLabel('PDF file');
  await expect(file).toHaveAccessibleDescription(/Please choose a PDF file/);
  await file.setInputFiles(pdf(await makePdf((document) => document.addJavaScript('open', 'app.alert(1)'))));
  await add.click();
  await expect(file).toHaveAccessibleDescription(/This PDF runs scripts or opens other files/);
  await expect(file).toBeFocused();
  await expect(documents.getByLabel('Title')).toHaveValue('Anvil, all sizes');
  const sheet = await makePdf();
  await file.setInputFiles(pdf(sheet));
  await add.click();
  await expect(documents.getByRole('link', { name: 'Anvil, all sizes' })).toBeVisible();
  await expect(documents.getByLabel('Title')).toHaveValue('');
  const { slug } = (await (await page.request.get(`/api/tools/${id}`)).json()) as { slug: string };
  await page.goto(`/tools/${slug}`);
  await expect(section(page, 'Documents')).toContainText('Datasheet, PDF, 1 KB');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section(page, 'Documents').getByRole('link', { name: 'Anvil, all sizes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('anvil-all-sizes.pdf');
  await page.goto(`/dashboard/products/${id}`);
  await documents.getByRole('button', { name: 'Remove Anvil, all sizes' }).click();
  await expect(documents).toContainText('No documents yet.');
});

test('an owner sets a spare part and a successor, and visitors of the archived tool find the successor', async ({
  page,
  shop,
}) => {
  const [old, successor, part] = [await addTool(shop), await addTool(shop), await addTool(shop)];
  const skuOf = async (id: string) =>
    ((await (await page.request.get(`/api/tools/${id}`)).json()) as { sku: string; slug: string }).sku;
  await signInAsAdmin(page);
  await page.goto(`/dashboard/products/${old.id}`);
  const related = page.getByLabel('Related tools');
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  await related.fill('Friend: X');
  await save.click();
  await expect(related).toHaveAccessibleDescription(/Line 1: please enter a relation, a colon and an SKU/);
  await related.fill('Spare part: NO-SUCH-ONE');
  await save.click();
  await expect(related).toHaveAccessibleDescription(/No tool has the SKU NO-SUCH-ONE/);
  const lines = `Replaced by: ${(await skuOf(successor.id)).toLowerCase()}\nSpare part: ${await skuOf(part.id)}`;
  await related.fill(lines);
  await save.click();
  await dismissDialog(page, 'Saved: Related tools', 'Customers see the change now');
  await expect(related).toHaveValue(`Replaced by: ${await skuOf(successor.id)}\nSpare part: ${await skuOf(part.id)}`);
  await page.getByRole('button', { name: 'Archive' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, archive it' }).click();
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
  const { slug } = (await (await page.request.get(`/api/tools/${old.id}`)).json()) as { slug: string };
  await page.goto(`/tools/${slug}`);
  await expect(section(page, 'Related tools')).toContainText(part.name);
  await page.getByText('Replaced by').getByRole('link', { name: successor.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(successor.name);
  const other = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`/compare?tools=${slug},${other}`);
  const stock = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^In stock/ }) });
  await expect(stock.getByRole('cell').first()).toHaveText('–');
  await expect(stock.getByRole('cell').last()).toContainText('pcs');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled });

    test('a visitor compares the sizes of a tool side by side, and opens another one', async ({ page }) => {
      await page.goto('/tools/combination-wrench-19-mm');
      const sizes = section(page, 'Sizes');
      const rows = sizes.getByRole('row');
      await expect(rows).toHaveCount(5);
      await expect(rows.nth(0)).toContainText('Width across flats');
      // Specifications that are the same for all sizes get no column.
      await expect(rows.nth(0)).not.toContainText('Steel');
      await expect(rows.nth(1)).toContainText(/WR-C13.*160\smm.*\$5\.20/);
      await expect(rows.nth(3)).toHaveAttribute('aria-current', 'true');
      await rows.nth(4).getByRole('link', { name: 'Combination wrench, 22 mm' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Combination wrench, 22 mm');
      await expect(section(page, 'Documents')).toContainText('Combination wrenches, DIN 3113 form A');
    });
  });
}
