import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minorToDecimal } from '#src/shared/money.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addShippingMethods, addTaxRates } from './charge-helpers.ts';
import { confirmCard, createTool, listBody, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop } from './purchase-helpers.ts';
import { refund } from './refund-helpers.ts';

// A client that sends and reads what section 7 of the specification has, and nothing else, at a shop in Germany.
let shop: TestShop;
let admin: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  ({ shop, admin } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  hammer = await createTool(shop, {
    itemName: 'Sledgehammer',
    quantity: 1_000,
    minOrderQuantity: 1,
    unitPriceMinor: 3_333,
  });
  await addTaxRates(shop, { rate: 190_000 });
  await addShippingMethods(
    shop,
    'DE',
    { name: 'Express', kind: 'flat', rates: [{ from: 0, priceMinor: 1_500 }] },
    { name: 'Parcel', kind: 'flat', rates: [{ from: 0, priceMinor: 650 }] },
  );
});
afterAll(() => checkAndClose(shop));

async function setPrices(pricesInclude: 'net' | 'gross'): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${JSON.stringify({ country: 'Germany', pricesInclude })}::jsonb`;
  await shop.context.shopSettings.reload();
}

describe.each([
  // 3 × 33.33 = 99.99, and 6.50 for the cheapest way of shipping, with 19 %: 20.23.
  ['net', 12_672],
  ['gross', 10_649],
] as const)('prices are %s: a client that knows only quantity × unit price', (pricesInclude, totalMinor) => {
  test('orders, pays by it, is charged the total with tax and shipping, and gets all of it back', async () => {
    await setPrices(pricesInclude);
    const buyer = await shop.signUp({ confirmed: true });
    const { email, displayName: name, token } = buyer;
    const call = (method: string, path: string, body?: object) =>
      shop.call(method, path, { token, ...(body ? { body } : {}) });
    const listed = listBody(await call('GET', '/tools')).find(({ itemName }) => itemName === hammer.itemName);
    const price = 3 * Number(listed?.balance);
    expect(price).toBeCloseTo(99.99, 5);
    const ordered = await call('POST', '/order', {
      ...{ name, email, quantity: 3, price, itemName: hammer.itemName },
      img: 'https://example.com/hammer.webp',
    });
    expect(ordered.status).toBe(201);
    expect(objectBody(ordered).total).toBe(minorToDecimal(totalMinor));
    const [order] = listBody(await call('GET', `/myorder?email=${email}`));
    expect(order).toMatchObject({ quantity: 3, itemName: hammer.itemName });
    const id = String(order?._id);
    const shown = objectBody(await call('GET', `/payment/${id}`));
    expect(Number(shown.price)).toBeCloseTo(99.99, 5);

    const wrong = await call('POST', '/create-payment-intent', { price: 99.98 });
    expect(statusAndCode(wrong)).toBe('422 order_ambiguous');
    const intent = await call('POST', '/create-payment-intent', { price: Number(shown.price) });
    expect(intent.status).toBe(200);
    const clientSecret = String(objectBody(intent).clientSecret);
    const { body: confirmed } = await confirmCard(shop, clientSecret);
    expect(confirmed).toMatchObject({ status: 'succeeded', amount: totalMinor });
    const transactionId = String(confirmed.id);
    expect((await call('PATCH', `/myorder/${id}`, { order: id, transactionId })).status).toBe(200);
    expect(listBody(await call('GET', `/myorder?email=${email}`))).toMatchObject([{ paid: true, transactionId }]);
    const [payment] = await shop.sql`select amount_minor::int as amount, state from payments where purchase_id = ${id}`;
    expect(payment).toEqual({ amount: totalMinor, state: 'captured' });

    for (const body of [{ lines: [{ order: id, quantity: 1 }] }, { lines: [{ order: id, quantity: 2 }] }])
      await refund(shop, admin, { id }, body);
    await refund(shop, admin, { id }, { shipping: true });
    const back = await shop.context.provider.listRefunds(transactionId);
    expect(back.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(back.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(totalMinor);
    const purchase = objectBody(await call('GET', `/purchases/${id}`));
    expect([purchase.total, purchase.refunded]).toEqual([minorToDecimal(totalMinor), minorToDecimal(totalMinor)]);
  });
});
