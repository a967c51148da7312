import { expect } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { PREFETCHING, signInAsAdmin, test } from './fixtures.ts';

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
  const status = main.getByRole('status').filter({ hasText: /saved/ });

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
    await expect(status).toHaveText('Your settings are saved and active.');
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
