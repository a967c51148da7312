import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { startPayment } from '#src/flows/payments/start-payment.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getOrderRow,
  getToolRow,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  toOrderBody,
} from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, admin] = await Promise.all([shop.createOwner(), shop.createAdmin()]);
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

const disable = (user: TestUser, by = admin, reason = 'Returned parcels.') =>
  shop.call('POST', `/users/${user.userId}/disable`, { token: by.token, body: { reason } });
const enable = (user: TestUser, by = admin) => shop.call('POST', `/users/${user.userId}/enable`, { token: by.token });
const signIn = (email: string, password: string) =>
  shop.call('POST', '/auth/sign-in/email', { body: { email, password } });
const exchange = async ({ email }: TestUser, session: string) => {
  const { token } = objectBody(await shop.call('GET', '/auth/token', { token: session }));
  return shop.call('PUT', `/user/${email}`, { token: String(token), body: { email } });
};

describe('disabling an account', () => {
  test('ends every session at once, and only somebody with the password reads why', async () => {
    const ada = await shop.signUp();
    const second = (await signIn(ada.email, ada.password)).headers.get('set-auth-token') ?? '';
    expect(objectBody(await disable(ada))).toEqual({ acknowledged: true, modifiedCount: 1, endedOrders: 0 });
    expect(statusAndCode(await shop.call('GET', `/myorder?email=${ada.email}`, { token: ada.token }))).toBe(
      '401 token_invalid',
    );
    for (const session of [ada.session, second])
      expect((await shop.call('GET', '/auth/token', { token: session })).status).toBe(401);
    const again = { token: ada.idToken, body: { email: ada.email } };
    expect((await shop.call('PUT', `/user/${ada.email}`, again)).status).toBeGreaterThan(400);
    const wrong = await signIn(ada.email, 'not the password');
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([401, expect.not.stringMatching(/disabled/)]);
    const fresh = (await signIn(ada.email, ada.password)).headers.get('set-auth-token') ?? '';
    const refused = await exchange(ada, fresh);
    expect(statusAndCode(refused)).toBe('403 account_disabled');
    expect(objectBody(refused).detail).toMatch(/^This account is disabled\./);
    expect(JSON.stringify(refused.body)).not.toContain('parcels');

    expect(objectBody(await enable(ada)).modifiedCount).toBe(1);
    expect(objectBody(await enable(ada)).modifiedCount).toBe(0);
    // Sessions from before, or from while the account was disabled, do not come back.
    expect((await shop.call('GET', '/auth/token', { token: fresh })).status).toBe(401);
    expect((await shop.call('GET', `/admin/${ada.email}`, { token: ada.token })).status).toBe(401);
    const later = (await signIn(ada.email, ada.password)).headers.get('set-auth-token') ?? '';
    expect((await exchange(ada, later)).status).toBe(200);
    const rows = await shop.sql`select action, actor_email, before, after from audit_events
      where subject_id = ${ada.userId} order by seq`;
    expect(rows).toEqual([
      { action: 'user.disabled', actor_email: admin.email, before: null, after: { reason: 'Returned parcels.' } },
      { action: 'user.enabled', actor_email: admin.email, before: { reason: 'Returned parcels.' }, after: null },
    ]);
  });

  test('succeeds while the user renews their tokens and signs out, without a deadlock', async () => {
    const countDeadlocks = async () => {
      await shop.sql`select pg_stat_force_next_flush()`;
      const rows = await shop.sql`select deadlocks from pg_stat_database where datname = current_database()`;
      return Number(rows[0].deadlocks);
    };
    const before = await countDeadlocks();
    for (let round = 0; round < 8; round += 1) {
      const ada = await shop.signUp();
      const again = { token: ada.idToken, body: { email: ada.email } };
      const renewals = Array.from({ length: 12 }, () => shop.call('PUT', `/user/${ada.email}`, again));
      const signOut = shop.call('DELETE', '/token', { token: ada.token });
      const disabled = await disable(ada);
      expect(disabled.status).toBe(200);
      for (const response of await Promise.all([...renewals, signOut])) expect(response.status).toBeLessThan(500);
      expect((await shop.call('GET', '/auth/token', { token: ada.session })).status).toBe(401);
    }
    expect(await countDeadlocks()).toBe(before);
  });

  test('keeps the name that lists show, even if the user tries to change it', async () => {
    const ada = await shop.signUp();
    await disable(ada);
    const session = (await signIn(ada.email, ada.password)).headers.get('set-auth-token') ?? '';
    await shop.call('POST', '/auth/update-user', { token: session, body: { name: 'BUY AT EVIL.EXAMPLE' } });
    expect(statusAndCode(await exchange(ada, session))).toBe('403 account_disabled');
    const rows = await shop.sql`select display_name from users where id = ${ada.userId}`;
    expect(rows).toEqual([{ display_name: 'Ada Smith' }]);
  });

  test('releases unpaid holds without an email, and keeps paid orders, including one paid at that moment', async () => {
    const ada = await shop.signUp();
    const tool = await createTool(shop);
    const paid = await placeOrder(shop, ada, tool);
    await payOrder(shop, ada, paid);
    const unpaid = await placeOrder(shop, ada, tool);
    const begun = await placeOrder(shop, ada, tool);
    const { intentId } = await createIntent(shop, ada, begun);
    const captured = await placeOrder(shop, ada, tool);
    await confirmCard(shop, (await createIntent(shop, ada, captured)).clientSecret);
    expect(objectBody(await disable(ada)).endedOrders).toBe(2);
    const getState = async (id: string) => (await getOrderRow(shop, id)).state;
    expect(await Promise.all([paid, unpaid, begun, captured].map(getState))).toEqual([
      'paid',
      'deleted',
      'deleted',
      'paid',
    ]);
    expect(await getToolRow(shop, tool.id)).toMatchObject({ held: 0, sold: 20, available: 80 });
    expect((await confirmCard(shop, `${intentId}_secret_x`)).status).toBeGreaterThanOrEqual(400);
    const rows = await shop.sql`select 1 from mails where recipient = ${ada.email} and kind = 'order_expired'`;
    expect(rows).toEqual([]);
    await enable(ada);
    expect(await getState(unpaid)).toBe('deleted');
  });

  test('releases the holds even if the process ends right afterwards', async () => {
    const ada = await shop.signUp();
    const tool = await createTool(shop);
    const id = await placeOrder(shop, ada, tool);
    setFailPoints((name) => {
      if (name === 'disable-user:committed') throw new Error('the process ends here');
    });
    expect((await disable(ada)).status).toBe(500);
    setFailPoints(null);
    expect((await shop.call('GET', `/admin/${ada.email}`, { token: ada.token })).status).toBe(401);
    await expirePurchases(shop.context);
    expect((await getOrderRow(shop, id)).state).toBe('deleted');
    expect((await getToolRow(shop, tool.id)).held).toBe(0);
  });

  test('rejects an order and a payment that were started with an earlier token', async () => {
    const ada = await shop.signUp();
    const tool = await createTool(shop);
    const unpaid = await placeOrder(shop, ada, tool);
    const disabling = await shop.database.pool.connect();
    try {
      await disabling.query('begin');
      await disabling.query('update users set disabled_at = now() where id = $1', [ada.userId]);
      const ordering = shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) });
      await expect
        .poll(async () => {
          const rows = await shop.sql`select count(*)::int as n from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`;
          return rows[0].n;
        })
        .toBe(1);
      await disabling.query('commit');
      expect(statusAndCode(await ordering)).toBe('403 account_disabled');
    } finally {
      disabling.release();
    }
    expect((await getToolRow(shop, tool.id)).held).toBe(10);
    const caller = {
      ...ada,
      role: 'customer' as const,
      owner: false,
      emailConfirmed: false,
      clientAddress: '192.0.2.1',
    };
    const started = await startPayment(shop.context, caller, { price: '189.00', order: unpaid });
    expect(started).toMatchObject({ ok: false, code: 'account_disabled' });
    expect(await shop.sql`select 1 from payments where purchase_id = ${unpaid}`).toEqual([]);
    await shop.sql`update users set disabled_at = null where id = ${ada.userId}`;
  });
});

describe('who may disable whom', () => {
  test('an admin can disable only customers, an owner also admins and other owners, and nobody themselves', async () => {
    const [other, second] = await Promise.all([shop.createAdmin(), shop.createOwner()]);
    for (const target of [other, second, admin]) expect(statusAndCode(await disable(target))).toBe('403 owners_only');
    expect(statusAndCode(await disable(owner, owner))).toBe('409 own_account');
    expect(statusAndCode(await disable(second, owner))).toBe('200');
    expect(statusAndCode(await disable(other, owner))).toBe('200');
    expect(statusAndCode(await enable(other))).toBe('403 owners_only');
    expect(statusAndCode(await shop.call('GET', '/orders', { token: other.token }))).toBe('401 token_invalid');
    expect(statusAndCode(await enable(other, owner))).toBe('200');
  });

  test.each([
    ['none', {}],
    ['an empty one', { reason: '  ' }],
    ['one of 501 characters', { reason: 'x'.repeat(501) }],
  ])('a reason is needed: %s is rejected at its field', async (_what, body) => {
    const response = await shop.call('POST', `/users/${owner.userId}/disable`, { token: admin.token, body });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual(['reason']);
  });
});
