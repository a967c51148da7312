import { expect, test } from 'vitest';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { newTaxRateSchema } from '../contract.ts';
import { proposeRate } from './proposed-rate.ts';

test('the standard rate of a country is proposed, and none where states set it', () => {
  expect(proposeRate('DE')).toEqual({ name: 'VAT', percent: 19 });
  expect(proposeRate('CH')).toEqual({ name: 'VAT', percent: 8.1 });
  expect(proposeRate('FI')).toEqual({ name: 'VAT', percent: 25.5 });
  expect(proposeRate('CA')).toEqual({ name: 'GST', percent: 5 });
  for (const country of ['US', 'XX', '']) expect(proposeRate(country)).toBeNull();
});

test('every proposed rate can be stored', () => {
  const proposed = COUNTRIES.flatMap(([country]) => {
    const rate = proposeRate(country);
    return rate ? [{ name: rate.name, rate: String(rate.percent), country, validFrom: '2027-01-01' }] : [];
  });
  expect(proposed.length).toBeGreaterThan(100);
  expect(proposed.filter((rate) => !newTaxRateSchema.safeParse(rate).success)).toEqual([]);
});
