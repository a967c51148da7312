import { expect, type Page } from '@playwright/test';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { type RunningShop, type SignedInUser, sendRequest } from '#tests/support/running-shop.ts';
import {
  dismissDialog,
  expectAccessible,
  fetchJson,
  fillCard,
  getPlentifulTool,
  placeOrder,
  signInAsNewCustomer,
  tabTo,
  test,
} from './fixtures.ts';

const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });

async function deleteOrder({ origin }: RunningShop, { token }: SignedInUser, id: string): Promise<void> {
  expect((await sendRequest('DELETE', `${origin}/api/order/${id}`, undefined, token)).status).toBe(200);
}

async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
  await expect(page.getByText('Your transaction Id')).toBeVisible();
  await expect(page.getByText(/^pi_[A-Za-z0-9]+$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay', exact: true, disabled: false })).toHaveCount(0);
}

test('a customer who clicks place order twice places one order', async ({ page, shop }) => {
  const customer = await signInAsNewCustomer(page, shop);
  const tool = await getPlentifulTool(shop);
  await page.goto(`/singleTool/${tool._id}`);
  await page.getByRole('button', { name: 'place order' }).dblclick();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
  const orders = await fetchJson<unknown[]>(
    shop,
    `/myorder?${new URLSearchParams({ email: customer.email })}`,
    customer.token,
  );
  expect(orders).toHaveLength(1);
});

test('a customer fails the bank’s authentication, then passes it, and the order stays paid after a reload', async ({
  page,
  shop,
}) => {
  const { id, tool } = await placeOrder(shop, await signInAsNewCustomer(page, shop));
  const total = formatDecimalMoney(tool.balance * tool.minOrderQuantity);
  await page.goto(`/dashboard/payment/${id}`);
  await expect(payButton(page)).toHaveAccessibleDescription(`Amount ${total}`);
  const question = page.getByRole('dialog', { name: '3-D Secure' });
  await expect(page.getByText('no money moves')).toBeVisible();
  await fillCard(page, '4000 0025 0000 3155');
  await payButton(page).click();
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'We are unable to authenticate your payment method',
  );
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, '4000 0025 0000 3155');
  await payButton(page).click();
  await question.getByRole('button', { name: 'Complete authentication' }).click();
  await expectPaid(page);
  await expect(payButton(page)).toBeDisabled();
  await expect(payButton(page)).toHaveAccessibleDescription(`${total} is paid. There is nothing more to pay.`);
  await page.reload();
  await expectPaid(page);
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible();
});

test('a customer cannot pay before the payment is prepared, and reads in red why a card was declined', async ({
  page,
  shop,
}) => {
  const { id } = await placeOrder(shop, await signInAsNewCustomer(page, shop));
  const prepared = Promise.withResolvers<void>();
  await page.route('/api/create-payment-intent', async (route) => {
    await prepared.promise;
    await route.continue();
  });
  await page.goto(`/dashboard/payment/${id}`);
  await expect(payButton(page)).toBeDisabled();
  prepared.resolve();
  await expect(payButton(page)).toBeEnabled();
  await fillCard(page, '4000 0000 0000 0002');
  await payButton(page).click();
  const error = page.getByRole('main').getByText('Your card was declined.');
  const red = await page.evaluate(() => {
    const color = document.createElement('span');
    color.style.color = getComputedStyle(document.documentElement).getPropertyValue('--bad');
    document.body.append(color);
    return getComputedStyle(color).color;
  });
  await expect(error).toHaveCSS('color', red);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was charged.');
});

for (const [where, act] of [
  ['presses Pay', (page: Page) => payButton(page).click()],
  ['comes back to the tab', (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))],
  ['opens the page again', (page: Page) => page.reload()],
] as const) {
  test(`a customer whose order was deleted elsewhere ${where}, and reads so and what to do next`, async ({
    page,
    shop,
  }) => {
    const customer = await signInAsNewCustomer(page, shop);
    const { id, tool } = await placeOrder(shop, customer);
    await page.goto(`/dashboard/payment/${id}`);
    await fillCard(page, '4242 4242 4242 4242');
    await expect(payButton(page)).toBeEnabled();
    await deleteOrder(shop, customer, id);
    await act(page);
    const notice = page.getByRole('main').getByRole('alert');
    await expect(notice).toContainText('This order can no longer be paid');
    await expect(notice).toContainText('It was deleted in another window or by an admin. Nothing was charged');
    await expect(payButton(page)).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText(/intent/i);
    await expect(notice.getByRole('link', { name: 'My Order' })).toBeVisible();
    await notice.getByRole('link', { name: 'Order it again' }).click();
    await expect(page).toHaveURL(`/singleTool/${tool._id}`);
  });
}

test('a customer pays with only the keyboard', async ({ page, shop }) => {
  await placeOrder(shop, await signInAsNewCustomer(page, shop));
  await page.goto('/dashboard/myorder');
  await tabTo(page, page.getByRole('link', { name: 'Pay', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Card number'));
  // A complete field moves the focus to the next one.
  await page.keyboard.type('4242424242424242');
  await expect(page.getByLabel('Expiry date')).toBeFocused();
  await page.keyboard.type('1234');
  await page.keyboard.type('123');
  await page.keyboard.type('44114');
  await page.keyboard.press('Enter');
  await expectPaid(page);
});
