import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

test.each([
  ['DELETE', '/tools', 'GET, HEAD, POST'],
  ['POST', '/tools/AAAAAAAAAAAAAAAAAAAAAAAA', 'GET, HEAD, PATCH'],
  ['GET', '/order', 'POST'],
  ['PUT', '/order/AAAAAAAAAAAAAAAAAAAAAAAA', 'DELETE'],
  ['GET', '/auth/sign-in/email', 'POST'],
  ['PATCH', '/webhooks/stripe', 'POST'],
])('%s %s gets 405 and the allowed methods', async (method, path, allowed) => {
  const { status, body, headers } = await shop.call(method, path, method === 'GET' ? {} : { body: {} });
  expect(status).toBe(405);
  expect(body).toMatchObject({ code: 'method_not_allowed' });
  expect(headers.get('allow')).toBe(allowed);
});

test.each([
  ['GET', '/no-such-thing'],
  ['DELETE', '/tools/a/b'],
  ['GET', '/tools/../../secret'],
])('%s %s gets 404', async (method, path) => {
  const { status, headers } = await shop.call(method, path);
  expect(status).toBe(404);
  expect(headers.has('allow')).toBe(false);
});
