import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
});
afterAll(() => shop.close());

const signInAgain = async ({ email, password }: TestUser) => {
  const { headers } = await shop.call('POST', '/auth/sign-in/email', { body: { email, password } });
  return headers.get('set-auth-token') ?? '';
};

test.each(['t=,v1=', 't=1', 'v1=', ',', '=', 't=1,t=2,v1=a,v1=b', `t=${'9'.repeat(400)},v1=0`, 't=-1,v1=é'])(
  'a webhook signed %s is rejected as unsigned',
  async (signature) => {
    const response = await shop.call('POST', '/webhooks/stripe', {
      body: { id: 'evt_1' },
      headers: { 'stripe-signature': signature },
    });
    expect(statusAndCode(response)).toBe('400 signature_invalid');
  },
);

test.each([['javascript:alert(1)'], ['x'.repeat(60_000)], ['a\u0000'], [{ $ne: '' }], [7]])(
  'an account stores no image, no matter what is sent',
  async (image) => {
    const response = await shop.call('POST', '/auth/update-user', { token: ada.session, body: { name: 'Ada', image } });
    expect(response.status).toBe(200);
    const rows = await shop.sql`select image from identity_users where email = ${ada.email}`;
    expect(rows).toEqual([{ image: null }]);
  },
);

test('changing a password through the API also ends every other session', async () => {
  const bea = await shop.signUp();
  const [own, other] = [await signInAgain(bea), await signInAgain(bea)];
  const body = { currentPassword: bea.password, newPassword: 'another horse', revokeOtherSessions: false };
  const changed = await shop.call('POST', '/auth/change-password', { token: own, body });
  expect(changed.status).toBe(200);
  expect((await shop.call('GET', '/auth/token', { token: other })).status).toBe(401);
  expect((await shop.call('GET', `/admin/${bea.email}`, { token: bea.token })).status).toBe(401);
  const { token } = objectBody(changed) as { token: string };
  expect((await shop.call('GET', '/auth/token', { token })).status).toBe(200);
});

const CALLS = [
  'sign-up/email',
  'sign-in/email',
  'sign-out',
  'change-password',
  'update-user',
  'send-verification-email',
  'request-password-reset',
  'reset-password',
  'verify-email',
  'sign-in/social',
];
const FIELDS = ['email', 'password', 'name', 'image', 'token', 'newPassword', 'currentPassword', 'callbackURL'];

/** Values that programs and attackers send in place of a text. */
const oddValue = fc.oneof(
  fc.constantFrom('', 'a\u0000@example.com', '\u0000', '\ud800', 'javascript:alert(1)', '//x', '%00', '🔨'.repeat(500)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
);

test('no body of an identity call causes a server error', async () => {
  const body = fc.oneof(fc.dictionary(fc.constantFrom(...FIELDS), oddValue), fc.jsonValue({ maxDepth: 2 }));
  const bea = await shop.signUp();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...CALLS), body, fc.boolean(), async (call, sent, signedIn) => {
      const { status } = await shop.call('POST', `/auth/${call}`, {
        body: JSON.stringify(sent),
        headers: { 'content-type': 'application/json' },
        ...(signedIn ? { token: bea.session } : {}),
      });
      expect([call, sent, status]).toEqual([call, sent, expect.toSatisfy((code: number) => code < 500)]);
    }),
    { numRuns: 150 },
  );
});

test('no header causes a server error', async () => {
  const names = [
    'authorization',
    'cookie',
    'origin',
    'host',
    'x-forwarded-for',
    'accept-encoding',
    'if-none-match',
    'content-type',
    'idempotency-key',
    'stripe-signature',
    'sec-fetch-site',
    'content-length',
  ];
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ',',
      '=',
      ';',
      'Bearer ',
      'Bearer x',
      '*',
      '"',
      '%00',
      '[::1',
      'http://[',
      'a;q=',
      '9'.repeat(30),
      '-1',
    ),
    fc.stringMatching(/^[\x21-\x7e]{0,60}$/),
  );
  const requests = fc.constantFrom(
    ['GET', '/tools'],
    ['GET', '/myorder'],
    ['POST', '/order'],
    ['POST', '/webhooks/stripe'],
    ['POST', '/auth/sign-in/email'],
    ['GET', '/auth/get-session'],
    ['PUT', `/user/${ada.email}`],
  );
  await fc.assert(
    fc.asyncProperty(
      requests,
      fc.dictionary(fc.constantFrom(...names), value),
      async ([method = '', path = ''], headers) => {
        const { status } = await shop.call(method, path, { headers, ...(method === 'GET' ? {} : { body: {} }) });
        expect([path, headers, status]).toEqual([path, headers, expect.toSatisfy((code: number) => code < 500)]);
      },
    ),
    { numRuns: 200 },
  );
});
