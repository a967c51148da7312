import { expect, type Page } from '@playwright/test';
import { type RunningShop, removeDataDir, sendRequest, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import { fillAddress } from './checkout-helpers.ts';
import {
  fillCard,
  getDialog,
  placeOrder,
  signInAsAdmin,
  signInAsNewCustomer,
  test as visitorsTest,
} from './fixtures.ts';

/** A separate shop that charges tax. */
const test = visitorsTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { TAX: 'table' } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const getForm = (page: Page, name: string) => page.getByRole('form', { name });

test.describe.configure({ mode: 'serial' });

test('an owner adds a rate, is told at the fields what is wrong, schedules the next one and deletes it', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/taxes');
  const main = page.getByRole('main');
  await expect(main.getByText('No tax rates yet')).toBeVisible();
  await main.getByRole('button', { name: 'Add a tax rate' }).click();
  const form = getForm(page, 'Add a tax rate');
  await expect(form.getByLabel('Country')).toBeFocused();
  await form.getByLabel('Country').selectOption({ label: 'Germany' });
  await form.getByRole('button', { name: 'Use this rate' }).click();
  await expect(form.getByLabel('Valid from')).toBeFocused();
  await expect(form.getByLabel('Name of the tax')).toHaveValue('VAT');
  await expect(form.getByLabel('Rate in percent')).toHaveValue('19');
  await form.getByLabel('Rate in percent').fill('190');
  await form.getByLabel('Valid from').fill('2021-01-01');
  await page.keyboard.press('Enter');
  await expect(form.getByText('A tax rate is at most 100 %')).toBeVisible();
  await expect(form.getByLabel('Rate in percent')).toBeFocused();
  await form.getByLabel('Rate in percent').fill('19 %');
  await page.keyboard.press('Enter');
  await expect(main.getByText('Added: VAT 19 % standard, Germany, from 2021-01-01.')).toBeFocused();
  const row = main.getByRole('table', { name: 'Germany' }).getByRole('row', { name: /19 %/ });
  await expect(row).toContainText('In force');

  await row.getByRole('button', { name: 'New rate after VAT 19 %' }).click();
  const next = getForm(page, 'New rate from a day on');
  await next.getByLabel('Rate in percent').fill('20');
  await next.getByLabel('Valid from').fill(inDays(-2));
  await next.getByRole('button', { name: 'Save tax rate' }).click();
  await expect(next.getByText('This day has passed')).toBeVisible();
  await next.getByLabel('Valid from').fill(inDays(40));
  await next.getByRole('button', { name: 'Save tax rate' }).click();
  const scheduled = main.getByRole('row', { name: /20 %/ });
  await expect(scheduled).toContainText('Scheduled');

  await row.getByRole('button', { name: 'Change VAT 19 %' }).click();
  const change = getForm(page, 'Change a tax rate');
  await expect(change.getByText('only its name can change')).toBeVisible();
  await expect(change.getByRole('textbox')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(change).toBeHidden();

  await scheduled.getByRole('button', { name: 'Delete VAT 20 %' }).click();
  await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(scheduled).toBeHidden();
  await expect(main.getByText(/^Deleted: VAT 20 %/)).toBeFocused();
});

test('a buyer whose address makes an order cost something else is asked before it does', async ({ page, shop }) => {
  const token = await signInAdmin(shop.origin);
  const rate = { name: 'Sales tax', country: 'US', region: 'PA', rate: 10, validFrom: inDays(0) };
  expect((await sendRequest('POST', `${shop.origin}/api/tax-rates`, rate, token)).status).toBe(201);
  const { id } = await placeOrder(shop, await signInAsNewCustomer(page, shop), { address: null });
  await page.goto(`/dashboard/payment/${id}`);
  const main = page.getByRole('main');
  await fillAddress(page);
  await main.getByLabel('State', { exact: true }).selectOption('PA');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(main.getByText(/^With this address, the order costs \$[\d.,]+ instead of \$[\d.,]+\./)).toBeVisible();
  await page.getByRole('button', { name: /^Use this address for \$/ }).click();
  await expect(main.getByText('Saved. We will ship to this address.')).toBeVisible();
  await expect(main.getByText(/^Sales tax/)).toBeVisible();
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
});

test('a rate of one state is added to by another, and a change by somebody else loses no input', async ({
  page,
  shop,
}) => {
  const token = await signInAdmin(shop.origin);
  const body = { name: 'Ohio sales tax', country: 'US', region: 'OH', rate: 5.75, validFrom: inDays(10) };
  const added = await sendRequest('POST', `${shop.origin}/api/tax-rates`, body, token);
  const { insertedId } = (await added.json()) as { insertedId: string };
  await signInAsAdmin(page);
  await page.goto('/dashboard/taxes');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Change Ohio sales tax' }).click();
  const form = getForm(page, 'Change a tax rate');
  await expect(form.getByLabel('Region')).toHaveValue('OH');
  await form.getByLabel('Rate in percent').fill('6');
  const change = { rate: 5.5, version: 1 };
  expect((await sendRequest('PATCH', `${shop.origin}/api/tax-rates/${insertedId}`, change, token)).status).toBe(200);
  await form.getByRole('button', { name: 'Save tax rate' }).click();
  await expect(form.getByRole('alert')).toContainText('Someone else has changed this tax rate.');
  await expect(form.getByText(/Ohio sales tax 5.5 %/)).toBeVisible();
  await expect(form.getByLabel('Rate in percent')).toHaveValue('6');
  await form.getByRole('button', { name: 'Save tax rate' }).click();
  await expect(main.getByRole('row', { name: /Ohio sales tax/ })).toContainText('6 %');

  await page.goto('/dashboard/settings#tax');
  await main.getByLabel('Prices are entered').selectOption({ label: 'With tax' });
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(main.getByRole('status').last()).toContainText('Saved: Prices are entered.');
});

visitorsTest('a shop without tax says how to turn it on, and has no settings for it', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/taxes');
  await expect(page.getByText('set TAX=table where the shop is started')).toBeVisible();
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('heading', { name: 'Unpaid orders' })).toBeVisible();
  await expect(page.getByLabel('Prices are entered')).toBeHidden();
  await expect(page.getByLabel('State or region of the shop')).toBeHidden();
});
