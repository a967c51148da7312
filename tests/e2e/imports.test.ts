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
