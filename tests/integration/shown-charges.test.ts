import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import type { ShopSettings } from '#src/features/shop-settings/rules.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { notePrices, readSellingTerms } from '#src/flows/checkout/note-prices.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase } from './purchase-helpers.ts';
import { readPurchase } from './refund-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let hammer: TestTool;
const parcel = newIdentifier();
const place = (country: string) => ({ country, region: '', postalFrom: '', postalTo: '' });
const rate = (parts: object) => ({
  id: newIdentifier(),
  name: 'VAT',
  taxClass: 'standard',
  ...place('DE'),
  rate: 190_000,
  isAdded: false,
  validFrom: '2020-01-01',
  ...parts,
});

/** The settings of a shop in Berlin, with these changes. */
async function set(changes: Partial<ShopSettings> = {}): Promise<void> {
  const values = { country: 'Germany', timeZone: 'Europe/Berlin', ...changes };
  await shop.sql`update shop_settings set version = version + 1, values = ${values}::jsonb`;
  await shop.context.shopSettings.reload();
}
const PROMISING = { workingDays: 'Mon, Tue, Wed, Thu, Fri', cutOff: '14:00', holidays: '12-25' };

beforeAll(async () => {
  ({ shop, ada } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  hammer = await createTool(shop, { itemName: 'Hammer', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 1_000 });
  const { db } = shop.database;
  await db
    .insert(taxRates)
    .values([
      rate({}),
      rate({ taxClass: 'reduced', rate: 70_000 }),
      rate({ country: 'US', region: 'OH', name: 'Sales tax', rate: 57_500 }),
      rate({ country: 'AT', rate: 200_000 }),
    ]);
  const [zoneId, parcels] = [newIdentifier(), newIdentifier()];
  await db.insert(shippingZones).values([
    { id: zoneId, name: 'Europe', places: [place('DE'), place('AT')] },
    { id: parcels, name: 'France', places: [place('FR')] },
  ]);
  await db.insert(shippingMethods).values([
    {
      id: parcel,
      name: 'Parcel',
      zoneId,
      kind: 'flat',
      rates: [{ from: 0, priceMinor: 600 }],
      daysMin: 1,
      daysMax: 3,
      position: 1,
    },
    { id: newIdentifier(), name: 'Slow', zoneId, kind: 'flat', rates: [{ from: 0, priceMinor: 700 }], position: 2 },
    {
      id: newIdentifier(),
      name: 'Freight',
      zoneId: parcels,
      kind: 'by_quote',
      rates: [],
      daysMin: 1,
      daysMax: 2,
      position: 3,
    },
  ]);
  await shop.context.taxRates.reload();
  await shop.context.shipping.reload();
});
beforeEach(() => set());
afterAll(() => checkAndClose(shop));

const estimate = async (body: object) =>
  objectBody(
    await shop.call('POST', '/purchases/estimate', { body: { lines: [{ toolId: hammer.id, quantity: 2 }], ...body } }),
  ) as {
    beforeTax: boolean;
    total: string;
    tax: object[];
    notes: string[];
    priceNote: string | null;
    shipping: { byQuote: boolean; chosen: string | null; methods: { name: string; arrives?: object }[] };
  };

describe('public pages say of prices', () => {
  const note = (taxClass?: string, at?: Date) => notePrices(shop.context, taxClass, at);

  test('what is added to them, by the class of the tool', async () => {
    expect([note('standard'), note('reduced'), note('zero'), note('unheard of')]).toEqual([
      'plus VAT and shipping',
      'plus VAT and shipping',
      'plus shipping',
      'plus VAT and shipping',
    ]);
  });

  test('which rate they include, and in a list of several classes none', async () => {
    await set({ pricesInclude: 'gross' });
    expect([note('standard'), note('reduced'), note('zero'), note()]).toEqual([
      'incl. 19 % VAT, plus shipping',
      'incl. 7 % VAT, plus shipping',
      'plus shipping',
      'incl. VAT, plus shipping',
    ]);
  });

  test('another rate from midnight on in the shop’s time zone', async () => {
    await set({ pricesInclude: 'gross' });
    await shop.database.db.insert(taxRates).values(rate({ rate: 160_000, validFrom: '2031-01-01' }));
    await shop.context.taxRates.reload();
    expect(note('standard', new Date('2030-12-31T22:59:59Z'))).toBe('incl. 19 % VAT, plus shipping');
    expect(note('standard', new Date('2030-12-31T23:00:00Z'))).toBe('incl. 16 % VAT, plus shipping');
  });

  test('that tax is added where only the address of the buyer decides', async () => {
    await set({ country: 'United States' });
    expect([note('standard'), note('zero')]).toEqual(['plus tax and shipping', 'plus shipping']);
    // The tax of the shop's own state is not that of its buyers.
    await set({ country: 'United States', originRegion: 'OH' });
    expect([note('standard'), note('zero'), note()]).toEqual([
      'plus tax and shipping',
      'plus shipping',
      'plus tax and shipping',
    ]);
  });

  test('nothing about tax in a small business', async () => {
    await set({ smallBusiness: 'on' });
    expect(note('standard')).toBe('plus shipping');
  });

  test('nothing at all, if the shop charges neither and promises no dates', async () => {
    const { shop: plain } = await createTradingShop();
    expect(readSellingTerms(plain.context)).toBeNull();
    await checkAndClose(plain);
  });
});

describe('public pages say of dates', () => {
  const departures = (now: string) => readSellingTerms(shop.context, new Date(now))?.departures;

  test('the next three departures, with their cut-off in the shop’s time zone', async () => {
    await set(PROMISING);
    // Thursday, before the cut-off. Christmas is a Friday.
    expect(departures('2026-12-24T12:00:00Z')).toEqual([
      {
        day: 'Thursday, Dec 24',
        begins: Date.parse('2026-12-23T23:00:00Z'),
        until: Date.parse('2026-12-24T13:00:00Z'),
        hasCutOff: true,
        text: 'Leaves Thursday, Dec 24, if you order by 2:00 PM GMT+1.',
      },
      expect.objectContaining({ day: 'Monday, Dec 28', until: Date.parse('2026-12-28T13:00:00Z') }),
      expect.objectContaining({ day: 'Tuesday, Dec 29' }),
    ]);
    expect(departures('2026-12-24T13:00:00Z')?.[0]).toMatchObject({ day: 'Monday, Dec 28' });
  });

  test('without a cut-off, the next working day until it begins', async () => {
    await set({ ...PROMISING, cutOff: '' });
    expect(departures('2026-11-27T12:00:00Z')?.[0]).toEqual({
      day: 'Monday, Nov 30',
      begins: Date.parse('2026-11-29T23:00:00Z'),
      until: Date.parse('2026-11-29T23:00:00Z'),
      hasCutOff: false,
      text: 'Leaves Monday, Nov 30.',
    });
  });

  test('nothing without working days', () => {
    expect(departures('2026-11-27T12:00:00Z')).toEqual([]);
  });
});

describe('an estimate', () => {
  test('says what the prices include at the destination', async () => {
    await set({ pricesInclude: 'gross' });
    expect((await estimate({ country: 'DE' })).priceNote).toBe('incl. 19 % VAT, plus shipping');
    expect((await estimate({ country: 'AT' })).priceNote).toBe('incl. 20 % VAT, plus shipping');
    expect((await estimate({ country: 'CH' })).priceNote).toBe('incl. VAT, which is taken off, plus shipping');
    await set();
    expect((await estimate({ country: 'DE' })).priceNote).toBe('plus VAT and shipping');
  });

  test('asks for the state before it says what an order with tax costs', async () => {
    await set({ country: 'United States' });
    const say = async (country: string, region = '') => {
      const { beforeTax, total, priceNote, tax, notes } = await estimate({ country, region });
      return { beforeTax, total, priceNote, taxes: tax.length, notes };
    };
    expect(await say('US')).toEqual({
      beforeTax: true,
      total: '20.00',
      priceNote: 'plus tax and shipping',
      taxes: 0,
      notes: expect.arrayContaining(['Tax is not included yet: it depends on the state.']),
    });
    expect(await say('US', 'OH')).toMatchObject({ beforeTax: false, total: '21.15', taxes: 1 });
    expect(await say('US', 'TX')).toMatchObject({ beforeTax: false, total: '20.00', taxes: 0 });
    // No rate of Canada depends on its provinces, and a German address has no such list.
    for (const country of ['CA', 'DE']) expect(await say(country)).toMatchObject({ beforeTax: false });
    await set({ country: 'United States', smallBusiness: 'on' });
    expect(await say('US')).toMatchObject({ beforeTax: false, total: '20.00' });
  });

  test('says what an order has to be worth, while it is worth less', async () => {
    await set({ minimumOrder: '20.01' });
    expect(await estimate({ country: 'DE' })).toMatchObject({ minimum: '20.01', totals: { goods: '20.00' } });
    await set({ minimumOrder: '20.00' });
    expect(await estimate({ country: 'DE' })).toMatchObject({ minimum: null });
  });

  test('says where only a quote can tell what shipping costs', async () => {
    expect((await estimate({ country: 'DE' })).shipping).toMatchObject({ byQuote: false, chosen: parcel });
    for (const country of ['FR', 'JP'])
      expect((await estimate({ country })).shipping).toMatchObject({ byQuote: true, chosen: null });
  });

  test('says when each method arrives whose carrier promises it, and without working days nothing', async () => {
    const list = async (country: string) =>
      (await estimate({ country })).shipping.methods.map(({ name, arrives }) => [name, arrives]);
    expect(await list('DE')).toEqual([
      ['Parcel', undefined],
      ['Slow', undefined],
    ]);
    await set(PROMISING);
    vi.useFakeTimers({ now: new Date('2026-12-24T12:00:00Z'), toFake: ['Date'] });
    expect(await list('DE')).toEqual([
      ['Parcel', { from: '2026-12-28', to: '2026-12-30' }],
      ['Slow', undefined],
    ]);
    expect(await list('FR')).toEqual([['Freight', undefined]]);
    vi.useRealTimers();
  });

  test('takes as many lines as a basket holds', async () => {
    const tools = await Promise.all(
      Array.from({ length: 99 }, (_, at) =>
        createTool(shop, { itemName: `Tool ${at}`, quantity: 10, minOrderQuantity: 1, unitPriceMinor: 100 }),
      ),
    );
    const lines = [hammer, ...tools].map(({ id }) => ({ toolId: id, quantity: 1 }));
    expect(await estimate({ lines, country: 'DE' })).toMatchObject({ totals: { goods: '109.00' } });
  });
});

describe('a purchase', () => {
  const placeOne = async () => {
    const address = {
      name: 'Ada',
      line1: 'Hafenstr. 1',
      city: 'Berlin',
      postalCode: '10115',
      country: 'DE',
      region: '',
    };
    const stored = await shop.call('POST', '/addresses', { token: ada.token, body: address });
    const placed = await shop.call('POST', '/purchases', {
      token: ada.token,
      body: { lines: [{ toolId: hammer.id, quantity: 1 }], addressId: objectBody(stored).insertedId },
    });
    const { insertedId, orders } = objectBody(placed);
    return { id: String(insertedId), orders: orders as string[] };
  };

  test('keeps the dates that its buyer was told, and what they depend on', async () => {
    await set(PROMISING);
    vi.useFakeTimers({ now: new Date('2026-12-24T12:00:00Z'), toFake: ['Date'] });
    const purchase = await placeOne();
    vi.useRealTimers();
    await set({ ...PROMISING, cutOff: '09:00', workingDays: 'Wed' });
    const promised = {
      leaves: '2026-12-24',
      arrives: { from: '2026-12-28', to: '2026-12-30' },
      ifPaidBy: '2026-12-24T13:00:00.000Z',
    };
    expect((await readPurchase(shop, ada, purchase)).promised).toEqual(promised);
    await payPurchase(shop, ada, purchase as never);
    expect((await readPurchase(shop, ada, purchase)).promised).toEqual(promised);
  });

  test('promises nothing in a shop without working days', async () => {
    expect((await readPurchase(shop, ada, await placeOne())).promised).toBeNull();
  });
});
