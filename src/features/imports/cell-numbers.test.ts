import { describe, expect, test } from 'vitest';
import { isAmbiguous, toPlainNumber, toPlainNumbers, toWholeDigits } from './cell-numbers.ts';

describe('the numbers in a text', () => {
  test.each([
    ['1,250 g', '.', '1250 g'],
    ['1.250 g', ',', '1250 g'],
    ['1.250 kg', '.', '1.250 kg'],
    ['1,200 x 800 x 144.5 mm', '.', '1200 x 800 x 144.5 mm'],
    ['1.200 x 800,5 x 144 mm', ',', '1200 x 800.5 x 144 mm'],
    ['1,234,567.5 to 2 mm', '.', '1234567.5 to 2 mm'],
    ['1.2.3, M6', ',', '1.2.3, M6'],
  ] as const)('of %j with the decimal separator %j are read as %j', (text, decimal, plain) => {
    expect(toPlainNumbers(text, decimal)).toBe(plain);
  });
});

test('three digits after the separator are ambiguous if they could be thousands', () => {
  const isOdd = (cell: string, decimal: '.' | ',') => isAmbiguous(toPlainNumber(cell, decimal) ?? '');
  expect([isOdd('1.200', '.'), isOdd('1,200', ','), isOdd('$18.900', '.')]).toEqual([true, true, true]);
  expect([isOdd('1,200', '.'), isOdd('0.900', '.'), isOdd('18.9000', '.'), isOdd('1,200.500', '.')]).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([toWholeDigits('1.000', '.'), toWholeDigits('1.000', ','), toWholeDigits('12.00', '.')]).toEqual([
    null,
    '1000',
    '12',
  ]);
});
