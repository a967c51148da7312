import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, placeOrder } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop({ settings: { metricsToken: 'metrics-token-for-tests' } });
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp()]);
  await placeOrder(shop, ada, await createTool(shop));
});
afterAll(() => shop.close());

const get = (path: string, token?: string, more: Record<string, string> = {}) =>
  fetch(`${shop.origin}${path}`, {
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more },
    redirect: 'manual',
  });

describe('every response', () => {
  test.each([
    ['a list', '/api/tools'],
    ['an error', '/api/orders'],
    ['a missing route', '/api/nothing'],
    ['a missing page', '/nothing'],
    ['an image', '/images/drawings/claw-hammer.svg'],
    ['a missing image', '/images/x.webp'],
    ['the identity service', '/api/auth/get-session'],
    ['the document', '/api/openapi.json'],
    ['the documentation', '/api/docs'],
    ['health', '/healthz'],
    ['the card provider', '/card-sandbox/v1/payment_intents/pi_x'],
  ])('has headers against framing, sniffing and cross-origin use: %s', async (_what, path) => {
    const { headers } = await get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.any(String),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers.get('content-security-policy')).not.toContain('unsafe-eval');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-cache-tags')).toBeNull();
  });

  test('over HTTPS has Strict-Transport-Security', async () => {
    const secure = await createTestShop({ settings: { publicUrl: 'https://tools.example' } });
    const response = await secure.app.request('https://tools.example/api/tools');
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const signUp = await secure.app.request('https://tools.example/api/auth/sign-up/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com', password: 'correct horse', name: 'Ada' }),
    });
    expect(signUp.headers.get('set-cookie')).toMatch(/^__Secure-[^;]+;.*HttpOnly; Secure; SameSite=Lax/);
    await secure.close();
  });
});

describe('private data', () => {
  test.each([
    '/api/myorder?email=ADA',
    '/api/profile/ADA',
    '/api/admin/ADA',
    '/api/auth/get-session',
    '/api/auth/token',
  ])('at %s is not cacheable', async (path) => {
    const token = path.includes('/auth/') ? ada.session : ada.token;
    const response = await get(path.replace('ADA', ada.email), token);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(response.headers.get('etag')).toBeNull();
  });

  test.each(['/api/orders', '/api/user', '/api/outbox'])('at %s is not cacheable', async (path) => {
    const response = await get(path, admin.token);
    expect([response.status, response.headers.get('cache-control'), response.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ]);
  });

  test('is not shared between simultaneous requests for the same URL', async () => {
    const path = `/api/myorder?email=${ada.email}`;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) => get(path, [ada.token, admin.token, undefined][at % 3])),
    );
    expect(responses.map(({ status }) => status)).toEqual(
      Array.from({ length: 20 }, (_, at) => [200, 403, 401][at % 3]),
    );
  });

  test('does not leak into a public response first requested by a signed-in user', async () => {
    const responseBody = await (
      await get('/api/tools?limit=9', ada.token, { cookie: `ironmonger.session_token=${ada.session}` })
    ).text();
    expect(await (await get('/api/tools?limit=9')).text()).toBe(responseBody);
    expect((await get('/api/tools?limit=9')).headers.get('set-cookie')).toBeNull();
  });
});

test('a request keeps the id that our own proxy gave it; a client’s is not believed', async () => {
  const sent = { 'x-request-id': '0242ac11:3f2a-1f90-b1c4' };
  const ask = async (of: TestShop, headers: Record<string, string>) =>
    (await of.app.request(`${of.origin}/api/tools?limit=8`, { headers })).headers.get('x-request-id');
  expect(await ask(shop, sent)).toMatch(/^[0-9a-f-]{36}$/);
  const proxied = await createTestShop({ settings: { trustedProxies: 1 } });
  try {
    expect(await ask(proxied, sent)).toBe(sent['x-request-id']);
    expect(await ask(proxied, { 'x-request-id': 'two words "}' })).toMatch(/^[0-9a-f-]{36}$/);
  } finally {
    await proxied.close();
  }
});

describe('GET /metrics', () => {
  test('requires the metrics token', async () => {
    expect((await get('/metrics')).status).toBe(403);
    expect((await get('/metrics', 'wrong')).status).toBe(403);
    expect((await get('/metrics', admin.token)).status).toBe(403);
    const response = await get('/metrics', 'metrics-token-for-tests');
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('http_requests_total')]);
  });

  test('says which outside systems work, and how many responses had to be computed', async () => {
    await get('/api/tools?limit=7');
    const text = await (await get('/metrics', 'metrics-token-for-tests')).text();
    expect(text).toContain('dependency_up{dependency="mail",mode="outbox"} 1');
    expect(text).toMatch(/^database_writable 1$/m);
    expect(text).toMatch(/^response_cache_misses [1-9]/m);
  });

  test('uses route patterns as labels, never URLs or users', async () => {
    await get(`/api/admin/${ada.email}`, ada.token);
    await get('/api/%3Cscript%3E');
    const text = await (await get('/metrics', 'metrics-token-for-tests')).text();
    expect(text).toContain('route="/api/admin/:email"');
    expect(text).not.toContain(ada.email);
    expect(text).not.toMatch(/<script|%3Cscript/i);
  });
});
