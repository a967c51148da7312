import { expect, type Page } from '@playwright/test';
import { changeTool, getBasketLink, getEntry, keepInBrowser, readBasket, storeBasket } from './basket-helpers.ts';
import {
  type Customer,
  expectAccessible,
  fetchJson,
  hydrate,
  logOut,
  newCustomer,
  signInAs,
  signInAsAdmin,
  test,
} from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

const button = (page: Page, name = 'Add to basket') => page.getByRole('main').getByRole('button', { name });
const quantityOf = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Quantity of ${name}` });
const readStorage = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** Opens the basket as this customer, on one of their devices. */
async function openAs(page: Page, customer: Pick<Customer, 'email' | 'password'>): Promise<void> {
  await signInAs(page, customer);
  await page.goto('/basket');
  await expect(page.getByRole('heading', { level: 1, name: 'Basket' })).toBeVisible();
}

test('a visitor fills a basket on the phone, signs in, and finds it merged with that of another device', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [anvil, jack, saw] = [await addTool(shop), await addTool(shop, { balance: 12.5 }), await addTool(shop)];
  const customer = await newCustomer(shop);
  await storeBasket(shop, customer.token, [
    { toolId: saw.id, quantity: 6 },
    { toolId: anvil.id, quantity: 9 },
  ]);

  await test.step('adds a tool on the home page, and stays there', async () => {
    await page.goto('/home');
    const card = page.getByRole('article').filter({ hasText: anvil.name });
    await card.getByRole('button', { name: 'Add to basket' }).click();
    await expect(card.getByRole('link', { name: 'In basket (5)' })).toBeFocused();
    await expect(page.getByRole('status').getByText('5 pcs added to the basket.')).toBeAttached();
    await expect(page).toHaveURL(/\/home$/);
  });

  await test.step('adds another one on its page, from the bar at the lower edge', async () => {
    await page.goto(`/tools/${jack.id}`);
    await button(page).first().click();
    await expect(page.getByRole('main').getByRole('link', { name: 'In basket (5)' }).first()).toBeVisible();
  });

  await test.step('opens the basket from the menu, and increases a quantity', async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Basket 2' }).click();
    await expect(getEntry(page, jack.name)).toContainText('$62.50');
    await quantityOf(page, jack.name).fill('8');
    await expect(getEntry(page, jack.name)).toContainText('$100.00');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$300.00');
  });

  await test.step('reads that the price has changed in the meantime', async () => {
    await expect.poll(() => readStorage(page, 'basket:1')).toContain('"unitPrice":12.5');
    await changeTool(shop, jack.id, { balance: 13 });
    await page.reload();
    await expect(getEntry(page, jack.name)).toContainText('The unit price was $12.50 and is now $13.00.');
    await expect(quantityOf(page, jack.name)).toHaveValue('8');
    await expect(getEntry(page, jack.name)).toContainText('$104.00');
  });

  await test.step('goes to check out, and signs in for it', async () => {
    await page.getByRole('link', { name: 'Check out' }).click();
    await expect(page.getByText('Please sign in to check out.')).toBeVisible();
    await page.getByRole('main').getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    const joined = { [saw.id]: 6, [anvil.id]: 9, [jack.id]: 8 };
    await expect.poll(() => readBasket(shop, customer.token)).toEqual(joined);
    await expect.poll(() => readStorage(page, 'basket:1')).toBeNull();
  });

  await test.step('finds both, with what has changed, and a reload keeps them', async () => {
    await page.goto('/basket');
    await expect(page.getByRole('list', { name: 'Tools in the basket' }).getByRole('heading')).toHaveText([
      saw.name,
      anvil.name,
      jack.name,
    ]);
    await page.reload();
    await expect(quantityOf(page, anvil.name)).toHaveValue('9');
    await expect(getEntry(page, jack.name)).toContainText('The unit price was $12.50 and is now $13.00.');
  });
});

test('a customer’s two tabs and another device change one basket, and no change is lost', async ({
  page,
  context,
  shop,
}) => {
  const [anvil, jack, saw] = [await addTool(shop), await addTool(shop), await addTool(shop)];
  const customer = await newCustomer(shop);
  await storeBasket(shop, customer.token, [
    { toolId: anvil.id, quantity: 5 },
    { toolId: saw.id, quantity: 5 },
  ]);
  await openAs(page, customer);
  await expect(getEntry(page, anvil.name)).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/tools/${jack.id}`);
  await button(other).first().click();
  await expect(getEntry(page, jack.name)).toContainText('$200.00');
  await expect(getBasketLink(page)).toHaveText('Basket 3');

  // A device that has seen none of these changes.
  await storeBasket(shop, customer.token, [
    { toolId: anvil.id, quantity: 5 },
    { toolId: saw.id, quantity: 7 },
    { toolId: jack.id, quantity: 5 },
  ]);
  await getEntry(page, anvil.name).getByRole('button', { name: 'Remove' }).click();
  await quantityOf(page, jack.name).fill('10');
  await expect.poll(() => readBasket(shop, customer.token)).toEqual({ [saw.id]: 7, [jack.id]: 10 });
  await expect(quantityOf(page, saw.name)).toHaveValue('7');
  await expect(getBasketLink(other)).toHaveText('Basket 2');
});

test('after a sign-out the browser has an empty basket, and the next person finds their own', async ({
  page,
  shop,
}) => {
  const [anvil, jack] = [await addTool(shop), await addTool(shop)];
  const [ada, bob] = [await newCustomer(shop), await newCustomer(shop, 'Bob Jones')];
  await storeBasket(shop, ada.token, [{ toolId: anvil.id, quantity: 5 }]);
  await storeBasket(shop, bob.token, [{ toolId: jack.id, quantity: 6 }]);
  await openAs(page, ada);
  await expect(getEntry(page, anvil.name)).toBeVisible();
  await logOut(page);
  await expect(page.getByText('Your basket is empty')).toBeVisible();
  await expect(getBasketLink(page)).toHaveText('Basket');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(anvil.id);
  await openAs(page, bob);
  await expect(getEntry(page, jack.name)).toBeVisible();
  await expect(page.getByText(anvil.name)).toHaveCount(0);
  expect(await readBasket(shop, ada.token)).toEqual({ [anvil.id]: 5 });
  expect(await readBasket(shop, bob.token)).toEqual({ [jack.id]: 6 });
});

test('a change without a connection is kept, shown as not stored, and stored once there is one', async ({
  page,
  shop,
}) => {
  const anvil = await addTool(shop);
  const customer = await newCustomer(shop);
  await storeBasket(shop, customer.token, [{ toolId: anvil.id, quantity: 5 }]);
  await openAs(page, customer);
  await expect(getEntry(page, anvil.name)).toBeVisible();
  await page.route('**/api/basket', (route) => route.abort());
  await quantityOf(page, anvil.name).fill('12');
  await expect(page.getByText('Your last change is not saved yet.')).toBeVisible();
  await expect(getEntry(page, anvil.name)).toContainText('$480.00');
  await page.reload();
  await expect(getBasketLink(page)).toHaveText('Basket 1');
  expect(await readBasket(shop, customer.token)).toEqual({ [anvil.id]: 5 });
  await page.unroute('**/api/basket');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => readBasket(shop, customer.token)).toEqual({ [anvil.id]: 12 });
  await expect(quantityOf(page, anvil.name)).toHaveValue('12');
  await expect(page.getByText('Your last change is not saved yet.')).toHaveCount(0);
});

test('a removed line leaves a focused notice, and can be put back in its place', async ({ page, shop }) => {
  const [anvil, jack] = [await addTool(shop), await addTool(shop)];
  await keepInBrowser(page, [
    { toolId: anvil.id, quantity: 5 },
    { toolId: jack.id, quantity: 7 },
  ]);
  await page.goto('/basket');
  await getEntry(page, anvil.name).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${anvil.name} was removed from the basket.`)).toBeFocused();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$280.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('list', { name: 'Tools in the basket' }).getByRole('heading')).toHaveText([
    anvil.name,
    jack.name,
  ]);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$480.00');
});

test('a customer with a keyboard removes a line and is at Check out within four keys, however long the list is', async ({
  page,
  shop,
}) => {
  const tools = [await addTool(shop), await addTool(shop), await addTool(shop), await addTool(shop)];
  await keepInBrowser(
    page,
    tools.map(({ id }) => ({ toolId: id, quantity: 5 })),
  );
  await page.goto('/basket');
  const checkOut = page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Check out' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await getEntry(page, tools[0]?.name ?? '')
    .getByRole('button', { name: 'Remove' })
    .press('Enter');
  await expect(page.getByText(' was removed from the basket.')).toBeFocused();
  await press('Tab', 'Tab');
  const link = page.getByRole('listitem').getByRole('link', { name: 'To the total' });
  await expect(link).toBeFocused();
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await press('Enter', 'Tab');
  await expect(checkOut).toBeFocused();
  // The same way is open before the first line.
  await page.getByRole('button', { name: 'Add', exact: true }).focus();
  await press('Tab', 'Enter', 'Tab');
  await expect(checkOut).toBeFocused();
});

test('the mouse wheel over a quantity of the basket scrolls the page and changes nothing', async ({ page, shop }) => {
  await page.setViewportSize({ width: 1024, height: 480 });
  const tools = [await addTool(shop), await addTool(shop)];
  await keepInBrowser(
    page,
    tools.map(({ id }) => ({ toolId: id, quantity: 5 })),
  );
  await page.goto('/basket');
  const quantity = quantityOf(page, tools[0]?.name ?? '');
  await quantity.fill('60');
  await quantity.hover();
  await expect(quantity).toBeFocused();
  for (let notch = 0; notch < 3; notch += 1) await page.mouse.wheel(0, 100);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(quantity).toHaveValue('60');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$2,600.00');
});

test('for tools that cannot be ordered the basket says what can, and no input is lost', async ({ page, shop }) => {
  const anvil = await addTool(shop, { packMultiple: 5, volumePrices: [{ quantity: 20, unitPrice: 38 }] });
  await keepInBrowser(page, [{ toolId: anvil.id, quantity: 5 }]);
  await page.goto('/basket');
  const [entry, quantity] = [getEntry(page, anvil.name), quantityOf(page, anvil.name)];
  await quantity.fill('7');
  await expect(entry).toContainText('It is sold in packs of 5.');
  await expect(entry).toContainText('Not in the total');
  await expect(page.getByText('Nothing in the basket can be ordered as entered.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
  await entry.getByRole('button', { name: 'Take 10: $400.00' }).click();
  await expect(quantity).toBeFocused();
  await expect(quantity).toHaveValue('10');
  const cheaper = entry.getByRole('button', { name: 'from 20: $38.00' });
  await expect(cheaper).toHaveAccessibleDescription('Take 20: $760.00');
  await cheaper.click();
  await expect(quantity).toBeFocused();
  await expect(entry).toContainText('$38.00');
  await quantity.fill('');
  await expect(quantity).toHaveValue('');
  await quantity.fill('25');
  await expect(page.getByRole('link', { name: 'Check out' })).toBeVisible();
  for (const typed of ['3,5', '0', '-1', '']) {
    // A number field would have dropped the comma, and 35 would have been ordered.
    await quantity.fill('');
    await quantity.pressSequentially(typed);
    await expect(entry).toContainText('Please enter a whole number, or remove the tool.');
    await expect(quantity).toHaveValue(typed);
    await expect(page.getByText('Please correct the marked quantity first.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
  }
  await quantity.fill('30');
  await quantity.press('ArrowDown');
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$950.00');
  await entry.getByRole('button', { name: 'One pack fewer' }).click();
  await expect(quantity).toHaveValue('20');
});

test('a line of the basket is at most 64 px high on a wide screen, and 110 px on a phone', async ({ page, shop }) => {
  const name = 'Combination wrench set, 12 pieces from 8 to 24 mm, chrome vanadium, in a roll of canvas';
  const wrench = await addTool(shop, { itemName: name, volumePrices: [{ quantity: 20, unitPrice: 38 }] });
  const anvil = await addTool(shop);
  await keepInBrowser(page, [
    { toolId: wrench.id, quantity: 5 },
    { toolId: anvil.id, quantity: 5 },
  ]);
  const lines = page.getByRole('list', { name: 'Tools in the basket' }).getByRole('listitem');
  for (const [width, height, most] of [
    [1440, 900, 64],
    [390, 844, 110],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/basket');
    await expect(lines).toHaveCount(2);
    await expect(lines.first().getByRole('button', { name: 'from 20: $38.00' })).toBeVisible();
    const heights = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(most);
    await expectAccessible(page);
  }
});

test('a customer adds the quantity of the order form to the basket, and then more', async ({ page, shop }) => {
  const anvil = await addTool(shop);
  await signInAs(page, await newCustomer(shop));
  await page.goto(`/singleTool/${anvil.id}`);
  const form = page.getByRole('form', { name: 'Order' });
  await form.getByRole('spinbutton', { name: 'Quantity' }).fill('12');
  const add = form.getByRole('button', { name: 'Add to basket' });
  await add.click();
  await expect(form.getByRole('link', { name: 'In basket (12)' })).toBeVisible();
  await add.click();
  await expect(form.getByRole('link', { name: 'In basket (24)' })).toBeVisible();
  await form.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
  await add.click();
  await expect(form.getByText('Please choose a quantity that can be ordered first.')).toBeVisible();
  await form.getByRole('link', { name: 'In basket (24)' }).click();
  await expect(quantityOf(page, anvil.name)).toHaveValue('24');
});

test('a visitor adds a pasted list of part numbers, and what was not found stays in the field', async ({
  page,
  shop,
}) => {
  const [anvil, jack] = [await addTool(shop), await addTool(shop)];
  const skus = await Promise.all(
    [anvil, jack].map(async ({ id }) => (await fetchJson<{ sku: string }>(shop, `/tools/${id}`)).sku),
  );
  await page.goto('/basket');
  const field = page.getByRole('textbox', { name: 'Add by part number' });
  await field.press('Enter');
  await expect(field).toHaveAccessibleDescription(/Please enter a part number/);
  await field.fill(`${skus[0]?.toLowerCase()}\t7\n${skus[1]}\nNO-SUCH-1 3`);
  await field.press('Enter');
  await expect(page.getByText('2 tools added.')).toBeVisible();
  await expect(field).toHaveValue('NO-SUCH-1 3');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/We found no tool for NO-SUCH-1 3/);
  await expectAccessible(page);
  await expect(quantityOf(page, anvil.name)).toHaveValue('7');
  await expect(quantityOf(page, jack.name)).toHaveValue('5');
  // A field of one line has made one line of a list.
  const [saw, rasp] = [await addTool(shop), await addTool(shop)];
  const others = await Promise.all(
    [saw, rasp].map(async ({ id }) => (await fetchJson<{ sku: string }>(shop, `/tools/${id}`)).sku),
  );
  await field.fill(`${others.join(' ')} NO-SUCH-1`);
  await field.press('Enter');
  await expect(page.getByText('2 tools added.')).toBeVisible();
  await expect(field).toHaveValue('NO-SUCH-1');
  await expect(quantityOf(page, rasp.name)).toHaveValue('5');
});

test('a basket shows whole part numbers on tablets, too', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/tools/ball-peen-hammer-24-oz-ash');
  await page.getByRole('main').getByRole('button', { name: 'Add to basket' }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^In basket/ })
    .first()
    .click();
  const sku = page.getByRole('main').getByText('HM-BP24', { exact: true });
  await expect(sku).toBeVisible();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 1024 });
    expect([width, await sku.evaluate((one) => one.scrollWidth - one.clientWidth)]).toEqual([width, 0]);
  }
});

test('an admin has no basket', async ({ page, shop }) => {
  const anvil = await addTool(shop);
  await signInAsAdmin(page);
  await page.goto('/basket');
  await expect(page.getByText('You are signed in with a staff account. Only customers can order.')).toBeVisible();
  await expect(getBasketLink(page)).toBeHidden();
  await page.goto(`/tools/${anvil.id}`);
  await expect(page.getByRole('main').getByRole('link', { name: 'place order' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to basket' })).toHaveCount(0);
});

test('a tampered basket in the storage does no harm', async ({ page, shop }) => {
  const anvil = await addTool(shop);
  const added = { at: 'yesterday', unitPrice: 1, minimum: 1, available: 1 };
  await keepInBrowser(page, [
    null as unknown as object,
    { toolId: '<script>', quantity: 3 },
    { toolId: anvil.id, quantity: -1 },
    { toolId: anvil.id, quantity: 6, added },
    { toolId: 'A'.repeat(24), quantity: 2 },
  ]);
  await page.goto('/basket');
  await expect(getEntry(page, anvil.name)).toContainText('$240.00');
  await expect(getEntry(page, 'A tool that is no longer available')).toContainText('This tool is no longer sold.');
  const customer = await newCustomer(shop);
  await openAs(page, customer);
  await expect(page.getByText('1 tool you added is no longer in the shop.')).toBeVisible();
  expect(await readBasket(shop, customer.token)).toEqual({ [anvil.id]: 6 });
});

test.describe('before the page is hydrated', () => {
  test.use({ hydrates: false });

  test('a press is kept, and adds the tool afterwards', async ({ page, shop }) => {
    const anvil = await addTool(shop);
    await page.goto(`/tools/${anvil.id}`);
    await button(page).first().click();
    await hydrate(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'In basket (5)' }).first()).toBeVisible();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('there is no button that could not work, and the basket page says why it is empty', async ({ page }) => {
    await page.goto('/tools');
    await expect(page.getByRole('link', { name: 'place order' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add to basket' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Basket' })).toHaveCount(0);
    await page.goto('/basket');
    await expect(page.locator('main noscript p')).toContainText('This page needs JavaScript');
  });
});
