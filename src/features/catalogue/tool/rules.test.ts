import { describe, expect, test } from 'vitest';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { checkTerms, toDelta } from './rules.ts';
import { getStockState } from './stock-state.ts';

const TERMS = {
  unitPriceMinor: 1890,
  minOrderQuantity: 10,
  packMultiple: 1,
  maxOrderQuantity: null,
  volumePrices: [],
};

describe('the stock status', () => {
  test.each([
    [9, 1, 'out'],
    [10, 1, 'low'],
    [29, 1, 'low'],
    [30, 1, 'available'],
    [23, 24, 'out'],
    [24, 24, 'low'],
    [71, 24, 'low'],
    [72, 24, 'available'],
  ])('of %i pieces in packs of %i is %s', (quantity, packMultiple, state) => {
    expect(getStockState({ quantity, minOrderQuantity: 10, packMultiple })).toBe(state);
  });
});

test('the smallest order is the minimum, rounded up to whole packs', () => {
  expect(getSmallestOrder({ minOrderQuantity: 10, packMultiple: 24 })).toBe(24);
  expect(getSmallestOrder({ minOrderQuantity: 48, packMultiple: 24 })).toBe(48);
});

describe('the check of terms', () => {
  test.each([
    [{}, null],
    [{ maxOrderQuantity: 10 }, null],
    [{ packMultiple: 24, maxOrderQuantity: 48, volumePrices: [{ quantity: 48, unitPriceMinor: 1889 }] }, null],
    [
      { maxOrderQuantity: 9 },
      { maxOrderQuantity: 'Please enter at least 10 (the minimum order), or leave this blank.' },
    ],
    [
      { packMultiple: 24, maxOrderQuantity: 50 },
      { maxOrderQuantity: 'Please enter a multiple of the pack size (24), such as 48 or 72.' },
    ],
    [
      { volumePrices: [{ quantity: 10, unitPriceMinor: 1890 }] },
      {
        'volumePrices.0.quantity': 'Please enter more than the previous quantity, 10.',
        'volumePrices.0.unitPrice': 'Please enter less than the previous price, $18.90.',
      },
    ],
    [
      {
        volumePrices: [
          { quantity: 50, unitPriceMinor: 1700 },
          { quantity: 40, unitPriceMinor: 1600 },
        ],
      },
      { 'volumePrices.1.quantity': 'Please enter more than the previous quantity, 50.' },
    ],
    [
      { maxOrderQuantity: 40, volumePrices: [{ quantity: 50, unitPriceMinor: 1700 }] },
      { 'volumePrices.0.quantity': 'The maximum order is 40. Please enter less.' },
    ],
  ])('for %j returns %j', (changed, errors) => {
    expect(checkTerms({ ...TERMS, ...changed })).toEqual(errors);
  });
});

test.each([
  ['received', 40, 40],
  ['damaged', 3, -3],
  ['count', 95, -5],
  ['count', 104, 4],
  ['correction', -7, -7],
] as const)('%s of %i pieces changes 100 available pieces by %i', (reason, pieces, delta) => {
  expect(toDelta(reason, pieces, 100)).toBe(delta);
});
