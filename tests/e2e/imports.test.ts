import { expect } from '@playwright/test';
import { signInAsAdmin, test } from './fixtures.ts';

test('an admin imports a column as a specification with the column’s name', async ({ page }) => {
  const sku = `PR${Date.now()}`;
  await signInAsAdmin(page);
  await page.goto('/dashboard/imports');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'sockets.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`SKU,Name,Price,MOQ,State,Square of the drive\n${sku},Socket,6.40,5,draft,1/2 in\n`),
  });
  await page.getByRole('button', { name: 'Upload and check' }).click();
  const meaning = page.getByLabel('Import “Square of the drive” as');
  await expect(meaning).toHaveValue('');
  await meaning.selectOption('Specification with this name');
  // The check must end before the page fetches the import again.
  await page.route('**/api/imports/*', async (route) => {
    await expect(async () => expect((await (await route.fetch()).json()).state).toBe('ready')).toPass();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Square of the drive: 1/2 in')).toBeVisible();
  await expect(meaning).toHaveValue('specification');
  await page.unroute('**/api/imports/*');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, import' }).click();
  await expect(page.getByText('Done: 1 product created')).toBeVisible();
});

test('an admin chooses the missing columns first, and leaves out what cannot be read', async ({ page }) => {
  const sku = `MC${Date.now()}`;
  // The choice for columns of these names is remembered.
  const price = `Take ${sku}`;
  await signInAsAdmin(page);
  await page.goto('/dashboard/imports');
  await page.getByLabel('CSV file').setInputFiles({
    name: 'messy.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `SKU;Name;${price};State;Weight kg;Size\n${sku}-1;SÃ¤ge;6,40;draft;1,59;big\n${sku}-2;Socket;7,20;draft;heavy;huge\n${sku}-3;Vise;9,20;draft;2,5;\n`,
    ),
  });
  await page.getByRole('button', { name: 'Upload and check' }).click();
  const missing = page.getByRole('region', { name: 'Columns that new products need' });
  await missing.getByLabel('Unit price').selectOption(`${price} (6,40)`);
  await missing.getByLabel('Minimum order of all new products').fill('1');
  await missing.getByRole('button', { name: 'Check again' }).click();
  await expect(missing).toHaveCount(0);
  // What was given once can be changed later.
  const minimum = page.getByLabel('Minimum order of all new products');
  await expect(minimum).toHaveValue('1');
  await minimum.fill('2');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('region', { name: 'New products: 1' })).toContainText(/Minimum order: 2/);
  await expect(minimum).toHaveValue('2');
  const issues = page.getByRole('region', { name: 'What is wrong, by column' });
  await expect(issues.getByRole('listitem')).toHaveText([
    /Size: 2 rows/,
    /Weight kg: 1 row/,
    /Name: 1 row.*decoded twice/,
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download these rows to correct them' }).click();
  expect((await download).suggestedFilename()).toBe('rows-to-correct.csv');
  await issues.getByRole('button', { name: 'Leave the column “Size” out' }).click();
  await expect(issues.getByText('Size: 2 rows')).toHaveCount(0);
  await expect(page.getByLabel('Import “Size” as')).toHaveValue('');
  await issues.getByRole('button', { name: 'Leave out the values of “Weight kg” that cannot be read' }).click();
  await expect(issues).toContainText('Left out.');
  await issues.getByRole('button', { name: 'Do not leave values of “Weight kg” out' }).click();
  await expect(issues).not.toContainText('Left out.');
  await issues.getByRole('button', { name: 'Leave out the values of “Weight kg” that cannot be read' }).click();
  await expect(page.getByRole('region', { name: 'New products: 3' })).toContainText('1.59 kg');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, import' }).click();
  await expect(page.getByText('Done: 3 products created')).toBeVisible();
});
