import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCount } from './numbers.ts';

test('a count has the same format as the platform’s', () => {
  expect(formatCount(0)).toBe('0');
  expect(formatCount(999)).toBe('999');
  expect(formatCount(1_000)).toBe('1,000');
  expect(formatCount(1_234.5678)).toBe('1,234.5678');
  expect(formatCount(-1_234_567)).toBe('-1,234,567');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (count) => {
      expect(formatCount(count)).toBe(count === 0 ? '0' : count.toLocaleString('en-US'));
    }),
  );
});

test('nothing else formats a number', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /toLocaleString|NumberFormat/.test(readFileSync(file, 'utf8')),
  );
  expect(others.toSorted()).toEqual([
    // The card provider is outside of the shop, and formats any currency.
    'src/card-sandbox/stripe-currencies.ts',
    // On the server only, once for each currency.
    'src/shared/currencies.test.ts',
    'src/shared/currencies.ts',
    'src/shared/money.test.ts',
    'src/shared/numbers.test.ts',
  ]);
});
