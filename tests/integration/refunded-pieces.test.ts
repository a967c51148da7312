import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { openDashboard } from '#tests/support/stripe-shop.ts';
import { listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop } from './purchase-helpers.ts';
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
} from './refund-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;
/** The provider's dashboard, where staff refund without the shop. */
let dashboard: Stripe;

beforeAll(async () => {
  ({ shop, admin, ada, hammer, vise } = await createTradingShop());
  dashboard = openDashboard(shop);
});
afterAll(() => checkAndClose(shop));

const ship = (purchase: PaidPurchase, lines?: { order: string; quantity: number }[]) =>
  shop.call('POST', `/purchases/${purchase.id}/shipments`, { token: admin.token, body: lines ? { lines } : {} });
const undo = async (purchase: PaidPurchase, shipment: unknown) =>
  expect(
    (
      await shop.call('POST', `/purchases/${purchase.id}/shipments/${shipment}/undo`, {
        token: admin.token,
        body: { reason: 'It stood in the wrong bay.' },
      })
    ).status,
  ).toBe(200);
const countShipped = async (purchase: PaidPurchase) => objectBody(await ship(purchase)).shipped;

/** Creates a purchase of ten hammers, six of which were shipped. */
async function partlyShipped(): Promise<PaidPurchase> {
  const purchase = await paidPurchase(shop, ada, [hammer]);
  await shipPieces(shop, admin, { ...purchase, order: purchase.id, quantity: 6 });
  return purchase;
}

/** Refunds in the provider's dashboard, and notifies the shop. */
async function refundAtProvider(purchase: PaidPurchase, amount: number): Promise<void> {
  await dashboard.refunds.create({ payment_intent: purchase.intentId, amount });
  await sync(purchase);
}

async function sync({ id }: PaidPurchase, provider = shop.context.provider): Promise<void> {
  const rows = await shop.sql`select id from payments where purchase_id = ${id}`;
  expect((await syncPayment({ ...shop.context, provider }, rows[0].id)).ok).toBe(true);
}

describe('pieces that were shipped and returned', () => {
  test('are refunded without withholding pieces that the buyer has paid for', async () => {
    const purchase = await partlyShipped();
    const before = await getStock(shop, hammer);
    const lines = [{ order: purchase.id, quantity: 3, shipped: 3 }];
    await refund(shop, admin, purchase, { lines, restock: true });
    expect((await getStock(shop, hammer)).available).toBe(before.available + 3);
    expect(await listLineStates(shop, purchase)).toEqual(['paid 6 3 5670']);
    expect((await listRefunds(shop, ada, purchase))[0]?.lines).toMatchObject([
      { quantity: 3, shipped: 3, restocked: 3 },
    ]);
    // Six minus three that were returned, plus four: the seven that are paid.
    expect(await countShipped(purchase)).toEqual([{ order: purchase.id, quantity: 4 }]);
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 10 3 5670']);
  });

  test('count separately from those refunded before shipping', async () => {
    const purchase = await partlyShipped();
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity: 3, shipped: 2 }] });
    expect(objectBody(await shop.call('GET', `/payment/${purchase.id}`, { token: ada.token }))).toMatchObject({
      refundedQuantity: 3,
      canceledQuantity: 1,
    });
    expect(await countShipped(purchase)).toEqual([{ order: purchase.id, quantity: 3 }]);
  });

  test('cannot be more than were shipped', async () => {
    const purchase = await partlyShipped();
    const refused = await postRefund(shop, admin, purchase, {
      lines: [{ order: purchase.id, quantity: 7, shipped: 7 }],
    });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({
      'lines.0.shipped': '4 of these pieces have not shipped, and 6 have.',
    });
  });

  test('leave the others to be shipped when their shipment is undone', async () => {
    const purchase = await partlyShipped();
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity: 3, shipped: 3 }], restock: true });
    const { insertedId } = objectBody(await ship(purchase));
    await undo(purchase, insertedId);
    expect(await countShipped(purchase)).toEqual([{ order: purchase.id, quantity: 4 }]);
  });

  test('count as never shipped once their own shipment is undone, so that no more is shipped than was paid for', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const { insertedId } = objectBody(await ship(purchase));
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity: 3 }], restock: true });
    await undo(purchase, insertedId);
    expect(await countShipped(purchase)).toEqual([{ order: purchase.id, quantity: 7 }]);
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 7 3 5670']);
  });

  test.each<[string, number, object]>([
    ['will not ship if all of them were refunded', 10, { isRefunded: true }],
    ['are still to come as far as they were not refunded', 9, {}],
  ])('and not shipped after all %s, and the email about it says so', async (_which, quantity, told) => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const { insertedId } = objectBody(await ship(purchase));
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity }] });
    // The email about the shipment is being sent, so that undoing it is a correction.
    await shop.sql`update mails set attempts = 1 where dedupe_key = ${insertedId}`;
    await undo(purchase, insertedId);
    const [mail] = await shop.sql`select data from mails
      where purchase_id = ${purchase.id} and kind = 'shipment_corrected'`;
    const { order, reason, ...rest } = mail.data;
    expect([order.quantity, reason, rest]).toEqual([10, 'It stood in the wrong bay.', told]);
  });
});

describe('a refund of all the remaining money', () => {
  test('as an amount covers all pieces, so that unshipped ones are canceled and back in stock', async () => {
    const before = [await getStock(shop, hammer), await getStock(shop, vise)];
    const purchase = await paidPurchase(shop, ada, [hammer, vise]);
    await refund(shop, admin, purchase, { amount: '1000.00' });
    expect(await refund(shop, admin, purchase, { amount: '479.00' })).toMatchObject({ state: 'succeeded' });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', refunded: '1479.00' });
    expect([await getStock(shop, hammer), await getStock(shop, vise)]).toEqual(before);
  });

  test('for some pieces also covers the others, which could no longer be shipped', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await refund(shop, admin, purchase, { amount: '94.50' });
    const before = await getStock(shop, hammer);
    await refund(shop, admin, purchase, { lines: [{ order: purchase.id, quantity: 5 }], restock: false });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 18900']);
    expect((await getStock(shop, hammer)).available).toBe(before.available + 5);
  });

  test('in the provider’s dashboard cancels unshipped pieces, and restocks them', async () => {
    const before = await getStock(shop, hammer);
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await refundAtProvider(purchase, 900);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', refunded: '9.00' });
    await refundAtProvider(purchase, 18_000);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', refunded: '189.00' });
    expect(await getStock(shop, hammer)).toEqual(before);
    expect((await listRefunds(shop, admin, purchase)).at(-1)).toMatchObject({
      amount: '180.00',
      reason: null,
      by: null,
      lines: [{ quantity: 10, restocked: 10 }],
    });
    expect((await listMails(shop, purchase)).at(-1)?.data).toMatchObject({ amountMinor: 18_000, canceled: true });
    const timeline = listBody(await shop.call('GET', `/purchases/${purchase.id}/timeline`, { token: admin.token }));
    expect(timeline.find(({ kind }) => kind === 'canceled')).toMatchObject({ by: 'provider' });
    expect(timeline.filter(({ kind }) => kind === 'refund')).toMatchObject([{ by: 'provider' }, { by: 'provider' }]);
  });

  test('in the provider’s dashboard does that only once it has succeeded', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    await dashboard.refunds.create({ payment_intent: purchase.intentId });
    await sync(purchase, {
      ...shop.context.provider,
      listRefunds: async (intentId) =>
        (await shop.context.provider.listRefunds(intentId)).map((one) => ({ ...one, status: 'pending' })),
    });
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 0 18900']);
    await sync(purchase);
    expect(await listLineStates(shop, purchase)).toEqual(['paid 0 10 18900']);
  });

  test('in the provider’s dashboard closes a request to cancel a partly shipped purchase', async () => {
    const purchase = await paidPurchase(shop, ada, [hammer]);
    const asked = await shop.call('POST', `/purchases/${purchase.id}/cancel`, {
      token: ada.token,
      body: { reason: 'Bought too many' },
    });
    expect(asked.status).toBe(200);
    await shipPieces(shop, admin, { ...purchase, order: purchase.id, quantity: 6 });
    const before = await getStock(shop, hammer);
    await refundAtProvider(purchase, 18_900);
    expect(await readPurchase(shop, admin, purchase)).toMatchObject({ state: 'shipped', cancelRequest: null });
    expect(await listLineStates(shop, purchase)).toEqual(['shipped 6 10 18900']);
    expect((await getStock(shop, hammer)).available).toBe(before.available + 4);
  });
});
