import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { readPages } from '#tests/support/read-pdf.ts';
import { type RunningShop, sendRequest } from '#tests/support/running-shop.ts';
import { addAddress, fillAddress } from './checkout-helpers.ts';
import { type Customer, newCustomer, signInAsAdmin, test } from './fixtures.ts';
import { payNewPurchase, placeNewPurchase, type TestPurchase } from './purchase-helpers.ts';
import { addTool } from './tool-helpers.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

const getQuestion = (page: Page) => page.getByRole('alertdialog');
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const getKind = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });

/** Reads these counts from the overview once the page shows them. */
async function readCounts(page: Page): Promise<Record<'toShip' | 'withoutAddress' | 'toCancel', number>> {
  await page.goto('/dashboard/overview');
  // A kind of which nothing waits is a link without a number.
  const count = async (name: string) => Number.parseInt((await getKind(page, name).textContent()) ?? '', 10) || 0;
  return {
    toShip: await count('Orders to ship'),
    withoutAddress: await count('Orders without an address'),
    toCancel: await count('Requests to cancel'),
  };
}

/**
 * Places twenty purchases for four customers: four are unpaid, one is paid without an address, and one gets canceled by
 * its buyer.
 */
async function placeTwenty(shop: RunningShop, word: string) {
  const tools = await Promise.all(
    [1, 2, 3].map((at) => addTool(shop, { itemName: `Feeler gauge ${word}, ${at} mm`, quantity: 1_000 })),
  );
  const buy = async (customer: Customer, at: number) => {
    const ids = tools.slice(0, 1 + (at % 3)).map(({ id }) => id);
    const addressId = await addAddress(shop, customer, { name: customer.name });
    const bought: TestPurchase[] = [];
    for (let count = 1; count <= 4; count += 1) {
      // The last customer's first purchase comes from an API client that sends no address.
      const more = at === 3 && count === 1 ? {} : { addressId };
      bought.push(await payNewPurchase(shop, customer, ids, 4 + count, more));
    }
    await placeNewPurchase(shop, customer, ids, 5, { addressId });
    return bought;
  };
  const customers = await Promise.all(
    ['Ada', 'Bo', 'Cy', 'Di'].map((name) => newCustomer(shop, `${name} ${word.slice(0, 4)}`)),
  );
  const paid = await Promise.all(customers.map(buy));
  const canceled = paid[1]?.[3];
  const reason = { reason: 'We found ours.' };
  await sendRequest('POST', `${shop.origin}/api/purchases/${canceled?.id}/cancel`, reason, customers[1]?.token);
  const get = (customer: number, at: number) => paid[customer]?.[at] as TestPurchase;
  return {
    paid: paid.flat(),
    together: [get(0, 0), get(1, 0), get(2, 0)],
    inParts: get(2, 1),
    bent: get(0, 1),
    canceled: get(1, 3),
    unaddressed: get(3, 0),
  };
}

/** Returns the rows of the file with today’s payments. */
async function exportToday(page: Page): Promise<Record<string, string>[]> {
  await page.goto('/dashboard/exports');
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('Period', { exact: true }).selectOption('Another period');
  await page.getByLabel('From').fill(today);
  await page.getByLabel('Through').fill(today);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8').replace('\uFEFF', '');
  const [head = [], ...rows] = csv.split('\r\n').map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

const toMinor = (amount: string | undefined) => Math.round(Number(amount) * 100);
const sum = (amounts: readonly (string | undefined)[]) => amounts.reduce((all, amount) => all + toMinor(amount), 0);

test('an owner handles a day of twenty purchases on a desktop and a phone, and the sums are right', async ({
  page,
  shop,
}) => {
  const word = crypto.randomUUID().slice(0, 8);
  await page.setViewportSize(DESK);
  await signInAsAdmin(page);
  const before = await readCounts(page);
  const { paid, together, inParts, bent, canceled, unaddressed } = await placeTwenty(shop, word);
  const open = (number: string) => page.goto(`/dashboard/orders/${number}`);

  await test.step('sees in the morning what is waiting: parcels, not lines', async () => {
    const { toShip, withoutAddress, toCancel } = await readCounts(page);
    expect(toShip - before.toShip).toBe(16);
    expect(withoutAddress - before.withoutAddress).toBe(1);
    expect(toCancel - before.toCancel).toBe(1);
  });

  await test.step('packs and ships several at once, without those that cannot be shipped yet', async () => {
    await getKind(page, 'Orders to ship').click();
    await page.goto(`/dashboard/allorder?state=to_ship&q=${word}&sort=created`);
    for (const { number } of [...together, unaddressed])
      await page
        .getByRole('checkbox', { name: `Select ${number}` })
        .first()
        .check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Packing list' }).click();
    const pages = await readPages(new Uint8Array(readFileSync(await (await download).path())));
    for (const { number } of together) expect(pages.map(({ text }) => text).join()).toContain(number);
    await page.getByRole('button', { name: 'Ship 4 orders' }).click();
    await expect(getQuestion(page)).toHaveAccessibleName('Ship 3 orders?');
    await expect(getQuestion(page)).toContainText('Left out');
    await expect(getQuestion(page).getByRole('listitem').filter({ hasText: unaddressed.number })).toContainText(
      'No address yet',
    );
    await getQuestion(page).getByLabel('Carrier', { exact: true }).selectOption('UPS');
    await getQuestion(page).getByLabel(`Tracking number of ${together[0]?.number}`).fill('1Z 999 AA0');
    await getQuestion(page).getByRole('button', { name: 'Yes, ship 3' }).click();
    await expect(page.getByText('Shipped: 3 orders.')).toBeVisible();
  });

  await page.setViewportSize(PHONE);
  await test.step('ships another one in parts, with a tracking number', async () => {
    await open(inParts.number);
    await page.getByRole('button', { name: 'Ship', exact: true }).click();
    await expect(getQuestion(page)).toContainText('Cleveland, OH 44114');
    await getQuestion(page).getByLabel(`Pieces of Feeler gauge ${word}, 1\u00a0mm`).fill('2');
    await getQuestion(page).getByLabel('Carrier', { exact: true }).selectOption('UPS');
    await getQuestion(page).getByLabel('Tracking number').fill('1Z 999 AA1');
    await getQuestion(page).getByRole('button', { name: 'Yes, ship it' }).click();
    await expect(page.getByText('Paid, partly shipped')).toBeVisible();
    await expect(section(page, 'Items').getByRole('row').nth(1)).toContainText(/Ordered 6 pcs ?Shipped 2 ?Open 4/);
    await expect(page.getByText('4 of 18 pcs still to ship')).toBeVisible();
  });

  await test.step('calls the buyer who gave no address, and enters it', async () => {
    await open(unaddressed.number);
    await page.getByRole('button', { name: 'Enter the address' }).click();
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(page.getByLabel('Street and number')).toBeFocused();
    await fillAddress(page);
    await page.getByRole('button', { name: 'Save address' }).click();
    await expect(section(page, 'Addresses and notes')).toContainText('1 Main Street');
    await expect(section(page, 'Documents')).toContainText('INV-');
    await expect(section(page, 'Order history')).toContainText('Address added');
  });

  await test.step('refunds two bent pieces', async () => {
    await open(bent.number);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const form = page.getByRole('form', { name: 'Refund' });
    await form.getByLabel('What to refund').selectOption('Some pieces');
    await form.getByRole('button', { name: 'One more' }).first().click();
    await form.getByRole('button', { name: 'One more' }).first().click();
    await form.getByLabel('Reason').fill('Two were bent.');
    await form.getByRole('button', { name: 'Refund …' }).click();
    await getQuestion(page).getByRole('button', { name: 'Yes, refund it' }).click();
    await expect(form).toContainText('$80.00 was refunded.');
  });

  await test.step('confirms the request to cancel', async () => {
    await open(canceled.number);
    await page.getByRole('button', { name: 'Confirm and refund' }).click();
    await getQuestion(page).getByRole('button', { name: 'Yes, refund it' }).click();
    await expect(page.getByRole('main')).toContainText('The order has been canceled.');
    // Nothing is left to refund.
    await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  });

  await page.setViewportSize(DESK);
  await test.step('sees in the evening what is left, and exports a day that adds up', async () => {
    const { toShip, withoutAddress, toCancel } = await readCounts(page);
    expect(toShip - before.toShip).toBe(12);
    expect({ withoutAddress, toCancel }).toEqual({ withoutAddress: before.withoutAddress, toCancel: before.toCancel });
    const numbers = new Set(paid.map(({ number }) => number));
    const rows = (await exportToday(page)).filter(({ number = '' }) => numbers.has(number));
    expect(rows).toHaveLength(16);
    const captured = sum(paid.map(({ total }) => total));
    const refunded = toMinor('80.00') + toMinor(canceled.total);
    expect(sum(rows.map((row) => row['net total']))).toBe(captured);
    expect(sum(rows.map((row) => row.refunded))).toBe(refunded);
    expect(rows.filter(({ state }) => state === 'shipped')).toHaveLength(3);
  });
});
