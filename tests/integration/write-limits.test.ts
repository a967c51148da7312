import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

interface Operation {
  'x-access': string;
  responses: Record<string, unknown>;
}

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let writes: { method: string; path: string; operation: Operation }[];

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true } });
  [ada, admin] = [await shop.signUp(), await shop.createOwner()];
  const { paths } = objectBody(await shop.call('GET', '/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  writes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'get')
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => shop.close());

/** These calls invalidate the token that they are called with. */
const ENDING = ['DELETE /token', 'DELETE /me'];

/** Returns the names of the counters that a call increments. */
async function listCounters(call: () => Promise<unknown>): Promise<string[]> {
  await shop.sql`delete from rate_limits`;
  await call();
  const rows = await shop.sql<{ key: string }>`select key from rate_limits order by key`;
  return rows.map(({ key }) => key.slice(0, key.indexOf(':')));
}

test('every write is rate limited by account or address, and documented so', async () => {
  const uncounted: string[] = [];
  const undescribed: string[] = [];
  for (const { method, path, operation } of writes) {
    if (!('429' in operation.responses)) undescribed.push(`${method} ${path}`);
    const caller = /staff|owner/.test(operation['x-access'])
      ? admin
      : ENDING.includes(`${method} ${path}`)
        ? await shop.signUp()
        : ada;
    const filled = path.replaceAll(/\{\w+\}/g, 'a'.repeat(24));
    const counters = await listCounters(() => shop.call(method, filled, { token: caller.token, body: { odd: 1 } }));
    if (counters.length === 0) uncounted.push(`${method} ${path}`);
  }
  // Only the card provider calls it, and signs each request.
  expect([uncounted, undescribed]).toEqual([['POST /webhooks/stripe'], ['POST /webhooks/stripe']]);
  expect(writes.length).toBeGreaterThan(60);
});

test.each([
  ['POST', '/profile'],
  ['PUT', '/update/ada@example.com'],
  ['DELETE', '/token'],
])('%s %s is rejected after 240 writes per account and minute, no matter what is sent', async (method, path) => {
  const eve = await shop.signUp();
  await shop.context.limits.consume('write', eve.userId, 240);
  const refused = await shop.call(method, path, { token: eve.token, body: { number: ','.repeat(60_000) } });
  expect([statusAndCode(refused), Number(refused.headers.get('retry-after')) > 0]).toEqual([
    '429 too_many_requests',
    true,
  ]);
  const bob = await shop.signUp();
  expect((await shop.call('POST', '/profile', { token: bob.token, body: {} })).status).toBe(422);
});

test('an admin can ship hundreds of orders in a minute', async () => {
  await shop.context.limits.consume('staffWrite', admin.userId, 1_000);
  const shipped = await shop.call('PUT', `/updateStatus/${'a'.repeat(24)}`, { token: admin.token, body: {} });
  expect(shipped.status).toBe(404);
});

test.each(['sign-out', 'update-user', 'sign-in/social', 'change-password', 'verify-email', 'request-password-reset'])(
  'the identity call %s is rate limited',
  async (path) => {
    const counters = await listCounters(() => shop.call('POST', `/auth/${path}`, { token: ada.session, body: {} }));
    expect(counters).not.toEqual([]);
  },
);
