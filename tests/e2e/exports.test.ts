import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { newCustomer, placeOrder, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';

test('an admin exports today’s orders, after an invalid period is rejected at its field', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  await placeOrder(shop, customer);
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: 'Export' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export');
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Period', { exact: true }).selectOption('Another period');
  await page.getByLabel('From').fill(today);
  await page.getByLabel('Through').fill('2020-01-01');
  await page.getByLabel('Order line').check();
  await page.getByLabel('Order date').check();
  const press = () => page.getByRole('button', { name: 'Download CSV' }).click();
  await press();
  await expect(page.getByLabel('Through')).toBeFocused();
  await expect(page.getByLabel('Through')).toHaveAccessibleDescription(/not before the first/);
  await page.getByLabel('Through').fill(today);
  const download = page.waitForEvent('download');
  await press();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`lines-${today}-${today}.csv`);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv).toContain('"number","line","paid"');
  expect(csv).toMatch(/"IM-\d{4}-\d{6}","1","?"?,"placed"/);
  await expect(page.getByRole('status').filter({ hasText: 'The download has started.' })).toBeVisible();
  await page.getByRole('radio', { name: /^Refund/ }).check();
  // A refund counts on its own day.
  await expect(page.getByRole('group', { name: 'Date used' })).toHaveCount(0);
  const refunds = page.waitForEvent('download');
  await press();
  expect((await refunds).suggestedFilename()).toBe(`refunds-${today}-${today}.csv`);
  await page.getByLabel('Order line').check();
  // A month has no fields of its own, and the other choices stay.
  await page.getByLabel('Period', { exact: true }).selectOption({ index: 0 });
  await expect(page.getByLabel('From')).toHaveCount(0);
  await expect(page.getByLabel('Order line')).toBeChecked();
});

test('a customer cannot export', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/exports');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});
