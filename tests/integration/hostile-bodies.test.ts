import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getRawCode, type Raw, sendRaw, toJsonHeaders, toReviewJson } from './raw-request.ts';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
});
afterAll(() => shop.close());

const raw = (sent: Raw) => sendRaw(shop, sent);
const json = (more?: Record<string, string>) => toJsonHeaders(ada, more);

describe('a hostile body', () => {
  test.each<[string, string]>([
    ['a prototype', '{"__proto__":{"role":"admin","polluted":true}}'],
    ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['a prototype beside real fields', toReviewJson().replace('{', '{"__proto__":{"rating":1,"polluted":true},')],
  ])('with %s is rejected and pollutes no prototype', async (_what, body) => {
    expect((await raw({ path: '/api/review', headers: json(), body })).status).toBe(422);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });

  test.each([
    ['lists 30,000 deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['objects 8,000 deep', `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    [
      'a field 8,000 deep',
      toReviewJson({ about: 1 }).replace('"about":1', `"about":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`),
    ],
    [
      '10 000 unknown fields',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 1]))),
    ],
    ['a list of 20,000 items', JSON.stringify(Array.from({ length: 20_000 }, () => 1))],
  ])('with %s is rejected quickly', async (_what, body) => {
    const startedAt = performance.now();
    expect((await raw({ path: '/api/review', headers: json(), body })).status).toBe(422);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test('nested deeply inside the one free-form field is harmless', async () => {
    const order = `{"_id":"${'a'.repeat(24)}","x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const body = `{"transactionId":"pi_123456","order":${order}}`;
    expect((await raw({ method: 'PATCH', path: `/api/myorder/${'a'.repeat(24)}`, headers: json(), body })).status).toBe(
      404,
    );
  });

  test.each([
    '/api/review',
    '/api/order',
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/card-sandbox/v1/payment_methods',
  ])('over 64 KiB is rejected by %s, with and without Content-Length', async (path) => {
    const body = Buffer.alloc(70_000, 'x');
    expect((await raw({ path, headers: json({ 'content-length': String(body.length) }), body })).status).toBe(413);
    expect((await raw({ path, headers: json({ 'transfer-encoding': 'chunked' }), body })).status).toBe(413);
  });

  test('over 1 MiB is rejected by the webhook, and a smaller one is read', async () => {
    const headers = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'a'.repeat(64)}` };
    const sent = async (bytes: number) =>
      (await shop.call('POST', '/webhooks/stripe', { body: 'x'.repeat(bytes), headers })).body as { code: string };
    expect((await sent(1_100_000)).code).toBe('body_too_large');
    expect((await sent(1_000_000)).code).toBe('signature_invalid');
  });

  test('that is not JSON is rejected, also by the identity service', async () => {
    for (const body of ['{', '{"a":}', '\u0000', 'undefined', '{"a":1}}']) {
      expect(getRawCode(await raw({ path: '/api/review', headers: json(), body }))).toBe('400 malformed_json');
      const signIn = await raw({ path: '/api/auth/sign-in/email', headers: json(), body });
      expect(signIn.status).toBeGreaterThanOrEqual(400);
      expect(signIn.status).toBeLessThan(500);
    }
  });

  test('aimed at slow regular expressions gets its response quickly', async () => {
    const startedAt = performance.now();
    const evil = [
      `${'a'.repeat(6_000)}!`,
      'a@'.repeat(3_000),
      `${'1 '.repeat(3_000)}x`,
      `https://${'a.'.repeat(3_000)}`,
      `${' '.repeat(6_000)}x`,
    ];
    for (const text of evil) {
      const body = JSON.stringify({
        name: text,
        email: text,
        quantity: text,
        price: text,
        itemName: text,
        displayName: text,
        image: text,
        number: text,
        about: text,
      });
      for (const path of [
        '/api/order',
        '/api/review',
        '/api/profile',
        '/api/create-payment-intent',
        '/api/auth/sign-in/email',
      ]) {
        const status = (await raw({ path, headers: json(), body })).status;
        expect(status >= 400 && status < 500).toBe(true);
      }
      await raw({
        method: 'GET',
        path: `/api/tools?before=${encodeURIComponent(text.slice(0, 3_000))}`,
        headers: json(),
      });
      await raw({ method: 'GET', path: '/api/orders', headers: { authorization: `Bearer ${text.slice(0, 8_000)}` } });
    }
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('a client that leaves', () => {
  test('before its body was sent is not reported as a lost database', async () => {
    const lines: string[] = [];
    const watched = await createTestShop({ log: createLog('debug', { write: (line) => void lines.push(line) }) });
    const { port } = new URL(watched.origin);
    const bea = await watched.signUp();
    for (const head of [
      'POST /api/auth/sign-in/email',
      `POST /api/review HTTP/1.1\r\nauthorization: Bearer ${bea.token}`,
      'POST /contact',
    ]) {
      const type = head.includes('/contact') ? 'application/x-www-form-urlencoded' : 'application/json';
      const [line = '', ...headers] = head.split('\r\n');
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write(
        [
          line.includes('HTTP') ? line : `${line} HTTP/1.1`,
          'host: shop',
          `content-type: ${type}`,
          'content-length: 100',
          ...headers,
          '',
          '{',
        ].join('\r\n'),
      );
      await pause(150);
      socket.resetAndDestroy();
    }
    await expect.poll(() => lines.filter((line) => line.includes('a client left')).length).toBeGreaterThanOrEqual(2);
    await watched.close();
    expect(lines.filter((line) => /"level":"(warn|error)"|database/.test(line))).toEqual([]);
  });
});
