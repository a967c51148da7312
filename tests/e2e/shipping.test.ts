import { expect } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { getDialog, PREFETCHING, signInAsAdmin, tabTo, test } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

test.use(PREFETCHING);

// Its methods change every checkout.
test.use({ isolated: true });

test('an owner sets up zones and methods, is told at the fields what is wrong, and loses nothing', async ({
  page,
  shop,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Shipping' }).click();
  const main = page.getByRole('main');
  const zones = main.getByRole('region', { name: 'Zones' });
  const methods = main.getByRole('region', { name: 'Methods' });
  const save = main.getByRole('button', { name: 'Save' });
  await expect(main).toContainText('Your shop charges no shipping');

  await test.step('adds a first zone, for which their own country is proposed', async () => {
    await zones.getByRole('button', { name: 'Add a zone' }).click();
    await expect(zones.getByLabel('Name')).toBeFocused();
    await expect(zones.getByLabel('Country')).toHaveValue('US');
    await save.click();
    await expect(zones.getByLabel('Name')).toBeFocused();
    await expect(zones.getByLabel('Name')).toHaveAccessibleDescription(/Please fill this in/);
    await expect(zones.getByRole('group', { name: 'United States', exact: true })).toBeVisible();
    await zones.getByLabel('Name').fill('Mainland');
    await save.click();
    await expect(zones.getByRole('status')).toHaveText('Mainland was added.');
    await expect(zones.getByRole('listitem')).toContainText(['United States']);
  });

  await test.step('is told with both names where zones overlap, and keeps the input', async () => {
    await zones.getByRole('button', { name: 'Add a zone' }).click();
    await zones.getByLabel('Name').fill('Islands');
    await zones.getByLabel('Country', { exact: true }).selectOption('United States');
    await zones.getByRole('button', { name: 'Add country' }).click();
    await save.click();
    await expect(zones).toContainText('“Islands” (United States) overlaps with “Mainland” (United States)');
    await zones.getByText('All regions').click();
    await zones.getByLabel('Hawaii').check();
    await zones.getByLabel('Country', { exact: true }).selectOption('Germany');
    await zones.getByRole('button', { name: 'Add country' }).click();
    const codes = zones.getByLabel('Postal codes (Germany)');
    await codes.fill('25849, 99999-10000');
    await save.click();
    await expect(codes).toBeFocused();
    await expect(codes).toHaveAccessibleDescription(/10000 comes before 99999/);
    await codes.fill('25849, 26465-26486');
    await expect(codes).not.toHaveAttribute('aria-invalid');
    await save.click();
    await expect(zones.getByRole('status')).toHaveText('Islands was added.');
    await expect(zones.getByRole('listitem').first()).toContainText('Germany 26465–26486');
  });

  await test.step('adds a method by weight, and is told where a price is missing', async () => {
    await methods.getByRole('button', { name: 'Add a method' }).click();
    await methods.getByLabel('Name').fill('Parcel');
    await methods.getByLabel('Pricing').selectOption('By weight');
    await methods.getByLabel('Zone').selectOption('Mainland');
    await methods.getByLabel('Price 1: price').fill('7.90');
    await methods.getByRole('button', { name: 'Add a price' }).click();
    await expect(methods.getByLabel('Price 2: from')).toBeFocused();
    await methods.getByLabel('Price 2: from').fill('5');
    await save.click();
    await expect(methods.getByLabel('Price 2: price')).toBeFocused();
    await expect(methods.getByLabel('Price 2: price')).toHaveAccessibleDescription(/Please enter a price/);
    await expect(methods.getByLabel('Price 1: price')).toHaveValue('7.90');
    await methods.getByLabel('Price 2: price').fill('12');
    await save.click();
    await expect(methods.getByRole('status')).toHaveText('Parcel was added.');
    await expect(methods.getByRole('listitem')).toContainText(['By weight: $7.90 to $12.00']);
    await expect(main).not.toContainText('Your shop charges no shipping');
  });

  await test.step('does not overwrite what somebody else has changed meanwhile', async () => {
    const { origin } = shop;
    const admin = await signInAdmin(origin);
    await methods.getByRole('button', { name: 'Change Parcel' }).click();
    const read = await sendRequest('GET', `${origin}/api/shipping-methods`, undefined, admin);
    const [{ _id, version }] = (await read.json()) as [{ _id: string; version: number }];
    const body = { handling: '3', version };
    expect((await sendRequest('PATCH', `${origin}/api/shipping-methods/${_id}`, body, admin)).status).toBe(200);
    await methods.getByLabel('Most carrier days').fill('3');
    await methods.getByLabel('Fewest carrier days').fill('1');
    await save.click();
    await expect(methods.getByRole('alert')).toContainText('Someone else has changed this shipping method');
    await expect(methods.getByRole('region', { name: 'The newer version' })).toContainText('$3.00 handling');
    await save.click();
    await expect(methods.getByRole('status')).toHaveText('Parcel was saved.');
    await expect(methods.getByRole('listitem')).toContainText(['1 to 3 days']);
  });

  await test.step('adds pick-up and puts it first, with the keyboard alone', async () => {
    await tabTo(page, methods.getByRole('button', { name: 'Add a method' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('At the works');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Pick');
    await tabTo(page, save);
    await page.keyboard.press('Enter');
    await expect(methods.getByRole('status')).toHaveText('At the works was added.');
    await tabTo(page, methods.getByRole('button', { name: 'Move At the works up' }));
    await page.keyboard.press('Enter');
    await expect(methods.getByRole('status')).toHaveText('At the works is now number 1.');
    await expect(methods.getByRole('listitem').first()).toContainText('All buyers · Pick-up');
  });

  await test.step('cannot delete a zone that a method serves, but can after that method', async () => {
    await zones.getByRole('button', { name: 'Delete Mainland' }).click();
    await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(zones.getByRole('alert')).toContainText('“Parcel” serves this zone.');
    await methods.getByRole('button', { name: 'Delete Parcel' }).click();
    await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(methods.getByRole('status')).toHaveText('Parcel was deleted.');
    await zones.getByRole('button', { name: 'Delete Mainland' }).click();
    await getDialog(page).getByRole('button', { name: 'Yes, delete it' }).click();
    await expect(zones.getByRole('status')).toHaveText('Mainland was deleted.');
  });

  await test.step('is led to a tool without a weight', async () => {
    const { id, name } = await addTool(shop);
    await page.reload();
    await main.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/dashboard/products/${id}`);
  });
});
