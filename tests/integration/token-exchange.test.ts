import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  base64url,
  type CryptoKey,
  decodeJwt,
  exportJWK,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
/** The private half of a key in the identity service's key set. */
let published: CryptoKey;
let publishedPublic: Record<string, unknown>;
const kid = randomUUID();

beforeAll(async () => {
  shop = await createTestShop();
  [ada, bob] = await Promise.all([shop.signUp(), shop.signUp({ displayName: 'Bob' })]);
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  published = pair.privateKey;
  publishedPublic = { ...(await exportJWK(pair.publicKey)) };
  await shop.sql`insert into identity_keys (id, public_key, private_key, alg, crv, created_at)
    values (${kid}, ${JSON.stringify(publishedPublic)}, 'none', 'EdDSA', 'Ed25519', '2000-01-01')`;
  await pause(1_100);
});
afterAll(() => shop.close());

const getClaims = (user: TestUser): JWTPayload => decodeJwt(user.idToken);
const now = () => Math.floor(Date.now() / 1000);
const without = (claims: JWTPayload, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
const sign = (claims: JWTPayload, header: Record<string, unknown> = {}, key: CryptoKey | Uint8Array = published) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid, ...header }).sign(key);
const exchange = (idToken: string | undefined, email: string, body: unknown = { email }) =>
  shop.call('PUT', `/user/${encodeURIComponent(email)}`, { token: idToken, body });

async function getRejection(idToken: string, email = ada.email): Promise<string> {
  const exclude = ['public.identity_keys'];
  const before = await snapshotDatabase(shop, exclude);
  const tokens = await shop.sql`select count(*) from access_tokens`;
  const response = statusAndCode(await exchange(idToken, email));
  expect(await snapshotDatabase(shop, exclude)).toEqual(before);
  expect(await shop.sql`select count(*) from access_tokens`).toEqual(tokens);
  return response;
}

describe('the first sign-ins of a new shop', () => {
  test('share one key, no matter how many happen at once', async () => {
    const fresh = await createTestShop();
    try {
      await Promise.all(Array.from({ length: 20 }, () => fresh.signUp()));
      expect(await fresh.sql`select count(*)::int from identity_keys`).toEqual([{ count: 1 }]);
    } finally {
      await fresh.close();
    }
  });
});

describe('PUT /user/{email}', () => {
  test('exchanges an ID token for a shop access token', async () => {
    const response = await exchange(ada.idToken, ada.email);
    expect(response.status).toBe(200);
    const { token, expiresAt } = objectBody(response);
    const minutes = (Date.parse(String(expiresAt)) - Date.now()) / 60_000;
    expect(minutes > 1 && minutes <= 15).toBe(true);
    expect((await shop.call('GET', `/myorder?email=${ada.email}`, { token: String(token) })).status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('accepts a token with the published key and the right claims, which proves the rejections below', async () => {
    expect((await exchange(await sign(getClaims(ada)), ada.email)).status).toBe(200);
  });

  test('rejects a request without a token', async () => {
    expect(statusAndCode(await exchange(undefined, ada.email))).toBe('401 unauthenticated');
  });

  test.each<[string, (claims: JWTPayload) => Promise<string> | string]>([
    ['not signed at all (alg: none)', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'not signed, with the header of a real one',
      (claims) =>
        `${base64url.encode(JSON.stringify({ alg: 'EdDSA', kid }))}.${base64url.encode(JSON.stringify(claims))}.`,
    ],
    [
      'signed by an unknown key with the known key’s id',
      async (claims) => sign(claims, {}, (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey),
    ],
    [
      'signed by an unknown key with an unknown id',
      async (claims) => sign(claims, { kid: 'mine' }, (await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey),
    ],
    [
      'carrying its own key',
      async (claims) => {
        const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
        return sign(
          claims,
          { jwk: await exportJWK(pair.publicKey), jku: 'https://evil.example/jwks' },
          pair.privateKey,
        );
      },
    ],
    [
      'signed with the public key as a shared secret',
      (claims) => sign(claims, { alg: 'HS256' }, new TextEncoder().encode(JSON.stringify(publishedPublic))),
    ],
    [
      'signed with the raw public key as a shared secret',
      (claims) => sign(claims, { alg: 'HS256' }, base64url.decode(String(publishedPublic.x))),
    ],
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
    ['without an issuer', (claims) => sign(without(claims, 'iss'))],
    ['for another audience', (claims) => sign({ ...claims, aud: 'https://other-shop.example' })],
    ['without an audience', (claims) => sign(without(claims, 'aud'))],
    ['expired', (claims) => sign({ ...claims, iat: now() - 700, exp: now() - 60 })],
    ['without expiry', (claims) => sign(without(claims, 'exp'))],
    ['not valid yet', (claims) => sign({ ...claims, nbf: now() + 600 })],
    ['without a subject', (claims) => sign(without(claims, 'sub'))],
    ['without an address', (claims) => sign(without(claims, 'email'))],
    ['with an invalid address', (claims) => sign({ ...claims, email: { $ne: '' } })],
    ['of an unknown session', (claims) => sign({ ...claims, sid: 'no-such-session' })],
    ['that is not a JWT', () => 'x'.repeat(43)],
    ['of 20,000 characters', () => `${'x'.repeat(20_000)}`],
  ])('rejects a token %s, and stores nothing', async (_how, forge) => {
    expect(await getRejection(await forge(getClaims(ada)))).toBe('401 token_invalid');
  });

  test('rejects a token with one changed letter in any part', async () => {
    const parts = ada.idToken.split('.');
    for (let part = 0; part < 3; part += 1) {
      const changed = parts
        .map((text, at) =>
          at === part ? `${text.slice(0, 12)}${text[12] === 'A' ? 'B' : 'A'}${text.slice(13)}` : text,
        )
        .join('.');
      expect(await getRejection(changed)).toBe('401 token_invalid');
    }
  });

  test('rejects the session token and the access token', async () => {
    for (const token of [ada.session, ada.token]) expect(await getRejection(token)).toBe('401 token_invalid');
  });

  test('gives no access to another user’s account', async () => {
    expect(await getRejection(bob.idToken, ada.email)).toBe('403 not_your_email');
    expect(await getRejection(bob.idToken, 'nobody@example.com')).toBe('403 not_your_email');
  });

  test('requires the same address in path, body and token', async () => {
    expect(statusAndCode(await exchange(bob.idToken, bob.email, { email: ada.email }))).toBe('403 not_your_email');
    expect(statusAndCode(await exchange(bob.idToken, ada.email, { email: bob.email }))).toBe('403 not_your_email');
    expect(
      (await exchange(bob.idToken, bob.email.toUpperCase(), { email: ` ${bob.email.toUpperCase()} ` })).status,
    ).toBe(200);
  });

  test('rejects another identity with a known user’s address', async () => {
    const stranger = await sign({ ...getClaims(ada), sub: 'another-person' });
    expect(await getRejection(stranger)).toBe('403 not_your_email');
  });

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no address', { email: 'nonsense' }],
    ['a role', { email: '', role: 'admin' }],
    ['a list', []],
  ])('rejects a body with %s', async (_what, body) => {
    expect(statusAndCode(await exchange(ada.idToken, ada.email, body))).toBe('422 invalid');
  });

  test('ignores a role in the body or in the token', async () => {
    expect(statusAndCode(await exchange(bob.idToken, bob.email, { email: bob.email, role: 'admin' }))).toBe(
      '422 invalid',
    );
    const response = await exchange(
      await sign({ ...getClaims(bob), role: 'admin', admin: true, email_verified: false }),
      bob.email,
    );
    expect(
      objectBody(await shop.call('GET', `/admin/${bob.email}`, { token: String(objectBody(response).token) })),
    ).toMatchObject({
      admin: false,
    });
  });
});

describe('an access token', () => {
  test('is revoked immediately at sign-out, together with its ID token', async () => {
    const carol = await shop.signUp();
    expect((await shop.call('GET', `/admin/${carol.email}`, { token: carol.token })).status).toBe(200);
    expect((await shop.call('POST', '/auth/sign-out', { token: carol.session, body: {} })).status).toBe(200);
    expect(statusAndCode(await shop.call('GET', `/admin/${carol.email}`, { token: carol.token }))).toBe(
      '401 token_invalid',
    );
    expect(statusAndCode(await exchange(carol.idToken, carol.email))).toBe('401 token_invalid');
    expect((await shop.call('GET', '/auth/token', { token: carol.session })).status).toBe(401);
  });

  test('ends its session and ID token when it is revoked', async () => {
    const carol = await shop.signUp();
    expect((await shop.call('DELETE', '/token', { token: carol.token })).status).toBe(200);
    expect(statusAndCode(await exchange(carol.idToken, carol.email))).toBe('401 token_invalid');
    expect((await shop.call('GET', '/auth/token', { token: carol.session })).status).toBe(401);
  });

  test('expires', async () => {
    const carol = await shop.signUp();
    await shop.sql`update access_tokens set expires_at = now() where user_id = ${carol.userId}`;
    const response = await shop.call('GET', `/admin/${carol.email}`, { token: carol.token });
    expect([statusAndCode(response), response.headers.get('www-authenticate')]).toEqual([
      '401 token_invalid',
      'Bearer',
    ]);
  });

  test('of a disabled user is rejected, and no new one is issued', async () => {
    const carol = await shop.signUp();
    await shop.sql`update users set disabled_at = now() where id = ${carol.userId}`;
    expect(statusAndCode(await shop.call('GET', `/admin/${carol.email}`, { token: carol.token }))).toBe(
      '401 token_invalid',
    );
    expect(statusAndCode(await exchange(carol.idToken, carol.email))).toBe('403 account_disabled');
  });

  test('is stored only as a hash, and the hash is not accepted', async () => {
    const rows = await shop.sql<{
      token_hash: string;
    }>`select token_hash from access_tokens where user_id = ${ada.userId}`;
    expect(rows.map((row) => row.token_hash)).not.toContain(ada.token);
    for (const row of rows)
      expect(statusAndCode(await shop.call('GET', `/admin/${ada.email}`, { token: row.token_hash }))).toBe(
        '401 token_invalid',
      );
  });

  test('is accepted with any spelling of Bearer', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${ada.token}` };
      expect((await shop.call('GET', `/admin/${ada.email}`, { headers })).status).toBe(200);
    }
  });

  test('is only accepted in the Authorization header', async () => {
    const otherPlaces: Record<string, string>[] = [
      { authorization: ada.token },
      { authorization: `Basic ${ada.token}` },
      { cookie: `accessToken=${ada.token}` },
      { 'x-access-token': ada.token },
    ];
    for (const headers of otherPlaces) {
      expect((await shop.call('GET', `/admin/${ada.email}?accessToken=${ada.token}`, { headers })).status).toBe(401);
    }
  });
});
