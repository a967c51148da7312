import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
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
const secrets: Record<string, string> = {
  password: 'canary-password-7f3a',
  wrongPassword: 'canary-wrong-91bc',
  brokenPassword: 'canary-broken-55de',
  goodCard: GOOD_CARD,
  declinedCard: DECLINED_CARD,
  idempotencyKey: 'canary-key-2b2b',
  forgedToken: 'canaryForgedToken'.padEnd(43, 'x'),
  forgedEvent: 'canary-event-4d4d',
};

/** Records the console, because a library may print without the logger. */
function recordConsole() {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void lines.push(inspect(args, { depth: 10 })));
  }
}

beforeEach(recordConsole);
beforeAll(async () => {
  recordConsole();
  shop = await createTestShop({
    log: createLog('debug', { write: (line: string) => void lines.push(line) }),
    webhooks: true,
  });
  ada = await shop.signUp({ password: secrets.password ?? '' });
  Object.assign(secrets, {
    accessToken: ada.token,
    idToken: ada.idToken,
    session: ada.session,
    bareSession: ada.session.split('.')[0],
  });
});
afterAll(() => shop.close());

async function whileMissing(table: string, work: () => Promise<unknown>) {
  await shop.query(`alter table ${table} rename to ${table}_missing`);
  try {
    await work();
  } finally {
    await shop.query(`alter table ${table}_missing rename to ${table}`);
  }
}

const signIn = (password = '') => shop.call('POST', '/auth/sign-in/email', { body: { email: ada.email, password } });
const statuses: number[] = [];
const note = async (response: Promise<{ status: number }>) => void statuses.push((await response).status);

test('passwords, tokens and card numbers are never logged, in any failure', async () => {
  await note(signIn(secrets.password));
  await note(signIn(secrets.wrongPassword));
  await note(
    shop.call('POST', '/auth/sign-in/email', {
      body: `{"email":"a@example.com","password":"${secrets.brokenPassword}"`,
    }),
  );
  await note(
    shop.call('POST', '/auth/sign-up/email', {
      body: { email: ada.email, password: secrets.brokenPassword, name: 'Again' },
    }),
  );
  await note(
    shop.call('POST', '/auth/sign-up/email', {
      body: { email: 'n@example.com', password: secrets.brokenPassword, name: 'N', image: '\u0000' },
    }),
  );
  await note(shop.call('POST', '/tools', { token: secrets.forgedToken, body: '{"password":' }));
  await note(shop.call('PUT', `/user/${ada.email}`, { token: `${ada.idToken}x`, body: { email: ada.email } }));

  const tool = await createTool(shop);
  const headers = { 'idempotency-key': secrets.idempotencyKey ?? '' };
  const body = toOrderBody(ada, tool);
  await whileMissing('orders', () => note(shop.call('POST', '/order', { token: ada.token, body, headers })));
  await whileMissing('access_tokens', () => note(shop.call('POST', '/order', { token: ada.token, body })));
  await whileMissing('access_tokens', () =>
    note(shop.call('PUT', `/user/${ada.email}`, { token: ada.idToken, body: { email: ada.email } })),
  );
  await whileMissing('identity_users', () => note(signIn(secrets.password)));
  await whileMissing('identity_sessions', () => note(signIn(secrets.password)));
  await whileMissing('identity_accounts', () =>
    note(
      shop.call('POST', '/auth/sign-up/email', {
        body: { email: 'o@example.com', password: secrets.brokenPassword, name: 'O' },
      }),
    ),
  );

  const orderId = await placeOrder(shop, ada, tool);
  const { clientSecret, intentId } = await createIntent(shop, ada, orderId);
  secrets.clientSecret = clientSecret;
  await confirmCard(shop, clientSecret, DECLINED_CARD);
  await confirmCard(shop, clientSecret);
  shop.faults.failRequests({ times: 9, status: 500 });
  await note(reportPaid(shop, ada, orderId, intentId));
  shop.faults.reset();
  await note(reportPaid(shop, ada, orderId, intentId));
  const forged = { id: secrets.forgedEvent, type: 'payment_intent.succeeded' };
  await note(
    shop.call('POST', '/webhooks/stripe', {
      body: forged,
      headers: { 'stripe-signature': `t=1,v1=${secrets.forgedEvent}` },
    }),
  );
  await note(
    shop.call('POST', '/auth/change-password', {
      token: ada.session,
      body: { currentPassword: secrets.wrongPassword, newPassword: secrets.brokenPassword },
    }),
  );
  await note(shop.call('POST', '/auth/sign-out', { token: ada.session, body: {} }));

  expect(statuses.filter((status) => status >= 500).length).toBeGreaterThanOrEqual(6);
  expect(statuses).toContain(200);
  expect(lines.length).toBeGreaterThan(30);
  const everything = lines.join('');
  expect(everything).not.toMatch(/scrypt:/);
  expect(everything).not.toMatch(/params:|insert into/);
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(8);
    expect(everything.includes(secret), `${what} was logged`).toBe(false);
  }
});

test('a failed request can be found in the log by the request id of its response', async () => {
  let requestId = '';
  await whileMissing('tools', async () => {
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
