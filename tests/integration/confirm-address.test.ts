import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { action, loader } from '#src/routes/confirm-email.tsx';
import '#tests/support/quick-password-hashes.mjs';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createActionArgs, postForm } from './form-helpers.ts';
import { getLinkToken } from './mail-helpers.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true } });
});
afterAll(() => shop.close());

const confirm = (token: string, body: object = {}, session?: string) =>
  shop.call('POST', '/auth/verify-email', { token: session, body: { token, ...body } });
const getToken = ({ email }: TestUser) => getLinkToken(shop, 'confirm_email', email);
const signIn = ({ email }: TestUser, password: string) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password } });
const getUser = async ({ userId }: TestUser) => {
  const rows =
    await shop.sql`select u.display_name as name, u.email_confirmed as confirmed, i.name as identity_name, p.id is not null as profile
     from users u join identity_users i on i.email = u.email left join profiles p on p.user_id = u.id where u.id = ${userId}`;
  return rows[0];
};

/** Returns the statuses of requests with a user's session, access token and ID token. */
async function getPowers({ email, session, token, idToken }: TestUser) {
  const exchange = await shop.call('PUT', `/user/${email}`, { token: idToken, body: { email } });
  return {
    session: (await shop.call('GET', '/auth/token', { token: session })).status,
    accessToken: (await shop.call('GET', `/admin/${email}`, { token })).status,
    idToken: exchange.status,
  };
}
const ALL = { session: 200, accessToken: 200, idToken: 200 };
const NONE = { session: 401, accessToken: 401, idToken: 401 };

/** Signs up with somebody else's address, and fills in everything. */
async function signUpAsStranger(): Promise<TestUser> {
  const stranger = await shop.signUp({ password: 'the strangers', displayName: 'PAY AT EVIL.EXAMPLE' });
  const profile = { number: '216 555 0100', collegeName: 'A', universityName: 'B', division: 'C', district: 'D' };
  const body = { ...profile, displayName: 'PAY AT EVIL.EXAMPLE' };
  expect((await shop.call('POST', '/profile', { token: stranger.token, body })).status).toBe(201);
  const address = {
    name: 'Mallory',
    line1: '1 Evil Road',
    city: 'Cleveland',
    region: 'OH',
    postalCode: '44113',
    country: 'US',
  };
  expect((await shop.call('POST', '/addresses', { token: stranger.token, body: address })).status).toBe(201);
  return stranger;
}

const countAddresses = async ({ userId }: TestUser) =>
  (await shop.sql`select from addresses where user_id = ${userId}`).length;

describe('confirming an address', () => {
  test('takes one press in a signed-in browser, and ends no session', async () => {
    const ada = await shop.signUp();
    expect((await confirm(await getToken(ada), {}, ada.session)).status).toBe(200);
    expect(await getUser(ada)).toMatchObject({ confirmed: true, name: 'Ada Smith' });
    expect(await getPowers(ada)).toEqual(ALL);
  });

  test('takes the password elsewhere, and ends every other session and token', async () => {
    const [ada, other] = await Promise.all([shop.signUp(), shop.signUp()]);
    const token = await getToken(ada);
    for (const session of [undefined, other.session]) {
      const refused = await confirm(token, {}, session);
      expect([statusAndCode(refused), Object.keys(objectBody(refused).errors as object)]).toEqual([
        '422 invalid',
        ['password'],
      ]);
    }
    expect(statusAndCode(await confirm(token, { password: 'not the password' }))).toBe('422 invalid');
    expect(await getUser(ada)).toMatchObject({ confirmed: false });
    expect(await getPowers(ada)).toEqual(ALL);
    expect((await confirm(token, { password: ada.password })).status).toBe(200);
    expect(await getUser(ada)).toMatchObject({ confirmed: true, name: 'Ada Smith' });
    expect(await getPowers(ada)).toEqual(NONE);
    expect((await signIn(ada, ada.password)).status).toBe(200);
  });

  test('with a new password removes the access and the input of a stranger who signed up first', async () => {
    const stranger = await signUpAsStranger();
    const [link, email] = [await getToken(stranger), stranger.email];
    await shop.call('POST', '/auth/request-password-reset', { body: { email } });
    const resetToken = await getLinkToken(shop, 'reset_password', email);
    expect((await confirm(link, { newPassword: 'the owners' })).status).toBe(200);
    expect((await signIn(stranger, 'the strangers')).status).toBe(401);
    expect(await getPowers(stranger)).toEqual(NONE);
    expect(await getUser(stranger)).toEqual({ name: email, identity_name: email, confirmed: true, profile: false });
    // The first address in a book is the default for orders, so the stranger's must not remain.
    expect(await countAddresses(stranger)).toBe(0);
    const body = { token: resetToken, newPassword: 'the strangers' };
    expect(statusAndCode(await shop.call('POST', '/auth/reset-password', { body }))).toBe('404 link_unknown');
    expect((await signIn(stranger, 'the owners')).status).toBe(200);
  });

  test('through “Forgot your password?” does the same', async () => {
    const stranger = await signUpAsStranger();
    await shop.call('POST', '/auth/request-password-reset', { body: { email: stranger.email } });
    const body = { token: await getLinkToken(shop, 'reset_password', stranger.email), newPassword: 'the owners' };
    expect((await shop.call('POST', '/auth/reset-password', { body })).status).toBe(200);
    expect(await getPowers(stranger)).toEqual(NONE);
    const name = stranger.email;
    expect(await getUser(stranger)).toEqual({ name, identity_name: name, confirmed: true, profile: false });
  });

  test('limits wrong passwords like sign-in does, but does not block a new password', async () => {
    const ada = await shop.signUp();
    const token = await getToken(ada);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(token, { password: 'a guess' })));
    const codes = guesses.map(statusAndCode).toSorted();
    expect(codes).toEqual([...Array(6).fill('422 invalid'), ...Array(2).fill('429 too_many_requests')]);
    expect((await signIn(ada, ada.password)).status).toBe(429);
    expect((await confirm(token, { newPassword: 'the owners' })).status).toBe(200);
    expect((await signIn(ada, 'the owners')).status).toBe(200);
  });
});

describe('the page of the link', () => {
  const load = async (token: string, cookie = '') => {
    const request = new Request(shop.origin, { headers: { cookie } });
    const args = createActionArgs(shop, request, { params: { token } });
    return ((await loader(args as never)) as { data: unknown }).data;
  };
  const getCookies = (headers: Headers) =>
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  test('asks for nothing in the browser that signed up', async () => {
    const email = 'browser@example.com';
    const body = { name: 'Ada Smith', email, password: 'correct horse' };
    const cookie = getCookies((await shop.call('POST', '/auth/sign-up/email', { body })).headers);
    const token = await getLinkToken(shop, 'confirm_email', email);
    expect(await load(token)).toEqual({ state: 'open', asksPassword: true });
    expect(await load(token, cookie)).toEqual({ state: 'open', asksPassword: false });
    const form = { body: new URLSearchParams(), headers: { cookie } };
    const params = { token };
    expect(await postForm(shop, action, form, { params })).toMatchObject({
      response: { became: 'done', signedIn: false },
    });
  });

  test('signs another browser in after the right password, and makes that browser known', async () => {
    const ada = await shop.signUp();
    const params = { token: await getToken(ada) };
    const request = new Request(shop.origin, { method: 'POST', body: new URLSearchParams({ password: ada.password }) });
    const result = (await action(createActionArgs(shop, request, { params }) as never)) as {
      data: object;
      init: { headers: HeadersInit };
    };
    expect(result.data).toMatchObject({ became: 'done', signedIn: true, values: {} });
    const cookie = getCookies(new Headers(result.init.headers));
    expect(cookie).toContain('ironmonger.device=');
    const session = await shop.call('GET', '/auth/get-session', { headers: { cookie } });
    expect(objectBody(session).user).toMatchObject({ email: ada.email, emailVerified: true });
    expect(await getPowers(ada)).toEqual(NONE);
  });

  test('says how long to wait after too many wrong passwords', async () => {
    const ada = await shop.signUp();
    const send = async () =>
      postForm(shop, action, { password: 'a guess' }, { limits: true, params: { token: await getToken(ada) } });
    for (let at = 0; at < 6; at += 1) expect((await send()).status).toBe(422);
    const limited = await send();
    expect([limited.status, Number(limited.retryAfter) > 0]).toEqual([429, true]);
    expect(limited.response?.formError).toMatch(/^Too many attempts/);
  });
});
