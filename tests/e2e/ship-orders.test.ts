import { expect, type Locator, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { addAddress } from './checkout-helpers.ts';
import { type Customer, newCustomer, signInAs, signInAsAdmin, test } from './fixtures.ts';
import { getRows } from './list-helpers.ts';
import { payNewPurchase, placeNewPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

const PHONE = { width: 390, height: 844 };

const openToShip = async (page: Page, search: string) => {
  await signInAsAdmin(page);
  await page.goto(`/dashboard/allorder?state=to_ship&q=${encodeURIComponent(search)}`);
};
const getQuestion = (page: Page) => page.getByRole('alertdialog');
const pressPending = async (page: Page) => {
  await getRows(page).first().getByRole('button', { name: 'pending' }).click();
  await expect(getQuestion(page)).toBeVisible();
};

async function payTwoTools(shop: RunningShop, customer: Customer, more: { addressId?: string } = {}) {
  const [anvil, vise] = [await addTool(shop), await addTool(shop)];
  const purchase = await payNewPurchase(shop, customer, [anvil.id, vise.id], 5, more);
  return { ...purchase, anvil, vise };
}

test('an owner ships one of two lines on a phone, undoes it, and ships both, and the buyer sees what was shipped', async ({
  page,
  shop,
  browser,
}) => {
  const customer = await newCustomer(shop);
  const { number, anvil, vise } = await payTwoTools(shop, customer);
  await page.setViewportSize(PHONE);
  await openToShip(page, number);

  await test.step('is asked, with number, buyer and address, and ships the first line with a tracking number', async () => {
    // Our words lead, since those of the specification do not say what the button does.
    await expect(getRows(page)).toContainText(/10 pcs to ship:\s*pending/);
    await expect(getRows(page).getByRole('button', { name: 'pending' })).toHaveAccessibleDescription(
      `10 pcs to ship: ${number}`,
    );
    await pressPending(page);
    const question = getQuestion(page);
    await expect(question).toHaveAccessibleName(`Ship ${number} to ${customer.name}?`);
    await expect(question).toContainText('No address yet');
    await expect(question).toContainText(customer.email);
    await expect(question).toContainText('$400.00 was paid.');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    // Each line has such a button.
    const fewer = { name: 'One fewer', description: `Pieces of ${vise.name}` };
    await expect(question.getByRole('button', fewer)).toHaveCount(1);
    await question.getByLabel(`Pieces of ${vise.name}`).fill('9');
    await question.getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(question.getByLabel(`Pieces of ${vise.name}`)).toBeFocused();
    await expect(question).toContainText('Please enter a whole number from 0 to 5.');
    await question.getByLabel(`Pieces of ${vise.name}`).fill('0');
    await question.getByLabel('Carrier', { exact: true }).selectOption('UPS');
    await question.getByLabel('Tracking number').fill('1Z 999 AA1');
    await question.getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(page.getByText(`Shipped: ${number}, to ${customer.name}.`)).toBeInViewport();
    await expect(getRows(page)).toHaveCount(1);
    await expect(getRows(page)).toContainText('5 of 10 shipped');
  });

  await test.step('undoes it with the keyboard', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Undone. No email was sent')).toBeVisible();
    await expect(getRows(page)).not.toContainText('shipped');
  });

  await test.step('ships all of it', async () => {
    await pressPending(page);
    await getQuestion(page).getByLabel('Carrier', { exact: true }).selectOption('UPS');
    await getQuestion(page).getByLabel('Tracking number').fill('1Z 999 AA1');
    await getQuestion(page).getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(page.getByText('No matches')).toBeVisible();
  });

  await test.step('the buyer sees both lines, and the carrier’s link', async () => {
    const buyer = await browser.newPage({ baseURL: shop.origin });
    await signInAs(buyer, customer);
    await buyer.goto('/dashboard/myorder');
    await buyer.getByRole('button', { name: 'Shipments' }).first().click();
    const shown = buyer.getByRole('dialog', { name: `Shipments of ${number}` });
    await expect(shown.getByRole('heading', { level: 3 })).toHaveText(['Shipment 2']);
    for (const { name } of [anvil, vise]) await expect(shown).toContainText(name);
    await expect(shown.getByRole('link', { name: 'Track at UPS' })).toHaveAttribute(
      'href',
      'https://www.ups.com/track?tracknum=1Z999AA1',
    );
    await expect(shown.getByRole('button', { name: /Undo|Correct/ })).toHaveCount(0);
    await buyer.close();
  });
});

test('in a second shipment, what is still to ship stands before the recipient and what was shipped before', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const tools = await Promise.all(Array.from({ length: 5 }, () => addTool(shop)));
  const ids = tools.map(({ id }) => id);
  const { id, number, orders } = await payNewPurchase(shop, customer, ids, 20, {
    addressId: await addAddress(shop, customer),
  });
  const body = { lines: orders.map((order) => ({ order, quantity: 5 })) };
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/shipments`, body, await signInAdmin(shop.origin));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openToShip(page, number);
  await pressPending(page);
  const question = getQuestion(page);
  const lines = question.getByRole('list', { name: 'Left to ship' }).getByRole('listitem');
  await expect(lines).toHaveCount(5);
  const before = question.getByRole('region', { name: 'Shipped before' });
  await expect(before.getByRole('heading', { name: 'Shipment 1' })).toBeVisible();
  for (const [at, { name }] of tools.entries()) {
    await expect(lines.nth(at)).toContainText(name);
    await expect(lines.nth(at)).toContainText('15 of 20');
    // All five can be seen at once, above the buttons at the lower edge.
    await lines
      .nth(at)
      .getByRole('spinbutton', { name: `Pieces of ${name}` })
      .click({ trial: true });
  }
  const getTop = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
  const [line, recipient] = [await getTop(lines.last()), await getTop(question.getByText('Buyer', { exact: true }))];
  expect(line).toBeLessThan(recipient);
  expect(recipient).toBeLessThan(await getTop(before));
});

test('input stays when shipping fails, and the pieces are shipped only once when it works', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const { number, id } = await payTwoTools(shop, customer);
  await openToShip(page, number);
  await pressPending(page);
  const question = getQuestion(page);
  await question.getByLabel('Carrier', { exact: true }).selectOption('Other carrier');
  await question.getByLabel('Name of the carrier').fill('Our own van');
  // The shop has stored the shipment, but its response is lost.
  await page.route(
    `**/purchases/${id}/shipments`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await question.getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(question.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(question.getByLabel('Name of the carrier')).toHaveValue('Our own van');
  await question.getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(page.getByText(`Shipped: ${number}`)).toBeVisible();
  await page.goto(`/dashboard/allorder?q=${number}`);
  await getRows(page).first().getByRole('button', { name: 'Shipments' }).click();
  const shown = page.getByRole('dialog', { name: `Shipments of ${number}` });
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText(['Shipment 1']);
  await expect(shown).toContainText('Our own van');
});

test('on a phone, a failed shipment says why beside the button, and closing the dialog loses nothing', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const { number, id } = await payTwoTools(shop, customer);
  await openToShip(page, number);
  await page.setViewportSize({ width: 390, height: 700 });
  await pressPending(page);
  const question = getQuestion(page);
  const pieces = question.getByRole('spinbutton').first();
  await pieces.fill('1');
  await question.getByLabel('Tracking number').fill('1Z 999');
  await page.route(`**/purchases/${id}/shipments`, (route) => route.abort(), { times: 1 });
  await question.getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(question.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await pressPending(page);
  await expect(pieces).toHaveValue('1');
  await expect(question.getByLabel('Tracking number')).toHaveValue('1Z 999');
  await question.getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(page.getByText(`Shipped: ${number}`)).toBeVisible();
  // What is left is another question.
  await pressPending(page);
  await expect(question.getByLabel('Tracking number')).toHaveValue('');
});

test('after one minute, a shipment is corrected with a reason', async ({ page, shop }) => {
  await page.clock.install();
  const customer = await newCustomer(shop);
  const { number } = await payTwoTools(shop, customer);
  await openToShip(page, number);
  await pressPending(page);
  await getQuestion(page).getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.clock.runFor(62_000);
  await page.getByRole('button', { name: 'Correct…' }).click();
  const prompt = page.getByRole('alertdialog', { name: 'Correct this shipment?' });
  await prompt.getByRole('button', { name: 'Yes, correct it' }).click();
  await expect(prompt).toContainText('Please fill this in.');
  await prompt.getByLabel('Why was it not shipped?').fill('It stood in the wrong bay.');
  await prompt.getByRole('button', { name: 'Yes, correct it' }).click();
  // Only the browser’s minute has passed here, so the shop still undid it and says so.
  await expect(page.getByText('Undone. No email was sent')).toBeVisible();
  await expect(getRows(page)).toHaveCount(1);
  await expect(getRows(page).getByRole('button', { name: 'pending' })).toBeVisible();
});

test('an owner ticks several orders and ships them at once, and those that could not be shipped say why', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop, `Grace ${Date.now()}`);
  const addressed = { addressId: await addAddress(shop, customer) };
  const purchases = [
    await payTwoTools(shop, customer, addressed),
    await payTwoTools(shop, customer, addressed),
    await payTwoTools(shop, customer, addressed),
  ];
  await page.setViewportSize(PHONE);
  await openToShip(page, customer.email);
  for (const { number } of purchases)
    await page
      .getByRole('checkbox', { name: `Select ${number}` })
      .first()
      .check();
  await page.getByRole('button', { name: 'Ship 3 orders' }).click();
  const question = getQuestion(page);
  await expect(question).toHaveAccessibleName('Ship 3 orders?');
  for (const { number } of purchases) await expect(question).toContainText(number);
  await expect(question).toContainText('1 Main Street, Cleveland, OH 44114');
  const [first] = purchases;
  const token = await signInAdmin(shop.origin);
  await sendRequest('POST', `${shop.origin}/api/purchases/${first?.id}/shipments`, {}, token);
  await question.getByRole('button', { name: 'Yes, ship 3' }).click();
  await expect(page.getByText('Shipped: 2 orders.')).toBeInViewport();
  await expect(page.getByText(`${first?.number}: This order has nothing left to ship.`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone. No email was sent')).toBeVisible();
  await expect(getRows(page)).toHaveCount(2);
});

test('the mouse wheel over the pieces of a shipment scrolls the dialog, and what was typed is shipped', async ({
  page,
  shop,
}) => {
  const { number, anvil, vise } = await payTwoTools(shop, await newCustomer(shop));
  await page.setViewportSize({ width: 1024, height: 560 });
  await openToShip(page, number);
  await pressPending(page);
  const question = getQuestion(page);
  const pieces = question.getByLabel(`Pieces of ${anvil.name}`);
  await pieces.fill('3');
  await pieces.hover();
  await expect(pieces).toBeFocused();
  for (let notch = 0; notch < 3; notch += 1) await page.mouse.wheel(0, 100);
  await expect.poll(() => question.evaluate((dialog) => dialog.scrollTop)).toBeGreaterThan(0);
  await expect(pieces).toHaveValue('3');
  await expect(question.getByLabel(`Pieces of ${vise.name}`)).toHaveValue('5');
  await question.getByRole('button', { name: 'Yes, ship it' }).click();
  await expect(getRows(page)).toContainText('8 of 10 shipped');
});

test('an unpaid order has all of its pieces open, and nobody is offered to ship it', async ({ page, shop }) => {
  const anvil = await addTool(shop);
  const { number } = await placeNewPurchase(shop, await newCustomer(shop), [anvil.id], 5);
  await signInAsAdmin(page);
  await page.goto(`/dashboard/orders/${number}`);
  const line = page.getByRole('row').filter({ hasText: anvil.name });
  await expect(line).toContainText(/Ordered 5 pcs ?Shipped 0 ?Open 5 ?Refunded 0/);
  await expect(page.getByRole('main').getByRole('button', { name: /ship/i })).toHaveCount(0);
});

test('a buyer of an order that was shipped in part finds no empty section on its page', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  const { id, number, orders } = await payTwoTools(shop, customer, { addressId: await addAddress(shop, customer) });
  await signInAs(page, customer);
  await page.goto(`/dashboard/orders/${number}`);
  const cancellation = page.getByRole('heading', { name: 'Refunds and cancellation' });
  await expect(cancellation).toBeVisible();
  const body = { lines: [{ order: orders[0], quantity: 5 }] };
  await sendRequest('POST', `${shop.origin}/api/purchases/${id}/shipments`, body, await signInAdmin(shop.origin));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Shipments' })).toBeVisible();
  // The same columns for every order, even for what nobody has refunded.
  const headers = ['Item', 'Ordered', 'Shipped', 'Open', 'Refunded', 'Unit price', 'Total'];
  await expect(page.getByRole('columnheader')).toHaveText(headers);
  await expect(cancellation).toHaveCount(0);
});

test('an owner reads the lines of an order below its row, and sets all pieces to ship at once', async ({
  page,
  shop,
}) => {
  const customer = await newCustomer(shop);
  const tools = [await addTool(shop), await addTool(shop), await addTool(shop)];
  const ids = tools.map(({ id }) => id);
  const paid = await payNewPurchase(shop, customer, ids, 5);
  const unpaid = await placeNewPurchase(shop, customer, ids, 5);
  await signInAsAdmin(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/dashboard/allorder?q=${paid.number}`);
  await page.getByText('3 tools, 15 pcs').click();
  const line = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: tools[0]?.name ?? '' });
  await expect(line).toContainText('5 pcs');
  // Across the table, not in the column that says how many there are.
  expect((await line.boundingBox())?.width).toBeGreaterThan(900);
  expect((await line.boundingBox())?.height).toBeLessThan(60);

  // Nothing can be done with an unpaid order here, so there are no buttons beside its number.
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`/dashboard/orders/${unpaid.number}`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(unpaid.number);
  expect((await heading.boundingBox())?.height).toBeLessThan(60);

  await page.goto(`/dashboard/orders/${paid.number}`);
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  const pieces = getQuestion(page).getByLabel(/^Pieces of /);
  await getQuestion(page).getByRole('button', { name: 'Set all to 0' }).click();
  for (const field of await pieces.all()) await expect(field).toHaveValue('0');
  await getQuestion(page).getByRole('button', { name: 'Set all to what is left' }).click();
  for (const field of await pieces.all()) await expect(field).toHaveValue('5');
  await getQuestion(page).getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/dashboard/orders/none');
  await page.getByRole('main').getByRole('link', { name: 'All Orders' }).last().click();
  await expect(page).toHaveURL('/dashboard/allorder');
});
