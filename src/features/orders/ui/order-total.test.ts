import { describe, expect, test } from 'vitest';
import { getOrderTotal } from './order-total.ts';

describe('the total shown while ordering', () => {
  const bounds = { min: 10, max: 100 };

  test('it is quantity × unit price, exact to the cent, both bounds included', () => {
    expect(getOrderTotal(10, 18.9, bounds)).toBe('189.00');
    expect(getOrderTotal(25, 18.9, bounds)).toBe('472.50');
    expect(getOrderTotal(100, 0.07, bounds)).toBe('7.00');
  });

  test.each([9, 101, 0, -10, 10.5, Number.NaN, null])('there is none for %s pieces', (quantity) => {
    expect(getOrderTotal(quantity, 18.9, bounds)).toBeNull();
  });
});
