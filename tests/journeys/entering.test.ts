import { expect, type Page } from '@playwright/test';
import { type RunningShop, signInAdmin } from '#tests/support/running-shop.ts';
import {
  acknowledge,
  type Customer,
  confirmAddress,
  confirmationLink,
  endSession,
  enterAsNewCustomer,
  newCustomer,
  read,
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

const writtenTo = async (shop: RunningShop, email: string) =>
  (await read<{ recipient: string }[]>(shop, '/outbox', await signInAdmin(shop.origin))).filter(
    ({ recipient }) => recipient === email,
  ).length;

test('a visitor who signs up reads that a link was sent to them, once, and can put that away', async ({ page }) => {
  const note = page.getByText(/^Welcome, Ada Smith\. Please open the link we have sent to/);
  for (const from of ['', '?from=%2Fabout']) {
    await page.goto(`/signUp${from}`);
    const email = `${Date.now()}@example.com`;
    const form = page.getByRole('main');
    await form.getByLabel('Display name').fill('Ada Smith');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Password').fill('123456');
    await form.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(from ? '/about' : '/home');
    await expect(note).toContainText(email);
    if (from) {
      await page.getByRole('button', { name: 'Close this note' }).click();
      await expect(page.getByRole('main')).toBeFocused();
    } else {
      await page.reload();
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
    }
    await expect(note).toHaveCount(0);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
  }
});

test('a customer whose address is not confirmed yet has the link sent again', async ({ page, shop }) => {
  const { email } = await enterAsNewCustomer(page, shop);
  await page.goto('/dashboard');
  const note = page.getByRole('region', { name: 'Your e-mail address is not confirmed yet' });
  const again = note.getByRole('button', { name: 'Send the link again' });

  await test.step('is told when it cannot be sent, and why', async () => {
    const detail = 'Too many attempts. Please try again in 40 minutes.';
    const answers = [
      { status: 429, code: 'too_many_requests', title: 'Too many', detail },
      { status: 500, code: 'internal', title: 'Internal', detail: 'Something went wrong.' },
    ];
    await page.route('/api/auth/send-verification-email', (route) => {
      const problem = answers.shift();
      if (!problem) return route.continue();
      return route.fulfill({
        status: problem.status,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      });
    });
    await again.click();
    await expect(note.getByRole('alert')).toHaveText(detail);
    await again.click();
    await expect(note.getByRole('alert')).toHaveText(/^The link could not be sent just now/);
  });

  await test.step('sends it, and keeps the place', async () => {
    await again.click();
    await expect(note.getByRole('status')).toHaveText(`A new link is on its way to ${email}. It works for a day.`);
    await expect(note.getByRole('alert')).toHaveCount(0);
    await expect(again).toBeFocused();
    expect(await writtenTo(shop, email)).toBe(2);
  });

  await test.step('has followed it elsewhere meanwhile, and reads so', async () => {
    await confirmAddress(shop, email);
    await again.click();
    await expect(note.getByRole('status')).toHaveText('Your e-mail address is confirmed.');
    await expect(again).toHaveCount(0);
    expect(await writtenTo(shop, email)).toBe(2);
  });

  await test.step('is not told of it any more', async () => {
    const menu = page.getByRole('navigation', { name: 'DashBoard' });
    await menu.getByRole('link', { name: 'My Order' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Order');
    await menu.getByRole('link', { name: 'My Profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
    await expect(note).toHaveCount(0);
  });
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
