import { expect, type Page } from '@playwright/test';
import { acknowledge, type Customer, endSession, enterAsNewCustomer, newCustomer, test } from './visiting.ts';

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('a visitor toggles between signing in and signing up and still gets to the page they wanted', async ({
  page,
  shop,
}) => {
  await page.goto('/about');
  const toggle = page.getByRole('main').getByRole('link', { name: 'Toggle' });
  await expect(page).toHaveURL('/signIn?from=%2Fabout');
  await toggle.click();
  await expect(page).toHaveURL('/signUp?from=%2Fabout');
  await toggle.click();
  await expect(page).toHaveURL('/signIn?from=%2Fabout');
  await signIn(page, await newCustomer(shop));
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['About']);
});

test('nobody is led away from the shop by what a link to sign-in says', async ({ page, shop }) => {
  const customer = await newCustomer(shop);
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example']) {
    await page.goto(`/signIn?${new URLSearchParams({ from })}`);
    await signIn(page, customer);
    await expect(page).toHaveURL(`${shop.origin}/home`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  }
});

test('a customer whose session has ended is told so when they save their profile, and signs in', async ({
  page,
  shop,
}) => {
  const { email } = await enterAsNewCustomer(page, shop);
  const path = `/addprofile/${encodeURIComponent(email)}`;
  await page.goto(path);
  await page.getByLabel('Phone number').fill('216 555 0100');
  for (const label of ['College name', 'University name', 'Division', 'District'])
    await page.getByLabel(label).fill('A');
  await endSession(page, shop);
  await page.getByRole('button', { name: 'add profile' }).click();
  await acknowledge(page, 'Error!', 'No user is logged in');
  await expect(page).toHaveURL(`/signIn?${new URLSearchParams({ from: path })}`);
});
