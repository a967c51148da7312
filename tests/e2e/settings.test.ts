import { expect } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import {
  createImageFile,
  getDialog,
  PREFETCHING,
  placeOrder,
  signInAsAdmin,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';

test.use(PREFETCHING);

// Its changes appear on every page of the shop.
test.use({ isolated: true });

test('an owner changes the settings, and neither an error nor somebody else’s change loses any input', async ({
  page,
  shop,
}) => {
  await signInAsAdmin(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Settings' }).click();
  const main = page.getByRole('main');
  const save = main.getByRole('button', { name: 'Save settings' });
  const status = main.getByRole('status').filter({ hasText: /saved/i });

  await test.step('is told at the field what is wrong', async () => {
    await main.getByLabel('Shop name').fill('Vise & Sons');
    await main.getByLabel('Phone').fill('call us');
    await save.click();
    await expect(main.getByLabel('Phone')).toBeFocused();
    await expect(main.getByLabel('Phone')).toHaveAccessibleDescription(/Please enter a phone number/);
    await expect(status).toHaveText('2 changes are not saved.');
    await main.getByLabel('Phone').fill('+1 216 555 0100');
    await main.getByLabel('Heading of the home page').fill('Tools for the trade');
    await main.getByLabel('Since', { exact: true }).fill('');
    await main.getByLabel('Copyright year').fill('2026');
    await expect(main.getByLabel('Phone')).not.toHaveAttribute('aria-invalid');
  });

  await test.step('keeps the input when somebody else was faster', async () => {
    const admin = await signInAdmin(shop.origin);
    const read = await sendRequest('GET', `${shop.origin}/api/settings`, undefined, admin);
    const { version, settings } = (await read.json()) as { version: number; settings: object };
    const body = { version, settings: { ...settings, shopName: 'Anvil Works', hours: 'Mornings' } };
    expect((await sendRequest('PUT', `${shop.origin}/api/settings`, body, admin)).status).toBe(200);
    await save.click();
    await expect(main.getByRole('alert')).toContainText('Someone else has changed the settings.');
    await expect(main.getByLabel('Shop name')).toHaveAccessibleDescription(/entered “Anvil Works”/);
    await expect(main.getByLabel('Shop name')).toHaveValue('Vise & Sons');
    await expect(main.getByLabel('Hours')).toHaveValue('Mornings');
    await save.click();
    await expect(status).toHaveText('Saved: 5 settings.');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Vise & Sons' })).toBeVisible();
  });

  await test.step('sees them on the pages of the shop', async () => {
    await page.goto('/contact');
    await expect(page).toHaveTitle('Contact | Vise & Sons');
    await expect(main.getByRole('link', { name: '+1 216 555 0100' })).toHaveAttribute('href', 'tel:+12165550100');
  });

  await test.step('a wholesaler is neither the maker nor as old as the specification says', async () => {
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tools for the trade');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('Copyright © 2026');
    await expect(footer).not.toContainText('has provided tech since');
  });

  await test.step('goes back to the defaults, section by section', async () => {
    await page.goto('/dashboard/settings');
    for (const section of ['Company', 'Contact', 'What the shop says of you'])
      await main.getByRole('button', { name: `Restore defaults: ${section}` }).click();
    await expect(main.getByLabel('Shop name')).toHaveValue('Ironmonger');
    await save.click();
    await expect(page).toHaveTitle('Settings | Ironmonger');
  });
});

test('where an owner has reviews wait, one appears only once the owner, led by the overview, has published it', async ({
  page,
  shop,
}) => {
  const main = page.getByRole('main');
  const title = 'Waits for the shop';
  const isOnHomePage = async () => (await (await page.request.get('/home')).text()).includes(title);

  await test.step('chooses so', async () => {
    await signInAsAdmin(page);
    await page.goto('/dashboard/settings');
    await main.getByLabel('New and changed reviews').selectOption('Wait until you publish them');
    await main.getByRole('button', { name: 'Save settings' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'Saved: ' })).toBeVisible();
    await page.reload();
    await expect(main.getByLabel('New and changed reviews')).toHaveValue('wait');
  });

  await test.step('its author reads that it waits', async () => {
    await signInAsNewCustomer(page, shop);
    await page.goto('/dashboard/myreview');
    for (const [label, text] of Object.entries({
      Company: 'Smith',
      Designation: 'Owner',
      Title: title,
      Rating: '4',
      About: 'Sharp.',
    }))
      await main.getByLabel(label, { exact: true }).fill(text);
    await main.getByLabel('Picture', { exact: true }).setInputFiles(await createImageFile('me.png'));
    await main.getByRole('button', { name: 'Send review' }).click();
    await expect(getDialog(page)).toContainText('It appears once the shop has read and published it.');
    await getDialog(page).getByRole('button', { name: 'OK' }).click();
    await expect(main.getByRole('article', { name: title })).toContainText('Only you and the shop can see it');
    expect(await isOnHomePage()).toBe(false);
  });

  await test.step('is led to it, and publishes it', async () => {
    await signInAsAdmin(page);
    await page.goto('/dashboard/overview');
    await main
      .getByRole('link', { name: /New reviews/ })
      .first()
      .click();
    const entry = main.getByRole('article', { name: title });
    await expect(entry).toContainText('New');
    await expect(entry).toContainText('Waiting');
    await entry.getByRole('button', { name: 'Publish' }).click();
    await expect(main.getByRole('status').filter({ hasText: 'is now visible to everyone' })).toBeVisible();
    await expect(entry).toHaveCount(0);
    expect(await isOnHomePage()).toBe(true);
  });
});

test('an owner names the countries to deliver to, and a buyer chooses among them', async ({ page, shop }) => {
  const main = page.getByRole('main');
  await signInAsAdmin(page);
  await page.goto('/dashboard/settings');
  await main.getByLabel('Countries you deliver to').fill('Germany, Atlantis');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(main.getByLabel('Countries you deliver to')).toHaveAccessibleDescription(
    /There is no country “Atlantis”/,
  );
  await main.getByLabel('Countries you deliver to').fill('Germany');
  await main.getByRole('button', { name: 'Save settings' }).click();
  await expect(main.getByRole('status').filter({ hasText: 'Saved: ' })).toBeVisible();

  const customer = await signInAsNewCustomer(page, shop);
  const { id } = await placeOrder(shop, customer, { address: null });
  await page.goto(`/dashboard/payment/${id}`);
  const country = main.getByLabel('Country').first();
  await expect(country).toHaveValue('DE');
  await expect(country.locator('option')).toHaveText(['Please choose', 'Germany']);
  await expect(main.getByLabel('Postal code').first()).toBeVisible();
});
