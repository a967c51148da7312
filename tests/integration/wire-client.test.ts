import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  getOrderRow,
  getToolRow,
  listBody,
  objectBody,
  payOrder,
  reportPaid,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import { type PlacedPurchase, placePurchase, startPurchasePayment } from './purchase-helpers.ts';

// A client according to section 7 of the specification, which knows orders but not purchases.
let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;
let file: TestTool;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 10_000 });
  vise = await createTool(shop, { itemName: 'Bench vise', quantity: 10_000, unitPriceMinor: 12_900 });
  file = await createTool(shop, { itemName: 'Flat file', quantity: 10_000, unitPriceMinor: 700 });
});
afterAll(() => checkAndClose(shop));

const call = (method: string, path: string, body?: object) =>
  shop.call(method, path, { token: ada.token, ...(body ? { body } : {}) });
const myOrders = async () => listBody(await call('GET', `/myorder?email=${ada.email}`));
const getTotal = async (id: string) => objectBody(await call('GET', `/purchases/${id}`)).total;

/** Places a purchase of three lines as a new customer. */
async function placeThree(): Promise<PlacedPurchase & { first: string; second: string; third: string }> {
  ada = await shop.signUp();
  const purchase = await placePurchase(shop, ada, [hammer, vise, file]);
  const [first = '', second = '', third = ''] = purchase.orders;
  return { ...purchase, first, second, third };
}

describe('a client that does not know purchases', () => {
  test('pays one of several orders, which becomes a separate purchase', async () => {
    const { id, number, first, second, third } = await placeThree();
    const transactionId = await payOrder(shop, ada, second);
    expect(await getOrderRow(shop, second)).toMatchObject({ state: 'paid', transactionId, purchaseId: second });
    const own = objectBody(await call('GET', `/purchases/${second}`));
    expect(own).toMatchObject({ state: 'paid', total: '1290.00', transactionId });
    expect(own.number).not.toBe(number);
    expect(await getTotal(id)).toBe('259.00');
    for (const order of [first, third])
      expect(await getOrderRow(shop, order)).toMatchObject({ state: 'placed', purchaseId: id });
    expect(await shop.context.provider.retrieveIntent(transactionId)).toMatchObject({
      amountMinor: 129_000,
      purchaseId: second,
    });
  });

  test('pays the only order with a price, no matter what else is unpaid', async () => {
    const { id, third } = await placeThree();
    const started = await call('POST', '/create-payment-intent', { price: '70.00' });
    expect(started.status).toBe(200);
    const clientSecret = String(objectBody(started).clientSecret);
    await confirmCard(shop, clientSecret);
    const intentId = clientSecret.split('_secret_')[0] ?? '';
    expect((await reportPaid(shop, ada, third, intentId)).status).toBe(200);
    expect((await getOrderRow(shop, third)).state).toBe('paid');
    expect(await getTotal(id)).toBe('1479.00');
  });

  test('pays all lines at once if the price is that of all', async () => {
    const { id, first, third } = await placeThree();
    const started = await call('POST', '/create-payment-intent', { price: '1549.00' });
    const clientSecret = String(objectBody(started).clientSecret);
    await confirmCard(shop, clientSecret);
    const reported = await reportPaid(shop, ada, third, clientSecret.split('_secret_')[0] ?? '');
    expect(objectBody(reported)).toMatchObject({ modifiedCount: 1 });
    expect((await getOrderRow(shop, first)).state).toBe('paid');
    expect(objectBody(await call('GET', `/purchases/${id}`)).state).toBe('paid');
  });

  test('cannot pay a price that matches two things', async () => {
    ada = await shop.signUp();
    await placePurchase(shop, ada, [hammer, [file, 27]]);
    await placePurchase(shop, ada, [[file, 27], vise]);
    expect(statusAndCode(await call('POST', '/create-payment-intent', { price: '189.00' }))).toBe(
      '422 order_ambiguous',
    );
  });

  test('deletes one of several orders, and the others stay at their price', async () => {
    const { id, first, second } = await placeThree();
    const { intentId } = await startPurchasePayment(shop, ada, { id });
    const { available } = await getToolRow(shop, vise.id);
    expect(objectBody(await call('DELETE', `/order/${second}`))).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await getToolRow(shop, vise.id)).available).toBe(available + 10);
    expect((await myOrders()).map(({ itemName }) => itemName)).toEqual(['Claw hammer', 'Flat file']);
    expect(await getTotal(id)).toBe('259.00');
    expect(await shop.context.provider.retrieveIntent(intentId)).toMatchObject({ status: 'canceled' });
    expect((await startPurchasePayment(shop, ada, { id })).intentId).not.toBe(intentId);
    await payOrder(shop, ada, first);
    expect((await getOrderRow(shop, first)).state).toBe('paid');
  });

  test('deletes the last of several orders, and the purchase is canceled', async () => {
    const { id, orders } = await placeThree();
    for (const order of orders) expect((await call('DELETE', `/order/${order}`)).status).toBe(200);
    expect(objectBody(await call('GET', `/purchases/${id}`))).toMatchObject({ state: 'canceled', total: '70.00' });
    expect(await myOrders()).toEqual([]);
  });

  test('cannot pay an order with the payment of another purchase', async () => {
    const { first } = await placeThree();
    const other = await placePurchase(shop, ada, [hammer]);
    const { clientSecret, intentId } = await createIntent(shop, ada, other.orders[0] ?? '');
    await confirmCard(shop, clientSecret);
    expect(statusAndCode(await reportPaid(shop, ada, first, intentId))).toBe('409 payment_mismatch');
    await reportPaid(shop, ada, other.orders[0] ?? '', intentId);
  });

  test('sees each order as shipped when its own pieces were shipped', async () => {
    const { id, first, second, third } = await placeThree();
    await payOrder(shop, ada, first);
    const { clientSecret, intentId } = await startPurchasePayment(shop, ada, { id });
    await confirmCard(shop, clientSecret);
    await reportPaid(shop, ada, second, intentId);
    const ship = (order: string) => shop.call('PUT', `/updateStatus/${order}`, { token: admin.token });
    expect(objectBody(await ship(second))).toMatchObject({ modifiedCount: 1 });
    expect(objectBody(await ship(second))).toMatchObject({ modifiedCount: 0 });
    expect((await myOrders()).map(({ _id, pending }) => [_id, pending])).toEqual([
      [first, false],
      [second, true],
      [third, false],
    ]);
    expect(objectBody(await call('GET', `/purchases/${id}`)).state).toBe('paid');
    await ship(third);
    expect(objectBody(await call('GET', `/purchases/${id}`)).state).toBe('shipped');
  });
});
