import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShop } from '#src/app/composition-root.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { checkSecret } from '#src/platform/secret/secret-check.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

const OTHER = 'another secret, of forty characters, too';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
});
afterAll(() => shop.close());

/** Signs in at a machine with the other secret, and asks for a token as every page does. */
async function signInElsewhere(): Promise<number> {
  const { parts } = shop;
  const other = createShop({ ...parts, log: createLog('silent'), settings: { ...parts.settings, secret: OTHER } });
  try {
    const call = (path: string, init: RequestInit) => other.app.request(`${shop.origin}/api/auth/${path}`, init);
    const signedIn = await call('sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ada.email, password: ada.password }),
    });
    expect(signedIn.status).toBe(200);
    const session = signedIn.headers.get('set-auth-token');
    return (await call('token', { headers: { authorization: `Bearer ${session}` } })).status;
  } finally {
    await other.workers.stop();
    await other.imageProcess.stop();
    await other.context.paperRenderer.stop();
  }
}

/** Runs the program of `npm run new-secret` with the other secret. */
const runNewSecret = (...args: string[]) =>
  spawnSync(process.execPath, ['src/app/new-secret.ts', ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATABASE_URL: shop.database.url, AUTH_SECRET: OTHER },
  });

test('a shop with another secret is refused until the console accepts that secret, which ends all sessions', async () => {
  const { db } = shop.database;
  const { secret } = shop.parts.settings;
  await checkSecret(db, secret);
  await checkSecret(db, secret);
  await expect(checkSecret(db, OTHER)).rejects.toThrow(/set up with another secret\..*npm run new-secret/);
  // This is why: nobody can sign in there.
  expect(await signInElsewhere()).toBe(500);

  const help = runNewSecret('--help');
  expect([help.status, help.stdout, help.stderr]).toEqual([0, expect.stringMatching(/^npm run new-secret\n/), '']);
  const misunderstood = runNewSecret('now');
  expect([misunderstood.status, misunderstood.stdout, misunderstood.stderr]).toEqual([1, '', help.stdout]);
  await checkSecret(db, secret);

  const { status, stderr } = runNewSecret();
  expect([status, stderr]).toEqual([0, '']);
  await checkSecret(db, OTHER);
  await expect(checkSecret(db, secret)).rejects.toThrow(/another secret/);
  expect((await shop.call('GET', '/myorder', { token: ada.token })).status).toBe(401);
  expect(await signInElsewhere()).toBe(200);
});
