import { expect, type Page } from '@playwright/test';
import { type RunningShop, sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import {
  type Customer,
  confirmAddress,
  confirmationLink,
  dismissDialog,
  fetchJson,
  linkInMail,
  newCustomer,
  signInAs,
  signInAsNewCustomer,
  test,
} from './fixtures.ts';

async function signIn(page: Page, { email, password }: Customer): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('a visitor switches between signing in and signing up and still gets to the page they wanted', async ({
  page,
  shop,
}) => {
  await page.goto('/about');
  const toggle = page.getByRole('main').getByRole('link', { name: 'Toggle' });
  await expect(page).toHaveURL('/signIn?from=%2Fabout');
  await expect(page.getByText('Please sign in to read about our company.')).toBeVisible();
  await toggle.click();
  await expect(page).toHaveURL('/signUp?from=%2Fabout');
  await expect(page.getByText('Please sign up to read about our company.')).toBeVisible();
  await toggle.click();
  await expect(page).toHaveURL('/signIn?from=%2Fabout');
  await signIn(page, await newCustomer(shop));
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['About']);
});

test('a visitor who signs up gets to the home page, with their name in the top bar', async ({ page }) => {
  await page.goto('/signUp');
  const form = page.getByRole('main');
  await form.getByLabel('Display name').fill('Ada Smith');
  await form.getByLabel('Email').fill(`${Date.now()}@example.com`);
  await form.getByLabel('Password').fill('123456');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('listitem')).toHaveText([
    'Home',
    'About',
    'Contact',
    'Basket',
    'Ada Smith',
    'DashBoard',
    'Log out',
  ]);
});

const writtenTo = async (shop: RunningShop, email: string) =>
  (await fetchJson<{ recipient: string }[]>(shop, '/outbox', await signInAdmin(shop.origin))).filter(
    ({ recipient }) => recipient === email,
  ).length;

test('a visitor who signs up reads once that a link was sent to them, and can dismiss that', async ({ page }) => {
  const note = page.getByText(/^Welcome, Ada Smith\. We sent a link to/);
  for (const from of ['', '?from=%2Fabout']) {
    await page.goto(`/signUp${from}`);
    const email = `${Date.now()}@example.com`;
    const form = page.getByRole('main');
    await form.getByLabel('Display name').fill('Ada Smith');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password').fill('123456');
    await form.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(from ? '/about' : '/home');
    await expect(note).toContainText(email);
    // A moment later the page's entry in the history no longer says that somebody has just signed up.
    await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();
    if (from) {
      await page.getByRole('button', { name: 'Close this notice' }).click();
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
  const customer = await signInAsNewCustomer(page, shop);
  const { email } = customer;
  await page.goto('/dashboard');
  const note = page.getByRole('region', { name: 'Your email address is not confirmed yet' });
  const again = note.getByRole('button', { name: 'Send link again' });

  await test.step('is told when it cannot be sent, and why', async () => {
    const detail = 'Too many attempts. Please try again in 40 minutes.';
    const responses = [
      { status: 429, code: 'too_many_requests', title: 'Too many', detail },
      { status: 500, code: 'internal', title: 'Internal', detail: 'Something went wrong.' },
    ];
    await page.route('/api/auth/send-verification-email', (route) => {
      const problem = responses.shift();
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
    await expect(note.getByRole('alert')).toHaveText(/^The link could not be sent/);
  });

  await test.step('sends it, and stays in place', async () => {
    await again.click();
    await expect(note.getByRole('status')).toHaveText(`We sent a new link to ${email}. It works for one day.`);
    await expect(note.getByRole('alert')).toHaveCount(0);
    await expect(again).toBeFocused();
    await expect.poll(() => writtenTo(shop, email)).toBe(2);
  });

  await test.step('has opened it elsewhere in the meantime, and reads so', async () => {
    await confirmAddress(shop, customer);
    await again.click();
    await expect(note.getByRole('status')).toHaveText('Your email address is confirmed.');
    await expect(again).toHaveCount(0);
    expect(await writtenTo(shop, email)).toBe(2);
  });

  await test.step('is no longer told about it', async () => {
    const menu = page.getByRole('navigation', { name: 'DashBoard' });
    await menu.getByRole('link', { name: 'My Order' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Order');
    await menu.getByRole('link', { name: 'My Profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
    await expect(note).toHaveCount(0);
  });
});

test('a link to sign-in cannot redirect anybody away from the shop', async ({ page, shop }) => {
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
  endSession,
}) => {
  const { email } = await signInAsNewCustomer(page, shop);
  const path = `/addprofile/${encodeURIComponent(email)}`;
  await page.goto(path);
  await page.getByLabel('Phone number').fill('216 555 0100');
  for (const label of ['College name', 'University name', 'Division', 'District'])
    await page.getByLabel(label).fill('A');
  await endSession();
  await page.getByRole('button', { name: 'add profile' }).click();
  await dismissDialog(page, 'Error!', 'No user is logged in');
  await expect(page).toHaveURL(`/signIn?${new URLSearchParams({ from: path })}`);
});

test('a customer confirms their address once, with the emailed link and a button', async ({ page, shop }) => {
  const { email } = await signInAsNewCustomer(page, shop);
  const link = await confirmationLink(shop, email);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();
  await page.getByRole('link', { name: 'DashBoard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link was already used');
});

test('the owner of a mailbox can take over an account that a stranger created with their address', async ({
  page,
  shop,
  browser,
}) => {
  const stranger = await newCustomer(shop, 'A Stranger');
  const elsewhere = await browser.newPage({ baseURL: shop.origin });
  await signInAs(elsewhere, stranger);
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('My Profile');

  await page.goto(await confirmationLink(shop, stranger.email));
  const password = page.getByLabel('Your password');
  await password.fill('the owners');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('This is not the password you signed up with.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Confirm address' })).toBeEnabled();
  await password.fill('the owners');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are signed in here and signed out on all other devices.')).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(bar).not.toContainText('A Stranger');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile');
  await expect(page.getByText('is not confirmed yet')).toHaveCount(0);

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/signIn?from=%2Fdashboard');
  await signIn(elsewhere, stranger);
  await expect(elsewhere.getByRole('main').getByRole('alert')).toHaveText('Error: Invalid email or password');
  await elsewhere.close();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a customer confirms their address, and chooses a new password', async ({ page, shop }) => {
    const { email, password: current } = await newCustomer(shop);
    const link = await confirmationLink(shop, email);
    const opened = await page.goto(link);
    expect(opened?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByLabel('Your password, or a new one')).toHaveAttribute('aria-invalid', 'true');
    expect(await page.content()).not.toContain('not the password"');
    await page.getByLabel('Your password, or a new one').fill(current);
    await page.getByRole('button', { name: 'Confirm address' }).click();
    await expect(page.getByText('You are signed in here and signed out on all other devices.')).toBeVisible();
    const session = await page.request.get('/api/auth/get-session');
    expect((await session.json()).user).toMatchObject({ email, emailVerified: true });

    await sendRequest('POST', `${shop.origin}/api/auth/request-password-reset`, { email });
    const reset = await page.goto(await linkInMail(shop, 'reset_password', email));
    expect(reset?.headers()).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' });
    const password = page.getByLabel('New password');
    await password.evaluate((field) => field.removeAttribute('minlength'));
    await password.fill('12345');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    expect(await page.content()).not.toContain('12345');
    await password.fill('a new password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/\/passwordChanged$/);
  });
});

test('an invalid link does not claim that the address is confirmed, and says what to do', async ({ page, shop }) => {
  await page.goto(`${await confirmationLink(shop, (await newCustomer(shop)).email)}x`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link does not work');
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/signIn?from=%2Fdashboard');
});

test('a customer who has forgotten their password chooses a new one, and is signed out everywhere else', async ({
  page,
  shop,
  browser,
}) => {
  const customer = await newCustomer(shop);
  const elsewhere = await browser.newPage({ baseURL: shop.origin });
  await signInAs(elsewhere, customer);
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('My Profile');

  await page.goto('/signIn');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const form = page.getByRole('main');
  await form.getByRole('button', { name: 'Send link' }).click();
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('required is ture Enter your email address.');
  await form.getByLabel('Email').fill(customer.email);
  await form.getByLabel('Email').press('Enter');
  await expect(form.getByRole('status')).toContainText(`If ${customer.email} has an account`);

  await page.goto(await linkInMail(shop, 'reset_password', customer.email));
  await form.getByLabel('New password').fill('12345');
  await form.getByLabel('New password').press('Enter');
  await expect(form.getByLabel('New password')).toBeFocused();
  await expect(form.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('New password').fill('a new password');
  await form.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL('/passwordChanged');
  await form.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, { ...customer, password: 'a new password' });
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL('/signIn?from=%2Fdashboard');
  await elsewhere.close();
});

test('a customer changes their password under My Profile and stays signed in', async ({ page, shop }) => {
  const customer = await signInAsNewCustomer(page, shop);
  // Any link may lead there, so it must not sign anybody out.
  const checked = page.waitForResponse((response) => response.url().endsWith('/api/auth/get-session'));
  await page.goto('/passwordChanged');
  await (await checked).finished();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await page.goto('/dashboard');
  const password = page.getByRole('region', { name: 'Password' });
  await password.getByRole('button', { name: 'Change password' }).click();
  await expect(password.locator('input[autocomplete="username"]')).toHaveValue(customer.email);
  const current = password.getByLabel('Current password');
  await expect(current).toBeFocused();
  await current.fill('not the password');
  await password.getByLabel('New password').fill('a new password');
  await page.keyboard.press('Enter');
  await expect(current).toHaveAccessibleDescription('This is not your current password.');
  await expect(current).toBeFocused();
  await current.fill(customer.password);
  await expect(current).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(password.getByRole('status')).toHaveText(
    'Your password has been changed. You are signed out on all other devices.',
  );
  await expect(password.getByRole('button', { name: 'Change password' })).toBeFocused();
  await page.goto('/dashboard/myorder');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Order');
  await signInAs(page, { ...customer, password: 'a new password' });
});

test('a visitor who has tried to sign in too often reads when to try again', async ({ page, shop }) => {
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
