import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { UnsecuredJWT } from 'jose';
import { buildClaims, PROJECT } from '#tests/support/firebase.ts';
import { type RunningShop, removeDataDir, sendRequest, startShop } from '#tests/support/running-shop.ts';
import { test } from './fixtures.ts';

/** Listens in place of Firebase and never responds. */
let silent: Server;
let shop: RunningShop;
const API_KEY = 'a-key-of-the-emulator';

test.beforeAll(async () => {
  silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  shop = await startShop({
    env: {
      NODE_ENV: 'test',
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: API_KEY,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${(silent.address() as AddressInfo).port}`,
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: '',
    },
  });
});
test.afterAll(async () => {
  await shop?.stop();
  if (shop) removeDataDir(shop.dataDir);
  silent.closeAllConnections();
  silent.close();
});

test('while Firebase hangs, nobody with a valid token waits for it, and a sign-out that cannot reach the shop is sent later', async ({
  page,
}) => {
  const email = 'ada@example.com';
  const idToken = new UnsecuredJWT(buildClaims(email)).encode();
  const exchanged = await sendRequest('PUT', `${shop.origin}/api/user/${email}`, { email }, idToken);
  const { token, expiresAt } = (await exchanged.json()) as { token: string; expiresAt: string };
  await page.goto(`${shop.origin}/healthz`);
  await page.evaluate(
    ({ email, idToken, token, expiresAt, key }) => {
      const user = {
        uid: `uid-of-${email}`,
        email,
        emailVerified: false,
        displayName: 'Ada Smith',
        isAnonymous: false,
      };
      const stsTokenManager = { refreshToken: 'r', accessToken: idToken, expirationTime: expiresAt };
      const storedUser = {
        ...user,
        providerData: [],
        stsTokenManager,
        createdAt: '1',
        lastLoginAt: '1',
        appName: '[DEFAULT]',
      };
      localStorage.setItem(`firebase:authUser:${key}:[DEFAULT]`, JSON.stringify({ ...storedUser, apiKey: key }));
      localStorage.setItem('identityPerson', JSON.stringify(user));
      localStorage.setItem('accessTokenDetails', JSON.stringify({ email, expiresAt, confirmed: false }));
      localStorage.setItem('accessToken', token);
    },
    { email, idToken, token, expiresAt: Date.parse(expiresAt), key: API_KEY },
  );

  await test.step('My Profile of somebody who has not confirmed their address', async () => {
    await page.goto(`${shop.origin}/dashboard`);
    // Requests to Firebase time out after five seconds, and those about an unconfirmed address after fifteen.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile', { timeout: 4_000 });
    await expect(page.getByText('is not confirmed yet')).toBeVisible();
  });

  await test.step('logs out while the shop is unreachable, and the sign-out is sent at the next start', async () => {
    await page.route('**/api/token', (route) => route.abort());
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible();
    const exchange = () => sendRequest('PUT', `${shop.origin}/api/user/${email}`, { email }, idToken);
    expect((await exchange()).status).toBe(200);
    await page.unroute('**/api/token');
    await page.goto(`${shop.origin}/contact`);
    // The page before may have sent it as well, and nobody sees the response to that.
    await expect.poll(() => exchange().then(({ status }) => String(status), String)).toContain('401');
  });
});
