import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FakeGoogle, type GoogleUser, startFakeGoogle } from '#tests/support/fake-google.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { getLinkToken } from './mail-helpers.ts';

let google: FakeGoogle;
let shop: TestShop;

beforeAll(async () => {
  google = await startFakeGoogle();
  shop = await createTestShop({
    settings: { identity: { kind: 'embedded', signUp: 'at_once', google: google.settings } },
  });
});
afterAll(() => Promise.all([shop.close(), google.close()]));

/** A minimal browser: it keeps cookies and follows redirects only on request. */
class Visitor {
  readonly cookies = new Map<string, string>();
  readonly of: TestShop;

  constructor(of: TestShop = shop) {
    this.of = of;
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, this.of.origin);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (url.origin === this.of.origin && cookie) headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of url.origin === this.of.origin ? response.headers.getSetCookie() : []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  post(path: string, body: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return this.fetch(`/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** The URL that the button redirects to. */
  async toGoogle(callbackURL = '/about'): Promise<URL> {
    const response = await this.post('sign-in/social', { provider: 'google', callbackURL });
    expect(response.status).toBe(200);
    return new URL(((await response.json()) as { url: string }).url);
  }

  /** Signs in at Google, and returns the callback URL. */
  async atGoogle(address: URL): Promise<URL> {
    return new URL((await this.fetch(address.href)).headers.get('location') ?? '');
  }

  /** Requests the callback URL, and returns the path it redirects to. */
  async back(address: URL): Promise<string> {
    const response = await this.fetch(address.href);
    expect(response.status).toBe(302);
    return response.headers.get('location') ?? '';
  }

  async signIn(callbackURL?: string): Promise<string> {
    return this.back(await this.atGoogle(await this.toGoogle(callbackURL)));
  }

  async user(): Promise<{ id: string; email: string; name: string; emailVerified: boolean; image: unknown } | null> {
    const response = await this.fetch('/api/auth/get-session');
    return ((await response.json()) as { user: never } | null)?.user ?? null;
  }

  /** Exchanges the session for an access token, as the page does. */
  async exchange(email: string): Promise<number> {
    const { token } = (await (await this.fetch('/api/auth/token')).json()) as { token: string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ email });
    return (await this.fetch(`/api/user/${email}`, { method: 'PUT', headers, body })).status;
  }
}

function newGoogleUser(parts: Partial<GoogleUser> = {}): GoogleUser {
  const user = { sub: randomUUID(), email: `${randomUUID()}@example.com`, name: 'Grace Hopper', ...parts };
  google.setUser(user);
  return user;
}

const getAccounts = async (email: string) => {
  const rows = await shop.sql`select a.* from identity_accounts a join identity_users u on u.id = a.user_id
    where u.email = ${email} order by provider_id`;
  return rows;
};

describe('signing in with Google', () => {
  test('creates an account with a confirmed address and returns to the starting page', async () => {
    const user = newGoogleUser();
    const visitor = new Visitor();
    expect(await visitor.signIn('/singleTool/x?y=1')).toBe('/singleTool/x?y=1');
    expect(await visitor.user()).toMatchObject({
      email: user.email,
      name: 'Grace Hopper',
      emailVerified: true,
      image: null,
    });
    expect(await visitor.exchange(user.email)).toBe(200);
    const rows = await shop.sql`select display_name, email_confirmed from users where email = ${user.email}`;
    expect(rows).toEqual([{ display_name: 'Grace Hopper', email_confirmed: true }]);
  });

  test('returns to a URL that contains the word error, too', async () => {
    newGoogleUser();
    expect(await new Visitor().signIn('/tools?q=x&error=y')).toBe('/tools?q=x&error=y');
  });

  test('finds the same account again after Google changes the spelling or the address', async () => {
    const user = newGoogleUser();
    const first = new Visitor();
    await first.signIn();
    const second = new Visitor();
    google.setUser({ ...user, email: `new-${user.email}`, name: 'Another Name' });
    expect(await second.signIn()).toBe('/about');
    expect(await second.user()).toEqual(await first.user());
  });

  test('uses PKCE, state, nonce, the smallest scope and one redirect URI', async () => {
    const authorizationUrl = (await new Visitor().toGoogle()).searchParams;
    expect(authorizationUrl.get('code_challenge_method')).toBe('S256');
    expect(authorizationUrl.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    for (const name of ['state', 'nonce']) expect(authorizationUrl.get(name)?.length).toBeGreaterThanOrEqual(32);
    expect(authorizationUrl.get('scope')).toBe('openid email profile');
    expect(authorizationUrl.get('redirect_uri')).toBe(`${shop.origin}/api/auth/callback/google`);
    expect([...authorizationUrl.values()].join()).not.toContain(google.settings.clientSecret);
  });

  test('stores no token that could be used at Google later', async () => {
    const { email } = newGoogleUser();
    const visitor = new Visitor();
    await visitor.signIn();
    google.setUser({ ...newGoogleUser(), email });
    expect((await getAccounts(email)).map((row) => [row.access_token, row.refresh_token, row.id_token])).toEqual([
      [null, null, null],
    ]);
  });

  test('redirects only to pages of this shop', async () => {
    newGoogleUser();
    for (const target of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/api/auth/sign-out',
      'javascript:alert(1)',
    ])
      expect([target, await new Visitor().signIn(target)]).toEqual([target, '/']);
  });

  test('rejects an ID token sent by the client itself', async () => {
    const key = (await generateKeyPair('RS256')).privateKey;
    const token = await new SignJWT({ email: 'a@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(key);
    const visitor = new Visitor();
    const response = await visitor.post('sign-in/social', { provider: 'google', idToken: { token } });
    // The response redirects to Google, as for everyone.
    expect([response.status, Object.keys((await response.json()) as object).toSorted()]).toEqual([
      200,
      ['redirect', 'url'],
    ]);
    expect(await visitor.user()).toBeNull();
    expect((await visitor.post('sign-in/social', { provider: 'github' })).status).toBe(422);
  });
});

describe('an address that has a password account', () => {
  test('can also sign in with Google once the shop and Google have confirmed it', async () => {
    const ada = await shop.signUp();
    await shop.call('POST', '/auth/verify-email', {
      token: ada.session,
      body: { token: await getLinkToken(shop, 'confirm_email', ada.email) },
    });
    newGoogleUser({ email: ada.email.toUpperCase() });
    const visitor = new Visitor();
    expect(await visitor.signIn()).toBe('/about');
    expect(await visitor.user()).toMatchObject({ email: ada.email, name: ada.displayName });
    expect(await visitor.exchange(ada.email)).toBe(200);
    expect((await getAccounts(ada.email)).map((row) => row.provider_id)).toEqual(['credential', 'google']);
    const body = { email: ada.email, password: ada.password };
    expect((await shop.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
  });

  test('is its owner’s alone once they sign in with Google, whoever registered it before', async () => {
    const squatter = await shop.signUp({ password: 'the squatters', displayName: 'Squatter' });
    const link = await getLinkToken(shop, 'confirm_email', squatter.email);
    const profile = { number: '216 555 0100', collegeName: 'A', universityName: 'B', division: 'C', district: 'D' };
    const body = { ...profile, displayName: 'Squatter' };
    expect((await shop.call('POST', '/profile', { token: squatter.token, body })).status).toBe(201);
    newGoogleUser({ email: squatter.email });
    const owner = new Visitor();
    expect(await owner.signIn()).toBe('/about');
    expect(await owner.user()).toMatchObject({ email: squatter.email, name: 'Grace Hopper', emailVerified: true });
    expect((await getAccounts(squatter.email)).map((row) => row.provider_id)).toEqual(['google']);

    // Nothing that the squatter has works anymore, and their name does not come back.
    const credentials = { email: squatter.email, password: 'the squatters' };
    expect((await shop.call('POST', '/auth/sign-in/email', { body: credentials })).status).toBe(401);
    expect((await shop.call('GET', '/auth/token', { token: squatter.session })).status).toBe(401);
    expect((await shop.call('GET', `/admin/${squatter.email}`, { token: squatter.token })).status).toBe(401);
    const exchange = { token: squatter.idToken, body: { email: squatter.email } };
    expect((await shop.call('PUT', `/user/${squatter.email}`, exchange)).status).toBe(401);
    const confirming = { body: { token: link, password: 'the squatters' } };
    expect((await shop.call('POST', '/auth/verify-email', confirming)).status).toBe(404);
    const rows = await shop.sql`select u.display_name, u.email_confirmed, p.id as profile from users u left
      join profiles p on p.user_id = u.id where u.email = ${squatter.email}`;
    expect(rows).toEqual([{ display_name: 'Grace Hopper', email_confirmed: true, profile: null }]);
    expect(await owner.exchange(squatter.email)).toBe(200);
  });

  test('does not change when an unverified Google user, or one with another account here, signs in', async () => {
    const ada = await shop.signUp();
    newGoogleUser({ email: ada.email, email_verified: false });
    expect(await new Visitor().signIn()).toBe('/signIn?from=%2Fabout&google=unverified');
    const elsewhere = newGoogleUser();
    await new Visitor().signIn();
    google.setUser({ ...elsewhere, email: ada.email });
    const visitor = new Visitor();
    expect(await visitor.signIn()).toBe('/about');
    expect((await visitor.user())?.email).toBe(elsewhere.email);
    expect((await shop.call('GET', '/auth/token', { token: ada.session })).status).toBe(200);
    const body = { email: ada.email, password: ada.password };
    expect((await shop.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
  });

  test('can add a password by email when it only had Google', async () => {
    const { email } = newGoogleUser();
    await new Visitor().signIn();
    await shop.call('POST', '/auth/request-password-reset', { body: { email } });
    const token = await getLinkToken(shop, 'reset_password', email);
    await shop.call('POST', '/auth/reset-password', { body: { token, newPassword: 'a password now' } });
    const body = { email, password: 'a password now' };
    expect((await shop.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
    expect(await new Visitor().signIn()).toBe('/about');
  });
});

describe('sign-in is rejected, with nothing stored and no session, for', () => {
  async function expectRejected(visitor: Visitor, returning: () => Promise<string>): Promise<string> {
    const exclude = ['public.identity_verifications'];
    const before = await snapshotDatabase(visitor.of, exclude);
    const location = await returning();
    expect(await visitor.user()).toBeNull();
    expect(await snapshotDatabase(visitor.of, exclude)).toEqual(before);
    return location;
  }
  const signInPath = (fault: string) => `/signIn?from=%2Fabout&google=${fault}`;

  /** Changes the fake provider's next token response. */
  const nextToken = (change: (payload: Record<string, unknown>) => void) =>
    google.server.service.prependOnceListener('beforeTokenSigning', () =>
      // The first payload belongs to the access token, the second to the ID token.
      google.server.service.once('beforeTokenSigning', (token) => change(token.payload)),
    );

  afterEach(() => google.server.service.removeAllListeners('beforeResponse'));

  test('a user who denies consent', async () => {
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    address.searchParams.delete('code');
    address.searchParams.set('error', 'access_denied');
    address.searchParams.set('error_description', '<b>call 0800 for help</b>');
    expect(await expectRejected(visitor, () => visitor.back(address))).toBe(signInPath('refused'));
  });

  test.each<[string, (address: URL, visitor: Visitor) => Promise<void> | void]>([
    ['a modified state', (address) => address.searchParams.set('state', 'x'.repeat(32))],
    ['no state', (address) => address.searchParams.delete('state')],
    ['the state of another browser', (_address, visitor) => visitor.cookies.clear()],
    ['the state of another attempt of this browser', async (_address, visitor) => void (await visitor.toGoogle())],
  ])('a callback with %s', async (_what, tamper) => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    await tamper(address, visitor);
    expect(await expectRejected(visitor, () => visitor.back(address))).toMatch(
      /^\/signIn\?(from=%2Fabout&)?google=stale$/,
    );
  });

  test('a callback that was used before', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    const cookies = new Map(visitor.cookies);
    expect(await visitor.back(address)).toBe('/about');
    const again = new Visitor();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(await expectRejected(again, () => again.back(address))).toBe('/signIn?google=stale');
  });

  test('a callback after ten minutes', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    await shop.query(
      `update identity_verifications set value = regexp_replace(value, '"expiresAt":\\d+', '"expiresAt":1')`,
    );
    expect(await expectRejected(visitor, () => visitor.back(address))).toMatch(/google=stale$/);
  });

  test.each<[string, (payload: Record<string, unknown>) => void]>([
    ['another nonce', (payload) => Object.assign(payload, { nonce: 'x'.repeat(32) })],
    ['no nonce', (payload) => void delete payload.nonce],
    ['another issuer', (payload) => Object.assign(payload, { iss: 'https://evil.example' })],
    ['another audience', (payload) => Object.assign(payload, { aud: 'another-shop' })],
    ['a different authorized party', (payload) => Object.assign(payload, { azp: 'another-shop' })],
    ['an expiry in the past', (payload) => Object.assign(payload, { exp: 1_000 })],
    ['an issue time a day ago', (payload) => Object.assign(payload, { iat: Math.floor(Date.now() / 1000) - 86_400 })],
    ['no subject', (payload) => void delete payload.sub],
  ])('an ID token with %s', async (_what, change) => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    nextToken(change);
    expect(await expectRejected(visitor, () => visitor.back(address))).toBe(signInPath('failed'));
  });

  test.each<[string, (claims: Record<string, unknown>) => Promise<string> | string]>([
    ['that is not signed', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'that another key signed',
      async (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign((await generateKeyPair('RS256')).privateKey),
    ],
    [
      'signed with the secret as a shared key',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode(google.settings.clientSecret)),
    ],
    ['that is invalid', () => 'nonsense'],
  ])('an ID token %s', async (_what, forge) => {
    const user = newGoogleUser();
    const visitor = new Visitor();
    const authorizationUrl = await visitor.toGoogle();
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...user,
      email_verified: true,
      iss: google.server.issuer.url,
      aud: 'the-shop',
      iat: now,
      exp: now + 600,
      nonce: authorizationUrl.searchParams.get('nonce'),
    };
    const forged = await forge(claims);
    const address = await visitor.atGoogle(authorizationUrl);
    google.server.service.once('beforeResponse', (response) =>
      Object.assign(response.body as object, { id_token: forged }),
    );
    expect(await expectRejected(visitor, () => visitor.back(address))).toBe(signInPath('failed'));
  });

  test('a code that Google rejects', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    google.server.service.once('beforeResponse', (response) => {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant' };
    });
    expect(await expectRejected(visitor, () => visitor.back(address))).toBe(signInPath('failed'));
  });

  test.each([false, 'true', undefined])('an address that Google has not verified (%j)', async (email_verified) => {
    newGoogleUser({ email_verified });
    const visitor = new Visitor();
    expect(await expectRejected(visitor, () => visitor.signIn())).toBe(signInPath('unverified'));
  });

  test('an invalid address', async () => {
    newGoogleUser({ email: 'nonsense' });
    const visitor = new Visitor();
    expect(await expectRejected(visitor, () => visitor.signIn())).toBe(signInPath('unverified'));
  });
});

describe('while Google misbehaves', () => {
  let provider: Server;
  let faultyShop: TestShop;
  let handler: RequestListener;
  const identityStatus = () => faultyShop.context.health.statuses().find(({ dependency }) => dependency === 'identity');

  beforeAll(async () => {
    provider = createServer((request, response) => handler(request, response));
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    faultyShop = await createTestShop({
      settings: {
        identity: {
          kind: 'embedded',
          signUp: 'at_once',
          google: { ...google.settings, discoveryUrl: `${address}/.well-known/openid-configuration` },
        },
      },
    });
  });
  afterAll(async () => {
    await faultyShop.close();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });

  const respondWith =
    (status: number, body: string, type = 'application/json'): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body);

  const endpoint = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const discoveryDocument = (changes: object = {}) =>
    JSON.stringify({
      issuer: google.server.issuer.url,
      authorization_endpoint: `${google.server.issuer.url}/authorize`,
      token_endpoint: `${endpoint()}/token`,
      jwks_uri: `${endpoint()}/jwks`,
      ...changes,
    });

  test.each<[string, () => RequestListener]>([
    ['drops the connection', () => (request) => void request.socket.destroy()],
    ['responds with 500', () => respondWith(500, '{}')],
    ['responds with 429', () => respondWith(429, '{}')],
    ['responds with a page', () => respondWith(200, '<h1>Welcome to the hotel</h1>', 'text/html')],
    ['responds with half a document', () => respondWith(200, '{"issuer": "https://acc')],
    ['responds with an array', () => respondWith(200, '[]')],
    ['returns invalid URLs', () => respondWith(200, discoveryDocument({ token_endpoint: 'javascript:alert(1)' }))],
    [
      'redirects elsewhere',
      () => (_request, response) => response.writeHead(302, { location: google.settings.discoveryUrl }).end(),
    ],
    [
      'responds endlessly',
      () => (_request, response) => {
        const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
        response.writeHead(200);
        more();
      },
    ],
  ])('and %s, the button shows an error at once and password sign-in works', async (_how, faultyHandler) => {
    handler = faultyHandler();
    const visitor = new Visitor(faultyShop);
    const response = await visitor.post('sign-in/social', { provider: 'google', callbackURL: '/about' });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'google_unreachable']);
    expect(identityStatus()).toMatchObject({ health: 'down', mode: 'embedded, Google' });
    const ada = await faultyShop.signUp();
    expect(ada.token).not.toBe('');
  });

  test('the health registry shows the error and the recovery without any sign-in', async () => {
    handler = respondWith(500, '{}');
    await faultyShop.context.health.probeAll();
    expect(identityStatus()).toMatchObject({
      health: 'down',
      reason: 'Google: It responded with 500. Signing in with email and password still works.',
    });
    handler = respondWith(200, discoveryDocument());
    await faultyShop.context.health.probeAll();
    expect(identityStatus()).toMatchObject({ health: 'up', reason: null });
  });

  test('and never responds, sign-in times out early', async () => {
    handler = () => {};
    const response = await new Visitor(faultyShop).post('sign-in/social', { provider: 'google' });
    expect(response.status).toBe(503);
  });

  test.each<[string, RequestListener, string]>([
    ['drops the connection', (request) => void request.socket.destroy(), 'unreachable'],
    ['responds with 503', respondWith(503, ''), 'unreachable'],
    ['responds with text', respondWith(200, 'nonsense'), 'unreachable'],
    ['responds without an ID token', respondWith(200, '{"access_token":"x"}'), 'unreachable'],
    ['rejects the client', respondWith(401, '{"error":"invalid_client"}'), 'failed'],
  ])(
    'and %s at the token endpoint, the user sees an error and the next attempt works without a restart',
    async (_how, faultyHandler, fault) => {
      handler = respondWith(200, discoveryDocument());
      newGoogleUser();
      const visitor = new Visitor(faultyShop);
      const address = await visitor.atGoogle(await visitor.toGoogle());
      handler = faultyHandler;
      expect(await visitor.back(address)).toBe(`/signIn?from=%2Fabout&google=${fault}`);
      expect(await visitor.user()).toBeNull();

      handler = forward;
      expect(await visitor.back(await visitor.atGoogle(await visitor.toGoogle()))).toBe('/about');
      expect(identityStatus()).toMatchObject({ health: 'up', reason: null });
    },
  );

  test('the button does not redirect to an unavailable Google, even with cached metadata', async () => {
    handler = respondWith(200, discoveryDocument());
    expect((await new Visitor(faultyShop).post('sign-in/social', { provider: 'google' })).status).toBe(200);
    handler = respondWith(500, '{}');
    await faultyShop.context.health.probeAll();
    expect((await new Visitor(faultyShop).post('sign-in/social', { provider: 'google' })).status).toBe(503);
    expect(identityStatus()).toMatchObject({ health: 'down' });
    handler = respondWith(200, discoveryDocument());
    expect((await new Visitor(faultyShop).post('sign-in/social', { provider: 'google' })).status).toBe(200);
    expect(identityStatus()).toMatchObject({ health: 'up' });
  });

  test.each<[string, RequestListener]>([
    ['are missing', respondWith(200, '{"keys": 7}')],
    ['contain null', respondWith(200, '{"keys": [null]}')],
    ['cause a 500', respondWith(500, '{"keys": []}')],
    ['are a page', respondWith(200, '<h1>Back soon</h1>', 'text/html')],
  ])('and its keys %s, nobody is signed in, and no token counts as forged', async (_how, faultyHandler) => {
    // A shop that has not fetched the keys yet.
    const fresh = await createTestShop({
      settings: {
        identity: {
          kind: 'embedded',
          signUp: 'at_once',
          google: { ...google.settings, discoveryUrl: `${endpoint()}/.well-known/openid-configuration` },
        },
      },
    });
    try {
      newGoogleUser();
      handler = (request, response) =>
        request.url === '/jwks' ? faultyHandler(request, response) : forward(request, response);
      const visitor = new Visitor(fresh);
      expect(await visitor.signIn()).toBe('/signIn?from=%2Fabout&google=unreachable');
      expect(await visitor.user()).toBeNull();
      const port = fresh.context.health.statuses().find((one) => one.dependency === 'identity');
      expect(port).toMatchObject({ health: 'down' });
      handler = forward;
      expect(await visitor.signIn()).toBe('/about');
    } finally {
      await fresh.close();
    }
  });

  /** Forwards requests to the working fake provider. */
  const forward: RequestListener = async (request, response) => {
    if (request.url?.startsWith('/.well-known')) return void response.end(discoveryDocument());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const forwarded = await fetch(`${google.server.issuer.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(await forwarded.text());
  };
});

test('a shop without Google has none of its routes', async () => {
  const plain = await createTestShop();
  try {
    const visitor = new Visitor(plain);
    expect((await visitor.post('sign-in/social', { provider: 'google' })).status).toBe(404);
    expect((await visitor.fetch('/api/auth/callback/google?code=x&state=y')).status).toBe(404);
    expect(plain.context.health.statuses().find(({ dependency }) => dependency === 'identity')).toMatchObject({
      mode: 'embedded',
      health: 'up',
    });
  } finally {
    await plain.close();
  }
});

test('the rate limit of one client address covers starts and callbacks, and says so', async () => {
  const limited = await createTestShop({
    settings: { rateLimits: true, identity: { kind: 'embedded', signUp: 'at_once', google: google.settings } },
  });
  try {
    const visitor = new Visitor(limited);
    await visitor.toGoogle();
    await limited.sql`update rate_limits set points = 300 where key like 'signInAddress:%'`;
    expect((await visitor.post('sign-in/social', { provider: 'google' })).status).toBe(429);
    expect(await visitor.back(new URL(`${limited.origin}/api/auth/callback/google?code=x`))).toBe(
      '/signIn?google=too_many',
    );
  } finally {
    await limited.close();
  }
});
