import { describe, expect, test } from 'vitest';
import { calculateTotals } from '#src/shared/totals/purchase-totals.ts';
import { decideTax } from './decide-tax.ts';
import type { TaxRateEntry } from './rules.ts';

const rate = (name: string, region: string, percent: number, more: Partial<TaxRateEntry> = {}): TaxRateEntry => ({
  name,
  taxClass: 'standard',
  country: 'US',
  region,
  postalFrom: '',
  postalTo: '',
  rate: Math.round(percent * 10_000),
  isAdded: false,
  validFrom: '2020-01-01',
  ...more,
});
const local = (name: string, percent: number, [postalFrom, postalTo]: [string, string]) =>
  rate(name, '', percent, { postalFrom, postalTo, isAdded: true });

// Rates of the states and of some of their places, as they were for years. A shop enters them as they are now.
const RATES = [
  rate('Ohio', 'OH', 5.75),
  local('Cuyahoga County', 2.25, ['44101', '44199']),
  rate('New York', 'NY', 4),
  local('New York City', 4.5, ['10001', '10292']),
  local('MCTD', 0.375, ['10001', '10292']),
  rate('Texas', 'TX', 6.25),
  local('Houston', 1, ['77001', '77099']),
  local('Houston MTA', 1, ['77001', '77099']),
];
const CLEVELAND = { country: 'US', region: 'OH', postalCode: '44114' };
const NEW_YORK = { country: 'US', region: 'NY', postalCode: '10001' };
const HOUSTON = { country: 'US', region: 'TX', postalCode: '77002' };
const AUSTIN = { country: 'US', region: 'TX', postalCode: '78701' };
const PORTLAND = { country: 'US', region: 'OR', postalCode: '97201' };

const decide = (destination: typeof CLEVELAND, rates = RATES) =>
  decideTax({
    origin: CLEVELAND,
    destination,
    vatId: '',
    isVatIdValid: false,
    exemptionSentence: null,
    rates,
    onDay: '2026-11-24',
    taxClasses: ['standard'],
    pricesInclude: 'net',
    taxRounding: 'document',
    shippingTax: 'goods',
    reverseCharge: true,
    smallBusiness: false,
    smallBusinessSentence: '',
  });
const charge = (destination: typeof CLEVELAND, goodsMinor: number, shippingMinor = 0) => {
  const lines = [{ totalMinor: goodsMinor, taxClass: 'standard' }];
  const { terms } = decide(destination);
  const { taxes, totalMinor } = calculateTotals({ lines, discountMinor: 0, shippingMinor, tax: terms });
  return { taxes: Object.fromEntries(taxes.map(({ name, amountMinor }) => [name, amountMinor])), totalMinor };
};

describe('a shop in Cleveland', () => {
  test('charges at home, and for what is picked up there, the tax of Ohio and of the county', () => {
    expect(charge(CLEVELAND, 10_000)).toEqual({ taxes: { Ohio: 575, 'Cuyahoga County': 225 }, totalMinor: 10_800 });
    expect(decide(CLEVELAND)).toMatchObject({ kind: 'domestic', sentence: null });
  });

  test('charges the taxes of the buyer’s state and city, each rounded by itself, also on shipping', () => {
    // 8.875 % in all: 8.88 of 100.00.
    expect(charge(NEW_YORK, 10_000)).toEqual({
      taxes: { 'New York City': 450, 'New York': 400, MCTD: 38 },
      totalMinor: 10_888,
    });
    expect(charge(HOUSTON, 10_000, 1_500)).toEqual({
      taxes: { Texas: 719, Houston: 115, 'Houston MTA': 115 },
      totalMinor: 12_449,
    });
  });

  test('charges the tax of the state alone outside the places that add one', () => {
    expect(charge(AUSTIN, 10_000)).toEqual({ taxes: { Texas: 625 }, totalMinor: 10_625 });
  });

  test('charges none in a state where it has no rate, and needs no sentence for that', () => {
    expect(charge(PORTLAND, 10_000)).toEqual({ taxes: {}, totalMinor: 10_000 });
    expect(decide(PORTLAND)).toMatchObject({ kind: 'untaxed', sentence: null });
  });

  test('charges no tax of a state from before the day on which it starts there', () => {
    const rates = RATES.map((one) => (one.region === 'TX' ? { ...one, validFrom: '2026-11-25' } : one));
    expect(decide(AUSTIN, rates).terms.classes.standard).toEqual([]);
  });
});
