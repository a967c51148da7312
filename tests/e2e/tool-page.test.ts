import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import {
  dismissDialog,
  fetchJson,
  fetchNewest,
  PREFETCHING,
  signInAsAdmin,
  signInAsNewCustomer,
  type Tool,
  test,
} from './fixtures.ts';

test.use(PREFETCHING);

const otherTools = (page: Page) => page.getByRole('region', { name: 'More tools' });

interface NewTool {
  quantity: number;
  minOrderQuantity: number;
  balance?: string;
  packMultiple?: number;
  maxOrderQuantity?: number;
  volumePrices?: { quantity: number; unitPrice: number }[];
}

async function newTool(shop: RunningShop, parts: NewTool): Promise<string> {
  const [known] = await fetchNewest<Tool>(shop, '/tools');
  const tool = { itemName: `Try square ${Date.now()}`, about: 'Steel.', balance: '24.00', picture: known?.picture };
  const stored = await sendRequest(
    'POST',
    `${shop.origin}/api/tools`,
    { ...tool, ...parts },
    await signInAdmin(shop.origin),
  );
  return ((await stored.json()) as { insertedId: string }).insertedId;
}

async function order(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'place order' }).click();
  await dismissDialog(page, 'Good job!', 'You clicked the button!');
}

test('a customer who looks at a tool finds three similar ones under it, and a link to all', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  const [caliper] = await fetchJson<Tool[]>(shop, '/tools?q=vernier');
  const similar = await fetchJson<Tool[]>(shop, `/tools/${caliper?._id}/similar`);
  await page.goto(`/singleTool/${caliper?._id}`);
  await expect(otherTools(page).getByRole('heading', { level: 3 })).toHaveText(similar.map((tool) => tool.itemName));
  expect(similar).toHaveLength(3);
  const next = similar[0] as Tool;
  await otherTools(page).getByRole('link', { name: 'place order' }).first().click();
  await expect(page).toHaveURL(`/singleTool/${next._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(next.itemName);
  await expect(otherTools(page).getByText(next.itemName)).toHaveCount(0);
  await otherTools(page).getByRole('link', { name: 'All tools' }).click();
  await expect(page).toHaveURL('/tools');
});

test('a customer orders while the other tools are loading, and reads nothing about them if that fails', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  await newTool(shop, { quantity: 100, minOrderQuantity: 10 });
  const [tool] = await fetchNewest<Tool>(shop, '/tools');
  const released = Promise.withResolvers<void>();
  await page.route('/api/tools/*/similar', async (route) => {
    await released.promise;
    await route.abort();
  });
  await page.goto(`/singleTool/${tool?._id}`);
  await expect(otherTools(page)).toHaveAttribute('aria-busy', 'true');
  await order(page);
  released.resolve();
  await expect(otherTools(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool?.itemName ?? '');
});

test('a customer reads the price, minimum and stock of a tool, each number with its unit', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, { quantity: 12_000, minOrderQuantity: 20 });
  await page.goto(`/singleTool/${id}`);
  const facts = page.getByRole('main').getByRole('article').first().getByRole('definition');
  await expect(facts).toHaveText(['$24.00 each', '20 pcs', '12,000 pcs']);
});

test('a customer who enters part of a pack is offered whole packs, and orders at the volume price', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, {
    balance: '18.90',
    quantity: 1_000,
    minOrderQuantity: 24,
    packMultiple: 24,
    maxOrderQuantity: 480,
    volumePrices: [{ quantity: 72, unitPrice: 17.2 }],
  });
  await page.goto(`/singleTool/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('article').first().getByRole('definition')).toHaveText([
    '$18.90 each',
    'saves $122.40 $17.20 each',
    '24 pcs',
    '24 pcs',
    '480 pcs',
    '1,000 pcs',
  ]);
  const quantity = page.getByLabel('Quantity', { exact: true });
  const total = main.getByRole('form', { name: 'Order' });
  await expect(quantity).toHaveAccessibleDescription('From 24 to 480 pieces, in packs of 24.');
  await quantity.fill('50');
  await expect(quantity).toHaveAccessibleDescription(/in packs of 24\. It is sold in packs of 24\. Order 48 or 72/);
  await main.getByRole('button', { name: 'place order' }).click();
  await expect(total.getByRole('alert')).toContainText('It is sold in packs of 24. Order 48 or 72');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await main.getByRole('button', { name: '48 at $18.90 each' }).click();
  await expect(quantity).toHaveValue('48');
  await expect(quantity).toBeFocused();
  await expect(quantity).not.toHaveAttribute('aria-invalid');
  await expect(total).toContainText('$907.20');
  await main.getByRole('button', { name: 'One pack more' }).click();
  await expect(quantity).toHaveValue('72');
  await expect(total).toContainText('$1,238.40');
  await main.getByRole('button', { name: 'One pack fewer' }).click();
  await main.getByRole('button', { name: 'Take 72 at $17.20 each' }).click();
  await expect(quantity).toHaveValue('72');
  await order(page);
  await expect(main).toContainText('Order placed: 72 Try square');
  await expect(main).toContainText('$1,238.40');
});

test('a customer who turns the mouse wheel over the quantity scrolls the page, and orders the quantity they typed', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, { quantity: 1_000, minOrderQuantity: 20 });
  await page.goto(`/singleTool/${id}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('100');
  await quantity.hover();
  await expect(quantity).toBeFocused();
  for (let notch = 0; notch < 3; notch += 1) await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(quantity).toHaveValue('100');
  await order(page);
  await expect(page.getByRole('main')).toContainText('Order placed: 100 ');
});

test('a customer whose tool became more expensive in the meantime is told the new total, and nothing is ordered', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, { quantity: 100, minOrderQuantity: 10 });
  await page.goto(`/singleTool/${id}`);
  await expect(page.getByRole('form', { name: 'Order' })).toContainText('$240.00');
  const token = await signInAdmin(shop.origin);
  const changed = await sendRequest('PATCH', `${shop.origin}/api/tools/${id}`, { balance: 25, version: 1 }, token);
  expect(changed.status).toBe(200);
  await page.getByRole('button', { name: 'place order' }).click();
  await expect(page.getByRole('form', { name: 'Order' }).getByRole('alert')).toContainText('It is $250.00 now.');
  await expect(page.getByRole('form', { name: 'Order' })).toContainText('$250.00');
});

test('a customer who opens a tool that is no longer sold reads so, and asks about its successor', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, { quantity: 100, minOrderQuantity: 10 });
  await sendRequest('POST', `${shop.origin}/api/tools/${id}/archive`, {}, await signInAdmin(shop.origin));
  await page.goto(`/singleTool/${id}`);
  await expect(page.getByRole('main')).toContainText('No longer sold.');
  await expect(page.getByRole('button', { name: 'place order' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Request a quote' }).click();
  await expect(page).toHaveURL(`/quote?tool=${id}`);
});

test('a customer who has ordered finds the link to pay that order at once, also with the keyboard', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  const id = await newTool(shop, { quantity: 40, minOrderQuantity: 10 });
  await page.goto(`/singleTool/${id}`);
  const pay = page.getByRole('link', { name: 'Pay this order' });
  await expect(pay).toHaveCount(0);
  await order(page);
  await expect(pay).toBeFocused();
  await expect(pay).toHaveAccessibleDescription(
    /^Order placed: 10 Try square \d+ \$240\.00 Its stock is held for you until \w.*\. Pay it now/,
  );
  const [placed] = await fetchJson<{ _id: string }[]>(shop, `/myorder?email=${customer.email}`, customer.token);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/payment/${placed?._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment');
});

test('a customer who has ordered the last pieces can still pay them', async ({ page, shop }) => {
  await signInAsNewCustomer(page, shop);
  await page.goto(`/singleTool/${await newTool(shop, { quantity: 10, minOrderQuantity: 10 })}`);
  await order(page);
  await expect(page.getByText('It is out of stock.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay this order' })).toBeFocused();
  await expect(page.getByRole('form', { name: 'Order' }).getByRole('button', { name: 'place order' })).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'request a quote' })).toHaveAttribute(
    'href',
    /^\/quote\?tool=/,
  );
});

test('after an order, its total stays next to the link to pay it, whatever the customer chooses next', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  await page.goto(`/singleTool/${await newTool(shop, { quantity: 90, minOrderQuantity: 10 })}`);
  const form = page.getByRole('form', { name: 'Order' });
  const [quantity, pay] = [form.getByLabel('Quantity', { exact: true }), form.getByRole('link')];
  await quantity.fill('25');
  await form.getByRole('button', { name: 'place order' }).click();
  const popup = page.getByRole('dialog', { name: 'Good job!' });
  await expect(popup).toHaveAccessibleDescription(
    /^Order placed: 25 Try square \d+, \$600\.00, held for you until \w.* Pay now.* You clicked the button!$/,
  );
  await popup.getByRole('button', { name: 'OK' }).click();
  // The form is reset, and shows no total that could be mistaken for the order’s.
  await expect(quantity).toHaveValue('10');
  await expect(form.getByText('$600.00')).toBeVisible();
  await expect(form.getByText('$240.00')).toHaveCount(0);
  await quantity.fill('12');
  await expect(form.getByText('Total of another order')).toBeVisible();
  await expect(form.getByText('$288.00')).toBeVisible();
  await expect(pay.filter({ hasText: 'Pay this order' })).toHaveAccessibleDescription(
    /^Order placed: 25 .* \$600\.00 /,
  );
  await quantity.fill('9');
  await form.getByRole('button', { name: 'place order' }).click();
  await dismissDialog(page, 'Error!', 'You entered 9, so nothing was ordered.');
  await expect(form.getByText('$600.00')).toBeVisible();
  await quantity.fill('11');
  await form.getByRole('button', { name: 'place order' }).click();
  await popup.getByRole('link', { name: 'Pay now' }).click();
  await expect(popup).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment');
  await expect(page.getByRole('main')).toContainText('$264.00');
});

test('an admin sees a preview of their product while they type, and the focus never gets into it', async ({ page }) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard/addproduct');
  const entry = page.locator('article');
  await expect(entry).toContainText('The start of the description.');
  const about = `Body of drawn brass. ${'A vial ground inside. '.repeat(5)}`.trim();
  await page.getByLabel('Item name').fill('Line level');
  await page.getByLabel('About').fill(about);
  await page.getByLabel('Unit price').fill('9.4');
  await page.getByLabel('Quantity', { exact: true }).fill('1200');
  await page.getByLabel('Minimum order quantity').fill('20');
  await expect(entry.locator('h3')).toHaveText('Line level');
  await expect(entry.locator('p')).toHaveText(about.slice(0, 80).trim());
  await expect(entry.locator('dd')).toHaveText(['$9.40 each', '20 pcs', '1,200 pcs']);
  await page.getByLabel('Quantity', { exact: true }).fill('19');
  await expect(entry.locator('dd').last()).toHaveText('Out of stock');
  await page.getByLabel('Unit price').fill('nine');
  await expect(entry.locator('dd').first()).toHaveText('–');
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(entry.locator('img')).toHaveAttribute('src', /blank-sheet/);
  // Neither the keyboard nor a screen reader finds the preview, since it says nothing that the fields do not.
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Add Product' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(0);
});
