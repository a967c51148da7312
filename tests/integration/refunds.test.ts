import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createTool, listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, placePurchase } from './purchase-helpers.ts';
import {
  getStock,
  listLineStates,
  listMails,
  listRefunds,
  paidPurchase,
  postRefund,
  readPurchase,
  refund,
  shipPieces,
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
afterAll(() => checkAndClose(shop));

const listActions = async (subject: string) =>
  (await shop.sql`select action from audit_events where subject_id = ${subject} order by seq`).map(
    ({ action }) => action,
  );
const violated = (run: Promise<unknown>) =>
  run.then(
    () => null,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  );

describe('a refund', () => {
  test('of everything returns the money, restocks the pieces and cancels unshipped lines', async () => {
    const before = [await getStock(shop, hammer), await getStock(shop, vise)];
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    const made = await refund(shop, admin, purchase);
    expect(made).toMatchObject({ amount: '1479.00', state: 'succeeded', error: null });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      state: 'canceled',
      refunded: '1479.00',
      endReason: 'One was bent.',
    });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 18900', 'paid 0 10 129000']);
    expect([await getStock(shop, hammer), await getStock(shop, vise)]).toEqual(before);
    expect(await shop.context.provider.listRefunds(purchase.intentId)).toMatchObject([
      { amountMinor: 147_900, refundId: made.insertedId },
    ]);
    const [mail, second] = await listMails(shop, purchase);
    expect(second).toBeUndefined();
    expect(mail).toMatchObject({
      kind: 'payment_refunded',
      data: {
        reason: 'One was bent.',
        canceled: true,
        amountMinor: 147_900,
        pieces: [
          { itemName: 'Claw hammer', quantity: 10, amountMinor: 18_900 },
          { itemName: 'Bench vise', quantity: 10, amountMinor: 129_000 },
        ],
      },
    });
    expect(await listActions(String(made.insertedId))).toEqual(['refund.requested', 'refund.succeeded']);
    expect(await listActions(purchase.id)).toContain('purchase.canceled');
  });

  test('of some pieces is for their price, and leaves the rest to be shipped', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    const [first = '', second = ''] = purchase.orders;
    const before = await getStock(shop, hammer);
    expect(await refund(shop, admin, purchase, { lines: [{ order: first, quantity: 4 }] })).toMatchObject({
      amount: '75.60',
    });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 4 7560', 'paid 0 0 0']);
    expect((await getStock(shop, hammer)).available).toBe(before.available + 4);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', refunded: '75.60' });
    const tooMany = await postRefund(shop, admin, purchase, {
      lines: [
        { order: second, quantity: 10 },
        { order: first, quantity: 7 },
      ],
    });
    expect(statusAndCode(tooMany)).toBe('422 invalid');
    expect(objectBody(tooMany).errors).toEqual({ 'lines.1.quantity': 'At most 6 can still be refunded.' });
  });

  test('of an amount has no pieces, and is distributed over the lines by price', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    const before = await getStock(shop, hammer);
    await refund(shop, admin, purchase, { amount: '147.90', restock: true });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 0 1890', 'paid 0 0 12900']);
    expect(await getStock(shop, hammer)).toEqual(before);
    const tooMuch = await postRefund(shop, admin, purchase, { amount: 1331.11 });
    expect(statusAndCode(tooMuch)).toBe('409 refund_too_large');
    expect(objectBody(tooMuch)).toMatchObject({
      left: '1331.10',
      errors: { amount: expect.stringContaining('$1,331.10') },
    });
    expect(await refund(shop, admin, purchase)).toMatchObject({ amount: '1331.10', state: 'succeeded' });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 18900', 'paid 0 10 129000']);
    expect(statusAndCode(await postRefund(shop, admin, purchase))).toBe('409 refund_too_large');
  });

  test('of pieces for less than their price keeps the difference, and no more can be refunded for them', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const lines = [{ order: purchase.id, quantity: 2 }];
    const dearer = await postRefund(shop, admin, purchase, { lines, amount: '37.81' });
    expect(objectBody(dearer)).toMatchObject({ code: 'invalid', errors: { amount: 'These pieces cost $37.80.' } });
    expect(await refund(shop, admin, purchase, { lines, amount: '30.00', restock: false })).toMatchObject({
      amount: '30.00',
    });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 2 3000']);
    expect((await listRefunds(shop, admin, purchase))[0]?.lines).toEqual([
      {
        order: purchase.id,
        itemName: 'Claw hammer',
        quantity: 2,
        shipped: 0,
        amount: '30.00',
        price: '37.80',
        restocked: 0,
      },
    ]);
  });

  test('restocks unshipped pieces unless told otherwise, and a line counts as shipped once its rest is refunded', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    const [first = '', second = ''] = purchase.orders;
    expect((await shop.call('PUT', `/updateStatus/${second}`, { token: admin.token })).status).toBe(200);
    await shipPieces(shop, admin, { ...purchase, order: first, quantity: 7 });
    const before = await getStock(shop, hammer);
    await refund(shop, admin, purchase, { lines: [{ order: first, quantity: 5 }] });
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 7 5 9450', 'shipped 10 0 0']);
    expect((await getStock(shop, hammer)).available).toBe(before.available + 3);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'shipped' });
    await refund(shop, admin, purchase, { lines: [{ order: second, quantity: 1 }], restock: true });
    await refund(shop, admin, purchase, { lines: [{ order: second, quantity: 2 }] });
    const [{ returned }] =
      (await shop.sql`select returned_quantity as returned from stock_holds where order_id = ${second}`) as [
        { returned: number },
      ];
    expect(returned).toBe(1);
    await refund(shop, admin, purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'shipped', refunded: '1479.00' });
  });

  test.each([
    ['without a reason', { reason: ' ' }],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }],
    ['of no amount', { amount: '0.00' }],
    ['of half a cent', { amount: '0.005' }],
    ['of a negative amount', { amount: '-1.00' }],
    ['of somebody else’s order', { lines: [{ order: 'a'.repeat(24), quantity: 1 }] }],
    ['of half a piece', () => ({ lines: [{ order: 'a'.repeat(24), quantity: 0.5 }] })],
    ['of the same line twice', () => ({ lines: Array(2).fill({ order: 'a'.repeat(24), quantity: 1 }) })],
    ['of no lines', { lines: [] }],
    ['with its own currency', { currency: 'eur' }],
  ])('%s is rejected, and changes nothing', async (_what, body) => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const before = await snapshotDatabase(shop);
    const refused = await postRefund(shop, admin, purchase, typeof body === 'function' ? body() : body);
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('of an unpaid, unknown or disputed purchase is rejected', async () => {
    const unpaid = await placePurchase(shop, ada, [hammer]);
    expect(statusAndCode(await postRefund(shop, admin, unpaid))).toBe('409 not_paid');
    expect(statusAndCode(await postRefund(shop, admin, { id: 'a'.repeat(24) }))).toBe('404 not_found');
    const disputed = await paidPurchase(shop, ada, [hammer]);
    const insert = `insert into payment_disputes (id, payment_id, amount_minor, status, reason, created_at)
      select $2, id, 1, $3, 'general', now() from payments where purchase_id = $1`;
    await shop.query(insert, [disputed.id, 'du_refund_inquiry', 'warning_needs_response']);
    await refund(shop, admin, disputed, { amount: '1.00' });
    await shop.query(insert, [disputed.id, 'du_refund_lost', 'lost']);
    expect(statusAndCode(await postRefund(shop, admin, disputed))).toBe('409 refund_disputed');
    await shop.sql`delete from payment_disputes where id like 'du_refund_%'`;
    const rows = await shop.sql`select id from payments where purchase_id = ${disputed.id}`;
    await syncPayment(shop.context, rows[0].id);
  });

  test('with the same key is made once, no matter how often it is sent', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const key = { 'idempotency-key': 'one-refund' };
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => postRefund(shop, admin, purchase, { amount: '5.00' }, key)),
    );
    expect(new Set(sent.map(({ body }) => objectBody({ ...sent[0], body } as never).insertedId)).size).toBe(1);
    expect(await listRefunds(shop, admin, purchase)).toHaveLength(1);
    expect(statusAndCode(await postRefund(shop, admin, purchase, { amount: '6.00' }, key))).toBe(
      '422 idempotency_key_reused',
    );
  });

  test('of a purchase with fifty refunds is rejected', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at)
       select 'many' || i, purchase_id, id, 1, 'No', 'failed', now(), null from payments, generate_series(1, 50) i where purchase_id = ${purchase.id}`;
    expect(statusAndCode(await postRefund(shop, admin, purchase))).toBe('409 too_many_refunds');
  });

  test('notifies those who wait for the tool', async () => {
    const rare = await createTool(shop, { quantity: 10, minOrderQuantity: 10 });
    const purchase = await paidPurchase(shop, ada, [rare]);
    await shop.sql`insert into awaited_tools (tool_id, check_at) values (${rare.id}, 'infinity')`;
    await refund(shop, admin, purchase);
    const rows = await shop.sql`select check_at <= now() as due from awaited_tools where tool_id = ${rare.id}`;
    expect(rows).toEqual([{ due: true }]);
    await shop.sql`delete from awaited_tools where tool_id = ${rare.id}`;
  });
});

describe('all refunds together', () => {
  test('never exceed the captured amount, even twenty at once', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => postRefund(shop, admin, purchase, { amount: '40.00' })),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(new Set(sent.filter(({ status }) => status !== 201).map(statusAndCode))).toEqual(
      new Set(['409 refund_too_large']),
    );
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ refunded: '160.00' });
  });

  test('when two admins refund everything at once, only one succeeds', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    const sent = await Promise.all([postRefund(shop, admin, purchase), postRefund(shop, admin, purchase)]);
    expect(sent.map(statusAndCode).sort()).toEqual(['201', '409 refund_too_large']);
    expect(await listMails(shop, purchase)).toHaveLength(1);
  });

  test('the database itself rejects more than was captured, also by two refunds at once, and changed terms', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const insert = (id: string, minor: number) =>
      shop.sql`insert into refunds (id, purchase_id, payment_id, amount_minor, reason, next_attempt_at)
         select ${id}, purchase_id, id, ${minor}, 'By hand', null from payments where purchase_id = ${purchase.id}`;
    expect(await violated(insert('raw-too-much', 18_901))).toBe('refunds_bounded');
    const both = await Promise.all([violated(insert('raw-1', 10_000)), violated(insert('raw-2', 10_000))]);
    expect(both.sort()).toEqual([null, 'refunds_bounded'].sort());
    const made = both.length > 0 ? (await shop.sql`select id from refunds where id like 'raw-%'`)[0].id : '';
    expect(await violated(shop.sql`update refunds set amount_minor = 1 where id = ${made}`)).toBe(
      'refunds_terms_fixed',
    );
    expect(await violated(shop.sql`delete from refunds where id = ${made}`)).toBe('refunds_never_deleted');
    await shop.sql`update refunds set state = 'failed', settled_at = now() where id = ${made}`;
    await refund(shop, admin, purchase, { amount: '180.00' });
    expect(
      await violated(
        shop.sql`update refunds set state = 'requested', settled_at = null, handled_at = null where id = ${made}`,
      ),
    ).toBe('refunds_bounded');
  });
});

describe('the list of refunds', () => {
  test('is for the buyer and admins, but the buyer does not see who decided', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await refund(shop, admin, purchase, { amount: '1.00' });
    const [theirs] = await listRefunds(shop, ada, purchase);
    expect(theirs).toMatchObject({
      amount: '1.00',
      state: 'succeeded',
      reason: 'One was bent.',
      by: null,
      error: null,
    });
    expect((await listRefunds(shop, admin, { id: purchase.number }))[0]).toMatchObject({ by: admin.displayName });
    const refused = await shop.call('GET', `/purchases/${purchase.id}/refunds`, { token: bob.token });
    expect(statusAndCode(refused)).toBe('404 not_found');
    expect(statusAndCode(await postRefund(shop, ada, purchase))).toBe('403 forbidden');
  });

  test('includes those made in the provider’s dashboard, which count as well', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await shop.context.provider.createRefund({
      refundId: 'of-somebody-else',
      intentId: purchase.intentId,
      amountMinor: 5_000,
      currency: 'usd',
      reason: 'In the dashboard',
    });
    const answer = await postRefund(shop, admin, purchase, { amount: '150.00' });
    expect(objectBody(answer)).toMatchObject({ state: 'failed', error: expect.stringContaining('since') });
    expect(await listRefunds(shop, ada, purchase)).toMatchObject([
      { amount: '50.00', state: 'succeeded', reason: null },
      { amount: '150.00', state: 'failed', error: null },
    ]);
    expect(objectBody(await postRefund(shop, admin, purchase, { amount: '140.00' }))).toMatchObject({ left: '139.00' });
    expect(listBody(await shop.call('GET', `/payments?q=${purchase.intentId}`, { token: admin.token }))).toMatchObject([
      { refunded: '50.00' },
    ]);
  });
});

test('an admin marks a failed refund as handled, once: it no longer counts, and stays in the list', async () => {
  const purchase = await paidPurchase(shop, bob, [hammer]);
  const { insertedId } = await refund(shop, admin, purchase, { amount: '5.00' });
  const path = `/purchases/${purchase.id}/refunds/${insertedId}/dismiss`;
  const dismiss = (user: TestUser, at = path) => shop.call('POST', at, { token: user.token, body: {} });
  const countFailed = async () =>
    objectBody(await shop.call('GET', '/overview', { token: admin.token })).failedRefunds as number;
  expect(statusAndCode(await dismiss(admin))).toBe('409 refund_not_failed');
  await shop.sql`update refunds set state = 'failed' where id = ${insertedId}`;
  const before = await countFailed();
  expect(statusAndCode(await dismiss(bob))).toBe('403 forbidden');
  const other = await paidPurchase(shop, ada, [hammer]);
  const elsewhere = `/purchases/${other.id}/refunds/${insertedId}/dismiss`;
  expect(statusAndCode(await dismiss(admin, elsewhere))).toBe('404 not_found');
  expect(await countFailed()).toBe(before);
  expect((await dismiss(admin)).body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await dismiss(admin)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
  expect(await countFailed()).toBe(before - 1);
  expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ state: 'failed', handled: true }]);
  expect(await listActions(String(insertedId))).toEqual(['refund.requested', 'refund.succeeded', 'refund.dismissed']);
  // The provider's state takes precedence in the end.
  await shop.sql`update refunds set state = 'succeeded', handled_at = null where id = ${insertedId}`;
});
