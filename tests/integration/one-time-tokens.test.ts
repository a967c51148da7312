import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { action, loader } from '#src/routes/confirm-email.tsx';
import * as resetPage from '#src/routes/reset-password.tsx';
import { ALL_EMBEDDED } from '#src/shared/public-settings.ts';
import '#tests/support/quick-password-hashes.mjs';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createActionArgs, postForm } from './form-helpers.ts';
import { getEmailTexts, getLinkToken } from './mail-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

const work = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('#src/features/identity/scrypt-threads.server.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('#src/features/identity/scrypt-threads.server.ts')>();
  const threads = real.createScryptThreads();
  const derive: typeof threads.derive = (job) => {
    work.hashes += 1;
    return threads.derive(job);
  };
  return { createScryptThreads: () => ({ ...threads, derive }) };
});

let shop: TestShop;
let strict: TestShop;

beforeAll(async () => {
  [shop, strict] = await Promise.all([
    createTestShop(),
    createTestShop({ settings: { identity: { kind: 'embedded', signUp: 'confirmed' } } }),
  ]);
});
afterAll(() => Promise.all([shop.close(), strict.close()]));

const post = (path: string, body: unknown, of = shop, token?: string) =>
  of.call('POST', `/auth/${path}`, { body, token });
const signIn = (email: string, password: string, of = shop) => post('sign-in/email', { email, password }, of);
const requestConfirmation = (email: string, of = shop) => post('send-verification-email', { email }, of);
const requestReset = (email: string, of = shop) => post('request-password-reset', { email }, of);
const confirm = (token: string, of = shop, password?: object) => post('verify-email', { token, ...password }, of);
/** Confirms an address in the browser that signed up. */
const confirmAs = ({ session }: TestUser, token: string) => post('verify-email', { token }, shop, session);
const reset = (token: string, newPassword: string, of = shop) => post('reset-password', { token, newPassword }, of);
const expireLinks = (of = shop) =>
  of.database.pool.query("update identity_links set expires_at = now() - interval '1 second' where used_at is null");
const isConfirmed = async (user: TestUser) => {
  const rows = await shop.sql<{
    shop: boolean;
    identity: boolean;
  }>`select u.email_confirmed as shop, i.email_verified as identity from users u
    join identity_users i on i.email = u.email where u.id = ${user.userId}`;
  return rows[0];
};

let counter = 0;
const newEmail = () => `someone-${++counter}@example.com`;

/** Returns a call's response and what it cost before responding: password hashes and stored requests. */
async function measure(of: TestShop, attempt: () => Promise<{ status: number; body: unknown }>) {
  await of.workers.get('account-requests').idle();
  const notifySpy = vi.spyOn(of.workers.get('account-requests'), 'notify');
  const before = work.hashes;
  const { status, body } = await attempt();
  const requests = notifySpy.mock.calls.length;
  notifySpy.mockRestore();
  return {
    status,
    said: JSON.stringify(body).replace(/"email":"[^"]*"/g, ''),
    hashes: work.hashes - before,
    asked: requests,
  };
}

describe('the email confirmation link', () => {
  test('works once', async () => {
    const ada = await shop.signUp();
    const token = await getLinkToken(shop, 'confirm_email', ada.email);
    expect(await isConfirmed(ada)).toEqual({ shop: false, identity: false });
    expect((await confirmAs(ada, token)).status).toBe(200);
    expect(await isConfirmed(ada)).toEqual({ shop: true, identity: true });
    expect(statusAndCode(await confirmAs(ada, token))).toBe('410 link_used');
  });

  test('works once when used many times in parallel', async () => {
    const ada = await shop.signUp();
    const token = await getLinkToken(shop, 'confirm_email', ada.email);
    const outcomes = await Promise.all(Array.from({ length: 8 }, async () => (await confirmAs(ada, token)).status));
    expect(outcomes.toSorted()).toEqual([200, ...Array(7).fill(410)]);
  });

  test('expires after a day', async () => {
    const ada = await shop.signUp();
    const rows = await shop.sql`select l.expires_at - l.created_at = interval '1 day' as day
      from identity_links l join identity_users u on u.id = l.user_id where u.email = ${ada.email}`;
    expect(rows).toEqual([{ day: true }]);
    await expireLinks();
    expect(statusAndCode(await confirmAs(ada, await getLinkToken(shop, 'confirm_email', ada.email)))).toBe(
      '410 link_expired',
    );
    expect(await isConfirmed(ada)).toEqual({ shop: false, identity: false });
  });

  test('is invalidated when a new one is sent', async () => {
    const ada = await shop.signUp();
    const old = await getLinkToken(shop, 'confirm_email', ada.email);
    expect((await requestConfirmation(ada.email)).status).toBe(200);
    const fresh = await getLinkToken(shop, 'confirm_email', ada.email);
    expect(fresh).not.toBe(old);
    expect(statusAndCode(await confirmAs(ada, old))).toBe('404 link_unknown');
    expect((await confirmAs(ada, fresh)).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const ada = await shop.signUp();
    const token = await getLinkToken(shop, 'confirm_email', ada.email);
    const rows = await shop.sql<{ token_hash: string }>`select token_hash from identity_links`;
    expect(rows.map(({ token_hash }) => token_hash)).not.toContain(token);
    for (const { token_hash } of rows) expect(statusAndCode(await confirm(token_hash))).toBe('404 link_unknown');
  });

  test('sets no password, and a password link by itself confirms no address', async () => {
    const ada = await shop.signUp();
    expect(statusAndCode(await reset(await getLinkToken(shop, 'confirm_email', ada.email), 'another one'))).toBe(
      '404 link_unknown',
    );
    await requestReset(ada.email);
    expect(statusAndCode(await confirm(await getLinkToken(shop, 'reset_password', ada.email)))).toBe(
      '404 link_unknown',
    );
  });

  test('confirms nothing when only its page is opened', async () => {
    const ada = await shop.signUp();
    const token = await getLinkToken(shop, 'confirm_email', ada.email);
    for (const path of [`/confirmEmail/${token}`, `/api/auth/verify-email?token=${token}`])
      await fetch(shop.origin + path, { redirect: 'manual' });
    expect(await isConfirmed(ada)).toEqual({ shop: false, identity: false });
  });
});

test('an outdated link of an earlier version leads to the page for expired links', async () => {
  const response = await fetch(`${shop.origin}/api/auth/verify-email?token=a.b.c&callbackURL=/`, {
    redirect: 'manual',
  });
  expect([response.status, response.headers.get('location')]).toEqual([302, '/confirmEmail/old']);
  const page = (await loader(
    createActionArgs(shop, new Request(shop.origin), { params: { token: 'old' } }) as never,
  )) as {
    data: unknown;
  };
  expect(page.data).toMatchObject({ state: 'unknown' });
});

test('with a hosted identity service, the embedded one’s links do not work', async () => {
  const ada = await shop.signUp();
  await requestReset(ada.email);
  const settings = {
    ...ALL_EMBEDDED,
    identity: { kind: 'firebase' as const, apiKey: 'k', projectId: 'p', authDomain: 'd' },
  };
  const confirming = { settings, params: { token: await getLinkToken(shop, 'confirm_email', ada.email) } };
  const resetting = { settings, params: { token: await getLinkToken(shop, 'reset_password', ada.email) } };
  for (const [load, more] of [
    [loader, confirming],
    [resetPage.loader, resetting],
  ] as const) {
    const page = (await load(createActionArgs(shop, new Request(shop.origin), more) as never)) as { data: unknown };
    expect(page.data).toMatchObject({ state: 'unknown' });
  }
  await postForm(shop, action, {}, confirming);
  await postForm(shop, resetPage.action, { newPassword: 'another one' }, resetting);
  expect(await isConfirmed(ada)).toEqual({ shop: false, identity: false });
  expect((await signIn(ada.email, ada.password)).status).toBe(200);
});

describe('a new password', () => {
  test('is set once with the link in the email, and the old one stops working', async () => {
    const ada = await shop.signUp();
    await requestReset(ada.email);
    const token = await getLinkToken(shop, 'reset_password', ada.email);
    expect((await reset(token, 'a new password')).status).toBe(200);
    expect(statusAndCode(await reset(token, 'yet another one'))).toBe('410 link_used');
    expect((await signIn(ada.email, ada.password)).status).toBe(401);
    expect((await signIn(ada.email, 'a new password')).status).toBe(200);
  });

  test('is set once when its link is used many times in parallel', async () => {
    const ada = await shop.signUp();
    await requestReset(ada.email);
    const token = await getLinkToken(shop, 'reset_password', ada.email);
    const responses = await Promise.all(
      ['one-password', 'two-password', 'three-password'].map((one) => reset(token, one)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 410, 410]);
  });

  test('ends every session and access token of that user only', async () => {
    const [ada, bob] = await Promise.all([shop.signUp(), shop.signUp()]);
    await requestReset(ada.email);
    expect((await reset(await getLinkToken(shop, 'reset_password', ada.email), 'a new password')).status).toBe(200);
    expect(statusAndCode(await shop.call('GET', `/admin/${ada.email}`, { token: ada.token }))).toBe(
      '401 token_invalid',
    );
    expect((await shop.call('GET', '/auth/token', { token: ada.session })).status).toBe(401);
    const late = await shop.call('PUT', `/user/${ada.email}`, { token: ada.idToken, body: { email: ada.email } });
    expect(statusAndCode(late)).toBe('401 token_invalid');
    expect((await shop.call('GET', `/admin/${bob.email}`, { token: bob.token })).status).toBe(200);
    expect((await shop.call('GET', '/auth/token', { token: bob.session })).status).toBe(200);
  });

  test('confirms the address, so that an earlier registrant loses the account', async () => {
    const squatter = await shop.signUp({ password: 'the squatters' });
    const confirming = await getLinkToken(shop, 'confirm_email', squatter.email);
    await requestReset(squatter.email);
    expect((await reset(await getLinkToken(shop, 'reset_password', squatter.email), 'the owners')).status).toBe(200);
    expect(await isConfirmed(squatter)).toEqual({ shop: true, identity: true });
    expect((await signIn(squatter.email, 'the squatters')).status).toBe(401);
    expect(statusAndCode(await shop.call('GET', `/admin/${squatter.email}`, { token: squatter.token }))).toBe(
      '401 token_invalid',
    );
    expect(statusAndCode(await confirm(confirming))).toBe('404 link_unknown');
  });

  test('cannot be set by a link older than an hour', async () => {
    const ada = await shop.signUp();
    await requestReset(ada.email);
    const token = await getLinkToken(shop, 'reset_password', ada.email);
    const rows = await shop.sql`select l.expires_at - l.created_at = interval '1 hour' as hour
      from identity_links l join identity_users u on u.id = l.user_id where u.email = ${ada.email}
      and purpose = 'reset'`;
    expect(rows).toEqual([{ hour: true }]);
    await expireLinks();
    expect(statusAndCode(await reset(token, 'a new password'))).toBe('410 link_expired');
    expect((await signIn(ada.email, ada.password)).status).toBe(200);
  });

  test('cannot be set by an older link after a newer one was sent', async () => {
    const ada = await shop.signUp();
    await requestReset(ada.email);
    const old = await getLinkToken(shop, 'reset_password', ada.email);
    await requestReset(ada.email);
    // The response comes before the new link is stored.
    await shop.workers.get('account-requests').idle();
    expect(statusAndCode(await reset(old, 'a new password'))).toBe('404 link_unknown');
  });

  test('that is too short is rejected at its field, and the link stays valid', async () => {
    const ada = await shop.signUp();
    await requestReset(ada.email);
    const token = await getLinkToken(shop, 'reset_password', ada.email);
    const rejected = await reset(token, '12345');
    expect([statusAndCode(rejected), Object.keys(objectBody(rejected).errors as object)]).toEqual([
      '422 invalid',
      ['newPassword'],
    ]);
    expect((await reset(token, '123456')).status).toBe(200);
  });

  test('requested with a made-up link costs no password hash', async () => {
    const before = work.hashes;
    for (const token of ['x'.repeat(43), 'short', "'; drop table users; --"])
      expect(statusAndCode(await reset(token, 'a new password'))).toBe('404 link_unknown');
    expect(work.hashes).toBe(before);
  });

  test('is not offered to an address without an account', async () => {
    const email = newEmail();
    const before = await snapshotDatabase(shop);
    expect((await requestReset(email)).status).toBe(200);
    await shop.workers.get('account-requests').idle();
    expect(await snapshotDatabase(shop)).toEqual(before);
  });
});

describe('account enumeration is prevented:', () => {
  test.each([
    ['send-verification-email', requestConfirmation],
    ['request-password-reset', requestReset],
  ])(
    '%s has the same response and the same work for unknown, known and confirmed addresses',
    async (_call, notifySpy) => {
      const [known, confirmed] = await Promise.all([shop.signUp(), shop.signUp()]);
      await confirmAs(confirmed, await getLinkToken(shop, 'confirm_email', confirmed.email));
      const costs = [];
      for (const email of [newEmail(), known.email, confirmed.email])
        costs.push(await measure(shop, () => notifySpy(email)));
      expect(costs[0]).toEqual({ status: 200, said: '{"status":true}', hashes: 0, asked: 1 });
      expect(costs[1]).toEqual(costs[0]);
      expect(costs[2]).toEqual(costs[0]);
    },
  );

  test('the caller’s session makes no difference', async () => {
    const ada = await shop.signUp();
    await confirmAs(ada, await getLinkToken(shop, 'confirm_email', ada.email));
    const responses = [];
    for (const email of [ada.email, newEmail()])
      responses.push(statusAndCode(await post('send-verification-email', { email }, shop, ada.session)));
    expect(responses).toEqual(['200', '200']);
  });

  test('a confirmed address gets no confirmation link', async () => {
    const ada = await shop.signUp();
    await confirmAs(ada, await getLinkToken(shop, 'confirm_email', ada.email));
    await requestConfirmation(ada.email);
    expect(await getEmailTexts(shop, 'confirm_email', ada.email)).toHaveLength(1);
  });

  test('an invalid address is rejected at its field', async () => {
    for (const email of ['nonsense', '', 'a\u0000@example.com', { $ne: '' }, null])
      for (const call of ['send-verification-email', 'request-password-reset'])
        expect([call, email, statusAndCode(await post(call, { email }))]).toEqual([call, email, '422 invalid']);
  });

  test('a request that failed in the worker is retried', async () => {
    const ada = await shop.signUp();
    await shop.sql`alter table mails rename to mails_away`;
    try {
      expect((await requestReset(ada.email)).status).toBe(200);
      await shop.workers.get('account-requests').idle();
    } finally {
      await shop.sql`alter table mails_away rename to mails`;
    }
    expect(await getEmailTexts(shop, 'reset_password', ada.email)).toHaveLength(0);
    expect(await shop.workers.get('account-requests').run()).toBe(1);
    expect(await getEmailTexts(shop, 'reset_password', ada.email)).toHaveLength(1);
    expect(await shop.workers.get('account-requests').run()).toBe(0);
  });
});

describe('with email confirmation required', () => {
  const user = { name: 'Ada Smith', password: 'correct horse' };
  const signUp = (email: string, parts: object = {}) => post('sign-up/email', { ...user, email, ...parts }, strict);

  /** Creates an account with a confirmed address. */
  async function confirmedAccount(): Promise<string> {
    const email = newEmail();
    await signUp(email);
    await confirm(await getLinkToken(strict, 'confirm_email', email), strict, { password: user.password });
    return email;
  }

  beforeEach(() => strict.workers.get('account-requests').idle());

  test('neither sign-up nor the link signs in, but afterwards the password does', async () => {
    const email = newEmail();
    const response = await signUp(email);
    expect([response.status, objectBody(response).token, response.headers.get('set-cookie')]).toEqual([
      200,
      null,
      null,
    ]);
    await strict.workers.get('account-requests').idle();
    const early = await signIn(email, user.password, strict);
    expect([early.status, objectBody(early).code, early.headers.get('set-cookie')]).toEqual([
      403,
      'EMAIL_NOT_VERIFIED',
      null,
    ]);
    const confirmed = await confirm(await getLinkToken(strict, 'confirm_email', email), strict, {
      password: user.password,
    });
    expect([confirmed.status, confirmed.headers.get('set-cookie')]).toEqual([200, null]);
    expect((await signIn(email, user.password, strict)).status).toBe(200);
  });

  test('new and taken addresses get the same response with the same work', async () => {
    const [taken, waiting] = [await confirmedAccount(), newEmail()];
    await signUp(waiting);
    const costs = [];
    for (const email of [newEmail(), taken, waiting]) costs.push(await measure(strict, () => signUp(email)));
    expect(costs[0]).toMatchObject({ status: 200, hashes: 1, asked: 1 });
    expect(costs[1]).toEqual(costs[0]);
    expect(costs[2]).toEqual(costs[0]);
  });

  test('the owner of a taken address gets an email, and the account stays unchanged', async () => {
    const email = await confirmedAccount();
    await signUp(email, { password: 'somebody else’s', name: 'Mallory' });
    const [text = ''] = await getEmailTexts(strict, 'account_exists', email);
    expect(text).toContain(`${strict.origin}/signIn`);
    expect(text).toContain(`${strict.origin}/forgotPassword`);
    expect(text).not.toContain('Mallory');
    expect((await signIn(email, 'somebody else’s', strict)).status).toBe(401);
    expect((await signIn(email, user.password, strict)).status).toBe(200);
  });

  test('only the right password reveals that an address is unconfirmed', async () => {
    const email = newEmail();
    await signUp(email);
    const wrong = await signIn(email, 'not the password', strict);
    const unknown = await signIn(newEmail(), 'not the password', strict);
    expect([wrong.status, objectBody(wrong).code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
    expect([unknown.status, objectBody(unknown).code]).toEqual([wrong.status, objectBody(wrong).code]);
  });

  test('whoever registers an address before its owner does not get into the owner’s account', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the squatters', name: 'Squatter' });
    await signUp(email, { password: 'the owners', name: 'Owner' });
    // The second link still confirms the owner's own password.
    await requestConfirmation(email, strict);
    const token = await getLinkToken(strict, 'confirm_email', email);
    expect((await confirm(token, strict, { password: 'the owners' })).status).toBe(200);
    expect((await signIn(email, 'the squatters', strict)).status).toBe(401);
    const signedIn = await signIn(email, 'the owners', strict);
    expect([signedIn.status, (objectBody(signedIn).user as { name: string }).name]).toEqual([200, 'Owner']);
  });

  test('an old link cannot change the password of an account that was confirmed since then', async () => {
    const email = newEmail();
    await signUp(email);
    await signUp(email, { password: 'somebody else’s' });
    const token = await getLinkToken(strict, 'confirm_email', email);
    await strict.database.pool.query('update identity_users set email_verified = true where email = $1', [email]);
    expect((await confirm(token, strict)).status).toBe(200);
    expect((await signIn(email, 'somebody else’s', strict)).status).toBe(401);
    expect((await signIn(email, user.password, strict)).status).toBe(200);
  });

  test('whoever registers an address after its owner does not get into the account', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the owners', name: 'Owner' });
    await signUp(email, { password: 'the attackers', name: 'Mallory' });
    // Requesting the link again does not change the owner's password either.
    await requestConfirmation(email, strict);
    const token = await getLinkToken(strict, 'confirm_email', email);
    expect(statusAndCode(await confirm(token, strict))).toBe('422 invalid');
    expect(statusAndCode(await confirm(token, strict, { password: 'somebody else’s' }))).toBe('422 invalid');
    expect((await confirm(token, strict, { password: 'the owners' })).status).toBe(200);
    expect((await signIn(email, 'the attackers', strict)).status).toBe(401);
    const signedIn = await signIn(email, 'the owners', strict);
    expect([signedIn.status, (objectBody(signedIn).user as { name: string }).name]).toEqual([200, 'Owner']);
  });

  test('the owner of the mailbox can choose a password, which replaces the other password and name', async () => {
    const email = newEmail();
    await signUp(email, { password: 'forgotten by its owner' });
    await signUp(email, { password: 'the attackers', name: 'Mallory' });
    const token = await getLinkToken(strict, 'confirm_email', email);
    const short = await confirm(token, strict, { newPassword: '12345' });
    expect([statusAndCode(short), Object.keys(objectBody(short).errors as object)]).toEqual([
      '422 invalid',
      ['newPassword'],
    ]);
    expect((await confirm(token, strict, { newPassword: 'chosen now' })).status).toBe(200);
    for (const old of ['forgotten by its owner', 'the attackers'])
      expect((await signIn(email, old, strict)).status).toBe(401);
    const signedIn = await signIn(email, 'chosen now', strict);
    expect([signedIn.status, (objectBody(signedIn).user as { name: string }).name]).toEqual([200, email]);
  });

  test('no link confirms an earlier registrant’s password without that password', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the squatters' });
    const first = await getLinkToken(strict, 'confirm_email', email);
    expect(statusAndCode(await confirm(first, strict))).toBe('422 invalid');
    await strict.database.pool.query('delete from identity_links');
    await requestConfirmation(email, strict);
    const again = await getLinkToken(strict, 'confirm_email', email);
    expect(statusAndCode(await confirm(again, strict))).toBe('422 invalid');
    expect((await signIn(email, 'the squatters', strict)).status).toBe(403);
  });

  test('the link’s page asks for the password and accepts the right one after a wrong one', async () => {
    const email = newEmail();
    await signUp(email, { password: 'the attackers' });
    const params = { token: await getLinkToken(strict, 'confirm_email', email) };
    const page = (await loader(createActionArgs(strict, new Request(strict.origin), { params }) as never)) as {
      data: unknown;
    };
    expect(page.data).toEqual({ state: 'open', asksPassword: true });
    const send = (values: Record<string, string>) => postForm(strict, action, values, { params });
    expect(await send({})).toMatchObject({ status: 422, response: { errors: { password: expect.any(String) } } });
    const other = await send({ password: 'the owners' });
    expect(other).toMatchObject({ status: 422, response: { choose: true, values: {} } });
    expect(await send({ password: 'the owners', choose: 'yes' })).toMatchObject({ response: { became: 'done' } });
    expect(await send({ password: 'the owners', choose: 'yes' })).toMatchObject({ response: { became: 'used' } });
    expect((await signIn(email, 'the owners', strict)).status).toBe(200);
  });

  test('the link of a second sign-up ends the sessions of the first', async () => {
    const email = newEmail();
    await signUp(email);
    await strict.workers.get('account-requests').idle();
    const open =
      "insert into identity_sessions (id, token, user_id, expires_at) select $2, $2, id, now() + interval '1 day' from identity_users where email = $1";
    await strict.database.pool.query(open, [email, `session of ${email}`]);
    await signUp(email, { password: 'the owners' });
    await confirm(await getLinkToken(strict, 'confirm_email', email), strict, { password: 'the owners' });
    const { rows } = await strict.database.pool.query('select 1 from identity_sessions where token = $1', [
      `session of ${email}`,
    ]);
    expect(rows).toEqual([]);
  });

  test('signing up again does not change the password of an unconfirmed account', async () => {
    const email = newEmail();
    await signUp(email);
    await signUp(email, { password: 'somebody else’s' });
    await strict.workers.get('account-requests').idle();
    expect(objectBody(await signIn(email, user.password, strict)).code).toBe('EMAIL_NOT_VERIFIED');
    expect((await signIn(email, 'somebody else’s', strict)).status).toBe(401);
  });

  test('a password reset link confirms the address', async () => {
    const email = newEmail();
    await signUp(email);
    await requestReset(email, strict);
    expect((await reset(await getLinkToken(strict, 'reset_password', email), 'a new one', strict)).status).toBe(200);
    expect((await signIn(email, 'a new one', strict)).status).toBe(200);
  });

  test('invalid input is rejected at its field, and no account is created', async () => {
    const before = await snapshotDatabase(strict);
    const response = await signUp('nonsense', { password: '12345', name: '' });
    expect([statusAndCode(response), Object.keys(objectBody(response).errors as object).toSorted()]).toEqual([
      '422 invalid',
      ['email', 'name', 'password'],
    ]);
    expect(await snapshotDatabase(strict)).toEqual(before);
  });
});

describe('a session', () => {
  test('token as stored in the database opens nothing', async () => {
    const ada = await shop.signUp();
    const rows = await shop.sql<{
      token: string;
    }>`select s.token from identity_sessions s join identity_users u on u.id = s.user_id
      where u.email = ${ada.email}`;
    expect(rows).toHaveLength(1);
    for (const { token } of rows) {
      expect((await shop.call('GET', '/auth/token', { token })).status).toBe(401);
      const cookie = `ironmonger.session_token=${token}`;
      expect((await shop.call('GET', '/auth/token', { headers: { cookie } })).status).toBe(401);
    }
  });

  test('token is returned to programs in the form they must send', async () => {
    const ada = await shop.signUp();
    const signedIn = await signIn(ada.email, ada.password);
    const token = String(objectBody(signedIn).token);
    expect((await shop.call('GET', '/auth/token', { token })).status).toBe(200);
  });
});
