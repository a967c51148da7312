import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLocalJwks } from '#src/features/identity/local-jwks.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createRateLimits, deleteExpiredRateLimits } from '#src/platform/rate-limits.server.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  expectPaidOnce,
  getOrderRow,
  payOrder,
  placeOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

// The clock of a machine jumps when it is corrected, or when a virtual machine goes on after a pause.

const DAY = 86_400_000;

let shop: TestShop;
let ada: TestUser;
let tool: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
});
beforeEach(async () => {
  tool = await createTool(shop);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => checkAndClose(shop));

/** Moves the clock of this process, and not that of the database. Timers and `performance.now()` never jump. */
function jump(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs);
}

/** Signs Ada in again, as a client does whose token is not accepted any more. */
async function signInAgain(): Promise<void> {
  const body = { email: ada.email, password: ada.password };
  const signedIn = await shop.call('POST', '/auth/sign-in/email', { body });
  const token = signedIn.headers.get('set-auth-token') ?? '';
  const idToken = ((await shop.call('GET', '/auth/token', { token })).body as { token: string }).token;
  const exchanged = await shop.call('PUT', `/user/${ada.email}`, { token: idToken, body: { email: ada.email } });
  expect(statusAndCode(exchanged)).toBe('200');
  ada = { ...ada, token: (exchanged.body as { token: string }).token };
}

describe.each([
  ['forward by a day', DAY],
  ['back by a day', -DAY],
])('after the clock has jumped %s', (_direction, byMs) => {
  test('a buyer signs in, orders and pays once', async () => {
    jump(byMs);
    await signInAgain();
    const id = await placeOrder(shop, ada, tool);
    const intentId = await payOrder(shop, ada, id);
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('what was paid before it is settled once', async () => {
    const id = await placeOrder(shop, ada, tool);
    const { clientSecret, intentId } = await createIntent(shop, ada, id);
    await confirmCard(shop, clientSecret);
    jump(byMs);
    await signInAgain();
    expect(statusAndCode(await reportPaid(shop, ada, id, intentId))).toBe('200');
    await shop.workers.get('webhook-events').idle();
    expect((await getOrderRow(shop, id)).state).toBe('paid');
    await expectPaidOnce(shop, tool, id, intentId);
  });

  test('whoever was let through before it is let through', async () => {
    const limits = createRateLimits(shop.database.pool, true, createLog('silent'));
    const client = `203.0.113.${byMs > 0 ? 1 : 2}`;
    expect(await limits.consume('signInAddress', client)).toBeNull();
    jump(byMs);
    expect(await limits.consume('signInAddress', client)).toBeNull();
  });

  test('keys that have changed since are read', async () => {
    const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
    const { publicKey: formerKey } = await generateKeyPair('EdDSA', { extractable: true });
    const keys = [{ ...(await exportJWK(formerKey)), kid: 'former', alg: 'EdDSA' }];
    const jwks = createLocalJwks(async () => ({ keys }));
    await jwks.prepare();
    keys.splice(0, 1, { ...(await exportJWK(publicKey)), kid: 'current', alg: 'EdDSA' });
    jump(byMs);
    // Keys are read at most once a second.
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 1_001);
    const header = { alg: 'EdDSA', kid: 'current' };
    const token = await new SignJWT().setProtectedHeader(header).sign(privateKey);
    const [protectedHeader = '', payload = '', signature = ''] = token.split('.');
    await jwks.getKey(header, { protected: protectedHeader, payload, signature });
  });
});

describe('a client whom a limit turned away while the clock was ahead', () => {
  const limits = () => createRateLimits(shop.database.pool, true, createLog('silent'));

  async function exceed(client: string): Promise<void> {
    for (let at = 0; at <= 60; at += 1) await limits().consume('payment', client);
  }

  test('is let through after the next cleanup', async () => {
    jump(DAY);
    await exceed('ahead');
    vi.useRealTimers();
    expect(await limits().consume('payment', 'ahead')).toBeGreaterThan(60);
    await deleteExpiredRateLimits(shop.database.pool);
    expect(await limits().consume('payment', 'ahead')).toBeNull();
  });

  test('and who was turned away at the right time stays so', async () => {
    await exceed('in time');
    await deleteExpiredRateLimits(shop.database.pool);
    expect(await limits().consume('payment', 'in time')).toBeLessThanOrEqual(60);
  });
});
