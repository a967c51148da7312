import { base64url, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFirebaseIssuer } from '#src/features/identity/firebase-issuer.server.ts';
import { deleteExpired } from '#src/features/identity/queries.server.ts';
import { awaitFirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import { createHealthRegistry } from '#src/platform/health-registry.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import {
  buildClaims,
  FIRST_ADMIN,
  firebaseSettings,
  type JwksServer,
  makeKey,
  type SigningKey,
  serveKeys,
  signToken,
  startJwksServer,
} from '#tests/support/firebase.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let host: JwksServer;
let key: SigningKey;
/** A published key for a different algorithm than Firebase's. */
let otherKind: SigningKey;

beforeAll(async () => {
  [key, otherKind] = await Promise.all([makeKey('google-1'), makeKey('google-2', 'ES256')]);
  host = await startJwksServer(serveKeys(key, otherKind));
  shop = await createTestShop({ settings: firebaseSettings({ jwksUrl: host.address }) });
});
afterAll(async () => {
  await shop.close();
  await host.close();
});

const now = () => Math.floor(Date.now() / 1000);
const google = (claims: JWTPayload): JWTPayload => ({ ...claims, firebase: { sign_in_provider: 'google.com' } });
const without = (claims: JWTPayload, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name));
const encode = (part: object) => base64url.encode(JSON.stringify(part));
const exchange = (idToken: string, email: string, at = shop) =>
  at.call('PUT', `/user/${email}`, { token: idToken, body: { email } });

async function signIn(email: string, more: JWTPayload = {}) {
  const idToken = await signToken(buildClaims(email, more), key);
  const response = await exchange(idToken, email);
  return { response: statusAndCode(response), token: String(objectBody(response).token), idToken };
}

const isAdmin = async (email: string, token: string) =>
  objectBody(await shop.call('GET', `/admin/${email}`, { token })).admin;

describe('a Firebase token', () => {
  test('of a password account with an unconfirmed address is accepted', async () => {
    const { response, token } = await signIn('ada@example.com');
    expect(response).toBe('200');
    expect(await isAdmin('ada@example.com', token)).toBe(false);
    const rows = await shop.sql`select subject, display_name, email_confirmed from users
      where email = 'ada@example.com'`;
    expect(rows).toEqual([
      { subject: 'firebase|uid-of-ada@example.com', display_name: 'Ada Smith', email_confirmed: false },
    ]);
  });

  test('of a Google account is accepted when Google has verified the address', async () => {
    const { response } = await signIn('gus@example.com', google({ email_verified: true }));
    expect(response).toBe('200');
  });

  test.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['of a Google account', google],
    ['of a Google account without email_verified', (claims) => google(without(claims, 'email_verified'))],
    ['of a Google account with email_verified as text', (claims) => google({ ...claims, email_verified: 'true' })],
    ['of another provider', (claims) => ({ ...claims, firebase: { sign_in_provider: 'oidc.somebody' } })],
    ['without a provider', (claims) => ({ ...claims, firebase: { sign_in_provider: null } })],
  ])('%s with an unverified address is rejected with advice', async (_whose, change) => {
    const before = await snapshotDatabase(shop);
    const response = await exchange(await signToken(change(buildClaims('eve@example.com')), key), 'eve@example.com');
    expect(statusAndCode(response)).toBe('403 not_your_email');
    expect(objectBody(response).detail).toMatch(/^This email address has not been confirmed where you signed in/);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['not signed at all (alg: none)', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'not signed, with the header of a real one',
      (claims) => `${encode({ alg: 'RS256', kid: key.kid })}.${encode(claims)}.`,
    ],
    [
      'signed by another key with the id of Google’s key',
      async (claims) => signToken(claims, { ...(await makeKey(key.kid)), kid: key.kid }),
    ],
    [
      'signed with the public key as a shared secret',
      (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: key.kid }).sign(new TextEncoder().encode(key.pem)),
    ],
    [
      'signed with the public key’s JSON as a shared secret',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: key.kid })
          .sign(new TextEncoder().encode(JSON.stringify(key.jwk))),
    ],
    [
      'signed with a different algorithm by a published key',
      (claims) => signToken(claims, otherKind, { alg: 'ES256' }),
    ],
    [
      'of another project',
      (claims) => signToken({ ...claims, iss: 'https://securetoken.google.com/other', aud: 'other' }, key),
    ],
    ['for another project', (claims) => signToken({ ...claims, aud: 'other' }, key)],
    ['of another issuer', (claims) => signToken({ ...claims, iss: 'https://accounts.google.com' }, key)],
    ['expired', (claims) => signToken({ ...claims, iat: now() - 4000, exp: now() - 120 }, key)],
    ['without expiry', (claims) => signToken(without(claims, 'exp'), key)],
    ['issued in the future', (claims) => signToken({ ...claims, iat: now() + 600 }, key)],
    ['without an issue time', (claims) => signToken(without(claims, 'iat'), key)],
    ['with a sign-in in the future', (claims) => signToken({ ...claims, auth_time: now() + 600 }, key)],
    ['without a sign-in time', (claims) => signToken(without(claims, 'auth_time'), key)],
    ['without a subject', (claims) => signToken({ ...claims, sub: '' }, key)],
    ['without an address', (claims) => signToken(without(claims, 'email'), key)],
    ['without the firebase claim', (claims) => signToken(without(claims, 'firebase'), key)],
  ])('%s is rejected, and nothing is stored', async (_how, forge) => {
    const idToken = await forge({ ...buildClaims('ada@example.com'), email_verified: true });
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await exchange(idToken, 'ada@example.com'))).toBe('401 token_invalid');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test.each<[string, object]>([
    ['is signed by a key with an unknown id', {}],
    ['carries its own key', { jwk: 'mine', jku: 'https://evil.example/jwk', x5u: 'https://evil.example/x' }],
  ])('that %s gets 503: its key may be a new one that the shop has not fetched yet', async (_how, header) => {
    await signIn('ada@example.com');
    const ownKey = await makeKey('mine');
    const keyHeader = 'jwk' in header ? { ...header, jwk: ownKey.jwk } : {};
    const idToken = await signToken(buildClaims('ada@example.com', { email_verified: true }), ownKey, keyHeader);
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await exchange(idToken, 'ada@example.com'))).toBe('503 identity_unavailable');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('gives no access to another user’s account', async () => {
    const { idToken } = await signIn('bob@example.com');
    expect(statusAndCode(await exchange(idToken, 'ada@example.com'))).toBe('403 not_your_email');
  });

  test('from a clock 30 seconds ahead is accepted', async () => {
    const { response } = await signIn('early@example.com', { iat: now() + 30, auth_time: now() + 30 });
    expect(response).toBe('200');
  });
});

describe('an account of another identity provider', () => {
  const createFormerUser = async (email: string, confirmed: boolean) => {
    const { token } = await signIn(email, { email_verified: confirmed });
    await shop.sql`update users set subject = ${`embedded|${email}`} where email = ${email}`;
    return token;
  };

  test('is reassigned to the user whom Firebase verified, and its sessions end', async () => {
    const email = 'mover@example.com';
    const token = await createFormerUser(email, false);
    const reassigned = await signIn(email, { email_verified: true });
    expect(reassigned.response).toBe('200');
    expect(await isAdmin(email, reassigned.token)).toBe(false);
    expect(statusAndCode(await shop.call('GET', `/admin/${email}`, { token }))).toBe('401 token_invalid');
  });

  test('is not reassigned before the address is confirmed, and the user gets advice', async () => {
    const email = 'stayer@example.com';
    const token = await createFormerUser(email, true);
    const before = await snapshotDatabase(shop, ['public.sign_ins']);
    const response = await exchange(await signToken(buildClaims(email), key), email);
    expect(statusAndCode(response)).toBe('403 not_your_email');
    expect(objectBody(response).detail).toMatch(/Please confirm the address, then sign in again\.$/);
    expect(await snapshotDatabase(shop, ['public.sign_ins'])).toEqual(before);
    expect(await isAdmin(email, token)).toBe(false);
  });

  test('is not reassigned to a user who changed their Firebase address to another one', async () => {
    await signIn('old@example.com', { email_verified: true });
    const { response } = await signIn('new@example.com', { email_verified: true, sub: 'uid-of-old@example.com' });
    expect(response).toBe('403 not_your_email');
  });

  test('that was never signed in to is not reassigned', async () => {
    await signIn('shown@example.com', { email_verified: true });
    await shop.sql`update users set subject = null where email = 'shown@example.com'`;
    expect((await signIn('shown@example.com', { email_verified: true })).response).toBe('403 not_your_email');
  });
});

describe('the first admin', () => {
  test('is the user who signs in with the configured address, once it is confirmed', async () => {
    const getAwaitedEmail = () => awaitFirstAdmin(shop.database.db, FIRST_ADMIN);
    expect(await getAwaitedEmail()).toEqual({ email: FIRST_ADMIN, password: null, awaited: true });
    const unconfirmed = await signIn(FIRST_ADMIN);
    expect(await isAdmin(FIRST_ADMIN, unconfirmed.token)).toBe(false);
    const other = await signIn('second@example.com', { email_verified: true });
    expect(await isAdmin('second@example.com', other.token)).toBe(false);
    // The address was confirmed earlier at another provider, but the current one says it is not.
    await shop.sql`update users set email_confirmed = true where email = ${FIRST_ADMIN}`;
    expect(await isAdmin(FIRST_ADMIN, (await signIn(FIRST_ADMIN)).token)).toBe(false);
    const results = await Promise.all([1, 2, 3, 4].map(() => signIn(FIRST_ADMIN, { email_verified: true })));
    expect(results.map(({ response }) => response)).toEqual(['200', '200', '200', '200']);
    expect(await isAdmin(FIRST_ADMIN, unconfirmed.token)).toBe(true);
    const rows = await shop.sql`select email from users where role = 'admin'`;
    expect(rows).toEqual([{ email: FIRST_ADMIN }]);
    expect(await getAwaitedEmail()).toBeNull();
  });

  test('is not created again while an admin exists', async () => {
    await shop.sql`update users set role = 'customer', owner = false where email = ${FIRST_ADMIN}`;
    const other = await signIn('second@example.com', { email_verified: true });
    await shop.sql`update users set role = 'admin' where email = 'second@example.com'`;
    expect(await isAdmin('second@example.com', other.token)).toBe(true);
    const { token } = await signIn(FIRST_ADMIN, { email_verified: true });
    expect(await isAdmin(FIRST_ADMIN, token)).toBe(false);
  });
});

describe('after sign-out', () => {
  test('every token of that sign-in and every exchange with it is rejected', async () => {
    const email = 'leaver@example.com';
    // Computed once, since the second may change between two tokens of one sign-in.
    const signedInAt = now() - 100;
    const first = await signIn(email, { auth_time: signedInAt });
    const renewed = await signIn(email, { auth_time: signedInAt });
    const otherSession = await signIn(email, { auth_time: signedInAt + 50 });
    const signedOut = await shop.call('DELETE', '/token', { token: renewed.token });
    expect([signedOut.status, objectBody(signedOut)]).toEqual([200, { acknowledged: true, deletedCount: 2 }]);
    for (const { token } of [first, renewed])
      expect(statusAndCode(await shop.call('GET', `/admin/${email}`, { token }))).toBe('401 token_invalid');
    for (const { idToken } of [first, renewed])
      expect(statusAndCode(await exchange(idToken, email))).toBe('401 token_invalid');
    expect(await isAdmin(email, otherSession.token)).toBe(false);
    expect((await signIn(email)).response).toBe('200');
  });

  test('an expired token still ends the session, but is accepted for nothing else', async () => {
    const email = 'sleeper@example.com';
    const { token, idToken } = await signIn(email);
    await shop.sql`update access_tokens set expires_at = now() - interval '3 hours' where user_id = (select id
      from users where email = ${email})`;
    await deleteExpired(shop.database.db);
    expect(statusAndCode(await shop.call('GET', `/admin/${email}`, { token }))).toBe('401 token_invalid');
    const signedOut = await shop.call('DELETE', '/token', { token });
    expect([signedOut.status, objectBody(signedOut)]).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
    expect(statusAndCode(await exchange(idToken, email))).toBe('401 token_invalid');
    expect(statusAndCode(await shop.call('DELETE', '/token', { token }))).toBe('401 token_invalid');
  });

  test('a concurrent exchange leaves no valid token', async () => {
    const email = 'racer@example.com';
    for (let round = 1; round <= 8; round += 1) {
      const more = { auth_time: now() - 1000 * round };
      const { token, idToken } = await signIn(email, more);
      const [, ...results] = await Promise.all([
        shop.call('DELETE', '/token', { token }),
        ...[1, 2, 3].map(() => exchange(idToken, email)),
      ]);
      for (const response of results) {
        if (response.status !== 200) continue;
        const found = await shop.call('GET', `/admin/${email}`, { token: String(objectBody(response).token) });
        expect(statusAndCode(found)).toBe('401 token_invalid');
      }
    }
  });
});

describe('a shop with Firebase', () => {
  test.each([
    ['POST', '/auth/sign-up/email'],
    ['POST', '/auth/sign-in/email'],
    ['GET', '/auth/get-session'],
    ['GET', '/auth/jwks'],
  ])('has no embedded identity service: %s %s', async (method, path) => {
    const body = { email: 'a@example.com', password: 'correct horse', name: 'Ada' };
    const response = await shop.call(method, path, method === 'POST' ? { body } : {});
    expect(statusAndCode(response)).toBe('404 not_found');
  });

  test('lets its pages open Google’s pop-up and tells browsers how to sign in', async () => {
    const response = await shop.call('GET', '/openapi.json');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(JSON.stringify(response.body)).not.toContain('/api/auth/');
  });
});

describe('with the Firebase emulator', () => {
  let emulated: TestShop;
  beforeAll(async () => {
    emulated = await createTestShop({ settings: firebaseSettings({ emulatorHost: '127.0.0.1:9' }) });
  });
  afterAll(() => emulated.close());

  test('an unsigned token is accepted', async () => {
    const idToken = new UnsecuredJWT(buildClaims('ada@example.com')).encode();
    expect(statusAndCode(await exchange(idToken, 'ada@example.com', emulated))).toBe('200');
  });

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['signed', (claims) => signToken(claims, key)],
    ['of another project', (claims) => new UnsecuredJWT({ ...claims, aud: 'other' }).encode()],
    ['of another issuer', (claims) => new UnsecuredJWT({ ...claims, iss: 'https://evil.example' }).encode()],
    ['expired', (claims) => new UnsecuredJWT({ ...claims, exp: now() - 120 }).encode()],
    ['issued in the future', (claims) => new UnsecuredJWT({ ...claims, iat: now() + 600 }).encode()],
    ['without an address', (claims) => new UnsecuredJWT(without(claims, 'email')).encode()],
    ['with an invalid signature', (claims) => `${new UnsecuredJWT(claims).encode()}AAAA`],
  ])('a token %s is still rejected', async (_how, forge) => {
    const idToken = await forge(buildClaims('bob@example.com'));
    expect(statusAndCode(await exchange(idToken, 'bob@example.com', emulated))).toBe('401 token_invalid');
  });

  test('an unverified Google address is still rejected', async () => {
    const idToken = new UnsecuredJWT(google(buildClaims('bob@example.com'))).encode();
    expect(statusAndCode(await exchange(idToken, 'bob@example.com', emulated))).toBe('403 not_your_email');
  });

  test.each(['example.com:9099', '10.0.0.1:9099', '127.0.0.1.evil.example:9099', '0.0.0.0:9099'])(
    'the shop does not start when its host is %s',
    (emulatorHost) => {
      const health = createHealthRegistry(createLog('silent'));
      expect(() => createFirebaseIssuer({ projectId: 'demo-shop', emulatorHost, health })).toThrow('on this machine');
    },
  );
});
