import { describe, expect, test } from 'vitest';
import { getOrderTotal } from './order-total.ts';

describe('the total shown while ordering', () => {
  const terms = {
    minOrderQuantity: 10,
    packMultiple: 1,
    maxOrderQuantity: null,
    available: 100,
    unitPriceCents: 1890,
    volumePrices: [],
  };

  test('it is quantity × unit price, exact to the cent, both bounds included', () => {
    expect(getOrderTotal(10, terms)).toBe('189.00');
    expect(getOrderTotal(25, terms)).toBe('472.50');
    expect(getOrderTotal(100, { ...terms, unitPriceCents: 7 })).toBe('7.00');
  });

  test('it follows the volume prices', () => {
    const volumePrices = [{ quantity: 50, unitPriceCents: 1750 }];
    expect(getOrderTotal(49, { ...terms, volumePrices })).toBe('926.10');
    expect(getOrderTotal(50, { ...terms, volumePrices })).toBe('875.00');
  });

  test.each([9, 101, 0, -10, 10.5, Number.NaN, null])('there is none for %s pieces', (quantity) => {
    expect(getOrderTotal(quantity, terms)).toBeNull();
  });

  test('there is none for a part of a pack', () => {
    expect(getOrderTotal(25, { ...terms, packMultiple: 10 })).toBeNull();
    expect(getOrderTotal(30, { ...terms, packMultiple: 10 })).toBe('567.00');
  });
});
