import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody } from './order-helpers.ts';

interface Operation {
  parameters?: { in: string; name: string; schema?: { type?: string } }[];
  requestBody?: object;
}

let shop: TestShop;
let admin: TestUser;
let customer: TestUser;
let operations: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createOwner();
  customer = await shop.signUp();
  const { paths } = objectBody(await shop.call('GET', '/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => shop.close());

const HOSTILE: [what: string, escaped: string][] = [
  ['a zero', '%00'],
  ['a zero within an id', `${'a'.repeat(23)}%00`],
  ['a change of the writing direction', 'abc%E2%80%AEdef'],
  ['10,000 characters', 'a'.repeat(10_000)],
  ['dots', '..'],
  ['escaped dots and slashes', '%2e%2e%2f%2e%2e'],
  ['a slash', 'a%2Fb'],
  ['half of a character', '%ff%fe'],
  ['an invalid escape', '%zz'],
  ['half of a surrogate pair', '%ED%A0%80'],
  ['a quote', "'%22%5C"],
  ['a percent sign', '%25'],
];

async function send(method: string, path: string, token: string, body?: string) {
  const response = await shop.app.request(`${shop.origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body } : {}),
  });
  return { status: response.status, text: await response.text() };
}

describe('no documented call causes a server error', () => {
  test.each(HOSTILE)('with %s in place of each id', async (_what, escaped) => {
    const failed: string[] = [];
    const withIds = operations.filter(({ path }) => path.includes('{'));
    expect(withIds.length).toBeGreaterThan(50);
    for (const { method, path, operation } of withIds)
      for (const { token } of [admin, customer]) {
        const { status } = await send(
          method,
          path.replaceAll(/\{\w+\}/g, escaped),
          token,
          operation.requestBody && '{}',
        );
        if (status >= 500) failed.push(`${method} ${path}: ${status}`);
      }
    expect(failed).toEqual([]);
  });

  test.each(HOSTILE)('with %s in each query parameter', async (_what, escaped) => {
    const failed: string[] = [];
    for (const { method, path, operation } of operations) {
      const names = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      for (const { name } of names) {
        const filled = path.replaceAll(/\{\w+\}/g, 'a'.repeat(24));
        const { status } = await send(method, `${filled}?${name}=${escaped}`, admin.token);
        if (status >= 500) failed.push(`${method} ${path} ${name}: ${status}`);
      }
    }
    expect(failed).toEqual([]);
  });
});

test.each([
  ['GET', '/tools/%00/alerts'],
  ['GET', '/purchases/%00/packing-list.pdf'],
  ['GET', '/tools/%E2%80%AE'],
  ['GET', `/tools/${'a'.repeat(300)}`],
  ['DELETE', '/categories/%00'],
])('%s %s is not found', async (method, path) => {
  const { status, text } = await send(method, path, admin.token);
  expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
});

test.each(['/blog/%00', '/tools/%00', '/categories/%00', '/images/%00', '/documents/%00', '/sitemap/%00.xml'])(
  'the page %s causes no server error',
  async (path) => {
    const response = await shop.app.request(`${shop.origin}${path}`);
    expect(response.status).toBeLessThan(500);
  },
);
