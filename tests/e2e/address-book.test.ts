import { expect, type Page } from '@playwright/test';
import { sendRequest } from '#tests/support/running-shop.ts';
import { addAddress } from './checkout-helpers.ts';
import { getDialog, signInAsAdmin, signInAsNewCustomer, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 } });

const getCards = (page: Page) => page.getByRole('list', { name: 'Your addresses' }).getByRole('article');
const getField = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

test('a customer fills an address book on a phone, with a mistake, defaults, a change and a deletion', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'My Addresses' }).click();
  await expectTitle(page, 'My Addresses');
  await page.getByRole('link', { name: 'Add an address' }).click();
  await expectTitle(page, 'Add an address');

  await expect(getField(page, 'Country')).toHaveValue('US');
  await expect(getField(page, 'Name')).toHaveValue(customer.name);
  await getField(page, 'Street and number').fill('1 Main Street');
  await getField(page, 'City').fill('Cleveland');
  await getField(page, 'ZIP code').fill('4411');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(getField(page, 'ZIP code')).toHaveAccessibleDescription('Please enter a ZIP code such as 44114.');
  await expect(getField(page, 'State')).toHaveAccessibleDescription('Please choose a state in the United States.');
  await expect(getField(page, 'State')).toBeFocused();
  // Phones zoom in when a field with smaller text gets the focus, except where nothing is typed.
  for (const field of await page.getByRole('main').locator('input:not([type=checkbox]), select').all()) {
    expect(await field.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
  }
  await getField(page, 'State').selectOption('Ohio');
  await getField(page, 'ZIP code').fill('44114');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expectTitle(page, 'My Addresses');
  await expect(page.getByRole('status').filter({ hasText: 'Saved: the address of' })).toBeVisible();
  await expect(getCards(page)).toContainText(['Cleveland, OH 44114']);
  await expect(getCards(page).first()).toContainText('Default shipping address');

  await page.getByRole('link', { name: 'Add an address' }).click();
  await getField(page, 'Label').fill('Site 14');
  await getField(page, 'Country').selectOption('Germany');
  await expect(getField(page, 'State')).toHaveCount(0);
  await getField(page, 'Street and number').fill('Hafenstraße 7');
  await getField(page, 'Postal code').fill('D-80331');
  await getField(page, 'City').fill('München');
  await getField(page, 'VAT ID').fill('de 136 695 977');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(getField(page, 'VAT ID')).toHaveAccessibleDescription(/This VAT ID is not valid\./);
  await getField(page, 'VAT ID').fill('de 136 695 976');
  await getField(page, 'VAT ID').press('Enter');
  const yard = getCards(page).nth(1);
  await expect(yard).toContainText('80331 MünchenGERMANY');
  await expect(yard).toContainText('DE136695976');
  await expect(yard.getByRole('heading')).toHaveText('Site 14');

  await yard.getByRole('button', { name: 'Make default for shipping' }).click();
  await expect(yard).toContainText('Default shipping address');
  await expect(page.getByRole('status').filter({ hasText: 'Orders go to' })).toBeFocused();
  await expect(getCards(page).first()).toContainText('Default billing address');
  await expect(getCards(page).first()).not.toContainText('Default shipping address');

  await yard.getByRole('link', { name: 'Change' }).press('Enter');
  await expectTitle(page, 'Change an address');
  await getField(page, 'Floor, unit or gate').fill('Tor 4');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(yard).toContainText('Tor 4');

  const remove = yard.getByRole('button', { name: 'Delete' });
  await remove.press('Enter');
  await expect(getDialog(page)).toHaveAccessibleName('Delete this address?');
  await expect(getDialog(page)).toContainText('Hafenstraße 7');
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(getCards(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Deleted' })).toBeFocused();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('if the popup’s code cannot be loaded, the browser asks instead', async ({ page, shop }) => {
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await page.route('**/assets/dialog-box-*.js', (route) => route.abort());
  await page.goto('/dashboard/addresses');
  const remove = getCards(page).getByRole('button', { name: 'Delete' });
  const asked: string[] = [];
  page.once('dialog', (dialog) => {
    asked.push(dialog.message());
    return dialog.dismiss();
  });
  await remove.click();
  await expect.poll(() => asked).toEqual([expect.stringContaining('Delete this address?')]);
  await expect(remove).toBeEnabled();
  page.once('dialog', (dialog) => dialog.accept());
  await remove.click();
  await expect(getCards(page)).toHaveCount(0);
});

test('input survives a reload together with its country, and changes from another window are shown before they are replaced', async ({
  page,
  shop,
}) => {
  const { token } = await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/addresses/new');
  await getField(page, 'Country').selectOption('Canada');
  await getField(page, 'Province').selectOption('Ontario');
  await getField(page, 'Street and number').fill('12 King Street');
  // Nobody reloads so fast that the schema is still loading.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('12 King Street');
  await page.reload();
  await expect(page.getByRole('status').filter({ hasText: 'Your entries are still here.' })).toBeVisible();
  await expect(getField(page, 'Country')).toHaveValue('CA');
  await expect(getField(page, 'Province')).toHaveValue('ON');
  await expect(getField(page, 'Street and number')).toHaveValue('12 King Street');
  await getField(page, 'City').fill('Toronto');
  await getField(page, 'Postal code').fill('m5v 2t6');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(getCards(page)).toContainText(['Toronto ON M5V 2T6']);

  await page.getByRole('link', { name: 'Change' }).click();
  await expect(getField(page, 'City')).toHaveValue('Toronto');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await sendRequest('PATCH', `${shop.origin}/api/addresses/${id}`, { line2: 'Gate 4' }, token);
  await getField(page, 'Floor, unit or gate').fill('Gate 5');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This address has changed');
  await expect(page.getByRole('region', { name: 'The newer version' })).toContainText('Gate 4');
  await expect(getField(page, 'Floor, unit or gate')).toHaveValue('Gate 5');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(getCards(page)).toContainText(['Gate 5']);
});

test('an address that is not in the book is not found, and an admin has no book', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto(`/dashboard/addresses/${'a'.repeat(24)}`);
  await expect(page.getByRole('main')).toContainText('This address is no longer in your address book.');
  await page.context().clearCookies();
  await page.goto('/home');
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'Payments' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Addresses' })).toHaveCount(0);
});
