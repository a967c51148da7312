import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { changeTool, readBasket, storeBasket } from './basket-helpers.ts';
import { addAddress, answerWhere, fillAddress } from './checkout-helpers.ts';
import {
  expectAccessible,
  fetchJson,
  fillCard,
  getDialog,
  placeOrder,
  signInAsAdmin,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place order and pay' });
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true });
const purchases = (shop: Parameters<typeof fetchJson>[0], token: string) =>
  fetchJson<{ _id: string; number: string; poNumber: string; state: string; lines: unknown[] }[]>(
    shop,
    '/purchases',
    token,
  );

async function savePdf(page: Page, name: RegExp): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  return download.suggestedFilename();
}

test('a buyer on the phone orders five tools, pays, saves the papers, gets a partial refund, and orders again', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const tools = await Promise.all([40, 12.5, 8, 3.25, 99].map((balance) => addTool(shop, { balance })));
  const [anvil, jack, ...others] = tools;
  const customer = await signInAsNewCustomer(page, shop);

  await test.step('adds the tools from several pages', async () => {
    await page.goto('/home');
    const card = page.getByRole('article').filter({ hasText: anvil?.name ?? '' });
    await card.getByRole('button', { name: 'Add to basket' }).click();
    await expect(card.getByRole('link', { name: 'In basket (5)' })).toBeVisible();
    for (const tool of [jack, ...others]) {
      await page.goto(`/tools/${tool?.id}`);
      await page.getByRole('main').getByRole('button', { name: 'Add to basket' }).first().click();
      await expect(page.getByRole('main').getByRole('link', { name: 'In basket (5)' }).first()).toBeVisible();
    }
  });

  await test.step('checks out, and is told at the field what is wrong with the address', async () => {
    await page.goto('/basket');
    await page.getByRole('link', { name: 'Check out' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check out');
    await expect(page.getByRole('list', { name: 'What you order' }).getByRole('listitem')).toHaveCount(5);
    await expect(page.getByRole('main')).toContainText('$813.75');
    await expect(field(page, 'Name')).toHaveValue('Ada Smith');
    await field(page, 'Country').selectOption('DE');
    await placeButton(page).click();
    await expect(page.getByRole('main')).toContainText('Please enter a postal code such as 80331.');
    await field(page, 'Country').selectOption('US');
    await expect(page.getByRole('main')).not.toContainText('Please enter');
    await fillAddress(page);
    await field(page, 'ZIP code').fill('4411');
    await field(page, 'Your PO number').fill('PO-4711');
    await placeButton(page).click();
    await expect(field(page, 'ZIP code')).toBeFocused();
    await expect(field(page, 'ZIP code')).toHaveAccessibleDescription('Please enter a ZIP code such as 44114.');
    await expectAccessible(page);
  });

  await test.step('reloads without losing any input, and places the order', async () => {
    await page.reload();
    await expect(page.getByRole('status').filter({ hasText: 'Your entries are still here.' })).toBeVisible();
    await expect(field(page, 'City')).toHaveValue('Cleveland');
    await expect(field(page, 'State')).toHaveValue('OH');
    await expect(field(page, 'Your PO number')).toHaveValue('PO-4711');
    await field(page, 'ZIP code').fill('44114');
    await placeButton(page).click();
    await expect(page).toHaveURL(/\/dashboard\/payment\//);
    await expect(page.getByRole('navigation', { name: 'DashBoard' })).toHaveCount(0);
    await expect(page.getByRole('main').getByText('5 tools, 25 pcs')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('We are holding your pieces until');
    await expect.poll(() => readBasket(shop, customer.token)).toEqual({});
  });

  await test.step('pays all of it by card', async () => {
    await expect(payButton(page)).toHaveAccessibleDescription('Amount $813.75');
    await fillCard(page, '4242 4242 4242 4242');
    await payButton(page).click();
    await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
    await expect(
      page
        .getByRole('main')
        .getByText(/^Order IM-/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('main')).toContainText('PO number PO-4711');
    await expect(page.getByRole('button', { name: /^Save Invoice/ })).toBeVisible();
  });

  await test.step('finds everything about the order on its page', async () => {
    await page.getByRole('link', { name: 'See the order' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order IM-\d{4}-\d{6}$/);
    const main = page.getByRole('main');
    for (const text of [
      'Paid',
      'Cleveland, OH 44114',
      'PO-4711',
      '$813.75',
      'Same as shipping address',
      'Ordered by you',
    ])
      await expect(main).toContainText(text);
    await expect(main.getByRole('table', { name: 'Items' }).getByRole('rowheader')).toHaveCount(5);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
    expect(await savePdf(page, /^Save Order confirmation/)).toMatch(/^confirmation-IM-.*\.pdf$/);
    expect(await savePdf(page, /^Save Invoice/)).toMatch(/^invoice-INV-.*\.pdf$/);
  });

  await test.step('reads about the shop’s partial refund, and saves its credit note', async () => {
    const admin = await signInAdmin(shop.origin);
    const [purchase] = await fetchJson<{ _id: string; lines: { _id: string; itemName: string }[] }[]>(
      shop,
      '/purchases',
      customer.token,
    );
    const order = purchase?.lines.find(({ itemName }) => itemName === anvil?.name)?._id;
    const refund = { lines: [{ order, quantity: 2 }], restock: true, reason: 'Two were bent.' };
    const url = `${shop.origin}/api/purchases/${purchase?._id}/refunds`;
    expect((await sendRequest('POST', url, refund, admin)).status).toBe(201);
    await page.reload();
    const main = page.getByRole('main');
    for (const text of ['Refunded 2', '-$80.00', 'Paid after refunds', '$733.75', 'Two were bent.', 'Refunded: $80.00'])
      await expect(main).toContainText(text);
    expect(await savePdf(page, /^Save Credit note/)).toMatch(/^credit-note-.*\.pdf$/);
    const mails = await fetchJson<{ recipient: string; subject: string }[]>(shop, '/outbox', admin);
    const ofBuyer = mails.filter(({ recipient }) => recipient === customer.email);
    expect(ofBuyer.filter(({ subject }) => subject.startsWith('Refunded: $80.00'))).toHaveLength(1);
  });

  await test.step('orders again, and learns what costs more now', async () => {
    await changeTool(shop, jack?.id ?? '', { balance: 13 });
    await page.getByRole('button', { name: 'Order again' }).click();
    await expect(getDialog(page)).toContainText(`${jack?.name}: was $12.50 each, now $13.00.`);
    await getDialog(page).getByRole('link', { name: 'Go to the basket' }).click();
    await expect(page).toHaveURL(/\/basket$/);
    await expect(page.getByRole('list', { name: 'Tools in the basket' }).getByRole('listitem')).toHaveCount(5);
  });
});

test('a buyer whose tool has become more expensive reads what changed, loses no input, and orders at the new price', async ({
  page,
  shop,
}) => {
  const tool = await addTool(shop);
  const soldOut = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await storeBasket(shop, customer.token, [
    { toolId: tool.id, quantity: 5 },
    { toolId: soldOut.id, quantity: 61 },
  ]);
  await page.goto('/checkout');
  await expect(page.getByRole('region', { name: 'Not included in this order' })).toContainText(`61 ${soldOut.name}`);
  await field(page, 'Your PO number').fill('PO-1');
  await changeTool(shop, tool.id, { balance: 41 });
  await placeButton(page).click();
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('It was $200.00 and is now $205.00. Nothing was ordered.');
  await expect(alert).toContainText(`${tool.name}: was $40.00 each, now $41.00.`);
  expect(await purchases(shop, customer.token)).toEqual([]);
  await expect(field(page, 'Your PO number')).toHaveValue('PO-1');
  await placeButton(page).click();
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  const [placed] = await purchases(shop, customer.token);
  expect(placed).toMatchObject({ poNumber: 'PO-1', lines: [{ price: '205.00' }] });
  await expect.poll(() => readBasket(shop, customer.token)).toEqual({ [soldOut.id]: 61 });
});

test('a buyer who clicks twice, loses the response and reloads places one order', async ({ page, shop }) => {
  const tool = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 5 }]);
  await page.route('**/api/purchases', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.goto('/checkout');
  await fillAddress(page);
  await placeButton(page).dblclick();
  await expect(page.getByRole('main').getByRole('alert').last()).toContainText('it will not be ordered twice');
  await page.unroute('**/api/purchases');
  // The price has changed in the meantime, so that only the stored attempt knows what was ordered.
  await changeTool(shop, tool.id, { balance: 41 });
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  expect(await purchases(shop, customer.token)).toHaveLength(1);
  await expect.poll(() => readBasket(shop, customer.token)).toEqual({});
  expect(await fetchJson<unknown[]>(shop, '/addresses', customer.token)).toHaveLength(1);
});

test('a buyer whose order was paid by another client is asked for an address, and gets an invoice', async ({
  page,
  browser,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const { id } = await placeOrder(shop, customer, { address: null });
  const intent = await sendRequest(
    'POST',
    `${shop.origin}/api/create-payment-intent`,
    { purchase: id },
    customer.token,
  );
  const { clientSecret, publishableKey } = (await intent.json()) as { clientSecret: string; publishableKey: string };
  const [transactionId] = clientSecret.split('_secret_');
  const confirmed = await fetch(`${shop.origin}/card-sandbox/v1/payment_intents/${transactionId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
  });
  expect(confirmed.status).toBe(200);
  await sendRequest('PATCH', `${shop.origin}/api/myorder/${id}`, { transactionId }, customer.token);
  const [purchase] = await purchases(shop, customer.token);
  const path = `/dashboard/orders/${purchase?.number}`;

  const ownersPage = await browser.newPage({ baseURL: shop.origin });
  await signInAsAdmin(ownersPage);
  await ownersPage.goto(path);
  await expect(ownersPage.getByRole('main')).toContainText('No shipping address yet');
  await expect(ownersPage.getByRole('main')).toContainText(customer.email);
  await ownersPage.close();

  await page.goto(path);
  await expect(page.getByRole('main')).toContainText('We cannot ship your order without an address.');
  await expect(page.getByRole('button', { name: /^Save Receipt/ })).toBeVisible();
  await answerWhere(page);
  await expect(page.getByRole('main')).toContainText('Cleveland, OH 44114');
  expect(await savePdf(page, /^Save Invoice/)).toMatch(/^invoice-INV-/);
});

test('a buyer of a single tool enters a PO number on the payment page, changes the note, and keeps the address', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const { id } = await placeOrder(shop, customer, { address: null });
  await page.goto(`/dashboard/payment/${id}`);
  const main = page.getByRole('main');
  await field(page, 'Your PO number').fill('PO-1');
  await field(page, 'Note to us').fill('Gate 3');
  await answerWhere(page);
  await expect(main).toContainText('PO-1');
  await addAddress(shop, customer, { line1: 'Dock 4', isDefaultDelivery: true, isDefaultBilling: true });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(field(page, 'Your PO number')).toHaveValue('PO-1');
  await field(page, 'Note to us').fill('Gate 4');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(main).toContainText('Gate 4');
  const [purchase] = await fetchJson<object[]>(shop, '/purchases', customer.token);
  const delivery = { line1: '1 Main Street', lines: ['Ada Smith', '1 Main Street', 'Cleveland, OH 44114'] };
  expect(purchase).toMatchObject({ poNumber: 'PO-1', note: 'Gate 4', delivery, billing: delivery });
  await main.getByRole('link', { name: /^Order IM-/ }).click();
  await expect(main).toContainText('Gate 4');
});

test('a buyer finds an order that was canceled, and orders it again', async ({ page, shop }) => {
  const customer = await signInAsNewCustomer(page, shop);
  const { id } = await placeOrder(shop, customer);
  const [placed] = await purchases(shop, customer.token);
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/cancel`, { reason: 'Too many.' }, customer.token);
  await page.goto('/dashboard/myorder');
  await page.getByRole('link', { name: 'Canceled and expired orders' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: placed?.number ?? '' }).click();
  await expect(page.getByRole('main')).toContainText('This order was canceled. Reason: Too many.');
  await expect(page.getByRole('heading', { name: 'Order history' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Documents' })).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: 'DashBoard' });
  await expect(menu.locator('[aria-current=page]')).toHaveText(['My Order']);
  await expect(page.getByRole('button', { name: 'Order again' })).toBeVisible();
});

test('a buyer of many tools gets to the address and the card without much scrolling', async ({ page, shop }) => {
  const tools: Awaited<ReturnType<typeof addTool>>[] = [];
  // One after the other, since each call signs an admin in, and few passwords are checked at once.
  while (tools.length < 12) tools.push(await addTool(shop));
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await storeBasket(
    shop,
    customer.token,
    tools.map(({ id }) => ({ toolId: id, quantity: 5 })),
  );
  await page.goto('/checkout');
  const listed = page.getByRole('list', { name: 'What you order' }).getByRole('listitem');
  await expect(listed).toHaveCount(6);
  await page.getByRole('button', { name: 'Show all 12' }).click();
  await expect(listed).toHaveCount(12);
  await expect(listed.nth(6)).toBeFocused();
  await placeButton(page).click();
  const ordered = page.getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(ordered).toHaveCount(0);
  await page.getByRole('main').getByText('12 tools, 60 pcs').click();
  await expect(ordered).toHaveCount(12);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Order IM-/ })
    .click();
  await expect(ordered).toHaveCount(12);
});

test('two tabs that pay one purchase charge the card once', async ({ page, context, shop }) => {
  const tools = [await addTool(shop), await addTool(shop)];
  const customer = await signInAsNewCustomer(page, shop);
  const addressId = await addAddress(shop, customer);
  const lines = tools.map(({ id }) => ({ toolId: id, quantity: 5 }));
  const placed = await sendRequest('POST', `${shop.origin}/api/purchases`, { lines, addressId }, customer.token);
  const { orders } = (await placed.json()) as { orders: string[] };
  const other = await context.newPage();
  const tabs = [page, other];
  for (const [at, tab] of tabs.entries()) {
    await tab.goto(`/dashboard/payment/${orders[at]}`);
    await fillCard(tab, '4242 4242 4242 4242');
    await expect(payButton(tab)).toBeEnabled();
  }
  await Promise.all(tabs.map((tab) => payButton(tab).click()));
  const transactions = await Promise.all(
    tabs.map(async (tab) => {
      await expect(tab.getByText('Congrats! Your payment is completed.')).toBeVisible();
      return tab.getByText(/^pi_[A-Za-z0-9]+$/).textContent();
    }),
  );
  expect(new Set(transactions).size).toBe(1);
  const own = await fetchJson<{ state: string }[]>(shop, '/purchases', customer.token);
  expect(own.map(({ state }) => state)).toEqual(['paid']);
});

test('somebody else’s order is not found, a visitor must sign in first, and an admin cannot check out', async ({
  page,
  shop,
  browser,
}) => {
  const visitor = await browser.newPage({ baseURL: shop.origin });
  await visitor.goto('/checkout');
  await expect(visitor).toHaveURL(/\/signIn\?from=%2Fcheckout/);
  await visitor.close();
  const other = await browser.newPage({ baseURL: shop.origin });
  const buyer = await signInAsNewCustomer(other, shop);
  await placeOrder(shop, buyer);
  const [purchase] = await purchases(shop, buyer.token);
  await other.close();
  await signInAsNewCustomer(page, shop);
  await page.goto(`/dashboard/orders/${purchase?.number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not found');
  await page.getByRole('main').getByRole('link', { name: 'My Order' }).last().click();
  await expect(page).toHaveURL('/dashboard/myorder');
  await page.context().clearCookies();
  await page.goto('/home');
  await signInAsAdmin(page);
  await page.goto('/checkout');
  await expect(page.getByRole('main')).toContainText('Only customers can order.');
});

test('a buyer who has ordered the basket on another device is told so, and orders nothing twice', async ({
  page,
  shop,
}) => {
  const tool = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 9 }]);
  // By then, the page has read the basket for the last time.
  await page.goto('/checkout', { waitUntil: 'networkidle' });
  await expect(page.getByRole('list', { name: 'What you order' }).getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  const { version } = await fetchJson<{ version: number }>(shop, '/basket', customer.token);
  const body = { lines: [{ toolId: tool.id, quantity: 9 }], basketVersion: version };
  const elsewhere = await sendRequest('POST', `${shop.origin}/api/purchases`, body, customer.token);
  expect(elsewhere.status).toBe(201);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await placeButton(page).click();
  await expect(page.getByText('This basket was already ordered or emptied')).toBeInViewport();
  await page.getByRole('link', { name: 'See your orders' }).click();
  await expect(page.getByRole('main')).toContainText(tool.name);
  expect(await purchases(shop, customer.token)).toHaveLength(1);
});

test('a buyer whose basket has changed on another device reviews it before ordering', async ({ page, shop }) => {
  const tool = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 9 }]);
  // By then, the page has read the basket for the last time.
  await page.goto('/checkout', { waitUntil: 'networkidle' });
  const lines = page.getByRole('list', { name: 'What you order' });
  await expect(lines).toContainText('9 pcs');
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 11 }]);
  await placeButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This basket has changed' })).toBeVisible();
  await expect(lines).toContainText('11 pcs');
  await placeButton(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay');
  expect(await purchases(shop, customer.token)).toHaveLength(1);
  expect(await readBasket(shop, customer.token)).toEqual({});
});

test('a buyer’s default billing address is chosen whatever the goods go to, and an order never looks like an empty basket', async ({
  page,
  shop,
}) => {
  const tool = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer, { label: 'Head office', isDefaultDelivery: true, isDefaultBilling: true });
  await addAddress(shop, customer, { label: 'Site 14', line1: '14 Site Road' });
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 9 }]);
  await page.goto('/checkout');
  const billing = page.getByRole('group', { name: 'Billing address' });
  await expect(billing.getByRole('radio', { checked: true })).toHaveAccessibleName(/Same as/);
  await page
    .getByRole('group', { name: 'Shipping address' })
    .getByRole('radio', { name: /Site 14/ })
    .check();
  await expect(billing.getByRole('radio', { checked: true })).toHaveAccessibleName(/Head office/);
  const held = Promise.withResolvers<void>();
  await page.route('**/dashboard/payment/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.route('**/api/purchases/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await placeButton(page).click();
  await expect.poll(async () => (await purchases(shop, customer.token)).length).toBe(1);
  await expect(page.getByRole('main')).toContainText('Loading');
  await expect(page.getByRole('main')).not.toContainText('Your basket is empty');
  held.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay');
  const [purchase] = await fetchJson<object[]>(shop, '/purchases', customer.token);
  expect(purchase).toMatchObject({ delivery: { line1: '14 Site Road' }, billing: { line1: '1 Main Street' } });
});

test('a buyer who goes back from the payment page is led to the order that waits, not to an empty basket', async ({
  page,
  shop,
}) => {
  const tool = await addTool(shop);
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 9 }]);
  await page.goto('/basket');
  await page.getByRole('link', { name: 'Check out' }).click();
  await placeButton(page).click();
  await expect(page).toHaveURL(/\/dashboard\/payment\//);
  await page.goBack();
  await expect(page).toHaveURL('/basket');
  const main = page.getByRole('main');
  await expect(main).toContainText(/Order IM-\d+-\d+ is waiting for your payment/);
  await expectAccessible(page);
  await storeBasket(shop, customer.token, [{ toolId: tool.id, quantity: 9 }]);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Tools in the basket' })).toBeVisible();
  await expect(main).toContainText(/Order IM-\d+-\d+ is waiting for your payment/);
  await main.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pay');
  await storeBasket(shop, customer.token, []);
  const [placed] = await purchases(shop, customer.token);
  await sendRequest('POST', `${shop.origin}/api/purchases/${placed?._id}/cancel`, {}, customer.token);
  await page.goto('/basket');
  await expect(main).toContainText('Your basket is empty');
});
