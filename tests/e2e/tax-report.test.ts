import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type RunningShop, removeDataDir, sendRequest, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import { addAddress } from './checkout-helpers.ts';
import {
  expectAccessible,
  fetchNewest,
  newCustomer,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
  test as visitorsTest,
} from './fixtures.ts';
import { payNewPurchase } from './purchase-helpers.ts';

/** A separate shop that charges tax, with an order that was paid and partly refunded. */
const test = visitorsTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { TAX: 'table' } });
      await sellWithTax(shop);
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

async function sellWithTax(shop: RunningShop): Promise<void> {
  const token = await signInAdmin(shop.origin);
  for (const [country, rate] of [
    ['DE', 19],
    ['FR', 20],
  ]) {
    const body = { name: 'VAT', country, rate, validFrom: '2020-01-01' };
    expect((await sendRequest('POST', `${shop.origin}/api/tax-rates`, body, token)).status).toBe(201);
  }
  const customer = await newCustomer(shop);
  const [tool] = await fetchNewest<Tool & { minOrderQuantity: number }>(shop, '/tools');
  for (const parts of [
    { country: 'DE', region: '', city: 'Berlin', postalCode: '10115' },
    { country: 'FR', region: '', city: 'Paris', postalCode: '75001' },
    { country: 'JP', region: 'Tokyo', city: 'Tokyo', postalCode: '100-0001' },
  ]) {
    const addressId = await addAddress(shop, customer, parts);
    const { id } = await payNewPurchase(shop, customer, [tool?._id ?? ''], 100, { addressId });
    if (parts.country !== 'DE') continue;
    const refund = { reason: 'One was bent.', amount: '11.90' };
    expect((await sendRequest('POST', `${shop.origin}/api/purchases/${id}/refunds`, refund, token)).status).toBe(201);
  }
}

const getPeriod = (page: Page) => page.getByLabel('Period', { exact: true });

test('an owner finds the tax report, chooses a period, is told what is wrong, and downloads it', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/exports');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Tax report/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tax report');
  await expect(getPeriod(page)).toHaveValue('lastMonth');
  await expect(getPeriod(page).locator('option')).toHaveText([
    /^This month \([A-Z][a-z]{2} \d{4}\)$/,
    /^Last month \([A-Z][a-z]{2} \d{4}\)$/,
    /^This quarter \([A-Z][a-z]{2} – [A-Z][a-z]{2} \d{4}\)$/,
    /^Last quarter \(/,
    /^This year \(\d{4}\)$/,
    /^Last year \(\d{4}\)$/,
    'Another period',
  ]);
  await expect(main.getByText('No invoices in this period')).toBeVisible();

  await getPeriod(page).selectOption('thisMonth');
  const german = main.getByRole('row', { name: /^Germany/ });
  await expect(german).toContainText('VAT 19 %');
  await expect(german).not.toContainText('Taxed');
  await expect(german).toContainText('$10.00 credited');
  await expect(german).toContainText('$1.90 credited');
  await expect(main.getByRole('row', { name: /^France/ })).toContainText('VAT 20 %');
  await expect(main.getByRole('row', { name: /^Japan/ })).toContainText('No tax');
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
  await expectAccessible(page);

  await getPeriod(page).selectOption('Another period');
  await page.getByLabel('From').fill('2026-01-31');
  await page.getByLabel('Through').fill('2026-01-01');
  await main.getByRole('button', { name: 'Show report' }).click();
  await expect(page.getByLabel('Through')).toHaveAccessibleDescription(/not before the first/);
  await expect(page.getByLabel('From')).toHaveValue('2026-01-31');
  await getPeriod(page).selectOption('thisYear');
  await expect(german).toBeVisible();
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^taxes-\d{4}-01-01-\d{4}-12-31\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/"DE",,"domestic","VAT","19","USD"/);

  await page.goBack();
  await expect(page.getByLabel('Through')).toHaveValue('2026-01-01');
});

test('the report says what failed, and is read again', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/exports');
  await page.route('**/api/tax-report*', (route) => route.abort());
  await page.getByRole('link', { name: /^Tax report/ }).click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.unroute('**/api/tax-report*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No invoices in this period')).toBeVisible();
});

test('a customer cannot read the tax report', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto('/dashboard/taxes/report');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('an owner is not asked about a register that the shop does not ask, and other settings can be saved', async ({
  page,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByLabel('Businesses of other EU countries')).toBeVisible();
  await expect(page.getByLabel(/VIES/)).toHaveCount(0);
  await page.getByLabel('Prices are entered').selectOption('gross');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Saved: Prices are entered.')).toBeVisible();
});
