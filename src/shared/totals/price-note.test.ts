import { expect, test } from 'vitest';
import { describePrices, type PriceFacts } from './price-note.ts';

const VAT = { name: 'VAT', rate: 190_000 };
const note = (facts: Partial<PriceFacts>) =>
  describePrices({ pricesInclude: 'net', taxes: [], hasOneRate: true, isShippingCharged: false, ...facts });

test('a price that is all a buyer pays needs no note', () => {
  expect(note({})).toBeNull();
  expect(note({ pricesInclude: 'gross' })).toBeNull();
});

test.each<[string, Partial<PriceFacts>]>([
  ['plus shipping', { isShippingCharged: true }],
  ['plus shipping', { pricesInclude: 'gross', isShippingCharged: true }],
  ['plus VAT', { taxes: [VAT] }],
  ['plus VAT and shipping', { taxes: [VAT], isShippingCharged: true }],
  ['incl. 19 % VAT', { pricesInclude: 'gross', taxes: [VAT] }],
  ['incl. 19 % VAT, plus shipping', { pricesInclude: 'gross', taxes: [VAT], isShippingCharged: true }],
])('%s', (sentence, facts) => {
  expect(note(facts)).toBe(sentence);
});

test('several taxes are all named', () => {
  const taxes = [
    { name: 'GST', rate: 50_000 },
    { name: 'QST', rate: 99_750 },
  ];
  expect(note({ taxes, isShippingCharged: true })).toBe('plus GST, QST and shipping');
  expect(note({ taxes, pricesInclude: 'gross' })).toBe('incl. 5 % GST and 9.975 % QST');
});

test('prices of several tax classes name their tax once, and no rate', () => {
  const taxes = [VAT, { name: 'VAT', rate: 70_000 }];
  expect(note({ taxes, pricesInclude: 'gross', hasOneRate: false, isShippingCharged: true })).toBe(
    'incl. VAT, plus shipping',
  );
  expect(note({ taxes, hasOneRate: false })).toBe('plus VAT');
});

test('tax that a buyer does not owe is in the prices, and is not paid', () => {
  expect(note({ taxes: [VAT], pricesInclude: 'gross', isRelieved: true, isShippingCharged: true })).toBe(
    'incl. 19 % VAT, which is taken off, plus shipping',
  );
});
