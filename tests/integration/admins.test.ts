import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { ensureFirstAdmin, type FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getLinkToken } from './mail-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

const grant = (admin: TestUser, email: string) => shop.call('PUT', `/user/admin/${email}`, { token: admin.token });
const signIn = (email: string, password: string) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password } });

const confirm = (token: string, { session }: TestUser) =>
  shop.call('POST', '/auth/verify-email', { token: session, body: { token } });

async function getAccessToken(email: string, password: string): Promise<string> {
  const session = (await signIn(email, password)).headers.get('set-auth-token') ?? '';
  const { token: idToken } = objectBody(await shop.call('GET', '/auth/token', { token: session }));
  return String(
    objectBody(await shop.call('PUT', `/user/${email}`, { token: String(idToken), body: { email } })).token,
  );
}

describe('granting the admin role', () => {
  test('requires an email address confirmed by the link in its email', async () => {
    const [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp()]);
    expect(statusAndCode(await grant(admin, ada.email))).toBe('403 email_unconfirmed');
    expect((await confirm(await getLinkToken(shop, 'confirm_email', ada.email), ada)).status).toBe(200);
    expect(objectBody(await grant(admin, ada.email)).modifiedCount).toBe(1);
    expect(objectBody(await shop.call('GET', `/admin/${ada.email}`, { token: ada.token }))).toMatchObject({
      admin: true,
    });
  });

  test('a tampered confirmation link confirms no address', async () => {
    const [admin, eve] = await Promise.all([shop.createAdmin(), shop.signUp()]);
    const token = await getLinkToken(shop, 'confirm_email', eve.email);
    const changed = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const bad of [changed, token.slice(1), `${token}x`, "' or 1=1 --", '\u0000'])
      expect(statusAndCode(await confirm(bad, eve))).toBe('404 link_unknown');
    expect(statusAndCode(await confirm('', eve))).toBe('422 invalid');
    expect(statusAndCode(await grant(admin, eve.email))).toBe('403 email_unconfirmed');
  });

  test('fields added to a sign-up or account update make the user neither confirmed nor admin', async () => {
    const body = {
      email: 'mallory@example.com',
      password: 'correct horse',
      name: 'Mallory',
      emailVerified: true,
      role: 'admin',
      id: 'chosen',
    };
    await shop.call('POST', '/auth/sign-up/email', { body });
    const session = (await signIn(body.email, body.password)).headers.get('set-auth-token') ?? '';
    await shop.call('POST', '/auth/update-user', {
      token: session,
      body: { emailVerified: true, role: 'admin', name: 'M' },
    });
    const token = await getAccessToken(body.email, body.password);
    expect(objectBody(await shop.call('GET', `/admin/${body.email}`, { token }))).toMatchObject({ admin: false });
    const rows = await shop.sql`select email_confirmed, role from users where email = ${body.email}`;
    expect(rows).toEqual([{ email_confirmed: false, role: 'customer' }]);
  });

  test('revoking the role takes effect on the next request', async () => {
    const admin = await shop.createAdmin();
    expect((await shop.call('GET', '/orders', { token: admin.token })).status).toBe(200);
    await shop.sql`update users set role = 'customer' where id = ${admin.userId}`;
    expect(statusAndCode(await shop.call('GET', '/orders', { token: admin.token }))).toBe('403 forbidden');
  });

  test('the identity service’s other endpoints neither change nor delete an account', async () => {
    const ada = await shop.signUp();
    for (const [path, body] of [
      ['/auth/change-email', { newEmail: 'new@example.com' }],
      ['/auth/delete-user', { password: ada.password }],
      ['/auth/link-social', { provider: 'google' }],
      ['/auth/unlink-account', { providerId: 'credential' }],
      ['/auth/verify-password', { password: ada.password }],
      ['/auth/set-password', { newPassword: 'something else' }],
      ['/auth/admin/set-role', { userId: ada.userId, role: 'admin' }],
    ] as const) {
      expect((await shop.call('POST', path, { token: ada.session, body })).status).toBe(404);
    }
    expect((await signIn(ada.email, ada.password)).status).toBe(200);
  });
});

describe('signing up', () => {
  const signUpAs = (parts: object) =>
    shop.call('POST', '/auth/sign-up/email', {
      body: {
        email: `${Math.random().toString(36).slice(2)}@example.com`,
        password: 'correct horse',
        name: 'Ada',
        ...parts,
      },
    });

  test.each([
    ['a name with a line break', { name: 'Ada\nSmith' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name with NUL', { name: 'A\u0000' }, 'name'],
    ['no name', { name: undefined }, 'name'],
    ['an address that is too long', { email: `${'x'.repeat(250)}@example.com` }, 'email'],
    ['a password of five characters', { password: '12345' }, 'password'],
  ])('with %s is rejected at that field and creates no account', async (_what, parts, field) => {
    const count = async () => (await shop.sql`select count(*)::int as n from identity_users`)[0].n;
    const before = await count();
    const response = await signUpAs(parts);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
    expect(await count()).toBe(before);
  });

  test('with the longest allowed name creates a customer who can place orders', async () => {
    const email = 'longest@example.com';
    const name = 'x'.repeat(100);
    expect((await signUpAs({ email, name })).status).toBe(200);
    const token = await getAccessToken(email, 'correct horse');
    const body = { name, email, quantity: 1, price: 1, itemName: 'no such tool' };
    expect(statusAndCode(await shop.call('POST', '/order', { token, body }))).toBe('422 tool_ambiguous');
  });

  test('and signing in return errors as problem documents with the library’s own code', async () => {
    const wrong = await signIn('nobody@example.com', 'correct horse');
    expect(wrong.headers.get('content-type')).toBe('application/problem+json');
    expect(objectBody(wrong)).toMatchObject({ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD' });
    expect(objectBody(wrong).detail).toBe(objectBody(wrong).message);
  });
});

describe('the first admin', () => {
  /** Returns who was announced; null if nobody was. */
  async function ensure(of: TestShop, more: Partial<Parameters<typeof ensureFirstAdmin>[0]> = {}) {
    let announced: FirstAdmin | null = null as FirstAdmin | null;
    await ensureFirstAdmin({
      db: of.database.db,
      identity: of.identity as EmbeddedIdentity,
      email: undefined,
      password: undefined,
      announce: (admin) => {
        announced = admin;
      },
      ...more,
    });
    return announced;
  }

  test('is created from the configured address and takes over an account that a stranger registered with it', async () => {
    const fresh = await createTestShop();
    try {
      const stranger = await fresh.signUp({
        email: 'boss@example.com',
        password: 'stranger’s',
        displayName: 'Stranger',
      });
      expect(await ensure(fresh, { email: 'boss@example.com', password: 'owner’s own' })).toEqual({
        email: 'boss@example.com',
        password: null,
      });
      expect(statusAndCode(await fresh.call('GET', '/orders', { token: stranger.token }))).toBe('401 token_invalid');
      const again = { token: stranger.idToken, body: { email: stranger.email } };
      expect(statusAndCode(await fresh.call('PUT', `/user/${stranger.email}`, again))).toBe('401 token_invalid');
      expect((await fresh.call('GET', '/auth/token', { token: stranger.session })).status).toBe(401);
      const signInAsOwner = (password: string) =>
        fresh.call('POST', '/auth/sign-in/email', { body: { email: 'boss@example.com', password } });
      expect((await signInAsOwner('stranger’s')).status).toBe(401);
      expect((await signInAsOwner('owner’s own')).status).toBe(200);
      const rows = await fresh.sql`select email, email_confirmed from users where role = 'admin'`;
      expect(rows).toEqual([{ email: 'boss@example.com', email_confirmed: true }]);
      expect(await ensure(fresh, { email: 'second@example.com', password: 'another one' })).toBeNull();
    } finally {
      await fresh.close();
    }
  });

  test('takes over the account of another identity service at that address and ends its sessions', async () => {
    const fresh = await createTestShop();
    try {
      const email = 'boss@example.com';
      const { token, userId } = await fresh.signUp({ email });
      await fresh.sql`update users set subject = 'firebase|boss', role = 'customer'`;
      expect(await ensure(fresh, { email, password: 'owner’s own' })).toEqual({ email, password: null });
      expect(statusAndCode(await fresh.call('GET', '/orders', { token }))).toBe('401 token_invalid');
      const rows = await fresh.sql`select id from users where role = 'admin'`;
      expect(rows).toEqual([{ id: userId }]);
      const signedIn = await fresh.call('POST', '/auth/sign-in/email', { body: { email, password: 'owner’s own' } });
      expect(signedIn.status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  test('gets a generated password when none is configured, which is announced before anything is created', async () => {
    const fresh = await createTestShop();
    try {
      const announce = () => {
        throw new Error('the start ends here');
      };
      await expect(ensure(fresh, { announce })).rejects.toThrow('the start ends here');
      expect(await fresh.sql`select 1 from users where role = 'admin'`).toEqual([]);
      const first = await ensure(fresh);
      expect(first?.password).toMatch(/^[\w-]{16}$/);
      const body = { email: first?.email, password: first?.password };
      expect((await fresh.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
      expect(await ensure(fresh)).toBeNull();
      expect((await fresh.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });

  test('is announced once when several processes start at the same time', async () => {
    const fresh = await createTestShop();
    try {
      const announced = (await Promise.all([ensure(fresh), ensure(fresh), ensure(fresh)])).filter(Boolean);
      expect(announced).toHaveLength(1);
      const body = { email: announced[0]?.email, password: announced[0]?.password };
      expect((await fresh.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
    } finally {
      await fresh.close();
    }
  });
});
