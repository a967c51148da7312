import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '#src/platform/log.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  DECLINED_CARD,
  GOOD_CARD,
  objectBody,
  placeOrder,
  reportPaid,
  toOrderBody,
} from './order-helpers.ts';

let shop: TestShop;
let ada: TestUser;
const lines: string[] = [];
const planted: Record<string, string> = {
  password: 'canary-password-7f3a',
  wrongPassword: 'canary-wrong-91bc',
  brokenPassword: 'canary-broken-55de',
  goodCard: GOOD_CARD,
  declinedCard: DECLINED_CARD,
  idempotencyKey: 'canary-key-2b2b',
  forgedToken: 'canaryForgedToken'.padEnd(43, 'x'),
  forgedEvent: 'canary-event-4d4d',
};

beforeAll(async () => {
  // Output that a library prints past the logger counts too.
  for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, way).mockImplementation((...said) => void lines.push(inspect(said, { depth: 10 })));
  }
  shop = await createTestShop({
    log: createLog('debug', { write: (line: string) => void lines.push(line) }),
    webhooks: true,
  });
  ada = await shop.signUp({ password: planted.password ?? '' });
  Object.assign(planted, {
    accessToken: ada.token,
    idToken: ada.idToken,
    session: ada.session,
    bareSession: ada.session.split('.')[0],
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

async function whileAway(table: string, work: () => Promise<unknown>) {
  await shop.database.pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    await work();
  } finally {
    await shop.database.pool.query(`alter table ${table}_away rename to ${table}`);
  }
}

const signIn = (password = '') => shop.call('POST', '/auth/sign-in/email', { body: { email: ada.email, password } });
const statuses: number[] = [];
const note = async (response: Promise<{ status: number }>) => void statuses.push((await response).status);

test('passwords, tokens and card numbers are never logged, in any failure', async () => {
  await note(signIn(planted.password));
  await note(signIn(planted.wrongPassword));
  await note(
    shop.call('POST', '/auth/sign-in/email', {
      body: `{"email":"a@example.com","password":"${planted.brokenPassword}"`,
    }),
  );
  await note(
    shop.call('POST', '/auth/sign-up/email', {
      body: { email: ada.email, password: planted.brokenPassword, name: 'Again' },
    }),
  );
  await note(
    shop.call('POST', '/auth/sign-up/email', {
      body: { email: 'n@example.com', password: planted.brokenPassword, name: 'N', image: '\u0000' },
    }),
  );
  await note(shop.call('POST', '/tools', { token: planted.forgedToken, body: '{"password":' }));
  await note(shop.call('PUT', `/user/${ada.email}`, { token: `${ada.idToken}x`, body: { email: ada.email } }));

  const tool = await createTool(shop);
  const headers = { 'idempotency-key': planted.idempotencyKey ?? '' };
  const body = toOrderBody(ada, tool);
  await whileAway('orders', () => note(shop.call('POST', '/order', { token: ada.token, body, headers })));
  await whileAway('access_tokens', () => note(shop.call('POST', '/order', { token: ada.token, body })));
  await whileAway('access_tokens', () =>
    note(shop.call('PUT', `/user/${ada.email}`, { token: ada.idToken, body: { email: ada.email } })),
  );
  await whileAway('identity_users', () => note(signIn(planted.password)));
  await whileAway('identity_sessions', () => note(signIn(planted.password)));
  await whileAway('identity_accounts', () =>
    note(
      shop.call('POST', '/auth/sign-up/email', {
        body: { email: 'o@example.com', password: planted.brokenPassword, name: 'O' },
      }),
    ),
  );

  const orderId = await placeOrder(shop, ada, tool);
  const { clientSecret, intentId } = await createIntent(shop, ada, orderId);
  planted.clientSecret = clientSecret;
  await confirmCard(shop, clientSecret, DECLINED_CARD);
  await confirmCard(shop, clientSecret);
  shop.faults.failRequests({ times: 9, status: 500 });
  await note(reportPaid(shop, ada, orderId, intentId));
  shop.faults.reset();
  await note(reportPaid(shop, ada, orderId, intentId));
  const forged = { id: planted.forgedEvent, type: 'payment_intent.succeeded' };
  await note(
    shop.call('POST', '/webhooks/stripe', {
      body: forged,
      headers: { 'stripe-signature': `t=1,v1=${planted.forgedEvent}` },
    }),
  );
  await note(
    shop.call('POST', '/auth/change-password', {
      token: ada.session,
      body: { currentPassword: planted.wrongPassword, newPassword: planted.brokenPassword },
    }),
  );
  await note(shop.call('POST', '/auth/sign-out', { token: ada.session, body: {} }));

  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThanOrEqual(6);
  expect(statuses).toContain(200);
  expect(lines.length).toBeGreaterThan(30);
  const everything = lines.join('');
  expect(everything).not.toMatch(/scrypt:/);
  expect(everything).not.toMatch(/params:|insert into/);
  for (const [what, secret] of Object.entries(planted)) {
    expect(secret.length, what).toBeGreaterThan(8);
    expect(everything.includes(secret), `${what} was logged`).toBe(false);
  }
});

test('a failed request can be found in the log by the request id of its response', async () => {
  let requestId = '';
  await whileAway('tools', async () => {
    const response = await shop.call('GET', '/tools?limit=7');
    requestId = String(objectBody(response).requestId);
    expect([response.status, response.headers.get('x-request-id')]).toEqual([500, requestId]);
    expect(JSON.stringify(response.body)).not.toMatch(/select|relation|tools"|\/src\//);
  });
  const found = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line));
  expect(found.some((line) => line.level === 'error' && line.err?.cause?.message?.includes('does not exist'))).toBe(
    true,
  );
});
