import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { fetchJson, newCustomer, signInAs, signInAsAdmin, test } from './fixtures.ts';
import { payOrder } from './list-helpers.ts';
import { payNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

/** Creates a paid order of ten pieces at $20.00 each. */
async function paidOrder(shop: RunningShop) {
  const customer = await newCustomer(shop);
  const tool = await addTool(shop, {
    itemName: `Try square ${customer.email.slice(0, 6)}`,
    quantity: 100,
    balance: 20,
  });
  const placed = await sendRequest(
    'POST',
    `${shop.origin}/api/purchases`,
    { lines: [{ toolId: tool.id, quantity: 10 }] },
    customer.token,
  );
  const { insertedId: id } = (await placed.json()) as { insertedId: string };
  await payOrder(shop, customer, id, '200.00');
  return { id, customer };
}

async function openRefund(page: Page, email: string) {
  await page.goto(`/dashboard/payments?q=${email}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  return page.getByRole('dialog', { name: /^Refund IM-/ });
}
const readPurchase = (shop: RunningShop, id: string, token: string) =>
  fetchJson<{ state: string; refunded: string | null }>(shop, `/purchases/${id}`, token);

test('an owner refunds two pieces, loses no input, and sees what the buyer gets', async ({ page, shop }) => {
  const { id, customer } = await paidOrder(shop);
  await signInAsAdmin(page);
  let dialog = await openRefund(page, customer.email);
  await expect(dialog).toContainText('Nothing has been refunded yet.');
  await dialog.getByLabel('What to refund').selectOption('Some pieces');
  await dialog.getByRole('button', { name: 'Refund …' }).click();
  await expect(dialog).toContainText('Please choose at least one piece.');
  await expect(dialog).toContainText('Please enter a reason. The buyer will see it.');
  const more = dialog.getByRole('button', { name: 'One more' });
  await more.click();
  await more.click();
  await dialog.getByLabel('Reason').fill('Two are out of square.');
  await expect(dialog.locator('output')).toHaveText('$40.00');
  // The dialog is closed by mistake and opened again.
  await dialog.getByRole('button', { name: 'Close' }).click();
  dialog = await openRefund(page, customer.email);
  await expect(dialog.getByLabel('Reason')).toHaveValue('Two are out of square.');
  await expect(dialog.locator('output')).toHaveText('$40.00');
  await dialog.getByRole('button', { name: 'Refund …' }).click();
  const question = page.getByRole('alertdialog', { name: 'Refund $40.00?' });
  await expect(question).toContainText('for 2 pieces');
  await question.getByRole('button', { name: 'Yes, refund it' }).click();
  await expect(dialog).toContainText('$40.00 was refunded. We have emailed the buyer.');
  await expect(dialog.getByRole('listitem')).toContainText('2 × Try square');
  await expect(dialog).toContainText('$160.00');
  expect(await readPurchase(shop, id, customer.token)).toMatchObject({ state: 'paid', refunded: '40.00' });
});

test('an owner confirms a request to cancel, and declines another', async ({ page, shop }) => {
  const [first, second] = [await paidOrder(shop), await paidOrder(shop)];
  for (const { id, customer } of [first, second])
    await sendRequest('POST', `${shop.origin}/api/purchases/${id}/cancel`, { reason: 'Too many' }, customer.token);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/allorder?q=${encodeURIComponent(second.customer.email)}`);
  await expect(page.getByRole('row').filter({ hasText: second.customer.email })).toContainText('Asked to cancel');
  let dialog = await openRefund(page, first.customer.email);
  await expect(dialog).toContainText('asks to cancel this order.');
  await dialog.getByRole('button', { name: 'Confirm and refund' }).click();
  await page
    .getByRole('alertdialog', { name: 'Cancel and refund $200.00?' })
    .getByRole('button', { name: 'Yes, refund it' })
    .click();
  await expect(dialog).toContainText('The order has been canceled.');
  await expect(dialog).toContainText('This payment has been or is being refunded');
  expect(await readPurchase(shop, first.id, first.customer.token)).toMatchObject({ state: 'canceled' });

  dialog = await openRefund(page, second.customer.email);
  await dialog.getByRole('button', { name: 'Decline' }).click();
  const question = page.getByRole('alertdialog', { name: 'Decline this request?' });
  await question.getByLabel('Reason').fill('It leaves today.');
  await question.getByRole('button', { name: 'Decline' }).click();
  await expect(dialog).toContainText('The request was declined');
  await expect(dialog).not.toContainText('asks to cancel');
});

test('a failed refund says why, and is tried again', async ({ page, shop }) => {
  const { id, customer } = await paidOrder(shop);
  await signInAsAdmin(page);
  const failed = {
    _id: 'failed',
    amount: '20.00',
    state: 'failed',
    reason: 'Bent',
    cancels: false,
    createdAt: new Date().toISOString(),
    settledAt: null,
    handled: false,
    by: 'Ada',
    error: 'The bank rejected it.',
    lines: [{ order: id, itemName: 'Try square', quantity: 1, amount: '20.00', price: '20.00', restocked: 0 }],
  };
  await page.route(`/api/purchases/${id}/refunds`, (route) => route.fulfill({ json: [failed] }), { times: 1 });
  const dialog = await openRefund(page, customer.email);
  await expect(dialog).toContainText('The bank rejected it.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.locator('output')).toHaveText('$20.00');
  await dialog.getByRole('button', { name: 'Refund …' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, refund it' }).click();
  await expect(dialog).toContainText('$20.00 was refunded.');
  expect(await readPurchase(shop, id, customer.token)).toMatchObject({ refunded: '20.00' });
});

test('an owner marks a failed refund as settled elsewhere, and is told while that cannot be stored', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const tool = await addTool(shop);
  const card = 'pm_card_refundFail';
  const { id, number } = await payNewPurchase(shop, customer, [tool.id], 5, { card });
  const body = { amount: '20.00', reason: 'Bent' };
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/refunds`, body, await signInAdmin(shop.origin));
  await signInAsAdmin(page);
  const dismiss = page.getByRole('button', { name: 'Mark as handled' });
  // The bank rejects it a few seconds later.
  await expect(async () => {
    await page.goto(`/dashboard/orders/${number}`);
    await expect(dismiss).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.route('**/dismiss', (route) => route.abort(), { times: 1 });
  await dismiss.click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await dismiss.click();
  await expect(page.getByText('Marked as handled. It no longer counts as open.')).toBeVisible();
  await expect(dismiss).toHaveCount(0);
  await page.goto(`/dashboard/payments?state=refund_failed&q=${number}`);
  await expect(page.getByText('No matches')).toBeVisible();
});

test('a disputed order says so before anything ships, and links to its payment', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const tool = await addTool(shop);
  const { number } = await payNewPurchase(shop, customer, [tool.id], 5, { card: 'pm_card_createDispute' });
  await signInAsAdmin(page);
  const notice = page.getByText('The buyer’s bank disputes this payment.');
  await expect(async () => {
    await page.goto(`/dashboard/orders/${number}`);
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole('link', { name: 'See the payment' }).click();
  const row = page.getByRole('row').filter({ hasText: tool.name });
  await expect(row).toContainText('Disputed: answer');
  await row.getByRole('link', { name: number }).click();
  await expect(page).toHaveURL(`/dashboard/orders/${number}`);
  // The buyer does not see the dispute.
  await signInAs(page, customer);
  await page.goto(`/dashboard/orders/${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('Disputed');
});
