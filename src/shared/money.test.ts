import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalToMinor, formatDecimalMoney, formatMoney, minorToDecimal, minorToNumber, US_DOLLARS } from './money.ts';

const payable = fc.integer({ min: 0, max: US_DOLLARS.maxMinor });

describe('amounts on the wire', () => {
  test('a decimal string always has two decimals', () => {
    expect(minorToDecimal(47_250)).toBe('472.50');
    expect(minorToDecimal(5)).toBe('0.05');
    expect(minorToDecimal(-1_203)).toBe('-12.03');
    fc.assert(fc.property(payable, (minor) => /^\d+\.\d\d$/.test(minorToDecimal(minor))));
  });

  test('every payable amount survives formatting and parsing, as string and as number', () => {
    fc.assert(
      fc.property(payable, (minor) => {
        expect(decimalToMinor(minorToDecimal(minor))).toBe(minor);
        expect(decimalToMinor(minorToNumber(minor))).toBe(minor);
      }),
    );
  });

  test('a total multiplied as a floating-point number, as in a browser, is the exact total', () => {
    expect(decimalToMinor(3 * 18.9)).toBe(5_670);
    expect(decimalToMinor(String(25 * 18.9))).toBe(47_250);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 99_999 }), (quantity, unit) => {
        fc.pre(quantity * unit <= US_DOLLARS.maxMinor);
        expect(decimalToMinor(quantity * (unit / 100))).toBe(quantity * unit);
      }),
    );
  });

  test.each([
    ['a tenth of a cent', 0.001],
    ['half a cent', 0.005],
    ['a third', 1 / 3],
    ['an exponent', '1e3'],
    ['a negative amount', -1],
    ['a sign', '+5'],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['nothing', ''],
    ['blanks', '   '],
    ['a hexadecimal number', '0x10'],
    ['a thousands separator', '1,000'],
    ['two points', '1.2.3'],
    ['a bare point', '.5'],
    ['digits of another script', '١٢'],
    ['an amount too large for exact numbers', '9'.repeat(13)],
    ['a word', 'free'],
  ])('%s is not an amount', (_what, amount) => {
    expect(decimalToMinor(amount)).toBeNull();
  });

  test('no text makes it throw or return a fraction', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), (anything) => {
        const minor = decimalToMinor(anything);
        expect(minor === null || (Number.isSafeInteger(minor) && minor >= 0)).toBe(true);
      }),
    );
  });
});

test('amounts are shown in dollars', () => {
  expect(formatMoney(123_456)).toBe('$1,234.56');
  expect(formatDecimalMoney('472.50')).toBe('$472.50');
  expect(formatDecimalMoney(18.9)).toBe('$18.90');
});

test('amounts have the same format as the platform’s', () => {
  const platform = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  fc.assert(
    fc.property(fc.integer({ min: -US_DOLLARS.maxMinor, max: US_DOLLARS.maxMinor }), (minor) => {
      expect(formatMoney(minor)).toBe(platform.format(minor / 100));
      expect(formatDecimalMoney(minorToDecimal(minor))).toBe(platform.format(minor / 100));
    }),
  );
});
