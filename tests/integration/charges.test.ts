import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, objectBody, placeOrder, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase } from './purchase-helpers.ts';
import { listRefunds, postRefund, readPurchase, refund } from './refund-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let hammer: TestTool;
let book: TestTool;
let address: string;
const parcel = newIdentifier();
const pickup = newIdentifier();
const ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Hafenstr. 1',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
  region: '',
};

beforeAll(async () => {
  ({ shop, admin, ada } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  hammer = await createTool(shop, { itemName: 'Hammer', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 1_000 });
  book = await createTool(shop, { itemName: 'Handbook', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 333 });
  await shop.sql`update tools set tax_class = 'reduced' where id = ${book.id}`;
  const { db } = shop.database;
  const rate = (taxClass: string, millionths: number) => ({
    id: newIdentifier(),
    name: 'VAT',
    taxClass,
    country: 'DE',
    region: '',
    postalFrom: '',
    postalTo: '',
    rate: millionths,
    isAdded: false,
    validFrom: '2020-01-01',
  });
  await db.insert(taxRates).values([rate('standard', 190_000), rate('reduced', 70_000)]);
  const zoneId = newIdentifier();
  await db.insert(shippingZones).values({
    id: zoneId,
    name: 'Germany',
    places: [{ country: 'DE', region: '', postalFrom: '', postalTo: '' }],
  });
  await db.insert(shippingMethods).values([
    {
      id: parcel,
      name: 'Parcel',
      zoneId,
      kind: 'flat',
      rates: [{ from: 0, priceMinor: 600 }],
      freeFromMinor: 500_000,
      daysMin: 1,
      daysMax: 3,
      position: 1,
    },
    { id: pickup, name: 'Pick-up', zoneId: null, kind: 'pickup', rates: [], position: 2 },
  ]);
  await shop.context.taxRates.reload();
  await shop.context.shipping.reload();
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body: ADDRESS });
  address = String(objectBody(stored).insertedId);
});
afterAll(() => checkAndClose(shop));

const estimate = (body: object) => shop.call('POST', '/purchases/estimate', { body });
const lines = (hammers: number, books: number) => [
  { toolId: hammer.id, quantity: hammers },
  ...(books > 0 ? [{ toolId: book.id, quantity: books }] : []),
];
const post = (body: object) =>
  shop.call('POST', '/purchases', { token: ada.token, body: { addressId: address, ...body } });
async function place(body: object) {
  const placed = await post(body);
  expect([placed.status, placed.body]).toMatchObject([201, {}]);
  const { insertedId, number, orders, totals } = objectBody(placed);
  return { id: String(insertedId), number: String(number), orders: orders as string[], totals };
}
const pay = (purchase: { id: string }) => payPurchase(shop, ada, purchase as never);
const papersOf = async ({ id }: { id: string }) =>
  shop.sql`select kind, total_minor::int as total, data -> 'charges' as charges from papers where purchase_id = ${id} order by seq`;

describe('an estimate', () => {
  test('says without a sign-in what tools cost at a destination, with each tax and way of shipping', async () => {
    const response = await estimate({ lines: lines(10, 3), country: 'DE', postalCode: '10115' });
    expect(response.status).toBe(200);
    expect(objectBody(response)).toMatchObject({
      // 100.00 at 19 % and 9.99 at 7 %, with 6.00 shared as 5.46 and 0.54.
      tax: [
        { name: 'VAT', rate: 19, base: '105.46', amount: '20.04' },
        { name: 'VAT', rate: 7, base: '10.53', amount: '0.74' },
      ],
      totals: { goods: '109.99', discount: '0.00', shipping: '6.00', tax: '20.78', total: '136.77' },
      total: '136.77',
      pricesInclude: 'net',
      shipping: {
        chosen: parcel,
        methods: [
          { id: parcel, name: 'Parcel', price: '6.00', days: { min: 1, max: 3 }, pickup: null },
          { id: pickup, name: 'Pick-up', price: '0.00' },
        ],
      },
    });
  });

  test('is the total of the purchase that is placed then', async () => {
    const wanted = { lines: lines(7, 5), shippingMethodId: pickup };
    const { total, totals } = objectBody(await estimate({ ...wanted, country: 'DE' }));
    expect((await place({ ...wanted, total })).totals).toEqual(totals);
  });

  test('of a country that no method serves leads to a quote', async () => {
    const { shipping } = objectBody(await estimate({ lines: lines(1, 0), country: 'JP' }));
    expect(shipping).toMatchObject({ methods: [{ id: pickup }], chosen: null });
  });

  test.each([
    ['a tool that does not exist', { lines: [{ toolId: 'x'.repeat(24), quantity: 1 }] }, 'lines.0.toolId'],
    ['no tools', { lines: [] }, 'lines'],
    ['a country that is none', { lines: [], country: 'Germany' }, 'country'],
  ])('of %s says so at its field', async (_what, body, field) => {
    const refused = await estimate(body);
    expect([refused.status, Object.keys(objectBody(refused).errors as object)]).toEqual([
      422,
      expect.arrayContaining([field]),
    ]);
  });
});

describe('a purchase with tax and shipping', () => {
  test('is refused if its total is not the one that the buyer saw', async () => {
    const refused = await post({ lines: lines(1, 0), total: '10.00' });
    expect([statusAndCode(refused), objectBody(refused).total]).toEqual(['409 price_changed', '19.04']);
  });

  test('is refused with a method that does not exist, at its field', async () => {
    const refused = await post({ lines: lines(1, 0), shippingMethodId: newIdentifier() });
    expect(objectBody(refused)).toMatchObject({ code: 'invalid', errors: { shippingMethodId: expect.any(String) } });
  });

  test('is paid, and invoiced with its taxes and its shipping', async () => {
    const purchase = await place({ lines: lines(10, 3) });
    expect(purchase.totals).toEqual({
      goods: '109.99',
      discount: '0.00',
      shipping: '6.00',
      tax: '20.78',
      total: '136.77',
    });
    await pay(purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      state: 'paid',
      total: '136.77',
      totals: purchase.totals,
      pricesInclude: 'net',
      shippingMethod: 'Parcel',
      lines: [
        { price: '100.00', payable: '119.00' },
        { price: '9.99', payable: '10.69' },
      ],
    });
    expect(await papersOf(purchase)).toMatchObject([
      {
        kind: 'invoice',
        total: 13_677,
        charges: {
          pricesInclude: 'net',
          shipping: { name: 'Parcel', priceMinor: 600 },
          taxes: [
            { rate: 190_000, baseMinor: 10_546, amountMinor: 2_004 },
            { rate: 70_000, baseMinor: 1_053, amountMinor: 74 },
          ],
        },
      },
    ]);
  });

  test('keeps its rates when they change later', async () => {
    const purchase = await place({ lines: lines(1, 0) });
    await shop.sql`update tax_rates set rate = 200000, version = version + 1 where tax_class = 'standard'`;
    await shop.context.taxRates.reload();
    await pay(purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      total: '19.04',
      totals: { tax: '3.04' },
      taxes: [{ name: 'VAT', rate: 19, base: '16.00', amount: '3.04' }],
    });
    await shop.sql`update tax_rates set rate = 190000, version = version + 1 where tax_class = 'standard'`;
    await shop.context.taxRates.reload();
  });

  test('costs less without one of its lines, and its shipping stays', async () => {
    const purchase = await place({ lines: lines(10, 3) });
    const [, second] = purchase.orders;
    expect((await shop.call('DELETE', `/order/${second}`, { token: ada.token })).status).toBe(200);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({
      totals: { goods: '100.00', shipping: '6.00', tax: '20.14', total: '126.14' },
      taxes: [{ rate: 19, amount: '20.14' }],
    });
    await pay(purchase);
  });

  test('pays for shipping again once the lines that made it free are gone', async () => {
    const purchase = await place({ lines: [...lines(500, 0), { toolId: book.id, quantity: 1 }] });
    expect((await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token })).status).toBe(200);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ totals: { goods: '3.33', shipping: '6.00' } });
  });

  test('that is picked up is taxed at the shop, wherever its buyer lives', async () => {
    const body = { lines: lines(1, 0), shippingMethodId: pickup };
    const { totals } = objectBody(await estimate({ ...body, country: 'DE' }));
    // The shop of the tests is in a country without a rate.
    expect(totals).toMatchObject({ tax: '0.00', total: '10.00' });
  });

  test('is found by its total and by quantity × unit price, and a price of another one is not mistaken for it', async () => {
    const purchase = await place({ lines: lines(11, 0) });
    const pay = (price: string) => shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price } });
    const { total } = purchase.totals as { total: string };
    expect([(await pay(total)).status, (await pay('110.00')).status]).toEqual([200, 200]);
  });

  test('is free of shipping from a value of goods on', async () => {
    const { totals } = await place({ lines: lines(500, 0) });
    expect(totals).toMatchObject({ goods: '5000.00', shipping: '0.00', tax: '950.00' });
  });
});

test('tools that ship separately pay for a parcel for each pack, and packs have weights of their own', async () => {
  const anvil = await createTool(shop, { itemName: 'Anvil', quantity: 100, minOrderQuantity: 2, unitPriceMinor: 100 });
  await shop.sql`update tools set pack_multiple = 2, ships_separately = 'yes', pack_weight = '20 kg' where id = ${anvil.id}`;
  const together = [{ toolId: anvil.id, quantity: 6 }, ...lines(1, 1)];
  const { body } = await estimate({ lines: together, country: 'DE' });
  expect(body).toMatchObject({ shipping: { methods: [{ name: 'Parcel', price: '24.00' }, {}] }, notes: [] });
  const found = await shop.call('GET', '/inventory?state=unweighed&q=Anvil', { token: admin.token });
  expect(listBody(found)).toEqual([]);
  await shop.sql`update tools set pack_weight = '' where id = ${anvil.id}`;
  const unweighed = await shop.call('GET', '/inventory?state=unweighed&q=Anvil', { token: admin.token });
  expect(listBody(unweighed)).toMatchObject([{ itemName: 'Anvil' }]);
});

test('what is ordered without an address is taxed in the region of the shop', async () => {
  const owner = await shop.createOwner();
  const stored = objectBody(await shop.call('GET', '/settings', { token: owner.token }));
  const change = (settings: object) =>
    shop.call('PUT', '/settings', {
      token: owner.token,
      body: { version: stored.version, settings: { ...(stored.settings as object), ...settings } },
    });
  const refused = await change({ originRegion: 'Bavaria' });
  expect(objectBody(refused)).toMatchObject({
    errors: { 'settings.originRegion': expect.stringContaining('United States has no region “Bavaria”') },
  });
  await shop.database.db.insert(taxRates).values({
    id: newIdentifier(),
    name: 'Sales tax',
    taxClass: 'standard',
    country: 'US',
    region: 'OH',
    postalFrom: '',
    postalTo: '',
    rate: 57_500,
    isAdded: false,
    validFrom: '2020-01-01',
  });
  await shop.context.taxRates.reload();
  expect((await change({ originRegion: 'ohio' })).status).toBe(200);
  const bare = await shop.call('POST', '/purchases', { token: ada.token, body: { lines: lines(1, 0) } });
  expect(objectBody(bare)).toMatchObject({ totals: { goods: '10.00', tax: '0.58' } });
  await shop.sql`delete from tax_rates where region = 'OH'`;
  await shop.context.taxRates.reload();
});

describe('another address', () => {
  const addAddress = async (parts: object) =>
    String(
      objectBody(await shop.call('POST', '/addresses', { token: ada.token, body: { ...ADDRESS, ...parts } }))
        .insertedId,
    );
  const send = (purchase: { id: string }, addressId: string, more: object = {}) =>
    shop.call('PATCH', `/purchases/${purchase.id}`, { token: ada.token, body: { addressId, ...more } });

  test('is accepted where everything costs the same', async () => {
    const purchase = await place({ lines: lines(1, 0) });
    expect((await send(purchase, await addAddress({ city: 'Hamburg', postalCode: '20095' }))).status).toBe(200);
  });

  test('is refused at its field where no method ships', async () => {
    const purchase = await place({ lines: lines(1, 0) });
    const elsewhere = await addAddress({ city: 'Wien', postalCode: '1010', country: 'AT' });
    expect(objectBody(await send(purchase, elsewhere))).toMatchObject({
      code: 'invalid',
      errors: { addressId: expect.stringContaining('We cannot say what shipping to this address costs') },
    });
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ delivery: { city: 'Berlin' } });
  });

  test('with which an unpaid order costs something else needs the consent of its buyer to the new total', async () => {
    const order = await placeOrder(shop, ada, hammer, 1);
    const intent = { token: ada.token, body: { price: '10.00', order } };
    expect((await shop.call('POST', '/create-payment-intent', intent)).status).toBe(200);
    for (const more of [{}, { total: '10.00' }]) {
      const asked = await send({ id: order }, address, more);
      expect(statusAndCode(asked)).toBe('409 price_changed');
      expect(objectBody(asked)).toMatchObject({
        total: '19.04',
        errors: { addressId: expect.stringContaining('the order costs $19.04 instead of $10.00') },
      });
    }
    expect(await readPurchase(shop, ada, { id: order })).toMatchObject({ delivery: null, total: '10.00' });
    expect((await send({ id: order }, address, { total: '19.04' })).status).toBe(200);
    expect(await readPurchase(shop, ada, { id: order })).toMatchObject({
      delivery: { city: 'Berlin' },
      totals: { goods: '10.00', shipping: '6.00', tax: '3.04', total: '19.04' },
    });
    // The payment of the old total can no longer succeed.
    expect(await shop.sql`select state from payments where purchase_id = ${order}`).toMatchObject([
      { state: 'canceled' },
    ]);
    await payPurchase(shop, ada, { id: order, orders: [order] } as never);
    expect(await readPurchase(shop, ada, { id: order })).toMatchObject({ state: 'paid', total: '19.04' });
  });

  test('cannot be added to a paid order that was charged as at the shop, whatever its buyer agrees to', async () => {
    const order = await placeOrder(shop, ada, hammer, 1);
    await payPurchase(shop, ada, { id: order, orders: [order] } as never);
    for (const more of [{}, { total: '19.04' }])
      expect(objectBody(await send({ id: order }, address, more))).toMatchObject({
        code: 'invalid',
        errors: { addressId: expect.stringContaining('write to us') },
      });
  });

  test('is refused for tools that are not shipped to its country', async () => {
    const torch = await createTool(shop, { itemName: 'Torch', quantity: 10, minOrderQuantity: 1, unitPriceMinor: 500 });
    await shop.sql`update tools set not_shipped_to = 'DE, CH' where id = ${torch.id}`;
    const body = { lines: [{ toolId: torch.id, quantity: 1 }] };
    const sentence = expect.stringContaining('We do not ship these to this address: Torch.');
    expect(objectBody(await post(body))).toMatchObject({ code: 'invalid', errors: { addressId: sentence } });
    expect(objectBody(await estimate({ ...body, country: 'DE' }))).toMatchObject({
      notes: [sentence],
      shipping: { methods: [{ kind: 'pickup' }], chosen: null },
    });
    const order = await placeOrder(shop, ada, torch, 1);
    expect(objectBody(await send({ id: order }, address, { total: '5.00' }))).toMatchObject({
      errors: { addressId: sentence },
    });
    const collected = await place({ ...body, shippingMethodId: pickup });
    expect(collected.totals).toMatchObject({ shipping: '0.00' });
  });
});

describe('a client that knows nothing of tax and shipping', () => {
  test('orders by quantity × unit price, pays by it, and is charged what the purchase costs', async () => {
    const order = await placeOrder(shop, ada, hammer, 3);
    const body = { price: '30.00', order };
    const intent = await shop.call('POST', '/create-payment-intent', { token: ada.token, body });
    expect(intent.status).toBe(200);
    await payPurchase(shop, ada, { id: order, orders: [order] } as never);
    // It names no address, so it is taxed as at the shop, whose country has no rate here.
    expect(await readPurchase(shop, ada, { id: order })).toMatchObject({ state: 'paid', total: '30.00' });
  });

  test('pays a purchase of several lines by the sum of their prices', async () => {
    const purchase = await place({ lines: lines(2, 2) });
    const body = { price: '26.66', purchase: purchase.id };
    expect((await shop.call('POST', '/create-payment-intent', { token: ada.token, body })).status).toBe(200);
    await pay(purchase);
    const [payment] =
      await shop.sql`select amount_minor::int as amount from payments where purchase_id = ${purchase.id}`;
    const { total } = await readPurchase(shop, ada, purchase);
    expect((payment as { amount: number }).amount).toBe(Math.round(Number(total) * 100));
  });

  test('pays one line of several, each of which then pays for its own shipping', async () => {
    const purchase = await place({ lines: lines(2, 3) });
    const [first = ''] = purchase.orders;
    const body = { price: '20.00', order: first };
    expect((await shop.call('POST', '/create-payment-intent', { token: ada.token, body })).status).toBe(200);
    const [alone, rest] = [await readPurchase(shop, ada, { id: first }), await readPurchase(shop, ada, purchase)];
    expect([alone.totals, rest.totals]).toMatchObject([
      { goods: '20.00', shipping: '6.00' },
      { goods: '9.99', shipping: '6.00' },
    ]);
  });
});

describe('refunds', () => {
  test('of all pieces, one by one, and of shipping give back what was paid, with its taxes', async () => {
    const purchase = await place({ lines: lines(3, 4) });
    await pay(purchase);
    for (const [at, quantity] of [3, 4].entries())
      for (let piece = 0; piece < quantity; piece += 1)
        await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[at], quantity: 1 }] });
    const { totals, refunded } = await readPurchase(shop, ada, purchase);
    const { total } = totals as { total: string };
    expect(Number(total) - Number(refunded)).toBeCloseTo(6.92, 2);
    await refund(shop, admin, purchase, { shipping: true });
    expect((await readPurchase(shop, ada, purchase)).refunded).toBe(total);
    const papers = await papersOf(purchase);
    const taxes = (kind: string, rate: number) =>
      papers
        .filter((paper) => paper.kind === kind)
        .flatMap(({ charges }) => charges.taxes as { rate: number; amountMinor: number }[])
        .filter((tax) => tax.rate === rate)
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    for (const rate of [190_000, 70_000]) expect(taxes('credit_note', rate)).toBe(taxes('invoice', rate));
  });

  test('of shipping alone leave all pieces to be shipped', async () => {
    const purchase = await place({ lines: lines(1, 0) });
    await pay(purchase);
    expect(await refund(shop, admin, purchase, { shipping: true })).toMatchObject({ amount: '7.14' });
    expect(await listRefunds(shop, admin, purchase)).toMatchObject([{ amount: '7.14', shipping: '7.14', lines: [] }]);
    const again = await postRefund(shop, admin, purchase, { shipping: true });
    expect(again.status).toBe(422);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid', lines: [{ refundedQuantity: 0 }] });
  });

  test('of everything cancel the purchase and give back its shipping', async () => {
    const purchase = await place({ lines: lines(2, 1) });
    await pay(purchase);
    const { amount } = await refund(shop, admin, purchase);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'canceled', refunded: amount });
    expect(
      listBody(await shop.call('GET', `/purchases/${purchase.id}/papers`, { token: ada.token })).length,
    ).toBeGreaterThan(1);
  });
});
