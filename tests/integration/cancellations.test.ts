import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { confirmCard, listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, placePurchase, startPurchasePayment } from './purchase-helpers.ts';
import {
  getStock,
  listLineStates,
  listMails,
  listRefunds,
  paidPurchase,
  postRefund,
  readPurchase,
  refund,
} from './refund-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;

beforeAll(async () => {
  ({ shop, admin, ada, bob, hammer, vise } = await createTradingShop());
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

const cancel = (user: TestUser, { id }: { id: string }, body: object = {}) =>
  shop.call('POST', `/purchases/${id}/cancel`, { token: user.token, body });
const ship = (orderId: string) => shop.call('PUT', `/updateStatus/${orderId}`, { token: admin.token });
const listToCancel = async () =>
  listBody(await shop.call('GET', '/purchases?state=to_cancel', { token: admin.token })).map(({ _id }) => _id);
/** Calls `act` once when this fail point is reached. */
const atFailPoint = (name: string, act: () => Promise<unknown>) =>
  setFailPoints(async (reached) => {
    if (reached !== name) return;
    setFailPoints(null);
    await act();
  });

describe('an unpaid purchase', () => {
  test('is canceled by its buyer, with all its lines, and nobody gets an email', async () => {
    const before = [await getStock(shop, hammer), await getStock(shop, vise)];
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    const done = await cancel(ada, purchase, { reason: 'Found another' });
    expect(objectBody(done)).toEqual({ acknowledged: true, state: 'canceled' });
    expect([await getStock(shop, hammer), await getStock(shop, vise)]).toEqual(before);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', endReason: 'Found another' });
    expect(await listMails(shop, purchase)).toEqual([]);
    expect(objectBody(await cancel(ada, purchase))).toEqual({ acknowledged: true, state: 'canceled' });
  });

  test('is canceled by the shop by number, and a confirmed buyer gets the reason', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    expect((await cancel(admin, { id: purchase.number }, { reason: 'Out of production' })).status).toBe(200);
    expect(await listMails(shop, purchase)).toMatchObject([
      { kind: 'order_canceled', data: { reason: 'Out of production' } },
    ]);
    const eve = await shop.signUp({ displayName: 'Eve' });
    const unproven = await placePurchase(shop, eve, [hammer]);
    expect((await cancel(admin, unproven, { reason: 'Out of production' })).status).toBe(200);
    expect(await listMails(shop, unproven)).toEqual([]);
    const rows = await shop.sql`select actor_id, after->>'reason' as reason from audit_events
      where subject_id = ${purchase.id} and action = 'purchase.canceled'`;
    expect(rows).toEqual([{ actor_id: admin.userId, reason: 'Out of production' }]);
  });

  test('of somebody else is not found, and an invalid reason is rejected', async () => {
    const purchase = await placePurchase(shop, ada, [hammer]);
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await cancel(bob, purchase))).toBe('404 not_found');
    expect(statusAndCode(await cancel(ada, purchase, { reason: 'x'.repeat(501) }))).toBe('422 invalid');
    expect(statusAndCode(await cancel(ada, purchase, { decline: true, reason: 'No' }))).toBe('403 forbidden');
    expect(statusAndCode(await cancel(admin, purchase, { decline: true, reason: 'No' }))).toBe('409 no_cancel_request');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('that was paid a moment earlier stays and is paid', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    const { clientSecret } = await startPurchasePayment(shop, ada, purchase);
    await confirmCard(shop, clientSecret);
    expect(statusAndCode(await cancel(ada, purchase))).toBe('409 already_paid');
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', cancelRequest: null });
  });
});

describe('a paid purchase', () => {
  test('is canceled at the buyer’s request once the shop confirms', async () => {
    const before = await getStock(shop, hammer);
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const asked = { acknowledged: true, state: 'paid', requested: true };
    expect(objectBody(await cancel(ada, purchase, { reason: 'Bought too many' }))).toEqual(asked);
    expect(objectBody(await cancel(ada, purchase, { reason: 'Again' }))).toEqual(asked);
    const read = await readPurchase(shop, ada, purchase);
    expect(read).toMatchObject({ state: 'paid', cancelRequest: { reason: 'Bought too many' } });
    expect(await listToCancel()).toContain(purchase.id);
    const confirmed = await cancel(admin, purchase);
    expect(objectBody(confirmed)).toEqual({ acknowledged: true, state: 'canceled', refund: 'succeeded' });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      state: 'canceled',
      refunded: '189.00',
      endReason: 'Bought too many',
    });
    expect(await getStock(shop, hammer)).toEqual(before);
    expect(await listMails(shop, purchase)).toMatchObject([{ kind: 'payment_refunded', data: { canceled: true } }]);
    expect(await listToCancel()).not.toContain(purchase.id);
    expect(objectBody(await cancel(ada, purchase))).toEqual({ acknowledged: true, state: 'canceled' });
    expect(statusAndCode(await ship(purchase.id))).toBe('409 refunded_in_full');
  });

  test('continues when the shop declines, and its buyer reads why and can ask again', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await cancel(ada, purchase, { reason: 'Please' });
    expect(objectBody(await cancel(admin, purchase, { decline: true }))).toMatchObject({
      code: 'invalid',
      errors: { reason: expect.any(String) },
    });
    const decline = { decline: true, reason: 'It leaves today.' };
    expect(objectBody(await cancel(admin, purchase, decline))).toEqual({ acknowledged: true, state: 'paid' });
    expect(statusAndCode(await cancel(admin, purchase, decline))).toBe('409 no_cancel_request');
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', cancelRequest: null });
    expect(await listMails(shop, purchase)).toMatchObject([
      { kind: 'cancel_declined', data: { reason: 'It leaves today.' } },
    ]);
    expect(objectBody(await cancel(ada, purchase))).toMatchObject({ requested: true });
  });

  test('cannot be canceled once some of it has shipped', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    expect((await ship(purchase.orders[0] ?? '')).status).toBe(200);
    expect(statusAndCode(await cancel(ada, purchase))).toBe('409 already_shipped');
    expect(statusAndCode(await cancel(admin, purchase))).toBe('409 already_shipped');
    expect(await listRefunds(shop, admin, purchase)).toEqual([]);
  });

  test('that ships although its buyer asked to cancel says so in the email', async () => {
    const [asked, other] = [await paidPurchase(shop, ada, [hammer]), await paidPurchase(shop, ada, [hammer])];
    await cancel(ada, asked);
    for (const { orders } of [asked, other]) expect((await ship(orders[0] ?? '')).status).toBe(200);
    const rows = await shop.sql`select data->'askedToCancel' as asked from mails where kind = 'order_shipped'
      and purchase_id = any(${[asked.id, other.id]}) order by seq`;
    expect(rows).toEqual([{ asked: true }, { asked: null }]);
  });

  test('that was partly refunded is canceled by refunding the rest', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 3 }], restock: false });
    expect(objectBody(await cancel(admin, purchase))).toMatchObject({ state: 'canceled' });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 18900', 'paid 0 10 129000']);
    expect(statusAndCode(await postRefund(shop, admin, purchase))).toBe('409 refund_too_large');
  });

  test('with a refund in progress is not refunded again', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    atFailPoint('refund:requested', async () => {
      expect(statusAndCode(await cancel(ada, purchase))).toBe('409 refunded_in_full');
      expect(objectBody(await cancel(admin, purchase))).toMatchObject({ state: 'paid', refund: 'requested' });
    });
    expect(objectBody(await cancel(admin, purchase))).toMatchObject({ state: 'canceled' });
    expect(await listRefunds(shop, admin, purchase)).toHaveLength(1);
  });

  test('is refunded once by two admins who confirm at once', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const both = await Promise.all([cancel(admin, purchase), cancel(admin, purchase)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listRefunds(shop, admin, purchase)).toHaveLength(1);
  });
});

describe('races', () => {
  test.each(['buyer', 'shop'])('a purchase that ships while the %s cancels it stays shipped', async (who) => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    atFailPoint('cancel-paid:read', async () => expect((await ship(purchase.id)).status).toBe(200));
    expect(statusAndCode(await cancel(who === 'buyer' ? ada : admin, purchase))).toBe('409 already_shipped');
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'shipped', cancelRequest: null });
  });

  test('a line that ships during a partial refund ships the remaining pieces', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    atFailPoint('refund:requested', async () => expect((await ship(purchase.id)).status).toBe(200));
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity: 4 }] });
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 6 4 7560']);
  });

  test('a line does not ship while its last pieces are being refunded', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    atFailPoint('refund:requested', async () =>
      expect(statusAndCode(await ship(purchase.id))).toBe('409 refunded_in_full'),
    );
    await refund(shop, admin, purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled' });
  });
});
