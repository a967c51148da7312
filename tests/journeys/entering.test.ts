import { expect, type Page } from '@playwright/test';
import {
  acknowledge,
  type Customer,
  confirmationLink,
  endSession,
  enterAsNewCustomer,
  newCustomer,
  test,
} from './visiting.ts';

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

test('a visitor who signs up is on the home page then, with their name in the bar', async ({ page }) => {
  await page.goto('/signUp');
  const form = page.getByRole('main');
  await form.getByLabel('Display name').fill('Ada Smith');
  await form.getByLabel('E-mail').fill(`${Date.now()}@example.com`);
  await form.getByLabel('Password').fill('123456');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveText([
    'Home',
    'About',
    'Contact',
    'Ada Smith',
    'DashBoard',
    'Log out',
  ]);
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

test('a customer who follows the link in the mail is told that their address is confirmed, once', async ({
  page,
  shop,
}) => {
  const { email } = await newCustomer(shop);
  await page.goto(await confirmationLink(shop, email));
  await acknowledge(page, 'Thank you', 'Your e-mail address is confirmed.');
  await expect(page).toHaveURL(/\/home$/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toHaveCount(0);
});

test('a link that does not work is not taken for a confirmed address, and it says what to do', async ({
  page,
  shop,
}) => {
  const link = new URL(await confirmationLink(shop, (await newCustomer(shop)).email));
  link.searchParams.set('token', `${link.searchParams.get('token')}x`);
  await page.goto(link.href);
  await acknowledge(page, 'This link does not work any more', 'It was used before or is too old.');
  await expect(page).toHaveURL(/\/home$/);
});

test('a visitor who tried to sign in too often reads when to try again', async ({ page, shop }) => {
  const detail = 'Too many attempts. Please try again in 40 seconds.';
  await page.route('/api/auth/sign-in/email', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 429, code: 'too_many', message: 'Too many', title: 'Too many', detail }),
    }),
  );
  await page.goto('/signIn');
  await signIn(page, await newCustomer(shop));
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(`Error: ${detail}`);
});
