import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { collectPageErrors, fillCard, getDialog, openDashboard } from '#tests/e2e/fixtures.ts';
import { type RunningShop, removeDataDir, sendRequest, startShop } from '#tests/support/running-shop.ts';

const emulator = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}`;
const PROJECT = 'demo-shop';
const OWNER = `${randomUUID()}@example.com`;
const PASSWORD = 'correct horse';

let shop: RunningShop;
let pageErrors: string[];

test.beforeAll(async () => {
  shop = await startShop({
    env: {
      NODE_ENV: 'test',
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: 'a-key-of-the-emulator',
      FIREBASE_AUTH_EMULATOR_HOST: process.env.FIREBASE_AUTH_EMULATOR_HOST ?? '',
      ADMIN_EMAIL: OWNER,
      ADMIN_PASSWORD: '',
    },
  });
});
test.afterAll(async () => {
  await shop?.stop();
  if (shop) removeDataDir(shop.dataDir);
});
test.beforeEach(({ context }) => {
  pageErrors = collectPageErrors(context);
});
test.afterEach(() => expect(pageErrors).toEqual([]));

async function signUp(page: Page, email: string, name = 'Ada Smith'): Promise<void> {
  await page.goto(`${shop.origin}/signUp`);
  const form = page.getByRole('main');
  await form.getByLabel('Display name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Sign Up' }).click();
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  const form = page.getByRole('main');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
}

/** Opens the link of the newest email that Firebase would have sent to this address. */
async function openMail(email: string, kind: 'VERIFY_EMAIL' | 'PASSWORD_RESET'): Promise<string> {
  const response = await fetch(`${emulator}/emulator/v1/projects/${PROJECT}/oobCodes`);
  const { oobCodes } = (await response.json()) as {
    oobCodes: { email: string; requestType: string; oobLink: string }[];
  };
  return oobCodes.findLast((one) => one.email === email && one.requestType === kind)?.oobLink ?? '';
}

test('a new customer signs up at Firebase, orders, pays, and is signed out everywhere after logging out', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;

  await test.step('is sent to sign in from a tool, signs up and comes back to it', async () => {
    await page.goto(`${shop.origin}/home`);
    await page
      .getByRole('link', { name: /place order/i })
      .first()
      .click();
    await page.getByRole('main').getByRole('link', { name: 'Toggle' }).click();
    await expect(page).toHaveURL(/\/signUp\?from=/);
    const form = page.getByRole('main');
    await form.getByLabel('Display name').fill('Ada Smith');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/singleTool\//);
    await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
    await expect(page.getByText(/^Welcome, Ada Smith\. We sent a link to/)).toBeVisible();
  });

  await test.step('is still there after a reload', async () => {
    await page.reload();
    await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  });

  await test.step('orders', async () => {
    await page.getByRole('textbox', { name: 'Quantity' }).or(page.getByRole('spinbutton')).fill('25');
    await page.getByRole('button', { name: 'place order' }).click();
    await expect(getDialog(page)).toContainText('Good job!');
    await getDialog(page).getByRole('button', { name: 'OK' }).click();
  });

  await test.step('pays', async () => {
    await openDashboard(page, 'My Order');
    await page.getByRole('link', { name: /^Pay/ }).click();
    const pay = page.getByRole('button', { name: /^Pay/ });
    await fillCard(page, '4242 4242 4242 4242');
    await expect(pay).toBeEnabled();
    await pay.click();
    await expect(page.getByText('Congrats! Your payment is completed.')).toBeVisible();
    await openDashboard(page, 'My Order');
    await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible();
  });

  await test.step('logs out in one tab, and is signed out in the other', async () => {
    const other = await page.context().newPage();
    await other.goto(`${shop.origin}/dashboard`);
    await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible();
    const token = (await page.evaluate(() => localStorage.getItem('accessToken'))) ?? '';
    const notified = page.waitForResponse((response) => response.url().endsWith('/api/token'), { timeout: 10_000 });
    await logOut(page);
    await expect(other).toHaveURL(/\/signIn/);
    expect((await notified).status()).toBe(200);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    await expect(sendRequest('GET', `${shop.origin}/api/admin/${email}`, undefined, token)).rejects.toThrow('401');
    await page.goto(`${shop.origin}/dashboard/myorder`);
    await expect(page).toHaveURL(/\/signIn\?from=/);
  });

  await test.step('signs in again and is redirected back, and the other tab notices', async () => {
    await signIn(page, email);
    await expect(page).toHaveURL(/\/dashboard\/myorder/);
    const other = page.context().pages().at(-1);
    await expect(other?.getByRole('button', { name: 'Log out' }) ?? page.locator('x')).toBeVisible();
  });
});

test('a wrong password and a taken address are explained in plain words, and the form keeps its values', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  await signUp(page, email);
  await expect(page).toHaveURL(`${shop.origin}/home`);
  await logOut(page);

  await page.goto(`${shop.origin}/signIn`);
  await signIn(page, email, 'wrong horse');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText('Error: The email address or password is incorrect.');
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  await signIn(page, `${randomUUID()}@example.com`);
  await expect(alert).toHaveText('Error: The email address or password is incorrect.');

  await signUp(page, email);
  await expect(alert).toHaveText('Error: An account with this email address already exists. Please sign in.');
  await expect(page.getByRole('main').getByLabel('Display name')).toHaveValue('Ada Smith');
});

test('a new name in the profile reaches the navigation, Firebase and the server', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await signUp(page, email);
  await expect(page).toHaveURL(`${shop.origin}/home`);
  await page.getByRole('link', { name: 'DashBoard' }).click();
  await page.getByRole('link', { name: 'add profile' }).click();
  const name = page.getByLabel('Display name');
  await expect(name).toHaveValue('Ada Smith');
  await name.fill('Ada King');
  for (const [label, value] of [
    ['Phone number', '+44 20 7946 0000'],
    ['College name', 'City College'],
    ['University name', 'Open University'],
    ['Division', 'North'],
    ['District', 'Leeds'],
  ])
    await page.getByLabel(label ?? '').fill(value ?? '');
  await page.getByRole('button', { name: 'add profile' }).click();
  await expect(getDialog(page)).toContainText('Good job!');
  await getDialog(page).getByRole('button', { name: 'OK' }).click();
  await expect(page.getByRole('banner').getByText('Ada King')).toBeVisible();
  await logOut(page);
  await page.goto(`${shop.origin}/signIn`);
  await signIn(page, email);
  await expect(page.getByRole('banner').getByText('Ada King')).toBeVisible();
});

test('the owner becomes admin once their address is confirmed, and not before', async ({ page }) => {
  await signUp(page, OWNER, 'The Owner');
  await expect(page).toHaveURL(`${shop.origin}/home`);
  await page.getByRole('link', { name: 'DashBoard' }).click();
  const menu = page.getByRole('navigation', { name: 'DashBoard' });
  await expect(menu.getByRole('link', { name: 'My Order' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'All Orders' })).toHaveCount(0);
  await fetch(await openMail(OWNER, 'VERIFY_EMAIL'));
  await page.reload();
  await expect(menu.getByRole('link', { name: 'All Orders' })).toBeVisible();
});

test('a forgotten password is reset on Firebase’s own page', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await signUp(page, email);
  await expect(page).toHaveURL(`${shop.origin}/home`);
  await logOut(page);
  await page.goto(`${shop.origin}/signIn`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  const form = page.getByRole('main');
  // The previous page has such a field, too.
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  const messages: string[] = [];
  for (const address of [`${randomUUID()}@example.com`, email]) {
    await form.getByLabel('Email').fill(address);
    await form.getByRole('button').click();
    await expect(form.getByRole('status')).toContainText(address);
    messages.push((await form.getByRole('status').textContent())?.replace(address, '') ?? '');
  }
  expect(messages[0]).toBe(messages[1]);
  const link = await openMail(email, 'PASSWORD_RESET');
  await fetch(`${link}&newPassword=another+horse`);
  await page.goto(`${shop.origin}/signIn`);
  await signIn(page, email, 'another horse');
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
});

test.describe('Google', () => {
  test.beforeEach(async ({ context }) => {
    const stub = fileURLToPath(new URL('./gapi-stub.js', import.meta.url));
    await context.route('https://apis.google.com/**', (route) => route.fulfill({ path: stub }));
    // The emulator's pages load these from the internet.
    await context.route(/^https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//, (route) => route.abort());
  });

  /** Chooses an account on the emulator's sign-in page. */
  async function choose(page: Page, email: string): Promise<void> {
    await page.locator('.js-new-account').click();
    await page.locator('#email-input').fill(email);
    await page.locator('#display-name-input').fill('Gus Green');
    await page.locator('#sign-in').click();
  }

  test('in a pop-up window signs a user in and returns to the page they wanted', async ({ page }) => {
    await page.goto(`${shop.origin}/dashboard/myorder`);
    await expect(page).toHaveURL(/\/signIn\?from=/);
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Sign In With Google' }).click(),
    ]);
    await choose(window, `${randomUUID()}@example.com`);
    await expect(page).toHaveURL(/\/dashboard\/myorder/);
    await expect(page.getByRole('banner').getByText('Gus Green')).toBeVisible();
    expect(window.isClosed()).toBe(true);
  });

  test('in the same tab works where the browser blocks pop-up windows', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`${shop.origin}/dashboard/myorder`);
    await expect(page).toHaveURL(/\/signIn\?from=/);
    await page.getByRole('button', { name: 'Sign In With Google' }).click();
    await expect(page).toHaveURL(/\/emulator\/auth\/handler/);
    await choose(page, `${randomUUID()}@example.com`);
    await expect(page).toHaveURL(/\/dashboard\/myorder/);
    await expect(page.getByRole('banner').getByText('Gus Green')).toBeVisible();
  });

  test('with the window closed shows no error and can be tried again', async ({ page }) => {
    await page.goto(`${shop.origin}/signIn`);
    const google = page.getByRole('button', { name: 'Sign In With Google' });
    const [window] = await Promise.all([page.waitForEvent('popup'), google.click()]);
    await window.close();
    // Firebase waits several seconds after the window was closed.
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    const [again] = await Promise.all([page.waitForEvent('popup'), google.click()]);
    await choose(again, `${randomUUID()}@example.com`);
    await expect(page.getByRole('banner').getByText('Gus Green')).toBeVisible();
  });
});

test('a Firebase that does not respond signs nobody out and times out early', async ({ page }) => {
  await signUp(page, `${randomUUID()}@example.com`);
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  await page.context().route(`${emulator}/**`, () => {});
  await page.goto(`${shop.origin}/dashboard`);
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'DashBoard' });
  await expect(menu).toBeVisible();

  await test.step('nor when the shop’s token expires in the meantime', async () => {
    await page.evaluate(() => localStorage.setItem('accessToken', 'x'.repeat(43)));
    await menu.getByRole('link', { name: 'My Order' }).click();
    await expect(page.getByText('Your sign-in could not be verified right now.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
    await page.context().unroute(`${emulator}/**`);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'My Order' })).toBeVisible();
    await expect(page.getByText('Your sign-in could not be verified right now.')).toHaveCount(0);
  });
});

test('an unreachable Firebase signs nobody out and is reported at sign-in', async ({ page }) => {
  const email = `${randomUUID()}@example.com`;
  await signUp(page, email);
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  await page.context().route(`${emulator}/**`, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
  await logOut(page);
  await page.goto(`${shop.origin}/signIn`);
  await signIn(page, email);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /^Error: The sign-in service could not be reached\./,
  );
  await page.getByRole('button', { name: 'Sign In With Google' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Error: /);
  await page.context().unroute(`${emulator}/**`);
  await signIn(page, email);
  await expect(page.getByRole('banner').getByText('Ada Smith')).toBeVisible();
});
