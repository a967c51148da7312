import { expect, test } from 'vitest';
import { readDecimalComma } from './decimal-comma.ts';

test.each([
  ['7,90', '7.90'],
  [' 41,6233 ', '41.6233'],
  ['-81,7', '-81.7'],
  ['0,125', '0.125'],
  ['1250,5', '1250.5'],
  ['1.234,50', '1234.50'],
  ['1,234,567.5', '1234567.5'],
])('a decimal comma is a point: %s', (typed, read) => {
  expect(readDecimalComma(typed)).toBe(read);
});

test.each(['1,250', '-12,000', '1,2,3', '1.23,4', '7.90', '12,', ',5', 'a few', ''])(
  'anything else stays as typed: %s',
  (typed) => {
    expect(readDecimalComma(typed)).toBe(typed);
  },
);
