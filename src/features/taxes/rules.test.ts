import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTwin, isAmbiguous, listInForce, resolveRates, type TaxRateEntry } from './rules.ts';

const rate = (parts: Partial<TaxRateEntry>): TaxRateEntry => ({
  name: 'Sales tax',
  taxClass: 'standard',
  country: 'US',
  region: '',
  postalFrom: '',
  postalTo: '',
  rate: 50_000,
  isAdded: false,
  validFrom: '2026-01-01',
  ...parts,
});
const at = (region: string, postalCode = '', country = 'US') => ({ country, region, postalCode });
const standardAt = (rates: TaxRateEntry[], where = at('OH', '44114'), onDay = '2026-06-01') =>
  resolveRates(rates, where, onDay).standard?.map((tax) => tax.rate);

describe('the taxes at a destination', () => {
  const country = rate({ rate: 10_000 });
  const state = rate({ region: 'OH', rate: 57_500 });
  const city = rate({ postalFrom: '44100', postalTo: '44199', rate: 80_000 });

  test('are those of the smallest place', () => {
    expect(standardAt([country, state, city])).toEqual([80_000]);
    expect(standardAt([country, state, city], at('OH', '45000'))).toEqual([57_500]);
    expect(standardAt([country, state, city], at('TX', '73301'))).toEqual([10_000]);
  });

  test('add up where a rate is charged in addition, the largest place first', () => {
    const added = { ...city, isAdded: true, name: 'Cuyahoga County' };
    expect(standardAt([country, added, state])).toEqual([57_500, 80_000]);
    expect(standardAt([country, added])).toEqual([10_000, 80_000]);
    expect(standardAt([{ ...state, isAdded: true }, added, country])).toEqual([10_000, 57_500, 80_000]);
  });

  test('include all added taxes of one place', () => {
    const names = ['County', 'Transit'].map((name) => ({ ...city, isAdded: true, name }));
    expect(standardAt([state, ...names])).toEqual([57_500, 80_000, 80_000]);
  });

  test('are none where the owner has no rate', () => {
    expect(standardAt([state], at('TX'))).toEqual([]);
    expect(standardAt([state], at('OH', '', 'CA'))).toEqual([]);
  });

  test('change on the day from which a rate is valid', () => {
    const later = { ...state, rate: 60_000, validFrom: '2027-01-01' };
    expect(standardAt([later, state], at('OH'), '2026-12-31')).toEqual([57_500]);
    expect(standardAt([later, state], at('OH'), '2027-01-01')).toEqual([60_000]);
    expect(standardAt([later], at('OH'), '2026-12-31')).toEqual([]);
  });

  test('are the standard ones for a class without a rate there, and none for the zero class', () => {
    const books = rate({ region: 'OH', taxClass: 'books', rate: 0 });
    const classes = resolveRates([state, books], at('OH'), '2026-06-01', ['unknown']);
    expect(classes.books).toEqual([{ name: 'Sales tax', rate: 0 }]);
    expect(classes.reduced).toEqual(classes.standard);
    expect(classes.unknown).toEqual(classes.standard);
    expect(classes.zero).toEqual([]);
    expect(resolveRates([rate({}), books], at('TX'), '2026-06-01').books?.[0]?.rate).toBe(50_000);
  });
});

const code = fc.constantFrom('', '1', '12', '13', '2', '24');
const rates = fc.array(
  fc
    .record({
      name: fc.constantFrom('County', 'Transit'),
      taxClass: fc.constantFrom('standard', 'reduced', 'zero', 'books'),
      region: fc.constantFrom('', 'OH', 'oh', 'TX'),
      postalFrom: code,
      isAdded: fc.boolean(),
      rate: fc.integer({ min: 0, max: 250_000 }),
      validFrom: fc.constantFrom('2026-01-01', '2026-06-01', '2027-01-01'),
    })
    .map((parts) => rate({ ...parts, postalTo: parts.postalFrom })),
  { maxLength: 12 },
);
const destinations = fc.record({
  country: fc.constant('US'),
  region: fc.constantFrom('OH', 'TX'),
  postalCode: fc.constantFrom('', '12', '131', '24'),
});
const days = fc.constantFrom('2025-12-31', '2026-03-01', '2026-06-01', '2028-01-01');

test('no order of the rates changes the taxes, not even of ambiguous ones', () => {
  fc.assert(
    fc.property(rates, destinations, days, (all, where, onDay) => {
      // Of two that differ in nothing but the rate, the database has one.
      const distinct = all.filter((one, at) => !all.slice(0, at).some((other) => isAmbiguous(one, other)));
      expect(resolveRates(distinct.toReversed(), where, onDay)).toEqual(resolveRates(distinct, where, onDay));
    }),
  );
});

test('rates of other places and later days change nothing, and neither do those that a later one has replaced', () => {
  fc.assert(
    fc.property(rates, destinations, days, (all, where, onDay) => {
      const distinct = all.filter((one, at) => !all.slice(0, at).some((other) => isAmbiguous(one, other)));
      const foreign = distinct.map((one) => ({ ...one, country: 'CA' }));
      const future = distinct.map((one) => ({ ...one, validFrom: '2099-01-01', rate: 1 }));
      const expected = resolveRates(distinct, where, onDay);
      expect(resolveRates([...foreign, ...distinct, ...future], where, onDay)).toEqual(expected);
      expect(resolveRates(listInForce(distinct, onDay), where, onDay, Object.keys(expected))).toEqual(expected);
    }),
  );
});

test('of each place, at most one rate is not an addition, and it is the first', () => {
  fc.assert(
    fc.property(rates, destinations, days, (all, where, onDay) => {
      const named = all.map((one) => ({ ...one, name: one.isAdded ? 'added' : 'base' }));
      for (const taxes of Object.values(resolveRates(named, where, onDay)))
        expect(taxes.slice(1).every(({ name }) => name === 'added')).toBe(true);
    }),
  );
});

describe('two rates of the same name and percentage', () => {
  const added = (more: Partial<TaxRateEntry> = {}) => rate({ region: 'OH', isAdded: true, ...more });
  test.each([
    ['are charged together if the smaller place adds its own', added(), [rate({})], true],
    ['are charged together in one place', rate({ isAdded: true }), [rate({})], true],
    ['are told apart by their names', added({ name: 'County tax' }), [rate({})], false],
    ['are told apart by their percentages', added({ rate: 1 }), [rate({})], false],
    ['of two classes are never charged together', added({ taxClass: 'reduced' }), [rate({})], false],
    ['of two places are never charged together', added(), [rate({ region: 'IN', isAdded: true })], false],
    [
      'are not charged together if the smaller place has its own',
      rate({ region: 'OH' }),
      [rate({ isAdded: true })],
      false,
    ],
    [
      'are not charged together once one has been replaced',
      added({ validFrom: '2027-01-01' }),
      [rate({}), rate({ rate: 1, validFrom: '2026-12-31' })],
      false,
    ],
  ])('%s', (_, one, others, expected) => {
    expect(findTwin(one, others) !== null).toBe(expected);
  });

  test('are one tax at an address where they are charged together all the same', () => {
    const { standard } = resolveRates([rate({ rate: 20_000 }), added({ rate: 20_000 })], at('OH'), '2027-01-01');
    expect(standard).toEqual([{ name: rate({}).name, rate: 40_000 }]);
  });
});

describe('two rates are ambiguous', () => {
  const range = (from: string, to: string, more: Partial<TaxRateEntry> = {}) =>
    rate({ postalFrom: from, postalTo: to, ...more });
  test.each([
    ['if their postal codes overlap', range('100', '200'), range('150', '250'), true],
    ['if both are of one place from the same day', rate({}), rate({ name: 'Other' }), true],
    ['unless they follow each other', rate({}), rate({ validFrom: '2027-01-01' }), false],
    ['unless their classes differ', rate({}), rate({ taxClass: 'reduced' }), false],
    ['unless one place is smaller', rate({}), rate({ region: 'OH' }), false],
    ['unless both are added and have names', rate({ isAdded: true }), rate({ isAdded: true, name: 'Other' }), false],
    ['unless one is added to the other', rate({}), rate({ isAdded: true }), false],
    ['unless no address is in both', range('100', '149'), range('150', '250'), false],
  ])('%s', (_, one, other, expected) => {
    expect(isAmbiguous(one, other)).toBe(expected);
    expect(isAmbiguous(other, one)).toBe(expected);
  });
});
