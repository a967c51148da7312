import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { confirmCard, createTool, objectBody, reportPaid, statusAndCode, type TestTool } from './order-helpers.ts';
import { type PlacedPurchase, placePurchase, startPurchasePayment } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let tools: TestTool[];

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
  tools = await Promise.all([1, 2, 3].map(() => createTool(shop, { quantity: 10_000 })));
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

/** Calls `act` once, the next time that this fail point is reached. */
function at(point: string, act: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    setFailPoints(async (reached) => {
      if (reached !== point) return;
      setFailPoints(null);
      await act().then(resolve, reject);
    });
  });
}

const deleteLine = ({ orders }: PlacedPurchase) => shop.call('DELETE', `/order/${orders[0]}`, { token: ada.token });
const read = async ({ id }: PlacedPurchase) =>
  objectBody(await shop.call('GET', `/purchases/${id}`, { token: ada.token }));
const getPayments = async ({ id }: PlacedPurchase) =>
  await shop.sql`select state, amount_minor::int as minor from payments where purchase_id = ${id} order by seq`;

/** Starts a payment in a tab, and confirms the card there. */
async function confirmIn(purchase: PlacedPurchase): Promise<string> {
  const { clientSecret, intentId } = await startPurchasePayment(shop, ada, purchase);
  expect((await confirmCard(shop, clientSecret)).status).toBe(200);
  return intentId;
}

describe('one of several lines that is deleted while its purchase is paid', () => {
  test('stays if another tab starts and completes the payment in between', async () => {
    const purchase = await placePurchase(shop, ada, tools);
    const paid = at('cancel:before-commit', async () => {
      const intentId = await confirmIn(purchase);
      expect((await reportPaid(shop, ada, purchase.orders[1] ?? '', intentId)).status).toBe(200);
    });
    expect(statusAndCode(await deleteLine(purchase))).toBe('409 already_paid');
    await paid;
    const now = await read(purchase);
    expect(now).toMatchObject({ state: 'paid', total: purchase.total });
    expect((now.lines as { state: string }[]).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
    expect(await getPayments(purchase)).toEqual([{ state: 'captured', minor: 56_700 }]);
  });

  test('stays if the card was confirmed first and the report comes in between', async () => {
    const purchase = await placePurchase(shop, ada, tools);
    const intentId = await confirmIn(purchase);
    let refused = '';
    const deleted = at('settle:before-commit', async () => {
      refused = statusAndCode(await deleteLine(purchase));
    });
    expect((await reportPaid(shop, ada, purchase.orders[2] ?? '', intentId)).status).toBe(200);
    await deleted;
    expect(refused).toBe('409 already_paid');
    expect(await read(purchase)).toMatchObject({ state: 'paid', total: purchase.total });
    expect(await getPayments(purchase)).toEqual([{ state: 'captured', minor: 56_700 }]);
  });

  test('is deleted, and an attempt that starts in between can no longer pay the old total', async () => {
    const purchase = await placePurchase(shop, ada, tools);
    const first = await startPurchasePayment(shop, ada, purchase);
    let second = { clientSecret: '', intentId: '' };
    const begun = at('cancel:before-commit', async () => {
      second = await startPurchasePayment(shop, ada, purchase);
    });
    expect((await deleteLine(purchase)).status).toBe(200);
    await begun;
    expect(second.intentId).not.toBe(first.intentId);
    for (const { clientSecret } of [first, second]) expect((await confirmCard(shop, clientSecret)).status).toBe(400);
    const intentId = await confirmIn(purchase);
    expect((await reportPaid(shop, ada, purchase.orders[1] ?? '', intentId)).status).toBe(200);
    expect(await read(purchase)).toMatchObject({ state: 'paid', total: '378.00' });
    expect(await getPayments(purchase)).toEqual([
      { state: 'canceled', minor: 56_700 },
      { state: 'canceled', minor: 56_700 },
      { state: 'captured', minor: 37_800 },
    ]);
  });

  test('is deleted while an intent is being created, and the card form gets one for the new total', async () => {
    const purchase = await placePurchase(shop, ada, tools);
    const deleted = at('start-payment:intent-created', async () => {
      expect((await deleteLine(purchase)).status).toBe(200);
    });
    const intentId = await confirmIn(purchase);
    await deleted;
    expect((await reportPaid(shop, ada, purchase.orders[1] ?? '', intentId)).status).toBe(200);
    expect(await read(purchase)).toMatchObject({ state: 'paid', total: '378.00' });
    expect(await getPayments(purchase)).toEqual([
      { state: 'canceled', minor: 56_700 },
      { state: 'captured', minor: 37_800 },
    ]);
  });

  test('cannot be paid separately at the same time: a client that tries is told so', async () => {
    const purchase = await placePurchase(shop, ada, tools);
    const intentId = await confirmIn(purchase);
    let refused = '';
    const begun = at('settle:before-commit', async () => {
      const body = { price: '189.00', order: purchase.orders[0] };
      refused = statusAndCode(await shop.call('POST', '/create-payment-intent', { token: ada.token, body }));
    });
    expect((await reportPaid(shop, ada, purchase.orders[1] ?? '', intentId)).status).toBe(200);
    await begun;
    expect(refused).toBe('409 already_paid');
    expect(await read(purchase)).toMatchObject({ state: 'paid', total: purchase.total });
  });
});
