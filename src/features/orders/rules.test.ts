import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuantityInRange } from './rules.ts';

describe('the quantity', () => {
  const bounds = { min: 10, max: 25 };

  test.each([
    [9, false],
    [10, true],
    [24, true],
    [25, true],
    [26, false],
  ])('%d is within 10 to 25: %s', (quantity, inRange) => {
    expect(isQuantityInRange(quantity, bounds)).toBe(inRange);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -10, 0, 10.5, 2 ** 53])('%d is never in range', (quantity) => {
    expect(isQuantityInRange(quantity, { min: 1, max: Number.MAX_VALUE })).toBe(false);
  });

  test('nothing is in range if the stock is below the minimum', () => {
    fc.assert(fc.property(fc.integer(), (quantity) => !isQuantityInRange(quantity, { min: 10, max: 9 })));
  });
});
