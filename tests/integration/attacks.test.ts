import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createTool, listBody, objectBody, statusAndCode, toOrderBody } from './order-helpers.ts';
import { getRawCode, type Raw, sendRaw, toJsonHeaders, toReviewJson } from './raw-request.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp()]);
});
afterAll(() => shop.close());

const raw = (sent: Raw) => sendRaw(shop, sent);
const json = (more?: Record<string, string>) => toJsonHeaders(ada, more);

describe('a cross-site write', () => {
  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['the same host with another port', { origin: 'http://127.0.0.1:1' }],
    ['a host whose name starts like ours', { origin: 'http://127.0.0.1.evil.example' }],
    ['an invalid origin', { origin: 'nonsense' }],
    ['any site, according to Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
  ])('from %s is rejected, with any token', async (_what, headers) => {
    const before = await snapshotDatabase(shop);
    for (const [method, path] of [
      ['POST', '/api/review'],
      ['DELETE', `/api/order/${'a'.repeat(24)}`],
      ['POST', '/api/auth/sign-in/email'],
      ['POST', '/api/auth/sign-out'],
    ] as const) {
      expect(getRawCode(await raw({ method, path, headers: json(headers), body: toReviewJson() }))).toBe(
        '403 origin_refused',
      );
    }
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('check accepts the shop’s own pages and clients that are not browsers', async () => {
    const own: Record<string, string>[] = [
      { origin: shop.origin, 'sec-fetch-site': 'same-origin' },
      {},
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of own)
      expect((await raw({ path: '/api/review', headers: json(headers), body: toReviewJson() })).status).toBe(201);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
    '',
  ])('that a plain HTML form can send (%j) is rejected', async (type) => {
    for (const path of ['/api/review', '/api/auth/sign-in/email', '/api/webhooks/stripe', '/api/order']) {
      expect(getRawCode(await raw({ path, headers: json({ 'content-type': type }), body: toReviewJson() }))).toBe(
        '415 unsupported_media',
      );
    }
  });

  test('check accepts JSON in every spelling of its content type', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8']) {
      expect(
        (await raw({ path: '/api/review', headers: json({ 'content-type': type }), body: toReviewJson() })).status,
      ).toBe(201);
    }
  });

  test('with a forged Host header does not put a link to that host into an email', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example', host: 'evil.example' };
    const body = JSON.stringify({ email: ada.email, callbackURL: 'https://evil.example/' });
    for (const call of ['send-verification-email', 'request-password-reset'])
      await raw({ path: `/api/auth/${call}`, headers, body });
    await shop.workers.get('account-requests').idle();
    const rows = await shop.sql`select data->>'url' as url from mails
      where kind in ('confirm_email', 'reset_password')`;
    const text = rows.map((row) => row.url).join('\n');
    expect(text).toContain(`${shop.origin}/`);
    expect(text).not.toContain('evil');
    expect([...text.matchAll(/https?:\/\/[^/\s]+/g)].every(([origin]) => origin === shop.origin)).toBe(true);
  });
});

describe('stored script', () => {
  const script = '</script><script>alert(1)</script><img src=x onerror=alert(1)>\u2028';

  test('in a review is returned unchanged, as JSON that no browser runs as a page', async () => {
    const body = {
      displayName: 'Ada Smith',
      image: '',
      company: script,
      designation: script,
      title: script,
      rating: 5,
      about: script,
    };
    expect((await shop.call('POST', '/review', { token: ada.token, body })).status).toBe(201);
    const response = await shop.call('GET', '/review?limit=1');
    expect(listBody(response)[0]).toMatchObject({ title: script.trim(), about: script.trim() });
    expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
      'application/json',
      'nosniff',
    ]);
  });

  test('in a name is stored and returned as text', async () => {
    const eve = await shop.signUp({ displayName: '<img src=x onerror=alert(1)>' });
    const tool = await createTool(shop, { itemName: '<b>bold</b> hammer' });
    expect((await shop.call('POST', '/order', { token: eve.token, body: toOrderBody(eve, tool) })).status).toBe(201);
    const [order] = listBody(await shop.call('GET', '/orders?limit=1', { token: admin.token }));
    expect([order?.name, order?.itemName]).toEqual([eve.displayName, '<b>bold</b> hammer']);
  });

  test('in a URL is not repeated on the identity service’s error page', async () => {
    const page = await shop.call('GET', `/auth/error?error=${encodeURIComponent('<script>alert(1)</script>')}`);
    expect(String(page.body)).not.toContain('<script>alert');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('injected SQL', () => {
  test.each(["' or 1=1 --", "'; drop table users; --", '$1', '\\', '%', '\u0027\u0027'])(
    '%j is treated as text',
    async (text) => {
      const body = {
        displayName: 'Ada Smith',
        image: '',
        company: text,
        designation: text,
        title: text,
        rating: 5,
        about: text,
      };
      expect((await shop.call('POST', '/review', { token: ada.token, body })).status).toBe(201);
      expect(listBody(await shop.call('GET', '/review?limit=1'))[0]?.title).toBe(text);
      const order = { name: 'Ada Smith', email: ada.email, quantity: 1, price: 1, itemName: text };
      expect(statusAndCode(await shop.call('POST', '/order', { token: ada.token, body: order }))).toBe(
        '422 tool_ambiguous',
      );
      expect(objectBody(await shop.call('POST', '/order', { token: ada.token, body: order })).code).toBe(
        'tool_ambiguous',
      );
    },
  );
});
