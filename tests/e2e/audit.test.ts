import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { newCustomer, placeOrder, signInAsAdmin, test } from './fixtures.ts';

test('the owner finds who placed an order in the audit log, and downloads the entries in the list', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const { id } = await placeOrder(shop, customer);
  await signInAsAdmin(page);
  await page.goto('/dashboard/audit');
  await page.getByRole('searchbox').fill(id);
  const entries = page.getByRole('region', { name: 'List of entries' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText('Order placed');
  await expect(entries).toContainText(customer.email);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\r\n')).toHaveLength(3);
  expect(csv).toContain(`"${customer.email}","customer","order.placed","order","${id}"`);
  await expect(page.getByRole('status').filter({ hasText: 'The download has started.' })).toBeVisible();
});
