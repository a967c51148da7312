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

/** A browser as far as it matters here: it keeps cookies and is led on by hand. */
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

  /** Where the button leads. */
  async toGoogle(callbackURL = '/about'): Promise<URL> {
    const answer = await this.post('sign-in/social', { provider: 'google', callbackURL });
    expect(answer.status).toBe(200);
    return new URL(((await answer.json()) as { url: string }).url);
  }

  /** Signs in there, and answers where that leads back to. */
  async atGoogle(address: URL): Promise<URL> {
    return new URL((await this.fetch(address.href)).headers.get('location') ?? '');
  }

  /** Comes back, and answers the path it is led on to. */
  async back(address: URL): Promise<string> {
    const answer = await this.fetch(address.href);
    expect(answer.status).toBe(302);
    return answer.headers.get('location') ?? '';
  }

  async signIn(callbackURL?: string): Promise<string> {
    return this.back(await this.atGoogle(await this.toGoogle(callbackURL)));
  }

  async user(): Promise<{ id: string; email: string; name: string; emailVerified: boolean; image: unknown } | null> {
    const answer = await this.fetch('/api/auth/get-session');
    return ((await answer.json()) as { user: never } | null)?.user ?? null;
  }

  /** What the page does with the session it finds: the access token. */
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

const accountsOf = async (email: string) => {
  const { rows } = await shop.database.pool.query(
    'select a.* from identity_accounts a join identity_users u on u.id = a.user_id where u.email = $1 order by provider_id',
    [email],
  );
  return rows;
};

describe('signing in with Google', () => {
  test('for the first time makes an account with a confirmed address, and leads back to where one was', async () => {
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
    const { rows } = await shop.database.pool.query(
      'select display_name, email_confirmed from users where email = $1',
      [user.email],
    );
    expect(rows).toEqual([{ display_name: 'Grace Hopper', email_confirmed: true }]);
  });

  test('leads back to an address that says error, too', async () => {
    newGoogleUser();
    expect(await new Visitor().signIn('/tools?q=x&error=y')).toBe('/tools?q=x&error=y');
  });

  test('again finds the same account, in whichever spelling and under whichever address Google knows it by then', async () => {
    const user = newGoogleUser();
    const first = new Visitor();
    await first.signIn();
    const second = new Visitor();
    google.setUser({ ...user, email: `new-${user.email}`, name: 'Another Name' });
    expect(await second.signIn()).toBe('/about');
    expect(await second.user()).toEqual(await first.user());
  });

  test('asks with PKCE, state and nonce, for the least there is, and comes back to one address', async () => {
    const asked = (await new Visitor().toGoogle()).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    for (const name of ['state', 'nonce']) expect(asked.get(name)?.length).toBeGreaterThanOrEqual(32);
    expect(asked.get('scope')).toBe('openid email profile');
    expect(asked.get('redirect_uri')).toBe(`${shop.origin}/api/auth/callback/google`);
    expect([...asked.values()].join()).not.toContain(google.settings.clientSecret);
  });

  test('keeps nothing that Google could be asked with later', async () => {
    const { email } = newGoogleUser();
    const visitor = new Visitor();
    await visitor.signIn();
    google.setUser({ ...newGoogleUser(), email });
    expect((await accountsOf(email)).map((row) => [row.access_token, row.refresh_token, row.id_token])).toEqual([
      [null, null, null],
    ]);
  });

  test('leads nowhere but to pages of this shop', async () => {
    newGoogleUser();
    for (const elsewhere of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%2f%2fevil.example',
      '/api/auth/sign-out',
      'javascript:alert(1)',
    ])
      expect([elsewhere, await new Visitor().signIn(elsewhere)]).toEqual([elsewhere, '/']);
  });

  test('takes nothing from a program that says who it is: only Google does', async () => {
    const key = (await generateKeyPair('RS256')).privateKey;
    const token = await new SignJWT({ email: 'a@example.com', email_verified: true })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(key);
    const visitor = new Visitor();
    const answer = await visitor.post('sign-in/social', { provider: 'google', idToken: { token } });
    // It is sent to Google like everybody.
    expect([answer.status, Object.keys((await answer.json()) as object).toSorted()]).toEqual([
      200,
      ['redirect', 'url'],
    ]);
    expect(await visitor.user()).toBeNull();
    expect((await visitor.post('sign-in/social', { provider: 'github' })).status).toBe(422);
  });
});

describe('an address that has an account with a password', () => {
  test('is signed in to by Google, too, once both have confirmed it', async () => {
    const ada = await shop.signUp();
    await shop.call('POST', '/auth/verify-email', {
      body: { token: await getLinkToken(shop, 'confirm_email', ada.email) },
    });
    newGoogleUser({ email: ada.email.toUpperCase() });
    const visitor = new Visitor();
    expect(await visitor.signIn()).toBe('/about');
    expect(await visitor.user()).toMatchObject({ email: ada.email, name: ada.displayName });
    expect(await visitor.exchange(ada.email)).toBe(200);
    expect((await accountsOf(ada.email)).map((row) => row.provider_id)).toEqual(['credential', 'google']);
    const body = { email: ada.email, password: ada.password };
    expect((await shop.call('POST', '/auth/sign-in/email', { body })).status).toBe(200);
  });

  test('is not while it is not confirmed: whoever registered it may be somebody else', async () => {
    const squatter = await shop.signUp({ password: 'the squatters' });
    const before = await accountsOf(squatter.email);
    newGoogleUser({ email: squatter.email });
    const visitor = new Visitor();
    expect(await visitor.signIn()).toBe('/signIn?from=%2Fabout&google=not_linked');
    expect(await visitor.user()).toBeNull();
    expect(await accountsOf(squatter.email)).toEqual(before);

    // The way out for its owner: a new password, after which Google is as good.
    await shop.call('POST', '/auth/request-password-reset', { body: { email: squatter.email } });
    const token = await getLinkToken(shop, 'reset_password', squatter.email);
    const reset = await shop.call('POST', '/auth/reset-password', { body: { token, newPassword: 'the owners' } });
    expect(reset.status).toBe(200);
    expect(await visitor.signIn()).toBe('/about');
    const body = { email: squatter.email, password: 'the squatters' };
    expect((await shop.call('POST', '/auth/sign-in/email', { body })).status).toBe(401);
  });

  test('and who only had Google may set a password by mail', async () => {
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

describe('is refused, with nothing stored and nobody signed in,', () => {
  async function refused(visitor: Visitor, returning: () => Promise<string>): Promise<string> {
    const exclude = ['public.identity_verifications'];
    const before = await snapshotDatabase(visitor.of, exclude);
    const led = await returning();
    expect(await visitor.user()).toBeNull();
    expect(await snapshotDatabase(visitor.of, exclude)).toEqual(before);
    return led;
  }
  const withFault = (fault: string) => `/signIn?from=%2Fabout&google=${fault}`;

  /** What the stand-in answers for a code is changed by this, once. */
  const nextToken = (change: (payload: Record<string, unknown>) => void) =>
    google.server.service.prependOnceListener('beforeTokenSigning', () =>
      // The first is the access token's; ours is the second.
      google.server.service.once('beforeTokenSigning', (token) => change(token.payload)),
    );

  afterEach(() => google.server.service.removeAllListeners('beforeResponse'));

  test('whoever does not consent', async () => {
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    address.searchParams.delete('code');
    address.searchParams.set('error', 'access_denied');
    address.searchParams.set('error_description', '<b>call 0800 for help</b>');
    expect(await refused(visitor, () => visitor.back(address))).toBe(withFault('refused'));
  });

  test.each<[string, (address: URL, visitor: Visitor) => Promise<void> | void]>([
    ['a state that was changed', (address) => address.searchParams.set('state', 'x'.repeat(32))],
    ['no state', (address) => address.searchParams.delete('state')],
    ['the state of another browser', (_address, visitor) => visitor.cookies.clear()],
    ['the state of another attempt of this browser', async (_address, visitor) => void (await visitor.toGoogle())],
  ])('a return with %s', async (_what, tamper) => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    await tamper(address, visitor);
    expect(await refused(visitor, () => visitor.back(address))).toMatch(/^\/signIn\?(from=%2Fabout&)?google=stale$/);
  });

  test('a return that was used before', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    const kept = new Map(visitor.cookies);
    expect(await visitor.back(address)).toBe('/about');
    const again = new Visitor();
    for (const [name, value] of kept) again.cookies.set(name, value);
    expect(await refused(again, () => again.back(address))).toBe('/signIn?google=stale');
  });

  test('a return after ten minutes', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    await shop.database.pool.query(
      `update identity_verifications set value = regexp_replace(value, '"expiresAt":\\d+', '"expiresAt":1')`,
    );
    expect(await refused(visitor, () => visitor.back(address))).toMatch(/google=stale$/);
  });

  test.each<[string, (payload: Record<string, unknown>) => void]>([
    ['another nonce', (payload) => Object.assign(payload, { nonce: 'x'.repeat(32) })],
    ['no nonce', (payload) => void delete payload.nonce],
    ['another issuer', (payload) => Object.assign(payload, { iss: 'https://evil.example' })],
    ['another audience', (payload) => Object.assign(payload, { aud: 'another-shop' })],
    ['another client it was issued to', (payload) => Object.assign(payload, { azp: 'another-shop' })],
    ['an end that is past', (payload) => Object.assign(payload, { exp: 1_000 })],
    ['an age of a day', (payload) => Object.assign(payload, { iat: Math.floor(Date.now() / 1000) - 86_400 })],
    ['nobody', (payload) => void delete payload.sub],
  ])('an ID token with %s', async (_what, change) => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    nextToken(change);
    expect(await refused(visitor, () => visitor.back(address))).toBe(withFault('failed'));
  });

  test.each<[string, (claims: Record<string, unknown>) => Promise<string> | string]>([
    ['that is not signed', (claims) => new UnsecuredJWT(claims).encode()],
    [
      'that somebody else signed',
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
    ['that is none', () => 'nonsense'],
  ])('an ID token %s', async (_what, forge) => {
    const user = newGoogleUser();
    const visitor = new Visitor();
    const asked = await visitor.toGoogle();
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...user,
      email_verified: true,
      iss: google.server.issuer.url,
      aud: 'the-shop',
      iat: now,
      exp: now + 600,
      nonce: asked.searchParams.get('nonce'),
    };
    const forged = await forge(claims);
    const address = await visitor.atGoogle(asked);
    google.server.service.once('beforeResponse', (answer) =>
      Object.assign(answer.body as object, { id_token: forged }),
    );
    expect(await refused(visitor, () => visitor.back(address))).toBe(withFault('failed'));
  });

  test('whose code Google does not take', async () => {
    newGoogleUser();
    const visitor = new Visitor();
    const address = await visitor.atGoogle(await visitor.toGoogle());
    google.server.service.once('beforeResponse', (answer) => {
      answer.statusCode = 400;
      answer.body = { error: 'invalid_grant' };
    });
    expect(await refused(visitor, () => visitor.back(address))).toBe(withFault('failed'));
  });

  test.each([false, 'true', undefined])('an address that Google has not verified (%j)', async (email_verified) => {
    newGoogleUser({ email_verified });
    const visitor = new Visitor();
    expect(await refused(visitor, () => visitor.signIn())).toBe(withFault('unverified'));
  });

  test('an address that is none', async () => {
    newGoogleUser({ email: 'nonsense' });
    const visitor = new Visitor();
    expect(await refused(visitor, () => visitor.signIn())).toBe(withFault('unverified'));
  });
});

describe('while Google misbehaves', () => {
  let peer: Server;
  let away: TestShop;
  let behave: RequestListener;
  const identityPort = () => away.context.health.statuses().find(({ port }) => port === 'identity');

  beforeAll(async () => {
    peer = createServer((request, response) => behave(request, response));
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
    away = await createTestShop({
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
    await away.close();
    peer.closeAllConnections();
    await new Promise((resolve) => peer.close(resolve));
  });

  const answering =
    (status: number, body: string, type = 'application/json'): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body);

  const endpoint = () => `http://127.0.0.1:${(peer.address() as AddressInfo).port}`;
  const described = (changes: object = {}) =>
    JSON.stringify({
      issuer: google.server.issuer.url,
      authorization_endpoint: `${google.server.issuer.url}/authorize`,
      token_endpoint: `${endpoint()}/token`,
      jwks_uri: `${endpoint()}/jwks`,
      ...changes,
    });

  test.each<[string, () => RequestListener]>([
    ['drops the connection', () => (request) => void request.socket.destroy()],
    ['answers 500', () => answering(500, '{}')],
    ['answers 429', () => answering(429, '{}')],
    ['answers a page', () => answering(200, '<h1>Welcome to the hotel</h1>', 'text/html')],
    ['answers half', () => answering(200, '{"issuer": "https://acc')],
    ['answers something else', () => answering(200, '[]')],
    ['names addresses that are none', () => answering(200, described({ token_endpoint: 'javascript:alert(1)' }))],
    [
      'leads elsewhere',
      () => (_request, response) => response.writeHead(302, { location: google.settings.discoveryUrl }).end(),
    ],
    [
      'does not stop answering',
      () => (_request, response) => {
        const more = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more)));
        response.writeHead(200);
        more();
      },
    ],
  ])('and %s, the button says so at once, and the password goes on', async (_how, misbehaving) => {
    behave = misbehaving();
    const visitor = new Visitor(away);
    const answer = await visitor.post('sign-in/social', { provider: 'google', callbackURL: '/about' });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'google_unreachable']);
    expect(identityPort()).toMatchObject({ health: 'down', mode: 'embedded, Google' });
    const ada = await away.signUp();
    expect(ada.token).not.toBe('');
  });

  test('the board says what is wrong, and when it is over, without anybody signing in', async () => {
    behave = answering(500, '{}');
    await away.context.health.probeAll();
    expect(identityPort()).toMatchObject({
      health: 'down',
      trouble: 'Google: It answered 500. Signing in with e-mail and password works.',
    });
    behave = answering(200, described());
    await away.context.health.probeAll();
    expect(identityPort()).toMatchObject({ health: 'up', trouble: null });
  });

  test('and never answers, it is not waited for long', async () => {
    behave = () => {};
    const answer = await new Visitor(away).post('sign-in/social', { provider: 'google' });
    expect(answer.status).toBe(503);
  }, 15_000);

  test.each<[string, RequestListener, string]>([
    ['drops the connection', (request) => void request.socket.destroy(), 'unreachable'],
    ['answers 503', answering(503, ''), 'unreachable'],
    ['answers nonsense', answering(200, 'nonsense'), 'unreachable'],
    ['answers no ID token', answering(200, '{"access_token":"x"}'), 'unreachable'],
    ['refuses', answering(401, '{"error":"invalid_client"}'), 'failed'],
  ])(
    'and %s when one comes back, one reads so, and it works later without a new start',
    async (_how, misbehaving, fault) => {
      behave = answering(200, described());
      newGoogleUser();
      const visitor = new Visitor(away);
      const address = await visitor.atGoogle(await visitor.toGoogle());
      behave = misbehaving;
      expect(await visitor.back(address)).toBe(`/signIn?from=%2Fabout&google=${fault}`);
      expect(await visitor.user()).toBeNull();

      behave = forwarding;
      expect(await visitor.back(await visitor.atGoogle(await visitor.toGoogle()))).toBe('/about');
      expect(identityPort()).toMatchObject({ health: 'up', trouble: null });
    },
  );

  test('the button sends nobody to a Google that was seen to be away, whatever is remembered of it', async () => {
    behave = answering(200, described());
    expect((await new Visitor(away).post('sign-in/social', { provider: 'google' })).status).toBe(200);
    behave = answering(500, '{}');
    await away.context.health.probeAll();
    expect((await new Visitor(away).post('sign-in/social', { provider: 'google' })).status).toBe(503);
    expect(identityPort()).toMatchObject({ health: 'down' });
    behave = answering(200, described());
    expect((await new Visitor(away).post('sign-in/social', { provider: 'google' })).status).toBe(200);
    expect(identityPort()).toMatchObject({ health: 'up' });
  });

  test.each<[string, RequestListener]>([
    ['hold none', answering(200, '{"keys": 7}')],
    ['hold what is no key', answering(200, '{"keys": [null]}')],
    ['are answered with 500', answering(500, '{"keys": []}')],
    ['are a page', answering(200, '<h1>Back soon</h1>', 'text/html')],
  ])('and its keys %s, nobody is let in, and nobody is told that they forged anything', async (_how, misbehaving) => {
    // A shop that has never seen the keys.
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
      behave = (request, response) =>
        request.url === '/jwks' ? misbehaving(request, response) : forwarding(request, response);
      const visitor = new Visitor(fresh);
      expect(await visitor.signIn()).toBe('/signIn?from=%2Fabout&google=unreachable');
      expect(await visitor.user()).toBeNull();
      const port = fresh.context.health.statuses().find((one) => one.port === 'identity');
      expect(port).toMatchObject({ health: 'down' });
      behave = forwarding;
      expect(await visitor.signIn()).toBe('/about');
    } finally {
      await fresh.close();
    }
  });

  /** Passes on what is asked to the stand-in that works. */
  const forwarding: RequestListener = async (request, response) => {
    if (request.url?.startsWith('/.well-known')) return void response.end(described());
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = await fetch(`${google.server.issuer.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'text/plain' },
      ...(chunks.length ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
});

test('without Google in this shop its calls do not exist', async () => {
  const plain = await createTestShop();
  try {
    const visitor = new Visitor(plain);
    expect((await visitor.post('sign-in/social', { provider: 'google' })).status).toBe(404);
    expect((await visitor.fetch('/api/auth/callback/google?code=x&state=y')).status).toBe(404);
    expect(plain.context.health.statuses().find(({ port }) => port === 'identity')).toMatchObject({
      mode: 'embedded',
      health: 'up',
    });
  } finally {
    await plain.close();
  }
});

test('one address comes and goes only so often, and reads when it was too often', async () => {
  const limited = await createTestShop({
    settings: { rateLimits: true, identity: { kind: 'embedded', signUp: 'at_once', google: google.settings } },
  });
  try {
    const visitor = new Visitor(limited);
    await visitor.toGoogle();
    await limited.database.pool.query("update rate_limits set points = 300 where key like 'signInAddress:%'");
    expect((await visitor.post('sign-in/social', { provider: 'google' })).status).toBe(429);
    expect(await visitor.back(new URL(`${limited.origin}/api/auth/callback/google?code=x`))).toBe(
      '/signIn?google=too_many',
    );
  } finally {
    await limited.close();
  }
});
