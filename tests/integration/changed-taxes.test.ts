// What a buyer tries who wants to pay less tax than what is due where the goods go.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeVies, startFakeVies } from '#tests/support/fake-vies.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addAddress, addShippingMethods, addTaxRates } from './charge-helpers.ts';
import { createTool, objectBody, payOrder, placeOrder, statusAndCode } from './order-helpers.ts';
import { createTradingShop, placePurchase } from './purchase-helpers.ts';
import { readPurchase } from './refund-helpers.ts';

async function setSettings(shop: TestShop, values: object): Promise<void> {
  await shop.sql`update shop_settings set version = version + 1, values = ${JSON.stringify(values)}::jsonb`;
  await shop.context.shopSettings.reload();
}

describe('stripe', () => {
  let shop: TestShop;
  let ada: TestUser;
  let vies: FakeVies;
  beforeAll(async () => {
    vies = await startFakeVies();
    ({ shop, ada } = await createTradingShop({
      settings: { tax: { kind: 'stripe' }, vatCheck: { kind: 'vies', url: vies.url } },
    }));
    await setSettings(shop, { country: 'Germany', originPostalCode: '10115', reverseCharge: 'on' });
  });
  afterAll(async () => {
    await vies.close();
    await shop.close();
  });

  test('shipping by value that is free now is taxed once a line leaves', async () => {
    const big = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 60_000 });
    const small = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 1_000 });
    const rates = [
      { from: 0, priceMinor: 1_000 },
      { from: 50_000, priceMinor: 0 },
    ];
    const [method] = await addShippingMethods(shop, 'DE', { name: 'Insured', kind: 'by_value', rates });
    const addressId = await addAddress(shop, ada);
    const alone = await placePurchase(shop, ada, [[small, 1]], { addressId, shippingMethodId: method });
    const purchase = await placePurchase(
      shop,
      ada,
      [
        [big, 1],
        [small, 1],
      ],
      { addressId, shippingMethodId: method },
    );
    expect((await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token })).status).toBe(200);
    expect((await readPurchase(shop, ada, purchase)).total).toBe(alone.total);
  });

  test('a VAT ID of the shop’s own country that nobody has asked about spares no tax abroad', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    await addShippingMethods(shop, 'FR', { name: 'France', kind: 'flat', rates: [{ from: 0, priceMinor: 0 }] });
    vies.asked.length = 0;
    const addressId = await addAddress(shop, ada, { country: 'FR', postalCode: '75011', city: 'Paris' });
    const billingAddressId = await addAddress(shop, ada, { company: 'Ada GmbH', vatId: 'DE136695976' });
    const purchase = await placePurchase(shop, ada, [[tool, 1]], { addressId, billingAddressId });
    expect(purchase.total).toBe('120.00');
  });
});

describe('table', () => {
  let shop: TestShop;
  let admin: TestUser;
  let ada: TestUser;
  let vies: FakeVies;
  beforeAll(async () => {
    vies = await startFakeVies();
    ({ shop, admin, ada } = await createTradingShop({
      settings: { tax: { kind: 'table' }, vatCheck: { kind: 'vies', url: vies.url } },
    }));
    await setSettings(shop, { country: 'Germany', reverseCharge: 'on', unverifiedVatId: 'accept' });
    await addTaxRates(shop, { rate: 190_000 }, { country: 'GB', rate: 200_000 });
  });
  afterAll(async () => {
    await vies.close();
    await shop.close();
  });
  const paris = { country: 'FR', postalCode: '75011', city: 'Paris' };

  test('a business is not billed and then a person who owes the tax', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    Object.assign(vies, { registered: new Set(), fault: 'MS_UNAVAILABLE' });
    const addressId = await addAddress(shop, ada, paris);
    const billingAddressId = await addAddress(shop, ada, { ...paris, company: 'SARL', vatId: 'FR40303265045' });
    const person = await addAddress(shop, ada, { ...paris, line1: 'Rue Privée 2' });
    const purchase = await placePurchase(shop, ada, [[tool, 1]], { addressId, billingAddressId });
    expect(purchase.total).toBe('100.00');
    Object.assign(vies, { fault: null });
    await shop.sql`delete from vat_checks`;
    const moved = await shop.call('PATCH', `/purchases/${purchase.id}`, {
      token: ada.token,
      body: { billingAddressId: person },
    });
    expect(statusAndCode(moved)).toBe('409 price_changed');
    const [row] = await shop.sql<{ total: string; vat: string; note: string }>`
      select total_minor as total, billing ->> 'vatId' as vat, charges ->> 'taxNote' as note from purchases where id = ${purchase.id}`;
    expect(row).toMatchObject({ vat: 'FR40303265045' });
  });

  test('an admin is asked before a paid order without an address goes where the shop would owe the tax', async () => {
    const tool = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 10_000 });
    await setSettings(shop, { country: 'Switzerland' });
    const id = await placeOrder(shop, ada, tool, 1);
    await payOrder(shop, ada, id);
    const delivery = {
      name: 'Ada',
      line1: 'Hafenstr. 1',
      city: 'Berlin',
      postalCode: '10115',
      country: 'DE',
      region: '',
    };
    const add = (more: object) =>
      shop.call('PATCH', `/purchases/${id}`, { token: admin.token, body: { delivery, ...more } });
    const asked = await add({});
    expect(statusAndCode(asked)).toBe('409 price_changed');
    expect(objectBody(asked)).toMatchObject({
      total: '100.00',
      detail:
        'At this address, the order costs $119.00, and $100.00 was paid. To send it there anyway, save the address again.',
    });
    expect((await add({ total: '100.00' })).status).toBe(200);
    expect(await readPurchase(shop, ada, { id })).toMatchObject({ total: '100.00', delivery: { city: 'Berlin' } });
  });
});
