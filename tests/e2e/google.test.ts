import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { type FakeGoogle, startFakeGoogle } from '#tests/support/fake-google.ts';
import { findFreePort, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { confirmationLink, test as visitorsTest } from './fixtures.ts';

/** A separate shop with Google sign-in, in which new users confirm their address before they can sign in. */
const test = visitorsTest.extend<object, { google: FakeGoogle }>({
  google: [
    async ({ browserName: _ }, use) => {
      const google = await startFakeGoogle();
      await use(google);
      await google.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ google }, use) => {
      const port = await findFreePort();
      const { clientId, clientSecret, discoveryUrl } = google.settings;
      const env = {
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        GOOGLE_CLIENT_ID: clientId,
        GOOGLE_CLIENT_SECRET: clientSecret,
        GOOGLE_DISCOVERY_URL: discoveryUrl,
        SIGN_UP: 'confirmed',
      };
      const shop = await startShop({ port, env });
      await use(shop);
      await shop.stop();
      removeDataDir(shop.dataDir);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('a visitor signs in with Google and gets to the page they wanted, the first time and later', async ({
  page,
  google,
}) => {
  google.setUser({ sub: randomUUID(), email: `${randomUUID()}@example.com`, name: 'Grace Hopper' });
  const withGoogle = page.getByRole('button', { name: 'Sign In With Google' });
  for (const time of ['first', 'again']) {
    await test.step(time, async () => {
      await page.goto('/about');
      await expect(page).toHaveURL('/signIn?from=%2Fabout');
      await withGoogle.click();
      await expect(page).toHaveURL('/about');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
      await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Grace Hopper');
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^[\w-]{43}$/);
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL('/signIn');
    });
  }

  await test.step('does not consent, comes back, reads so once, and still gets there', async () => {
    google.server.service.once('beforeAuthorizeRedirect', ({ url }) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    await page.goto('/about');
    await withGoogle.click();
    const error = page.getByRole('main').getByRole('alert').first();
    await expect(error).toHaveText(
      'Error: The Google sign-in was not completed. Please try again, or use your email and password.',
    );
    await expect(page).toHaveURL('/signIn?from=%2Fabout');
    await page.reload();
    await expect(withGoogle).toBeVisible();
    await expect(error).toHaveCount(0);
    await withGoogle.click();
    await expect(page).toHaveURL('/about');
  });
});

test('a person whom the shop does not admit reads why, even if they return to a public page', async ({
  page,
  google,
}) => {
  google.setUser({ sub: randomUUID(), email: `${randomUUID()}@example.com`, name: 'Grace Hopper' });
  const detail = 'This account has been closed.';
  await page.route(/\/api\/user\//, (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, code: 'account_disabled', title: 'Closed', detail }),
    }),
  );
  await page.goto('/signIn?from=/contact');
  await page.getByRole('button', { name: 'Sign In With Google' }).click();
  await expect(page).toHaveURL('/signIn?from=%2Fcontact');
  await expect(page.getByRole('main').getByRole('alert').first()).toHaveText(`Error: ${detail}`);
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
});

test('a visitor reads at the button that Google is unavailable', async ({ page }) => {
  const detail =
    'Google cannot be reached right now. Please try again in a moment, or sign in with your email and password.';
  await page.route('/api/auth/sign-in/social', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 503, code: 'google_unreachable', title: 'Google', detail }),
    }),
  );
  await page.goto('/signIn');
  await page.getByRole('button', { name: 'Sign In With Google' }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toHaveText(`Error: ${detail}`);
});

test('a new user must open the emailed link before they can sign in, and can have it sent again', async ({
  page,
  shop,
}) => {
  const email = `${randomUUID()}@example.com`;
  const form = page.getByRole('main');
  await page.goto('/signUp');
  await form.getByLabel('Display name').fill('Ada Smith');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button', { name: 'Sign Up' }).click();
  const sent = form.getByRole('region', { name: 'Please check your email' });
  await expect(sent).toBeFocused();
  await expect(sent).toContainText(`We sent an email to ${email}`);
  await sent.getByRole('link', { name: 'Sign In' }).click();

  const signIn = async () => {
    await form.getByRole('textbox', { name: 'Email' }).fill(email);
    await form.getByLabel('Password').fill('correct horse');
    await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signIn();
  await expect(form.getByRole('alert').first()).toHaveText(/^Error: Please confirm your email address first/);
  await form.getByRole('button', { name: 'Send link again' }).click();
  await expect(form.getByRole('status').filter({ hasText: 'We sent a new link to' })).toBeVisible();
  await page.goto(await confirmationLink(shop, email));
  await form.getByLabel('Your password').fill('another horse');
  await form.getByRole('button', { name: 'Confirm address' }).click();
  await expect(form.getByText('This is not the password you signed up with.')).toBeVisible();
  await expect(form.getByLabel('Your password, or a new one')).toHaveValue('');
  await expect(form.getByLabel('Your password, or a new one')).toBeFocused();
  await form.getByLabel('Your password, or a new one').fill('correct horse');
  await form.getByRole('button', { name: 'Confirm address' }).click();
  await expect(form.getByText('Your email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
});
