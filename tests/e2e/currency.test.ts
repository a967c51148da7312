import { expect } from '@playwright/test';
import { fillAddress } from './checkout-helpers.ts';
import { fetchNewest, fillCard, logOut, signInAsAdmin, signInAsNewCustomer, type Tool, test } from './fixtures.ts';

// Its currency appears on every page of the shop, and it must be the first to order there.
test.use({ isolated: 'currency' });

test('an owner chooses yen before the first order, a buyer pays in yen, and from then on it stays', async ({
  page,
  shop,
}) => {
  const main = page.getByRole('main');
  const [tool] = await fetchNewest<Tool & { itemName: string; slug: string }>(shop, '/tools');
  const currency = main.locator('[name="currency"]');

  await test.step('the owner chooses it in the settings', async () => {
    await signInAsAdmin(page);
    await page.goto('/dashboard/settings');
    await currency.selectOption('JPY');
    await main.getByRole('button', { name: 'Save settings' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'Saved: Currency.' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-currency', /"JPY","digits":0,"prefix":"¥"/);
    await page.goto('/dashboard/addproduct');
    await expect(main.getByLabel('Unit price')).toHaveAccessibleDescription('In JPY per piece, such as 1890.');
    await logOut(page);
  });

  await test.step('the buyer reads, orders and pays in yen', async () => {
    await signInAsNewCustomer(page, shop);
    await page.goto(`/tools/${tool?._id}`);
    await expect(main.getByText(/^¥\d+/).first()).toBeVisible();
    await expect(main).not.toContainText('$');
    const linkedData = await page.locator('script[type="application/ld+json"]').first().textContent();
    expect(linkedData).toContain('"priceCurrency":"JPY"');
    await main.getByRole('button', { name: 'Add to basket' }).first().click();
    await page.goto('/basket');
    await expect(main.getByRole('region', { name: 'Summary' })).toContainText('¥');
    await page.getByRole('link', { name: 'Check out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check out');
    await fillAddress(page);
    await expect(main).not.toContainText('$');
    await page.getByRole('button', { name: 'Place order and pay' }).click();
    await expect(page).toHaveURL(/\/dashboard\/payment\//);
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible();
    await expect(main).not.toContainText('$');
    await logOut(page);
  });

  await test.step('the owner reads why it can no longer be changed', async () => {
    await signInAsAdmin(page);
    await page.goto('/dashboard/settings');
    await expect(currency).toHaveValue('JPY');
    await expect(currency).not.toBeEditable();
    await expect(currency).toHaveAccessibleDescription(/^Locked since order IM-\d{4}-000001 of /);
  });
});
