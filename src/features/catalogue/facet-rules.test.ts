import { describe, expect, test } from 'vitest';
import {
  countFilters,
  formatFilters,
  isBoundedFilter,
  MAX_FILTERED_NAMES,
  MAX_FILTERED_VALUES,
  parseFilters,
} from './facet-rules.ts';

const parse = (query: string) => parseFilters(new URLSearchParams(query));
const format = (query: string) => formatFilters(parse(query).filters).toString();

describe('the filters of an address', () => {
  test('are read with their values, ranges and units', () => {
    const query =
      'category=drills&spec.Steel=HSS&spec.Steel=C45&spec.Length.min=8 mm&spec.Length.max=12&price.min=1.5&price.max=20&minimum.max=10&state=low';
    expect(parse(query)).toEqual({
      errors: {},
      filters: {
        category: 'drills',
        specifications: [
          { name: 'Length', values: [], min: 8, max: 12, unit: 'mm' },
          { name: 'Steel', values: ['C45', 'HSS'], unit: '' },
        ],
        priceMin: 150,
        priceMax: 2_000,
        minimumMax: 10,
        state: 'low',
      },
    });
  });

  test('have one spelling, whatever their order, repetitions and empty fields', () => {
    const canonical = format('category=a&spec.A=1&spec.A=2&spec.B.min=2&price.max=5&state=out');
    expect(
      format('state=out&price.max=5.00&spec.B.min=2.0&spec.A=2&spec.A=1&spec.A=2&category=a&price.min=&spec.C='),
    ).toBe(canonical);
    expect(format(canonical)).toBe(canonical);
  });

  test.each([
    ['price.min=cheap', 'price.min'],
    ['price.min=1&price.min=2', 'price.min'],
    ['price.max=99999999', 'price.max'],
    ['minimum.max=0', 'minimum.max'],
    ['state=sold', 'state'],
    ['category=../x', 'category'],
    ['spec.=1', 'spec.'],
    [`spec.${'x'.repeat(61)}=1`, `spec.${'x'.repeat(61)}`],
    ['spec.A=a%00b', 'spec.A'],
    [`spec.A=${'x'.repeat(211)}`, 'spec.A'],
    ['spec.A.min=8,5', 'spec.A.min'],
    [
      Array.from({ length: MAX_FILTERED_NAMES + 1 }, (_, at) => `spec.N${at}=1`).join('&'),
      `spec.N${MAX_FILTERED_NAMES}`,
    ],
    [Array.from({ length: MAX_FILTERED_VALUES + 1 }, (_, at) => `spec.A=${at}`).join('&'), 'spec.A'],
  ])('%s is said to be wrong at %s', (query, field) => {
    expect(Object.keys(parse(query).errors)).toEqual([field]);
  });

  test('name nothing of the prototype of objects', () => {
    expect(parse('spec.__proto__=1&spec.constructor=2').filters.specifications.map(({ name }) => name)).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

test.each([
  ['category=a', 0, true],
  ['state=low', 1, true],
  ['spec.A=1', 1, true],
  ['spec.A=1&spec.A=2', 2, false],
  ['spec.A=1&state=low', 2, false],
  ['spec.A.min=1', 1, false],
  ['price.min=1&price.max=2', 1, false],
])('%s is %i filters, and may be cached: %s', (query, count, bounded) => {
  const { filters } = parse(query);
  expect(countFilters(filters)).toBe(count);
  expect(isBoundedFilter(filters)).toBe(bounded);
});
