import { expect, type Page } from '@playwright/test';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { type RunningShop, removeDataDir, sendRequest, signInAdmin, startShop } from '#tests/support/running-shop.ts';
import { keepInBrowser, storeBasket } from './basket-helpers.ts';
import { addAddress } from './checkout-helpers.ts';
import {
  expectAccessible,
  fillCard,
  getDialog,
  getPlentifulTool,
  signInAsNewCustomer,
  type Tool,
  tabTo,
  test as visitorsTest,
} from './fixtures.ts';

/** A separate shop in Berlin that charges tax and shipping. */
const test = visitorsTest.extend<object, { shop: RunningShop }>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startShop({ env: { TAX: 'table' } });
      await setUp(shop);
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe.configure({ mode: 'serial' });

const DAYS = 'Sun, Mon, Tue, Wed, Thu, Fri, Sat';

async function change(shop: RunningShop, changes: object): Promise<void> {
  const admin = await signInAdmin(shop.origin);
  const read = await sendRequest('GET', `${shop.origin}/api/settings`, undefined, admin);
  const { version, settings } = (await read.json()) as { version: number; settings: object };
  const body = { version, settings: { ...settings, ...changes } };
  expect((await sendRequest('PUT', `${shop.origin}/api/settings`, body, admin)).status).toBe(200);
}

async function setUp(shop: RunningShop): Promise<void> {
  const admin = await signInAdmin(shop.origin);
  const post = async (path: string, body: object) => {
    const stored = await sendRequest('POST', `${shop.origin}/api${path}`, body, admin);
    if (!stored.ok) throw new Error(`${path}: ${stored.status} ${await stored.text()}`);
    return (await stored.json()) as { insertedId: string };
  };
  for (const [country, rate] of Object.entries({ DE: 19, AT: 20 }))
    await post('/tax-rates', { name: 'VAT', country, rate, validFrom: '2026-01-01' });
  const zone = await post('/shipping-zones', { name: 'Germany', places: [{ country: 'DE' }, { country: 'AT' }] });
  const method = { zoneId: zone.insertedId, kind: 'flat' };
  await post('/shipping-methods', {
    ...method,
    name: 'Parcel',
    rates: [{ from: 0, price: '6.00' }],
    daysMin: 1,
    daysMax: 3,
  });
  await post('/shipping-methods', {
    ...method,
    name: 'Express',
    rates: [{ from: 0, price: '25.00' }],
    daysMin: 1,
    daysMax: 1,
  });
  await change(shop, { country: 'Germany', pricesInclude: 'gross' });
}

const getTool = async (shop: RunningShop) => (await getPlentifulTool(shop)) as Tool & { slug: string; sku: string };
const main = (page: Page) => page.getByRole('main');

test('a visitor reads what prices include, on cached pages, too, and what an owner changes at once', async ({
  page,
  shop,
}) => {
  const { slug } = await getTool(shop);
  const paths: [string, string][] = [
    [`/tools/${slug}`, 'incl. 19 % VAT, plus shipping'],
    ['/tools', 'Prices incl. VAT, plus shipping'],
    ['/home', 'Prices incl. VAT, plus shipping'],
    ['/basket', 'Your basket is empty'],
  ];
  for (const [path, note] of paths) {
    await page.goto(path);
    await expect(main(page)).toContainText(note);
  }
  await page.goto(`/tools/${slug}`);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join()).toContain('"valueAddedTaxIncluded":true');
  await change(shop, { pricesInclude: 'net' });
  await page.reload();
  await expect(main(page)).toContainText('plus VAT and shipping');
  await page.goto('/tools');
  await expect(main(page)).toContainText('Prices plus VAT and shipping');
  await change(shop, { pricesInclude: 'gross' });
});

test('a visitor estimates shipping and tax by the keyboard, and is asked nothing again', async ({ page, shop }) => {
  const tool = await getTool(shop);
  await keepInBrowser(page, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.goto('/basket');
  const form = page.getByRole('form', { name: 'Estimate shipping and tax' });
  const estimate = page.getByRole('region', { name: 'Estimate shipping and tax' });
  const summary = page.getByRole('region', { name: 'Summary' });
  const news = estimate.getByRole('status');

  await test.step('for the country of the shop, before anything is typed', async () => {
    await expect(form.getByLabel('Country')).toHaveValue('DE');
    await expect(estimate.getByRole('radio', { name: /Parcel/ })).toBeChecked();
    await expect(estimate).toContainText('Includes VAT 19 %');
    await expect(summary).toContainText('Estimated total');
    await expect(summary).toContainText(/incl\. \$6\.00 shipping and \$[\d,.]+ VAT/);
    await expect(estimate).toContainText('Prices incl. 19 % VAT, plus shipping.');
    await expect(news).toHaveText(/^Shipping \$6\.00\. Tax \$/);
    await expectAccessible(page);
  });

  await test.step('and chooses another way of shipping', async () => {
    const before = await summary.textContent();
    await tabTo(page, form.getByLabel('Postal code'));
    await page.keyboard.type('10115');
    await tabTo(page, estimate.getByRole('radio', { name: /Parcel/ }));
    await page.keyboard.press('ArrowDown');
    await expect(news).toHaveText(/^Shipping \$25\.00\. Tax \$/);
    expect(await summary.textContent()).not.toBe(before);
  });

  await test.step('and another country, which is remembered', async () => {
    await form.getByLabel('Country').selectOption('AT');
    await expect(estimate).toContainText('Includes VAT 20 %');
    await expect(form.getByLabel('Postal code')).toHaveValue('');
    await page.reload();
    await expect(form.getByLabel('Country')).toHaveValue('AT');
    await expect(estimate).toContainText('Includes VAT 20 %');
  });

  await test.step('and is told when it fails, and can try again', async () => {
    await page.route('/api/purchases/estimate', (route) => route.abort());
    await form.getByLabel('Country').selectOption('DE');
    await expect(estimate.getByRole('alert')).toContainText('The estimate could not be loaded');
    await expect(summary).not.toContainText('Estimated total');
    await page.unroute('/api/purchases/estimate');
    await estimate.getByRole('button', { name: 'Try again' }).click();
    await expect(summary).toContainText('Estimated total');
  });
});

test('where nothing ships, a visitor asks for a quote without typing the basket again', async ({ page, shop }) => {
  const tool = await getTool(shop);
  await keepInBrowser(page, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.goto('/basket');
  const estimate = page.getByRole('region', { name: 'Estimate shipping and tax' });
  await estimate.getByLabel('Country').selectOption('JP');
  await expect(estimate).toContainText('We ship this by quote.');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Total without shipping');
  await expect(summary.getByRole('link', { name: 'Check out' })).toHaveCount(0);
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'Ask for a quote' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Request a quote');
  await expect(main(page).getByRole('combobox', { name: 'Product' })).toHaveValue('Shipping to Japan');
  await expect(main(page).getByLabel('Quantity')).toHaveValue(String(tool.minOrderQuantity));
  const message = page.getByLabel('What should we know?');
  await expect(message).toHaveValue(new RegExp(`What does shipping to Japan cost[^]*${tool.sku}`));
  await page.reload();
  await expect(message).toHaveValue(new RegExp(tool.sku));
});

test('a buyer reads until when to order for today, by the clock, and what comes then', async ({ page, shop }) => {
  await change(shop, { workingDays: DAYS, cutOff: '23:59', timeZone: 'UTC' });
  const today = new Date().toISOString().slice(0, 10);
  /** What the clock of a buyer shows who comes back to the page. */
  const look = async (time: string) => {
    await page.clock.setFixedTime(`${today}T${time}Z`);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  };
  await page.clock.setFixedTime(`${today}T21:48:30Z`);
  const { slug } = await getTool(shop);
  await page.goto(`/tools/${slug}`);
  await expect(main(page)).toContainText('Order within 2 h 10 min: leaves today.');
  await look('23:57:45');
  await expect(main(page)).toContainText('Order within 1 min: leaves today.');
  await look('23:59:00');
  await expect(main(page)).toContainText(/Leaves [A-Z][a-z]+day, [A-Z][a-z]{2} \d+\./);
});

test('without script, the page names the time of the cut-off', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const { slug } = await getTool(shop);
  await page.goto(`${shop.origin}/tools/${slug}`);
  await expect(main(page)).toContainText(/Leaves [A-Z][a-z]+day, [A-Z][a-z]{2} \d+, if you order by 11:59 PM UTC\./);
  await context.close();
});

test('a customer sees the estimate for their own address, and the promised days until the order is placed', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer, { country: 'AT', region: '', city: 'Wien', postalCode: '1010' });
  const tool = await getTool(shop);
  await storeBasket(shop, customer.token, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.goto('/basket');
  const estimate = page.getByRole('region', { name: 'Estimate shipping and tax' });
  await expect(estimate.getByLabel('Country')).toHaveValue('AT');
  await expect(estimate.getByLabel('Postal code')).toHaveValue('1010');
  await expect(estimate).toContainText('Includes VAT 20 %');
  await page.getByRole('link', { name: 'Check out' }).click();
  const choice = page.getByRole('region', { name: 'How should we ship it?' });
  await expect(
    choice.getByRole('radio', { name: /Parcel.*Arrives [A-Z][a-z]{2} \d+ – [A-Z][a-z]{2} \d+/ }),
  ).toBeChecked();
  await expect(main(page)).toContainText('Prices incl. 20 % VAT, plus shipping.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Place order and pay' }).click();
  await expect(page).toHaveURL(/payment/);
  await expect(main(page)).toContainText('Includes VAT 20 %');
  const payment = page.url();
  await page.goto('/dashboard/myorder');
  await page
    .getByRole('link', { name: /IM-\d{4}-/ })
    .first()
    .click();
  await expect(main(page)).toContainText(/Parcel\s*Arrives [A-Z][a-z]{2} \d+ – [A-Z][a-z]{2} \d+ if it is paid by/);
  await expect(main(page)).toContainText('Includes VAT 20 %');
  await expectAccessible(page);

  await test.step('and without a condition once it is paid', async () => {
    await page.goto(payment);
    await expect(main(page)).toContainText('if it is paid by');
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
    await expect(main(page)).toContainText(/Arrives [A-Z][a-z]{2} \d+ – [A-Z][a-z]{2} \d+/);
    await expect(main(page)).not.toContainText('if it is paid by');
    await page.reload();
    await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
    await expect(main(page)).not.toContainText('if it is paid by');
  });
});

test('a customer who orders one tool on its page reads the total with tax and shipping, as on the next page', async ({
  page,
  shop,
}) => {
  await signInAsNewCustomer(page, shop);
  const tool = await getTool(shop);
  const goods = tool.balance * tool.minOrderQuantity;
  const total = formatDecimalMoney((goods + 6).toFixed(2));
  await page.goto(`/singleTool/${tool._id}`);
  const form = page.getByRole('form', { name: 'Order' });
  await expect(form).toContainText(/Total incl\. 19 % VAT, plus shipping/);
  await form.getByRole('button', { name: 'place order' }).click();
  const dialog = getDialog(page);
  await expect(dialog).toContainText(`${total} in total, held for you until`);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(form).toContainText(`${total} in total`);
  await expect(form).not.toContainText(formatDecimalMoney(goods.toFixed(2)));
  await form.getByRole('link', { name: 'Pay this order' }).click();
  await expect(main(page)).toContainText(total);
});

test('a customer whose address nothing ships to is led to a quote, and cannot order into a dead end', async ({
  page,
  shop,
}) => {
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer);
  const tool = await getTool(shop);
  await storeBasket(shop, customer.token, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.goto('/checkout');
  const choice = page.getByRole('region', { name: 'How should we ship it?' });
  await expect(choice).toContainText('We ship this by quote.');
  await expect(main(page)).toContainText('Choose another address, or ask for a quote.');
  await expect(main(page)).toContainText('Total without shipping');
  await expect(page.getByRole('button', { name: 'Place order and pay' })).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Ask for a quote' }).click();
  await expect(page.getByLabel('What should we know?')).toHaveValue(/44114, OH, the United States/);
});

test('what an order has to be worth is said where its next step would be, once', async ({ page, shop }) => {
  await change(shop, { minimumOrder: '900000.00' });
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer, { country: 'AT', region: '', city: 'Wien', postalCode: '1010' });
  const tool = await getTool(shop);
  await storeBasket(shop, customer.token, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  const sentence = /Add \$[\d,.]+ more: orders start at \$900,000\.00\./;
  await page.goto('/basket');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(sentence);
  await expect(main(page).getByText(sentence)).toHaveCount(1);
  await expect(main(page).getByRole('link', { name: 'Check out' })).toHaveCount(0);
  await expect(main(page)).not.toContainText(/leaves today|Leaves /);
  await page.goto('/checkout');
  const total = page.getByRole('region', { name: 'Total' });
  await expect(total).toContainText(sentence);
  await expect(main(page).getByText(sentence)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Place order and pay' })).toHaveCount(0);
  await expectAccessible(page);
  await total.getByRole('link', { name: 'Change the basket' }).click();
  await change(shop, { minimumOrder: '' });
  await page.reload();
  await expect(main(page).getByRole('link', { name: 'Check out' })).toBeVisible();
});

test('nothing is ordered while tax and shipping are unknown, whatever was known before', async ({ page, shop }) => {
  const customer = await signInAsNewCustomer(page, shop);
  await addAddress(shop, customer, { country: 'AT', region: '', city: 'Wien', postalCode: '1010' });
  const tool = await getTool(shop);
  await storeBasket(shop, customer.token, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.route('/api/purchases/estimate', (route) => route.abort());
  await page.goto('/checkout');
  const total = page.getByRole('region', { name: 'Total' });
  const order = page.getByRole('button', { name: 'Place order and pay' });
  await expect(total).toContainText('Nothing can be ordered until tax and shipping are known.');
  await expect(total.getByText('Total', { exact: true })).toHaveCount(0);
  await expect(order).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute('/api/purchases/estimate');
  await total.getByRole('button', { name: 'Calculate again' }).click();
  await expect(order).toBeVisible();
  await expect(total.getByText('Total', { exact: true })).toBeVisible();
  await page.route('/api/purchases/estimate', (route) => route.abort());
  await page.getByRole('radio', { name: /Express/ }).check();
  await expect(order).toHaveCount(0);
  await expect(total.getByText('Total', { exact: true })).toHaveCount(0);
});

test('a buyer in the United States is asked for the state before a total with tax is named', async ({ page, shop }) => {
  const admin = await signInAdmin(shop.origin);
  const rate = { name: 'Ohio sales tax', country: 'US', region: 'OH', rate: 7.25, validFrom: '2026-01-01' };
  expect((await sendRequest('POST', `${shop.origin}/api/tax-rates`, rate, admin)).ok).toBe(true);
  await change(shop, { country: 'United States', pricesInclude: 'net' });
  const tool = await getTool(shop);
  await keepInBrowser(page, [{ toolId: tool._id, quantity: tool.minOrderQuantity }]);
  await page.goto('/basket');
  const estimate = page.getByRole('region', { name: 'Estimate shipping and tax' });
  await estimate.getByLabel('Country').selectOption('US');
  await expect(estimate).toContainText('Tax is not included yet: it depends on the state.');
  await expect(estimate).toContainText('Prices plus tax and shipping.');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Total without tax and shipping');
  await estimate.getByLabel('State').selectOption('OH');
  await expect(estimate).toContainText('Ohio sales tax 7.25 %');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Total without shipping');
  await change(shop, { country: 'Germany', pricesInclude: 'gross' });
});

test('what a visitor chose in the basket is there at the checkout of a new account', async ({ page, shop }) => {
  const tool = await getTool(shop);
  const line = { toolId: tool._id, quantity: tool.minOrderQuantity };
  await keepInBrowser(page, [line]);
  await page.goto('/basket');
  const estimate = page.getByRole('region', { name: 'Estimate shipping and tax' });
  await estimate.getByLabel('Country').selectOption('AT');
  await estimate.getByLabel('Postal code').fill('1010');
  await estimate.getByRole('radio', { name: /Express/ }).check();
  const customer = await signInAsNewCustomer(page, shop);
  await storeBasket(shop, customer.token, [line]);
  await page.goto('/checkout');
  await expect(main(page).getByLabel('Country')).toHaveValue('AT');
  await expect(main(page).getByLabel('Postal code')).toHaveValue('1010');
  await expect(main(page).getByRole('radio', { name: /Express/ })).toBeChecked();
});
