import { expect } from '@playwright/test';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { storeBasket } from './basket-helpers.ts';
import { fillAddress } from './checkout-helpers.ts';
import {
  expectAccessible,
  fillCard,
  getPlentifulTool,
  signInAsAdmin,
  signInAsNewCustomer,
  test as visitorsTest,
} from './fixtures.ts';

/** A separate shop whose tax the card sandbox calculates. */
const test = visitorsTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { TAX: 'stripe' } });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe.configure({ mode: 'serial' });

test('an owner says where the shop is, which codes its classes have, and what happens without an answer', async ({
  page,
}) => {
  await signInAsAdmin(page);
  const main = page.getByRole('main');
  await page.goto('/dashboard/taxes');
  await expect(main.getByText('Stripe calculates the tax of every order.')).toBeVisible();
  await page.goto('/dashboard/settings#tax');
  await main.getByLabel('State or region of the shop').fill('OH');
  await main.getByLabel('Postal code of the shop').fill('44114');
  await main.getByLabel('Stripe tax codes').fill('books = 35010000');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(main.getByText(/eight digits.*cannot be read: “books = 35010000”/)).toBeVisible();
  await expect(main.getByLabel('Stripe tax codes')).toHaveValue('books = 35010000');
  await main.getByLabel('Stripe tax codes').fill('books = txcd_35010000');
  await main.getByLabel('If Stripe does not answer').selectOption({ label: 'Use the rates of the page Taxes' });
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(main.getByRole('status').last()).toContainText('Saved:');
  await page.goto('/dashboard/system');
  await expect(main.getByText('Built in: a sandbox of Stripe Tax')).toBeVisible();
});

test('a buyer sees the taxes of their state and county before they pay', async ({ page, shop }) => {
  const tool = await getPlentifulTool(shop);
  const { token } = await signInAsNewCustomer(page, shop);
  await storeBasket(shop, token, [{ toolId: tool._id, quantity: 10 }]);
  await page.goto('/checkout');
  const main = page.getByRole('main');
  await fillAddress(page);
  await expect(main.getByText(/^Ohio sales tax/)).toBeVisible();
  await expect(main.getByText(/^Cuyahoga County sales tax/)).toBeVisible();
  await expectAccessible(page);

  const place = page.getByRole('button', { name: 'Place order and pay' });
  await main.getByLabel('Your PO number').fill('PO-4711');
  const problem = { code: 'tax_unavailable', status: 503, detail: 'The tax cannot be calculated right now.' };
  const refusal = { status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) };
  await page.route('**/api/purchases', (route) => route.fulfill(refusal), { times: 1 });
  await place.click();
  // It is known that nothing was ordered, so another order is no repetition of this one.
  await expect(main.getByText('The tax cannot be calculated right now. Nothing was ordered.')).toBeVisible();
  await expect(main.getByLabel('Your PO number')).toHaveValue('PO-4711');
  await place.click();
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
  await page.getByRole('link', { name: 'See the order' }).click();
  // 189.00 at 5.75 % and 2.25 %.
  await expect(main).toContainText('$10.87');
  await expect(main).toContainText('$4.25');
  await expect(main).toContainText('$204.12');
});
