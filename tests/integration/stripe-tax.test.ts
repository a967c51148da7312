import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { guardTaxCalculator } from '#src/features/payments/guarded-tax-calculator.server.ts';
import { rememberTax } from '#src/features/payments/remembered-tax.server.ts';
import { createTaxCalculator } from '#src/features/payments/tax-calculator.server.ts';
import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { toOrderBudget } from '#src/flows/taxes/ask-tax-service.server.ts';
import { decidePurchaseTax } from '#src/flows/taxes/decide-purchase-tax.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { type Recorder, recordExchanges } from '#tests/support/recording-proxy.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, placeOrder, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase } from './purchase-helpers.ts';
import { refund } from './refund-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let hammer: TestTool;
let book: TestTool;
let jacket: TestTool;
let coat: TestTool;
let recorder: Recorder;
const parcel = newIdentifier();
const pickup = newIdentifier();

beforeAll(async () => {
  ({ shop, admin, ada } = await createTradingShop({ settings: { tax: { kind: 'stripe' } } }));
  const { secretKey, host } = shop.cards.secretApi;
  recorder = await recordExchanges(host);
  // Remembers as the shop does, but leaves out the pause after failures, which would reach from one test into the next.
  shop.context.taxService = rememberTax(createTaxCalculator({ secretKey, host: recorder.host }));
  const make = async (itemName: string, unitPriceMinor: number, taxClass: string) => {
    const tool = await createTool(shop, { itemName, quantity: 10_000, minOrderQuantity: 1, unitPriceMinor });
    await shop.sql`update tools set tax_class = ${taxClass} where id = ${tool.id}`;
    return tool;
  };
  hammer = await make('Hammer', 1_000, 'standard');
  book = await make('Handbook', 333, 'books');
  jacket = await make('Jacket', 9_900, 'clothing');
  coat = await make('Coat', 19_900, 'clothing');
  const { db } = shop.database;
  const zoneId = newIdentifier();
  const places = ['DE', 'FR', 'CH', 'US', 'KP'].map((country) => ({
    country,
    region: '',
    postalFrom: '',
    postalTo: '',
  }));
  await db.insert(shippingZones).values({ id: zoneId, name: 'World', places });
  await db.insert(shippingMethods).values([
    {
      ...{ id: parcel, name: 'Parcel', zoneId, kind: 'flat', rates: [{ from: 0, priceMinor: 600 }] },
      ...{ freeFromMinor: 500_000, daysMin: 1, daysMax: 3, position: 1 },
    },
    { id: pickup, name: 'Pick-up', zoneId: null, kind: 'pickup', rates: [], position: 2 },
  ]);
  await shop.context.shipping.reload();
});
afterAll(async () => {
  await recorder.close();
  await checkAndClose(shop);
});

const GERMAN = { country: 'Germany', timeZone: 'Europe/Berlin', originPostalCode: '10115' };
const AMERICAN = { country: 'United States', originRegion: 'ohio', originPostalCode: '44114' };
const CODES = 'books = txcd_35010000, clothing = txcd_30011000';

async function set(settings: object) {
  const values = JSON.stringify({ taxCodes: CODES, ...settings });
  await shop.sql`update shop_settings set version = version + 1, values = ${values}::jsonb`;
  await shop.context.shopSettings.reload();
}
beforeEach(async () => {
  shop.faults.reset();
  await set(GERMAN);
});

const estimate = (body: object) => shop.call('POST', '/purchases/estimate', { body });
const estimated = async (body: object) => {
  const response = await estimate(body);
  expect(response.status).toBe(200);
  return objectBody(response);
};
const of = (...lines: [TestTool, number][]) => lines.map(([{ id: toolId }, quantity]) => ({ toolId, quantity }));
const countCalls = () => recorder.exchanges.filter(({ path }) => path === '/v1/tax/calculations').length;

async function addAddress(address: object) {
  const body = { name: 'Ada Lovelace', line1: 'Main St. 1', city: 'Town', region: '', ...address };
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body });
  expect(stored.status).toBe(201);
  return String(objectBody(stored).insertedId);
}
const order = (body: object) => shop.call('POST', '/purchases', { token: ada.token, body });

describe('Stripe’s answer is what a purchase costs', () => {
  test('in Germany with net prices, with a rate for each tax class and for shipping', async () => {
    const body = { lines: of([hammer, 10], [book, 3]), country: 'DE', postalCode: '10115' };
    expect(await estimated(body)).toMatchObject({
      // Shipping is an ordinary service to the sandbox: (100.00 + 6.00) at 19 %, and 9.99 at 7 %.
      tax: [
        { name: 'VAT', rate: 19, base: '106.00', amount: '20.14' },
        { name: 'VAT', rate: 7, base: '9.99', amount: '0.70' },
      ],
      totals: { goods: '109.99', shipping: '6.00', tax: '20.84', total: '136.83' },
      pricesInclude: 'net',
      notes: [],
    });
  });

  test('with gross prices', async () => {
    await set({ ...GERMAN, pricesInclude: 'gross' });
    expect(await estimated({ lines: of([hammer, 11]), country: 'FR', postalCode: '75001' })).toMatchObject({
      tax: [{ name: 'VAT', rate: 20, base: '96.67', amount: '19.33' }],
      total: '116.00',
      pricesInclude: 'gross',
    });
  });

  test('in two states of the United States, with the taxes of state, county and city', async () => {
    await set(AMERICAN);
    expect(
      await estimated({ lines: of([hammer, 12]), country: 'US', region: 'OH', postalCode: '44114' }),
    ).toMatchObject({
      tax: [
        { name: 'Ohio sales tax', rate: 5.75, base: '126.00', amount: '7.25' },
        { name: 'Cuyahoga County sales tax', rate: 2.25, base: '126.00', amount: '2.84' },
      ],
      total: '136.09',
    });
    // California does not tax shipping.
    expect(await estimated({ lines: of([hammer, 12]), country: 'US', postalCode: '90012' })).toMatchObject({
      tax: [
        { name: 'California sales tax', rate: 6, base: '120.00', amount: '7.20' },
        { name: 'Los Angeles transportation sales tax', rate: 2.5, amount: '3.00' },
        { name: 'California local sales tax', rate: 1.25, amount: '1.50' },
      ],
      totals: { shipping: '6.00', tax: '11.70', total: '137.70' },
    });
    expect(await estimated({ lines: of([hammer, 12]), country: 'US', postalCode: '97201' })).toMatchObject({
      tax: [],
      total: '126.00',
    });
  });

  test('where lines of one tax class are taxed differently', async () => {
    await set(AMERICAN);
    const lines = of([coat, 1], [jacket, 2], [hammer, 1]);
    const addressId = await addAddress({ country: 'US', region: 'NY', postalCode: '10001' });
    const { total, tax } = await estimated({ lines, country: 'US', region: 'NY', postalCode: '10001' });
    // New York taxes the coat of 199.00, the hammer and shipping, but no clothing below 110.00.
    expect(tax).toMatchObject([{ base: '215.00' }, { base: '215.00' }, { base: '215.00' }]);
    const placed = objectBody(await order({ lines, addressId, total }));
    const rows =
      await shop.sql`select tax_class, tax_minor::int as tax from orders where purchase_id = ${String(placed.insertedId)} order by line_number`;
    expect(rows).toEqual([
      { tax_class: 'clothing-2', tax: 1_767 },
      { tax_class: 'clothing', tax: 0 },
      { tax_class: 'standard', tax: 89 },
    ]);
    // A line that leaves is taken out on the frozen terms, without another question.
    const calls = countCalls();
    const [first] = placed.orders as string[];
    expect((await shop.call('DELETE', `/order/${first}`, { token: ada.token })).status).toBe(200);
    expect(countCalls()).toBe(calls);
    const [left] = await shop.sql`select tax_minor::int as tax from purchases where id = ${String(placed.insertedId)}`;
    // The hammer of 10.00 and shipping of 6.00 at 8.875 %, each tax rounded by itself.
    expect(left).toEqual({ tax: 142 });
  });

  test('to the cent, if tax is rounded for each line', async () => {
    await set({ ...AMERICAN, taxRounding: 'line' });
    for (let quantity = 51; quantity <= 60; quantity += 1) {
      const lines = of([book, quantity], [hammer, quantity + 2], [coat, 1]);
      const { total } = await estimated({ lines, country: 'US', region: 'NY', postalCode: '10001' });
      const { response } = recorder.exchanges.findLast(({ path }) => path === '/v1/tax/calculations') ?? {};
      expect(Math.round(Number(total) * 100)).toBe((response as { amount_total: number }).amount_total);
    }
  });

  test('for many lines, which come in pages', async () => {
    const tools = await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        createTool(shop, { itemName: `Bit ${at}`, quantity: 100, minOrderQuantity: 1, unitPriceMinor: 100 + at }),
      ),
    );
    const body = { lines: tools.map(({ id }) => ({ toolId: id, quantity: 1 })), country: 'DE', postalCode: '10115' };
    const { totals } = await estimated(body);
    // 25 lines, 28.00 in all, and shipping.
    expect(totals).toMatchObject({ goods: '28.00', tax: '6.46' });
    const pages = recorder.exchanges.filter(({ path }) => path.includes('/line_items'));
    expect(pages).toHaveLength(1);
  });
});

describe('a buyer who owes no tax', () => {
  const lines = () => of([hammer, 20]);

  test('a business of another EU country is charged none, if the owner wants that', async () => {
    const body = { lines: lines(), country: 'FR', postalCode: '75001', vatId: 'FR40303265045' };
    expect(await estimated(body)).toMatchObject({ totals: { tax: '41.20' }, notes: [] });
    await set({ ...GERMAN, reverseCharge: 'on' });
    expect(await estimated(body)).toMatchObject({
      tax: [],
      total: '206.00',
      notes: [expect.stringContaining('intra-community supply')],
    });
    // One whose check digits are wrong pays.
    expect(await estimated({ ...body, vatId: 'FR40303265044' })).toMatchObject({ totals: { tax: '41.20' } });
  });

  test('gross prices lose the tax of the shop’s own country then', async () => {
    await set({ ...GERMAN, reverseCharge: 'on', pricesInclude: 'gross' });
    const body = { lines: lines(), country: 'FR', postalCode: '75001', vatId: 'FR40303265045' };
    // 206.00 with 19 %.
    expect(await estimated(body)).toMatchObject({ tax: [], total: '173.11' });
  });

  test('an export has its sentence', async () => {
    expect(await estimated({ lines: lines(), country: 'CH' })).toMatchObject({
      tax: [],
      total: '206.00',
      notes: [expect.stringContaining('export of goods outside the European Union')],
    });
  });

  test('one with an exemption certificate is charged none and reads why', async () => {
    await set(AMERICAN);
    const certificate = { id: 'c', kind: 'resale', certificateNumber: '12-345', validUntil: null } as const;
    const decide = (isExempt: boolean) =>
      decidePurchaseTax(shop.context, {
        destination: { country: 'US', region: 'OH', postalCode: '44114' },
        buyer: { vatId: '', isVatIdValid: false, exemption: isExempt ? certificate : null },
        lines: [{ totalMinor: 10_000, quantity: 1, taxClass: 'standard' }],
        shipping: null,
        budget: toOrderBudget({ userId: 'ada', clientAddress: '203.0.113.1' }),
      });
    expect(await decide(false)).toMatchObject({ ok: true, value: { kind: 'domestic', sentence: null } });
    expect(await decide(true)).toMatchObject({
      ok: true,
      value: {
        kind: 'exempt',
        sentence: 'Tax-exempt: resale certificate 12-345.',
        terms: { classes: { standard: [] }, relief: null },
      },
    });
    expect(recorder.exchanges.at(-1)?.body).toContain('customer_details[taxability_override]=customer_exempt');
  });

  test('a small business asks nobody', async () => {
    await set({ ...GERMAN, smallBusiness: 'on' });
    const calls = countCalls();
    expect(await estimated({ lines: of([hammer, 21]), country: 'DE', postalCode: '10115' })).toMatchObject({
      tax: [],
      notes: [expect.stringContaining('§ 19 UStG')],
    });
    expect(countCalls()).toBe(calls);
  });
});

describe('a purchase', () => {
  test('is paid, invoiced and refunded with the taxes that Stripe named', async () => {
    await set(AMERICAN);
    const addressId = await addAddress({ country: 'US', region: 'OH', postalCode: '44114' });
    const lines = of([hammer, 3], [jacket, 1]);
    const { total } = await estimated({ lines, country: 'US', region: 'OH', postalCode: '44114' });
    const calls = countCalls();
    const placed = await order({ lines, addressId, total });
    expect([placed.status, objectBody(placed).total]).toEqual([201, total]);
    // The order asks for the same as its estimate, which is remembered.
    expect(countCalls()).toBe(calls);
    const { insertedId, number, orders, totals } = objectBody(placed);
    const purchase = { id: String(insertedId), number: String(number), orders: orders as string[] };
    await payPurchase(shop, ada, purchase as never);
    await refund(shop, admin, purchase, {
      lines: purchase.orders.map((id, at) => ({ order: id, quantity: at === 0 ? 3 : 1 })),
      shipping: true,
    });
    const papers =
      await shop.sql`select kind, total_minor::int as total from papers where purchase_id = ${purchase.id} order by seq`;
    const minor = Math.round(Number((totals as { total: string }).total) * 100);
    expect(papers.map(({ kind, total }) => [kind, Math.abs(Number(total))])).toEqual([
      ['invoice', minor],
      ['credit_note', minor],
    ]);
  });

  test('that is picked up is taxed at the shop', async () => {
    await set(AMERICAN);
    const body = { lines: of([hammer, 30]), country: 'US', postalCode: '97201', shippingMethodId: pickup };
    expect(await estimated(body)).toMatchObject({
      tax: [{ name: 'Ohio sales tax' }, { name: 'Cuyahoga County sales tax' }],
      total: '324.00',
    });
  });

  test('to an address that Stripe does not know is refused at the field, and an estimate says what is missing', async () => {
    await set(AMERICAN);
    const lines = of([hammer, 31]);
    const addressId = await addAddress({ country: 'US', region: 'OH', postalCode: '90012' });
    const refused = await order({ lines, addressId });
    expect(statusAndCode(refused)).toBe('422 invalid');
    expect(objectBody(refused).errors).toEqual({ addressId: expect.stringContaining('postal code') });
    const calls = countCalls();
    for (const postalCode of ['', '4', '4411'])
      expect(await estimated({ lines, country: 'US', postalCode })).toMatchObject({
        tax: [],
        total: '316.00',
        notes: ['Tax is not included yet: it depends on the postal code and the state or province.'],
      });
    expect(countCalls()).toBe(calls);
  });

  test('is not sent to an address where it would be taxed otherwise, unless its buyer agrees', async () => {
    await set(AMERICAN);
    const [ohio, oregon] = [
      await addAddress({ country: 'US', region: 'OH', postalCode: '44114' }),
      await addAddress({ country: 'US', region: 'OR', postalCode: '97201' }),
    ];
    const placed = objectBody(await order({ lines: of([hammer, 32]), addressId: ohio }));
    const change = () =>
      shop.call('PATCH', `/purchases/${placed.insertedId}`, { token: ada.token, body: { addressId: oregon } });
    const refused = await change();
    expect(objectBody(refused)).toMatchObject({ code: 'price_changed', errors: { addressId: expect.any(String) } });
    shop.faults.failRequests({ times: 10, status: 500 });
    shop.context.taxService = rememberTax(createTaxCalculator({ ...shop.cards.secretApi, host: recorder.host }));
    expect(statusAndCode(await change())).toBe('503 tax_unavailable');
  });
});

describe('while Stripe does not answer', () => {
  const RATE = {
    ...{ name: 'Own VAT', taxClass: 'standard', country: 'DE', region: '', postalFrom: '', postalTo: '' },
    ...{ rate: 190_000, isAdded: false, validFrom: '2020-01-01' },
  };
  const away = () => shop.faults.failRequests({ times: 100, status: 500, when: ({ path }) => path.includes('/tax/') });
  let addressId: string;
  beforeAll(async () => {
    addressId = await addAddress({ country: 'DE', postalCode: '10115' });
    await shop.database.db.insert(taxRates).values({ ...RATE, id: newIdentifier() });
    await shop.context.taxRates.reload();
  });

  test('nothing is ordered, unless the owner has chosen the shop’s own rates', async () => {
    away();
    const body = { lines: of([hammer, 40]), addressId };
    const refused = await order(body);
    expect(statusAndCode(refused)).toBe('503 tax_unavailable');
    expect(objectBody(refused).detail).toMatch(/cannot be calculated right now.*try again/);
    const [count] = await shop.sql`select count(*)::int as n from orders where quantity = 40`;
    expect(count).toEqual({ n: 0 });
    await set({ ...GERMAN, taxFallback: 'table' });
    const placed = objectBody(await order(body));
    expect(placed.totals).toMatchObject({ goods: '400.00', tax: '77.14' });
    const [charges] =
      await shop.sql`select charges -> 'taxes' -> 0 ->> 'name' as name from purchases where id = ${String(placed.insertedId)}`;
    expect(charges).toEqual({ name: 'Own VAT' });
  });

  test('an estimate follows the same rule, and says that the tax is missing', async () => {
    away();
    const body = { lines: of([hammer, 41]), country: 'DE', postalCode: '10115' };
    expect(await estimated(body)).toMatchObject({
      tax: [],
      totals: { tax: '0.00', total: '416.00' },
      notes: [expect.stringMatching(/Tax is not included/)],
    });
    await set({ ...GERMAN, taxFallback: 'table' });
    expect(await estimated(body)).toMatchObject({ tax: [{ name: 'Own VAT' }], notes: [] });
    // A failure is not remembered.
    shop.faults.reset();
    expect(await estimated(body)).toMatchObject({ tax: [{ name: 'VAT' }] });
  });

  test('the shop’s own rates apply where it has one, or a reason to charge nothing', async () => {
    await set({ ...GERMAN, taxFallback: 'table' });
    away();
    const swissId = await addAddress({ country: 'CH', postalCode: '8001' });
    const exported = objectBody(await order({ lines: of([hammer, 46]), addressId: swissId }));
    expect(exported.totals).toMatchObject({ goods: '460.00', tax: '0.00' });
    await shop.sql`update tax_rates set country = 'AT', version = version + 1`;
    await shop.context.taxRates.reload();
    for (const to of [addressId, swissId])
      expect(statusAndCode(await order({ lines: of([hammer, 47]), addressId: to }))).toBe('503 tax_unavailable');
  });

  test('too many askers at once are no reason to charge by other rates', async () => {
    await set({ ...GERMAN, taxFallback: 'table' });
    await shop.sql`update tax_rates set country = 'DE', version = version + 1`;
    await shop.context.taxRates.reload();
    const usual = shop.context.taxService;
    const { promise, resolve } = Promise.withResolvers<never>();
    const down: string[] = [];
    const guarded = guardTaxCalculator(
      { calculate: () => promise },
      { monitor: { up: () => {}, down: (reason) => down.push(reason) }, metrics: { observe: () => {} } },
    );
    shop.context.taxService = rememberTax(guarded);
    const asking = Array.from({ length: 12 }, () => guarded.calculate({} as never, ada.userId).catch(() => null));
    const refused = await order({ lines: of([hammer, 48]), addressId });
    shop.context.taxService = usual;
    resolve({ kind: 'calculated', lines: [], shipping: null } as never);
    await Promise.all(asking);
    expect([statusAndCode(refused), refused.headers.get('retry-after'), down]).toEqual(['503 busy', '1', []]);
  });

  test('a shop without rates charges nothing by them', async () => {
    await set({ ...GERMAN, taxFallback: 'table' });
    await shop.sql`delete from tax_rates`;
    await shop.context.taxRates.reload();
    away();
    expect(statusAndCode(await order({ lines: of([hammer, 42]), addressId }))).toBe('503 tax_unavailable');
  });

  test('where Stripe calculates no tax at all, it has not answered', async () => {
    const koreanId = await addAddress({ country: 'KP', city: 'Pyongyang' });
    expect(statusAndCode(await order({ lines: of([hammer, 43]), addressId: koreanId }))).toBe('503 tax_unavailable');
  });

  test('a buyer waits two seconds, once', async () => {
    shop.faults.delayRequests({ times: 10, ms: 4_000, when: ({ path }) => path.includes('/tax/') });
    const startedAt = performance.now();
    expect(statusAndCode(await order({ lines: of([hammer, 44]), addressId }))).toBe('503 tax_unavailable');
    expect(performance.now() - startedAt).toBeLessThan(3_900);
  });

  test('an order without an address needs the address of the shop', async () => {
    await set({ country: 'United States' });
    await expect(placeOrder(shop, ada, hammer, 45)).rejects.toThrow(/503/);
    await set(AMERICAN);
    const id = await placeOrder(shop, ada, hammer, 45);
    const [row] = await shop.sql`select tax_minor::int as tax from orders where id = ${id}`;
    // 450.00 at 5.75 % and at 2.25 %, each rounded by itself.
    expect(row).toEqual({ tax: 3_601 });
  });
});

describe('questions cost the owner money, so', () => {
  const ADDRESS = '203.0.113.7';
  let strict: TestShop;
  let buyer: TestUser;
  let saw: TestTool;
  const germany = { country: 'DE', postalCode: '10115' };
  const isTaxed = async (quantity: number, from = ADDRESS) => {
    const response = await fetch(`${strict.origin}/api/purchases/estimate`, {
      method: 'POST',
      body: JSON.stringify({ lines: of([saw, quantity]), ...germany }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    });
    return ((await response.json()) as { tax: unknown[] }).tax.length > 0;
  };

  beforeAll(async () => {
    strict = await createTestShop({ settings: { tax: { kind: 'stripe' }, rateLimits: true, trustedProxies: 1 } });
    buyer = await strict.signUp({ confirmed: true });
    saw = await createTool(strict, { itemName: 'Saw', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 1_000 });
    await strict.sql`update shop_settings set version = version + 1, values = '{"country": "Germany"}'`;
    await strict.context.shopSettings.reload();
  });
  afterAll(() => strict.close());

  test('a network that has asked a lot gets estimates without tax, except for what is remembered', async () => {
    expect(await isTaxed(1)).toBe(true);
    await strict.context.limits.consume('taxEstimate', ADDRESS, 99);
    expect(await isTaxed(2)).toBe(false);
    expect(await isTaxed(1)).toBe(true);
    expect(await isTaxed(2, '198.51.100.9')).toBe(true);
    // It is known now, so it costs nothing.
    expect(await isTaxed(2)).toBe(true);
  });

  test('strangers of many networks have a limit together', async () => {
    await strict.context.limits.consume('taxEstimates', 'all', 2_000);
    expect(await isTaxed(3, '198.51.100.10')).toBe(false);
    const rows = await strict.sql`select key from rate_limits where key like 'taxEstimates:%'`;
    expect(rows).toHaveLength(1);
  });

  test('the estimates of customers do not depend on strangers', async () => {
    const customer = await strict.signUp({ confirmed: true });
    const estimates = await strict.call('POST', '/purchases/estimate', {
      token: customer.token,
      body: { lines: of([saw, 6]), ...germany },
    });
    expect((objectBody(estimates).tax as unknown[]).length).toBeGreaterThan(0);
  });

  test('a total below the value of the goods is refused before anybody is asked', async () => {
    let asked = 0;
    const usual = strict.context.taxService;
    strict.context.taxService = usual && {
      recall: usual.recall,
      ask(...question) {
        asked += 1;
        return usual.ask(...question);
      },
    };
    const place = (total: string) =>
      strict.call('POST', '/purchases', { token: buyer.token, body: { lines: of([saw, 7]), total } });
    const refused = await place('69.99');
    expect([statusAndCode(refused), asked]).toEqual(['409 price_changed', 0]);
    expect(objectBody(refused).errors).toEqual({ total: 'The goods alone cost 70.00.' });
    expect([statusAndCode(await place('70.00')), asked]).toEqual(['409 price_changed', 1]);
    strict.context.taxService = usual;
  });

  test('an account that has asked a lot cannot order, and orders do not depend on strangers', async () => {
    const place = (quantity: number) =>
      strict.call('POST', '/purchases', { token: buyer.token, body: { lines: of([saw, quantity]) } });
    expect((await place(4)).status).toBe(201);
    await strict.context.limits.consume('taxOrder', buyer.userId, 199);
    const refused = await place(5);
    expect([statusAndCode(refused), Number(refused.headers.get('retry-after'))]).toEqual([
      '429 too_many_requests',
      expect.any(Number),
    ]);
  });
});
