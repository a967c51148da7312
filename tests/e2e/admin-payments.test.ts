import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';
import { type Customer, fetchJson, newCustomer, placeOrder, signInAs, signInAsAdmin, test } from './fixtures.ts';

/** Pays as a program would, without notifying the shop, which learns of it from the provider. */
async function payAtProvider(shop: RunningShop, customer: Customer, method: string): Promise<string> {
  const { id } = await placeOrder(shop, customer);
  const { price } = await fetchJson<{ price: string }>(shop, `/payment/${id}`, customer.token);
  const started = await sendRequest(
    'POST',
    `${shop.origin}/api/create-payment-intent`,
    { price, order: id },
    customer.token,
  );
  const { clientSecret, publishableKey } = (await started.json()) as { clientSecret: string; publishableKey: string };
  const confirmed = await fetch(
    `${shop.origin}/card-sandbox/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: method }),
    },
  );
  expect(confirmed.ok).toBe(true);
  return id;
}

const find = (page: Page, text: string) => page.getByRole('searchbox', { name: /^Search by number, / }).fill(text);

test('an admin sees a disputed payment and syncs it with the card provider, and the customer sees nothing of it', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const id = await payAtProvider(shop, customer, 'pm_card_createDispute');
  await expect
    .poll(async () => (await fetchJson<{ paid: boolean }>(shop, `/payment/${id}`, customer.token)).paid)
    .toBe(true);
  await signInAs(page, customer);
  await page.goto('/dashboard/myorder');
  await expect(page.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText(/dispute/i)).toHaveCount(0);

  await signInAsAdmin(page);
  await page.goto('/dashboard/allorder');
  await find(page, customer.email);
  await expect(page.getByText(/^Disputed: answer by /)).toBeVisible();
  // Until the search is done, the orders of other customers are shown, too.
  const pending = page.getByRole('row').filter({ hasText: customer.email }).getByRole('button', { name: 'Pending' });
  await pending.click();
  const question = page.getByRole('alertdialog', { name: /^Ship \d+ .* to Ada Smith\?$/ });
  await expect(question).toContainText('The payment for this order is disputed');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(pending).toBeVisible();
  await page.getByRole('navigation', { name: 'DashBoard' }).getByRole('link', { name: 'Payments' }).click();
  await find(page, customer.email);
  const row = page.getByRole('row').filter({ hasText: customer.email });
  await expect(row).toContainText('Succeeded');
  await expect(row).toContainText('Disputed: answer by');
  await expect(row).toContainText('Reason: fraudulent');
  await page.route(
    '/api/payments/*/check',
    (route) => route.fulfill({ status: 502, json: { code: 'provider_unavailable' } }),
    {
      times: 1,
    },
  );
  await row.getByRole('button', { name: 'Sync' }).click();
  await expect(row.getByRole('alert')).toContainText('could not be reached');
  await row.getByRole('button', { name: 'Sync' }).click();
  await expect(page.getByRole('status').filter({ hasText: ': Paid.' })).toBeAttached();
  await page.getByRole('combobox').filter({ hasText: 'Refund due' }).selectOption('Refund due');
  await expect(page.getByText('No matches')).toBeVisible();
});
