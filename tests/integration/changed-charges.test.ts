// What a buyer tries who wants to pay less than what the goods cost where they go.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedExemption } from '#src/seed/factories.server.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addAddress, addShippingMethods, addTaxRates } from './charge-helpers.ts';
import { createTool, type TestTool } from './order-helpers.ts';
import { createTradingShop, placePurchase } from './purchase-helpers.ts';
import { readPurchase } from './refund-helpers.ts';

async function setSettings(shop: TestShop, values: Record<string, string>): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${JSON.stringify(values)}::jsonb`;
  await shop.context.shopSettings.reload();
}
const shippingOf = async (shop: TestShop, ada: TestUser, purchase: { id: string }) =>
  ((await readPurchase(shop, ada, purchase)).totals as { shipping: string }).shipping;

const make = (shop: TestShop, unitPriceMinor: number) =>
  createTool(shop, { quantity: 1_000, minOrderQuantity: 1, unitPriceMinor });

describe('a shop with shipping', () => {
  let shop: TestShop;
  let ada: TestUser;
  let tools: TestTool[];
  let addressId: string;
  let free: string;
  let wholesale: string;
  beforeAll(async () => {
    ({ shop, ada } = await createTradingShop());
    tools = [];
    for (const unitPriceMinor of [60_000, 70_000, 1_000])
      tools.push(await createTool(shop, { quantity: 10_000, minOrderQuantity: 1, unitPriceMinor }));
    [free = '', wholesale = ''] = await addShippingMethods(
      shop,
      'DE',
      { name: 'Parcel', kind: 'flat', rates: [{ from: 0, priceMinor: 700 }], freeFromMinor: 50_000 },
      { name: 'Wholesale', kind: 'by_value', rates: [{ from: 50_000, priceMinor: 0 }] },
    );
    addressId = await addAddress(shop, ada);
    await setSettings(shop, { smallOrderBelow: '50.00', smallOrderSurcharge: '5.00' });
  });
  afterAll(() => shop.close());

  test.each([
    ['free shipping', () => free],
    ['a method for large orders', () => wholesale],
  ])('a large line that is paid apart does not free the rest of the conditions of %s', async (_name, method) => {
    const purchase = await placePurchase(
      shop,
      ada,
      tools.map((tool) => [tool, 1]),
      { addressId, shippingMethodId: method() },
    );
    const [first = '', second = ''] = purchase.orders;
    // Begins to pay the first line apart, which separates it.
    const body = { price: '600.00', order: first };
    expect((await shop.call('POST', '/create-payment-intent', { token: ada.token, body })).status).toBe(200);
    expect((await shop.call('DELETE', `/order/${first}`, { token: ada.token })).status).toBe(200);
    const deleted = await shop.call('DELETE', `/order/${second}`, { token: ada.token });
    if (deleted.status !== 200) return;
    // 10.00 of goods alone cost 7.00 and a surcharge of 5.00.
    expect(await shippingOf(shop, ada, purchase)).toBe('12.00');
  });
});

describe('a shop with a surcharge only', () => {
  let shop: TestShop;
  let ada: TestUser;
  beforeAll(async () => {
    ({ shop, ada } = await createTradingShop());
    await setSettings(shop, { smallOrderBelow: '50.00', smallOrderSurcharge: '5.00' });
  });
  afterAll(() => shop.close());
  test('charges it when lines leave', async () => {
    const big = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    const small = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 1_000 });
    const addressId = await addAddress(shop, ada);
    const alone = await placePurchase(shop, ada, [[small, 1]], { addressId });
    expect(alone.total).toBe('15.00');
    const purchase = await placePurchase(
      shop,
      ada,
      [
        [big, 1],
        [small, 1],
      ],
      { addressId },
    );
    expect((await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token })).status).toBe(200);
    expect((await readPurchase(shop, ada, purchase)).total).toBe('15.00');
  });
});

describe('a shop with tax', () => {
  let shop: TestShop;
  let ada: TestUser;
  beforeAll(async () => {
    ({ shop, ada } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
    await setSettings(shop, { country: 'United States', originRegion: 'OR', originPostalCode: '97035' });
    const us = { country: 'US', name: 'Sales tax' };
    await addTaxRates(
      shop,
      { ...us, region: 'FL', rate: 60_000 },
      { ...us, region: 'MI', rate: 60_000 },
      { ...us, region: 'TN', rate: 95_000 },
    );
  });
  afterAll(() => shop.close());
  const us = (region: string, postalCode: string, line1 = 'Main St 1') => ({
    country: 'US',
    region,
    postalCode,
    city: 'Town',
    line1,
  });

  test('two changes of address at once leave what the last one costs', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    const tennessee = await addAddress(shop, ada, us('TN', '37201'));
    const other = await addAddress(shop, ada, us('TN', '37202', 'Elm St 2'));
    const oregon = await addAddress(shop, ada, us('OR', '97035'));
    const purchase = await placePurchase(shop, ada, [[tool, 1]], { addressId: tennessee });
    expect(purchase.total).toBe('109.50');
    const client = await shop.database.pool.connect();
    await client.query('begin');
    await client.query('select 1 from purchases where id = $1 for update', [purchase.id]);
    const patch = (body: object) => shop.call('PATCH', `/purchases/${purchase.id}`, { token: ada.token, body });
    // Cheap, as agreed.
    const one = patch({ addressId: oregon, total: '100.00' });
    await pause(700);
    // Costs the same as the stored one, as far as it is known.
    const two = patch({ addressId: other });
    await pause(700);
    await client.query('commit');
    client.release();
    await Promise.all([one, two]);
    const [row] = await shop.sql<{ total: string; region: string }>`
      select total_minor as total, delivery ->> 'region' as region from purchases where id = ${purchase.id}`;
    expect(Number(row?.total)).toBe(row?.region === 'OR' ? 10_000 : 10_950);
  });

  test('a withdrawn certificate does not let exempt goods go elsewhere', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    const userId = (await shop.sql<{ id: string }>`select id from users where email = ${ada.email}`)[0]?.id ?? '';
    await seedExemption(shop.database.db, { userId, places: [{ country: 'US', region: 'FL' }] } as never);
    await shop.sql`update exemptions set state = 'approved', approved_at = now()`;
    const florida = await addAddress(shop, ada, us('FL', '33101'));
    const michigan = await addAddress(shop, ada, us('MI', '48201'));
    const purchase = await placePurchase(shop, ada, [[tool, 1]], { addressId: florida });
    expect(purchase.total).toBe('100.00');
    const [row] = await shop.sql<{ id: string; version: number }>`select id, version from exemptions`;
    await shop.call('PATCH', `/exemptions/${row?.id}`, {
      token: ada.token,
      body: { state: 'withdrawn', version: row?.version },
    });
    const moved = await shop.call('PATCH', `/purchases/${purchase.id}`, {
      token: ada.token,
      body: { addressId: michigan },
    });
    expect(moved.status).toBe(409);
    const [stored] = await shop.sql<{ total: string; region: string; note: string }>`
      select total_minor as total, delivery ->> 'region' as region, charges ->> 'taxNote' as note from purchases where id = ${purchase.id}`;
    expect(stored).toMatchObject({ region: 'FL' });
  });
});

describe('a shop with two zones', () => {
  let shop: TestShop;
  let ada: TestUser;
  beforeAll(async () => {
    ({ shop, ada } = await createTradingShop());
    await addShippingMethods(shop, 'DE', {
      name: 'Near',
      kind: 'flat',
      rates: [{ from: 0, priceMinor: 700 }],
      freeFromMinor: 50_000,
    });
    await addShippingMethods(shop, 'FR', {
      name: 'Far',
      kind: 'flat',
      rates: [{ from: 0, priceMinor: 6_000 }],
      freeFromMinor: 50_000,
    });
  });
  afterAll(() => shop.close());

  test('free shipping to one zone does not become cheap shipping to another', async () => {
    const [big, small] = [await make(shop, 60_000), await make(shop, 1_000)];
    const near = await addAddress(shop, ada);
    const far = await addAddress(shop, ada, { country: 'FR', city: 'Paris', postalCode: '75011' });
    const purchase = await placePurchase(
      shop,
      ada,
      [
        [big, 1],
        [small, 1],
      ],
      { addressId: near },
    );
    const moved = await shop.call('PATCH', `/purchases/${purchase.id}`, { token: ada.token, body: { addressId: far } });
    expect(moved.status).toBe(200);
    expect((await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token })).status).toBe(200);
    // 10.00 sent to France alone.
    expect((await readPurchase(shop, ada, purchase)).total).toBe('70.00');
  });

  test('a line that is paid apart pays for its shipping', async () => {
    const [big, small] = [await make(shop, 60_000), await make(shop, 1_000)];
    const near = await addAddress(shop, ada);
    const purchase = await placePurchase(
      shop,
      ada,
      [
        [big, 1],
        [small, 1],
      ],
      { addressId: near },
    );
    const order = purchase.orders[1] ?? '';
    expect(
      (await shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price: '10.00', order } })).status,
    ).toBe(200);
    expect((await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token })).status).toBe(200);
    expect((await readPurchase(shop, ada, { id: order })).total).toBe('17.00');
  });
});
