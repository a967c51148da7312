import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { getDialog, newCustomer, placeOrder, signInAs, signInAsNewCustomer, test } from './fixtures.ts';

test('a customer downloads their data, deletes their account with the password, and signs up again', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop, 'Grace Hopper');
  const { tool } = await placeOrder(shop, customer);
  await signInAs(page, customer);
  await page.goto('/dashboard');
  const section = page.getByRole('region', { name: 'Your data' });
  const download = page.waitForEvent('download');
  await section.getByRole('button', { name: 'Download my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d{2}-\d{2}\.json$/);
  const data = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(data.account.displayName).toBe('Grace Hopper');
  expect(data.purchases[0].lines[0].itemName).toBe(tool.itemName);

  await section.getByRole('button', { name: 'Delete my account' }).click();
  const form = page.getByRole('form', { name: 'Delete your account?' });
  await expect(form).toContainText('the law requires us to keep invoices');
  await form.getByRole('button', { name: 'Keep my account' }).click();
  await expect(section.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await section.getByRole('button', { name: 'Delete my account' }).click();
  const password = form.getByLabel('Your password');
  await password.fill('not the password');
  await form.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/password/i);
  await password.fill(customer.password);
  await form.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(getDialog(page)).toContainText('Your account has been deleted');
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('banner')).toContainText('Sign In');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('an account with a paid order cannot be deleted, and the page says what to do', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.route('/api/me', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { code: 'orders_to_ship', detail: 'You have a paid order that has not shipped yet.' },
    }),
  );
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete my account permanently' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('not shipped yet');
});
