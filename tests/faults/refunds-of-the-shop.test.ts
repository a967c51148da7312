import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settleDueRefunds, settleRefund } from '#src/card-sandbox/refunds.server.ts';
import { retryRefunds } from '#src/flows/refunds/retry-refunds.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import {
  createTool,
  DISPUTED_CARD,
  FAILING_CARD,
  objectBody,
  PENDING_CARD,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import {
  getStock,
  listLineStates,
  listMails,
  listRefunds,
  type PaidPurchase,
  paidPurchase,
  postRefund,
  readPurchase,
  refund,
  shipPieces,
} from '#tests/integration/refund-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { deliverEvent, signEvent } from './webhook-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada, bob] = await Promise.all([
    shop.createAdmin(),
    shop.signUp({ confirmed: true }),
    shop.signUp({ confirmed: true }),
  ]);
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
});
afterEach(() => {
  shop.faults.reset();
  setFailPoints(null);
});
afterAll(() => checkAndClose(shop));

const refundRequests = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/refunds';
const atProvider = ({ intentId }: PaidPurchase) => shop.context.provider.listRefunds(intentId);
/** Retries the refund, as the job does later. */
async function retryNow(): Promise<number> {
  await shop.sql`update refunds set next_attempt_at = now() where next_attempt_at is not null`;
  return retryRefunds(shop.context);
}

const paidBy = (card: string, lines: Parameters<typeof paidPurchase>[2]) => paidPurchase(shop, ada, lines, { card });

async function settle(purchase: PaidPurchase, result: 'succeeded' | 'failed', copies = 1) {
  const [made] = await atProvider(purchase);
  expect(await settleRefund(shop.database.db, made?.id ?? '', result)).toBe(true);
  const type = result === 'failed' ? 'refund.failed' : 'charge.refund.updated';
  for (let copy = 0; copy < copies; copy += 1) await deliverEvent(shop, signEvent(shop, purchase.intentId, { type }));
}

describe('a refund whose response is lost', () => {
  test('is made only once, and is found by its key', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    shop.faults.dropResponses({ times: 3, when: refundRequests });
    const made = await refund(shop, admin, purchase, { amount: '50.00' });
    expect(made).toMatchObject({ state: 'requested', error: expect.stringContaining('reached') });
    expect(await atProvider(purchase)).toHaveLength(1);
    expect(await listMails(shop, purchase)).toEqual([]);
    expect(await retryNow()).toBe(1);
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ state: 'succeeded', error: null }]);
    expect(await atProvider(purchase)).toHaveLength(1);
    expect(await listMails(shop, purchase)).toHaveLength(1);
    expect(await retryNow()).toBe(0);
  });

  test('is found in the provider’s list when its key has expired', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    shop.faults.dropResponses({ times: 3, when: refundRequests });
    await refund(shop, admin, purchase, { amount: '50.00' });
    await shop.sql`delete from card_sandbox.idempotency_keys where key like 'refund-%'`;
    await retryNow();
    expect(await atProvider(purchase)).toHaveLength(1);
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ state: 'succeeded' }]);
  });

  test('is recorded from a webhook event, no matter how often that arrives', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    shop.faults.truncateResponses({ times: 3, when: refundRequests });
    await refund(shop, admin, purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', refunded: null });
    const types = ['charge.refunded', 'refund.created', 'refund.updated'];
    await Promise.all(types.map((type) => deliverEvent(shop, signEvent(shop, purchase.intentId, { type }))));
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', refunded: '189.00' });
    expect(await listMails(shop, purchase)).toHaveLength(1);
    expect(await retryNow()).toBe(0);
  });
});

describe('a refund that could not be requested', () => {
  test('cancels the purchase later, in the name and role of whoever decided it', async () => {
    const owner = await shop.createOwner();
    const purchase = await paidPurchase(shop, ada, [hammer]);
    shop.faults.failRequests({ times: 3, status: 500, when: refundRequests });
    expect(await refund(shop, owner, purchase)).toMatchObject({ state: 'requested' });
    await shop.sql`update users set owner = false where id = ${owner.userId}`;
    expect(await retryNow()).toBe(1);
    const canceled = await shop.sql`select actor, actor_id, actor_role from audit_events
      where subject_id = ${purchase.id} and action = 'purchase.canceled'`;
    expect(canceled).toEqual([{ actor: 'user', actor_id: owner.userId, actor_role: 'owner' }]);
  });

  test('counts in the meantime, and is made when the provider is back', async () => {
    const before = await getStock(shop, hammer);
    const purchase = await paidPurchase(shop, ada, [hammer]);
    shop.faults.failRequests({ times: 6, status: 500, when: refundRequests });
    expect(await refund(shop, admin, purchase)).toMatchObject({ state: 'requested' });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 0']);
    expect((await getStock(shop, hammer)).available).toBe(before.available - 10);
    expect(objectBody(await postRefund(shop, admin, purchase))).toMatchObject({
      code: 'refund_too_large',
      left: '0.00',
    });
    await retryNow();
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ state: 'requested' }]);
    await retryNow();
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ state: 'succeeded' }]);
    expect(await getStock(shop, hammer)).toEqual(before);
  });

  test.each(['refund:requested', 'refund:executed'])('because the process died at %s is made once', async (place) => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    setFailPoints((reached) => {
      if (reached === place) throw new Error('the process died');
    });
    expect((await postRefund(shop, admin, purchase, { amount: '20.00' })).status).toBe(500);
    setFailPoints(null);
    expect(await retryRefunds(shop.context)).toBe(0);
    expect(await retryNow()).toBe(1);
    expect(await atProvider(purchase)).toHaveLength(1);
    expect(await listMails(shop, purchase)).toHaveLength(1);
  });

  test('because of a dispute that the shop did not know about fails and changes nothing', async () => {
    const purchase = await paidBy(DISPUTED_CARD, [hammer]);
    const before = await getStock(shop, hammer);
    const made = await refund(shop, admin, purchase);
    expect(made).toMatchObject({ state: 'failed', error: expect.stringContaining('disputes this payment') });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', refunded: null, endedAt: null });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 0 0']);
    expect(await getStock(shop, hammer)).toEqual(before);
    expect(await listMails(shop, purchase)).toEqual([]);
    expect(objectBody(await postRefund(shop, admin, purchase))).toMatchObject({ code: 'refund_disputed' });
  });
});

describe('a refund that the bank decides later', () => {
  test('is pending at first, and its buyer gets one email once it has succeeded', async () => {
    const purchase = await paidBy(PENDING_CARD, [hammer]);
    expect(await refund(shop, admin, purchase)).toMatchObject({ state: 'pending' });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', refunded: '189.00' });
    expect(await listMails(shop, purchase)).toEqual([]);
    expect(await settleDueRefunds(shop.database.db)).toBe(0);
    await settle(purchase, 'succeeded', 3);
    expect(await listRefunds(shop, ada, purchase)).toMatchObject([{ state: 'succeeded' }]);
    expect(await listMails(shop, purchase)).toHaveLength(1);
  });

  test('and rejects changes nothing, and can be tried again', async () => {
    const purchase = await paidBy(PENDING_CARD, [hammer]);
    const before = await getStock(shop, hammer);
    await refund(shop, admin, purchase);
    await settle(purchase, 'failed', 2);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      state: 'paid',
      refunded: null,
      endedAt: null,
      endReason: '',
    });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 0 0']);
    expect(await getStock(shop, hammer)).toEqual(before);
    expect(await listMails(shop, purchase)).toEqual([]);
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('bank rejected') },
    ]);
    expect(await refund(shop, admin, purchase)).toMatchObject({ amount: '189.00', state: 'pending' });
    await settle(purchase, 'succeeded');
    expect(await listMails(shop, purchase)).toHaveLength(1);
  });

  test('and rejects after it had succeeded takes back the pieces that are still in stock', async () => {
    const rare = await createTool(shop, { itemName: 'Rare file', quantity: 10, minOrderQuantity: 1 });
    const purchase = await paidBy(FAILING_CARD, [rare]);
    expect(await refund(shop, admin, purchase)).toMatchObject({ state: 'succeeded' });
    await paidPurchase(shop, bob, [[rare, 6]]);
    await settle(purchase, 'failed');
    expect(await getStock(shop, rare)).toEqual({ available: 0, held: 0, sold: 10 });
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([
      { state: 'failed', error: expect.stringContaining('missing for this order: 6 × Rare file') },
    ]);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', refunded: null });
    await refund(shop, admin, purchase, { restock: true });
    expect(await getStock(shop, rare)).toEqual({ available: 4, held: 0, sold: 6 });
  });

  test('and rejects makes its line shippable again, although the other lines were shipped', async () => {
    const vise = await createTool(shop, { itemName: 'Bench vise', quantity: 1_000 });
    const purchase = await paidBy(PENDING_CARD, [hammer, vise]);
    const [first = '', second = ''] = purchase.orders;
    expect((await shop.call('PUT', `/updateStatus/${second}`, { token: admin.token })).status).toBe(200);
    await shipPieces(shop, admin, { ...purchase, order: first, quantity: 6 });
    await refund(shop, admin, purchase, { lines: [{ order: first, quantity: 4 }] });
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 6 4 7560', 'shipped 10 0 0']);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'shipped' });
    await settle(purchase, 'failed');
    expect(await listLineStates(shop, purchase)).toEqual(['paid 6 0 0', 'shipped 10 0 0']);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', shippedAt: null });
  });
});
