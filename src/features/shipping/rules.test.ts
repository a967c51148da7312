import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doPlacesOverlap, isInPlace, type Place, rankPlace } from '#src/shared/postal-address/places.ts';
import {
  type BasketToShip,
  findOverlap,
  findZone,
  type LineToShip,
  listBarredTools,
  listMethods,
  listUnweighedTools,
  type ShippingMethod,
  type ShippingZone,
} from './rules.ts';

const place = (country: string, parts: Partial<Place> = {}): Place => ({
  country,
  region: '',
  postalFrom: '',
  postalTo: '',
  ...parts,
});
const range = (country: string, postalFrom: string, postalTo = postalFrom) => place(country, { postalFrom, postalTo });
const zone = (name: string, ...places: Place[]): ShippingZone => ({ id: name, name, places });
const method = (changes: Partial<ShippingMethod> = {}): ShippingMethod => ({
  id: 'parcel',
  name: 'Parcel',
  zoneId: 'US',
  kind: 'flat',
  rates: [{ from: 0, priceMinor: 900 }],
  upTo: null,
  freeFromMinor: null,
  handlingMinor: 0,
  daysMin: null,
  daysMax: null,
  pickupAddress: '',
  pickupHours: '',
  isActive: true,
  position: 1,
  ...changes,
});
const line = (weightGrams: number | null, changes: Partial<LineToShip> = {}): LineToShip => ({
  name: 'Anvil',
  weightGrams,
  shipsSeparately: false,
  packs: 1,
  notShippedTo: [],
  ...changes,
});
const basket = (changes: Partial<BasketToShip> = {}): BasketToShip => ({
  destination: { country: 'US', region: 'OH', postalCode: '44114' },
  goodsMinor: 20_000,
  lines: [line(2_000)],
  ...changes,
});
const US = zone('US', place('US'));
const offers = (methods: ShippingMethod[], changes: Partial<BasketToShip> = {}, zones = [US]) =>
  listMethods({ zones, methods }, basket(changes));
const priceOf = (changes: Partial<ShippingMethod>, ofBasket: Partial<BasketToShip> = {}) =>
  offers([method(changes)], ofBasket).map(({ priceMinor }) => priceMinor);

describe('the zone of a destination', () => {
  const zones = [
    zone('US', place('US')),
    zone('Alaska', place('US', { region: 'AK' })),
    zone('Cleveland', range('US', '441')),
  ];
  const of = (region: string, postalCode: string, country = 'US') =>
    findZone(zones, { country, region, postalCode })?.name;

  test('is that of the smallest place', () => {
    expect(of('NY', '10001')).toBe('US');
    expect(of('AK', '99501')).toBe('Alaska');
    expect(of('OH', '44114-1234')).toBe('Cleveland');
  });

  test('does not exist in a country that no zone has', () => {
    expect(of('', '10115', 'DE')).toBeUndefined();
  });
});

describe('a method costs', () => {
  test('one price', () => {
    expect(priceOf({})).toEqual([900]);
  });

  test('its handling on top', () => {
    expect(priceOf({ handlingMinor: 250 })).toEqual([1_150]);
  });

  test('nothing, not even handling, from the value that makes it free', () => {
    expect(priceOf({ handlingMinor: 250, freeFromMinor: 20_001 })).toEqual([1_150]);
    expect(priceOf({ handlingMinor: 250, freeFromMinor: 20_000 })).toEqual([0]);
  });

  const rates = [
    { from: 0, priceMinor: 500 },
    { from: 5_000, priceMinor: 900 },
  ];

  test('the rate of the weight', () => {
    const byWeight = { kind: 'by_weight', rates } as const;
    expect(priceOf(byWeight, { lines: [line(4_999)] })).toEqual([500]);
    expect(priceOf(byWeight, { lines: [line(2_000), line(3_000)] })).toEqual([900]);
  });

  test('the rate of the value of goods', () => {
    const byValue = { kind: 'by_value', rates } as const;
    expect(priceOf(byValue, { goodsMinor: 4_999 })).toEqual([500]);
    expect(priceOf(byValue, { goodsMinor: 5_000, lines: [line(null)] })).toEqual([900]);
  });

  test('a parcel more for each pack of a tool that ships separately', () => {
    const lines = [line(4_000), line(2_000), line(6_000, { shipsSeparately: true })];
    expect(priceOf({}, { lines })).toEqual([1_800]);
    expect(priceOf({ kind: 'by_weight', rates, handlingMinor: 100 }, { lines })).toEqual([1_900]);
    expect(priceOf({}, { lines: [line(6_000, { shipsSeparately: true })] })).toEqual([900]);
    expect(priceOf({}, { lines: [line(6_000, { shipsSeparately: true, packs: 3 })] })).toEqual([2_700]);
  });

  test('what a quote says', () => {
    expect(priceOf({ kind: 'by_quote', rates: [] }, { lines: [line(null)] })).toEqual([null]);
  });
});

describe('a method is not offered', () => {
  const byWeight = { kind: 'by_weight', rates: [{ from: 1_000, priceMinor: 500 }], upTo: 30_000 } as const;

  test('below its first rate and above its limit', () => {
    expect(priceOf(byWeight, { lines: [line(999)] })).toEqual([]);
    expect(priceOf(byWeight, { lines: [line(30_000)] })).toEqual([500]);
    expect(priceOf(byWeight, { lines: [line(30_001)] })).toEqual([]);
  });

  test('if a pack of a tool that ships separately is too heavy', () => {
    expect(priceOf(byWeight, { lines: [line(2_000), line(40_000, { shipsSeparately: true })] })).toEqual([]);
    // Two packs of 20 kg each.
    expect(priceOf(byWeight, { lines: [line(2_000), line(40_000, { shipsSeparately: true, packs: 2 })] })).toEqual([
      1_500,
    ]);
  });

  test('by weight if a tool has none, and these tools are named', () => {
    const lines = [line(2_000), line(null, { name: 'Vise' }), line(null, { name: 'Rasp', shipsSeparately: true })];
    expect(priceOf(byWeight, { lines })).toEqual([]);
    expect(priceOf(byWeight, { lines: lines.slice(0, 2) })).toEqual([]);
    expect(priceOf(byWeight, { lines: lines.slice(2) })).toEqual([]);
    expect(priceOf({ kind: 'by_weight' }, { lines })).toEqual([]);
    expect(priceOf({}, { lines })).toEqual([1_800]);
    expect(listUnweighedTools({ lines })).toEqual(['Vise', 'Rasp']);
  });

  test('while it is inactive, or serves another zone', () => {
    expect(priceOf({ isActive: false })).toEqual([]);
    expect(priceOf({ kind: 'pickup', zoneId: null, rates: [], isActive: false })).toEqual([]);
    expect(priceOf({ zoneId: 'Alaska' })).toEqual([]);
  });

  test('if a tool is not shipped to this country, but the tool can be picked up', () => {
    const methods = [
      method(),
      method({ id: 'quote', kind: 'by_quote', rates: [] }),
      method({ id: 'pickup', kind: 'pickup', zoneId: null, rates: [], pickupHours: 'Mornings' }),
    ];
    const lines = [line(1), line(1, { name: 'Torch', notShippedTo: ['CA', 'US'] })];
    expect(offers(methods, { lines })).toEqual([
      {
        id: 'pickup',
        name: 'Parcel',
        kind: 'pickup',
        priceMinor: 0,
        unlessFree: null,
        byValue: null,
        days: null,
        pickup: { address: '', hours: 'Mornings' },
      },
    ]);
    expect(listBarredTools(basket({ lines }))).toEqual(['Torch']);
    expect(listBarredTools(basket({ lines: [line(1, { notShippedTo: ['CA'] })] }))).toEqual([]);
    const destination = { country: 'US', region: 'HI', postalCode: '96813' };
    const torch = [line(1, { name: 'Torch', notShippedTo: ['US-HI', 'US-AK'] })];
    expect(listBarredTools({ lines: torch, destination })).toEqual(['Torch']);
    expect(listBarredTools({ lines: torch, destination: { ...destination, region: 'OH' } })).toEqual([]);
  });
});

test('a gap leaves nothing to choose but what a buyer can pick up', () => {
  const destination = { country: 'DE', region: '', postalCode: '10115' };
  expect(offers([method(), method({ kind: 'by_quote', rates: [] })], { destination })).toEqual([]);
  const pickup = method({ id: 'pickup', kind: 'pickup', zoneId: null, rates: [], handlingMinor: 300 });
  expect(offers([pickup], { destination })).toMatchObject([{ id: 'pickup', priceMinor: 300 }]);
});

test('methods come in the order of the shop, with the days of the carrier', () => {
  const methods = [
    method({ id: 'b', position: 2, daysMin: 1, daysMax: 3 }),
    method({ id: 'c', position: 2 }),
    method({ id: 'a', position: 1 }),
  ];
  for (const some of [methods, methods.toReversed()])
    expect(offers(some).map(({ id, days }) => [id, days])).toEqual([
      ['a', null],
      ['b', { min: 1, max: 3 }],
      ['c', null],
    ]);
});

describe('an overlap', () => {
  test('is two places of the same size that cover the same address, with both zones', () => {
    const overlap = findOverlap([
      zone('North', range('DE', '10000', '29999')),
      zone('Berlin', range('DE', '10115', '14199')),
    ]);
    expect([overlap?.one.zone.name, overlap?.other.zone.name].sort()).toEqual(['Berlin', 'North']);
    expect([overlap?.one.place.postalFrom, overlap?.other.place.postalFrom].sort()).toEqual(['10000', '10115']);
  });

  test('is a country in two zones, or twice in one', () => {
    expect(findOverlap([zone('A', place('DE')), zone('B', place('DE'))])).not.toBeNull();
    expect(findOverlap([zone('A', place('DE'), place('DE'))])).not.toBeNull();
  });

  test('is no smaller place within a larger one', () => {
    expect(
      findOverlap([
        zone('US', place('US')),
        zone('Ohio', place('US', { region: 'OH' })),
        zone('Cleveland', range('US', '441')),
      ]),
    ).toBeNull();
  });
});

const countries = fc.constantFrom('US', 'DE');
const codes = fc.stringMatching(/^[1-3]{1,3}$/);
const regions = fc.constantFrom('', 'OH', 'oh', 'NY');
const places = fc
  .record({ country: countries, region: regions, codes: fc.option(fc.tuple(codes, codes)) })
  .map(({ country, region, codes: both }): Place => {
    const [postalFrom = '', postalTo = ''] = both?.toSorted() ?? [];
    return { country, region, postalFrom, postalTo };
  });
const zoneLists = fc
  .array(fc.array(places, { minLength: 1, maxLength: 4 }), { maxLength: 5 })
  .map((lists) => lists.map((list, at) => ({ id: `z${at}`, name: `Zone ${at}`, places: list })));
const destinations = fc.record({ country: countries, region: regions, postalCode: codes });

test('an overlap is found exactly if comparing each place with each finds one', () => {
  fc.assert(
    fc.property(zoneLists, (zones) => {
      const all = zones.flatMap((one) => one.places);
      const isOverlapping = all.some((one, at) =>
        all.slice(at + 1).some((other) => rankPlace(one) === rankPlace(other) && doPlacesOverlap(one, other)),
      );
      const found = findOverlap(zones);
      expect(found !== null).toBe(isOverlapping);
      if (found) expect(doPlacesOverlap(found.one.place, found.other.place)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('without overlaps, the zone of a destination does not depend on the order of zones and places', () => {
  fc.assert(
    fc.property(zoneLists, destinations, (zones, destination) => {
      fc.pre(findOverlap(zones) === null);
      const found = findZone(zones, destination);
      const turned = zones.toReversed().map((one) => ({ ...one, places: one.places.toReversed() }));
      expect(findZone(turned, destination)?.id).toBe(found?.id);
      const covering = zones.filter((one) => one.places.some((part) => isInPlace(part, destination)));
      expect(found !== null).toBe(covering.length > 0);
    }),
    { numRuns: 500 },
  );
});

const methodLists = fc.array(
  fc.record({
    kind: fc.constantFrom('flat', 'by_weight', 'by_value'),
    rates: fc.array(fc.record({ from: fc.nat(9_000), priceMinor: fc.nat(5_000) }), { minLength: 1, maxLength: 5 }),
    freeFromMinor: fc.option(fc.integer({ min: 1, max: 40_000 })),
    handlingMinor: fc.nat(500),
    position: fc.nat(5),
    isActive: fc.boolean(),
  }),
  { maxLength: 6 },
);

test('every offered price is whole and never negative, and a rate of the method with its handling, or free', () => {
  fc.assert(
    fc.property(methodLists, fc.nat(10_000), fc.nat(10_000), (lists, grams, goodsMinor) => {
      const methods = lists.map((changes, at) =>
        method({ ...changes, id: `m${at}`, rates: changes.rates.toSorted((one, other) => one.from - other.from) }),
      );
      const found = offers(methods, { goodsMinor, lines: [line(grams)] });
      for (const { id, priceMinor } of found) {
        const one = methods.find((candidate) => candidate.id === id);
        const possible = one?.rates.map((rate) => rate.priceMinor + one.handlingMinor) ?? [];
        const isFree = one?.freeFromMinor != null && goodsMinor >= one.freeFromMinor;
        expect(isFree ? [0] : possible).toContain(priceMinor);
        expect(one?.isActive).toBe(true);
      }
      const positions = found.map(({ id }) => methods.find((one) => one.id === id)?.position ?? 0);
      expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    }),
  );
});
