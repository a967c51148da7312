import { expect, test } from 'vitest';
import { createTaxCodeFinder, readTaxCodes } from './tax-codes.ts';

test('a list names the code of each class; other classes are ordinary goods', () => {
  const find = createTaxCodeFinder('books = txcd_35010000;shipping=txcd_92010000\nfood=txcd_40060003');
  expect(['books', 'food', 'standard', 'reduced', 'zero', 'shipping'].map(find)).toEqual([
    'txcd_35010000',
    'txcd_40060003',
    'txcd_99999999',
    'txcd_99999999',
    'txcd_00000000',
    'txcd_92010000',
  ]);
});

test('the code of ordinary goods can be another one, also for classes that are not listed', () => {
  const find = createTaxCodeFinder('standard = txcd_30011000');
  expect(['standard', 'reduced', 'shipping'].map(find)).toEqual(['txcd_30011000', 'txcd_30011000', 'txcd_92010001']);
});

test.each([
  'books',
  'books = 35010000',
  'books = txcd_3501',
  'Top Secret = txcd_35010000',
  'books = txcd_35010000 = x',
  'books = txcd_35010000, books = txcd_35010001',
])('“%s” cannot be read', (text) => {
  expect(readTaxCodes(text)).toHaveProperty('wrong');
});
