import { describe, expect, test } from 'vitest';
import type { Suggestions } from '../suggest-contract.ts';
import { describeCounts, moveActive, toOptions } from './suggestion-options.ts';

const product = {
  _id: '1',
  slug: 'claw-hammer',
  sku: 'HM-C16',
  itemName: 'Claw hammer',
  balance: 18.9,
  picture: '/x.svg',
};
const category = { name: 'Hammers', path: 'Hand tools > Hammers', slug: 'hammers', tools: 12 };
const found = (categories: number, products: number): Suggestions => ({
  categories: Array.from({ length: categories }, () => category),
  products: Array.from({ length: products }, () => product),
});

describe('suggestions', () => {
  test('link to pages of categories first, then to those of tools', () => {
    expect(toOptions(found(1, 1)).map(({ kind, path }) => [kind, path])).toEqual([
      ['category', '/categories/hammers'],
      ['product', '/tools/claw-hammer'],
    ]);
  });

  test.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 0, 1],
    ['ArrowDown', 2, -1],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 2, 1],
    ['ArrowUp', 0, -1],
    ['Home', 2, 0],
    ['End', 0, 2],
    ['Home', -1, null],
    ['End', -1, null],
    ['a', 1, null],
    ['Tab', 1, null],
  ])('%s at %i of three leads to %j', (key, active, next) => {
    expect(moveActive(key, active, 3)).toBe(next);
  });

  test('do not handle keys if there are none', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End']) expect(moveActive(key, -1, 0)).toBeNull();
  });

  test.each([
    [0, 0, 'No suggestions.'],
    [0, 1, '1 product. Use the up and down arrow keys to choose.'],
    [1, 0, '1 category. Use the up and down arrow keys to choose.'],
    [2, 6, '2 categories and 6 products. Use the up and down arrow keys to choose.'],
  ])('are counted for %i categories and %i products', (categories, products, sentence) => {
    expect(describeCounts(found(categories, products))).toBe(sentence);
  });
});
