import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addAddress, addShippingMethods } from './charge-helpers.ts';
import { createTool, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, placePurchase, startPurchasePayment } from './purchase-helpers.ts';
import { readPurchase } from './refund-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let addressId: string;
/** 20.00, 90.00 and 600.00. */
let tools: TestTool[];
let byValue: string;
let flat: string;
let wholesale: string;

beforeAll(async () => {
  ({ shop, admin, ada } = await createTradingShop());
  tools = [];
  for (const unitPriceMinor of [2_000, 9_000, 60_000])
    tools.push(await createTool(shop, { quantity: 10_000, minOrderQuantity: 1, unitPriceMinor }));
  const rate = (from: number, priceMinor: number) => ({ from, priceMinor });
  [flat = '', byValue = '', wholesale = ''] = await addShippingMethods(
    shop,
    'DE',
    { name: 'Parcel', kind: 'flat', rates: [rate(0, 700)], freeFromMinor: 50_000 },
    {
      name: 'Insured',
      kind: 'by_value',
      rates: [rate(0, 1_000), rate(5_000, 600), rate(10_000, 200)],
      handlingMinor: 100,
      freeFromMinor: 65_000,
    },
    { name: 'Wholesale', kind: 'by_value', rates: [rate(10_000, 50)] },
  );
  addressId = await addAddress(shop, ada);
});
afterAll(() => checkAndClose(shop));
beforeEach(() => set({}));

async function set(values: Record<string, string>): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${JSON.stringify(values)}::jsonb`;
  await shop.context.shopSettings.reload();
}

const place = (shippingMethodId: string, ...chosen: number[]) =>
  placePurchase(
    shop,
    ada,
    chosen.map((at) => [tools[at] as TestTool, 1]),
    { addressId, shippingMethodId },
  );
const remove = (order = '', by = ada) => shop.call('DELETE', `/order/${order}`, { token: by.token });
const shippingOf = async (purchase: { id: string }) => {
  const { shipping } = (await readPurchase(shop, ada, purchase)).totals as { shipping: string };
  return shipping;
};
async function estimateShipping(shippingMethodId: string, ...chosen: number[]): Promise<string> {
  const lines = chosen.map((at) => ({ toolId: tools[at]?.id, quantity: 1 }));
  const estimated = await shop.call('POST', '/purchases/estimate', {
    body: { lines, country: 'DE', shippingMethodId },
  });
  return (objectBody(estimated).totals as { shipping: string }).shipping;
}

describe('the shipping of an unpaid purchase of which lines are deleted', () => {
  const surcharge = { smallOrderBelow: '50.00', smallOrderSurcharge: '5.00' };
  test.each([
    ['one price', {}, () => flat],
    ['one price and a surcharge', surcharge, () => flat],
    ['by value', {}, () => byValue],
    ['by value and a surcharge', surcharge, () => byValue],
    ['one price and a surcharge from the start', { ...surcharge, smallOrderBelow: '500.00' }, () => flat],
  ])('with %s, is what the rest would have cost alone, and never less than before', async (_what, settings, toId) => {
    await set(settings);
    const method = toId();
    for (const [chosen, deleted] of [
      [[0, 1, 2], [2]],
      [
        [0, 1, 2],
        [2, 1],
      ],
      [
        [0, 1, 2],
        [0, 2],
      ],
      [[0, 1], [1]],
      [[0, 1], [0]],
    ] as const) {
      const purchase = await place(method, ...chosen);
      const seen = [Number(await shippingOf(purchase))];
      let left: number[] = [...chosen];
      for (const at of deleted) {
        left = left.filter((one) => one !== at);
        expect((await remove(purchase.orders[chosen.indexOf(at as never)])).status).toBe(200);
        seen.push(Number(await estimateShipping(method, ...left)));
        expect(Number(await shippingOf(purchase))).toBe(Math.max(...seen));
      }
    }
  });

  test('costs the surcharge only once, which was part of the price before', async () => {
    await set({ smallOrderBelow: '500.00', smallOrderSurcharge: '5.00' });
    const purchase = await place(byValue, 0, 1);
    // 2.00 from 100.00 on, or 10.00, with 1.00 for handling and the surcharge.
    expect(await shippingOf(purchase)).toBe('8.00');
    expect((await remove(purchase.orders[1])).status).toBe(200);
    expect(await shippingOf(purchase)).toBe('16.00');
  });
});

describe('a line that its buyer cannot delete', () => {
  test('is one without which the order is worth less than the minimum; the whole order can be canceled', async () => {
    await set({ minimumOrder: '50.00' });
    const purchase = await place(flat, 0, 1);
    const { intentId } = await startPurchasePayment(shop, ada, purchase);
    const refused = await remove(purchase.orders[1]);
    expect([statusAndCode(refused), objectBody(refused).minimum]).toEqual(['422 order_too_small', '50.00']);
    expect(objectBody(refused).detail).toMatch(
      /would be worth \$20\.00, and orders have to be worth at least \$50\.00/,
    );
    // The payment that has begun can go on.
    expect((await startPurchasePayment(shop, ada, purchase)).intentId).toBe(intentId);
    expect((await remove(purchase.orders[0])).status).toBe(200);
    expect((await remove(purchase.orders[1])).status).toBe(200);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled' });
  });

  test('can be deleted by staff, and if the order was worth less before', async () => {
    const purchase = await place(flat, 0, 1);
    await set({ minimumOrder: '50.00' });
    expect((await remove(purchase.orders.at(-1), admin)).status).toBe(200);
    await set({});
    const small = await place(flat, 0, 1);
    await set({ minimumOrder: '500.00' });
    expect((await remove(small.orders[1])).status).toBe(200);
  });

  test('is one without which the chosen way of shipping does not take the rest', async () => {
    const purchase = await place(wholesale, 0, 1);
    const refused = await remove(purchase.orders[0]);
    expect(objectBody(refused)).toMatchObject({
      code: 'order_too_small',
      detail: expect.stringContaining('“Wholesale” is for goods worth at least $100.00'),
    });
    expect(await shippingOf(purchase)).toBe('0.50');
  });

  test('cannot be paid apart from the others either, if that left less than the minimum', async () => {
    await set({ minimumOrder: '50.00' });
    const purchase = await place(flat, 0, 1);
    const { intentId } = await startPurchasePayment(shop, ada, purchase);
    for (const [at, price] of [20, 90].entries()) {
      const body = { price, order: purchase.orders[at] };
      const refused = await shop.call('POST', '/create-payment-intent', { token: ada.token, body });
      expect(statusAndCode(refused)).toBe('422 order_too_small');
    }
    // The payment that has begun can go on.
    expect((await startPurchasePayment(shop, ada, purchase)).intentId).toBe(intentId);
    const whole = { price: 110, order: purchase.orders[0] };
    expect((await shop.call('POST', '/create-payment-intent', { token: ada.token, body: whole })).status).toBe(200);
  });
});

test('an order below the minimum is refused, and so is a price that is neither of the order nor of its line', async () => {
  const purchase = await place(flat, 0, 1);
  const body = { price: 19, order: purchase.orders[0] };
  const refused = await shop.call('POST', '/create-payment-intent', { token: ada.token, body });
  expect(statusAndCode(refused)).toBe('409 price_changed');
  await set({ minimumOrder: '50.00' });
  await expect(place(flat, 0)).rejects.toThrow('"code":"order_too_small"');
});
