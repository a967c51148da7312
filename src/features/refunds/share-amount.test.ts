import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareAmount } from './share-amount.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const prices = fc.array(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1, maxLength: 100 });

test('shares add up to the amount or to the prices, whichever is less, and none exceeds its price', () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 0, max: 999_999_999 }), (of, amount) => {
      const shares = shareAmount(amount, of);
      expect(sum(shares)).toBe(Math.min(amount, sum(of)));
      for (const [at, price] of of.entries()) expect(shares[at] ?? 0).toBeLessThanOrEqual(price);
    }),
  );
});

test('shares differ from their exact value by less than a cent for each line', () => {
  fc.assert(
    fc.property(prices, (of) => {
      const amount = Math.floor(sum(of) / 2);
      for (const [at, share] of shareAmount(amount, of).entries())
        expect(Math.abs(share - (amount * (of[at] ?? 0)) / sum(of))).toBeLessThan(of.length + 1);
    }),
  );
});

test('without prices, there is nothing to share', () => {
  expect(shareAmount(500, [])).toEqual([]);
  expect(shareAmount(500, [0, 0])).toEqual([0, 0]);
});
