import { describe, expect, test } from 'vitest';
import { countFilters, isBoundedFilter, MAX_FILTERED_NAMES, MAX_FILTERED_VALUES } from './facet-rules.ts';
import { formatFilters, parseFilters } from './filter-params.ts';

const parse = (query: string) => parseFilters(new URLSearchParams(query));
const format = (query: string) => formatFilters(parse(query).filters).toString();

describe('the filters in an address', () => {
  test('are parsed with their values, ranges and units', () => {
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

  test('take a decimal comma, but not one that may stand between thousands', () => {
    expect(format('spec.A.min=150,5 mm&price.max=7,90')).toBe(format('spec.A.min=150.5 mm&price.max=7.90'));
    expect(Object.keys(parse('spec.A.min=1,250&price.max=1,250').errors)).toEqual(['price.max', 'spec.A.min']);
  });

  test('have one canonical form, regardless of order, repetitions and empty fields', () => {
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
    ['price.min=-5', 'price.min'],
    ['price.min=50&price.max=10', 'price.max'],
    ['spec.A.min=8,500', 'spec.A.min'],
    ['spec.A.min=8 bananas', 'spec.A.min'],
    ['spec.A.min=8&spec.A.unit=x', 'spec.A.unit'],
    ['spec.A.min=12&spec.A.max=8', 'spec.A.max'],
    ['spec.A.min=1 in&spec.A.max=20 mm', 'spec.A.max'],
    ['spec.A.min=1 in&spec.A.max=20 kg', 'spec.A.max'],
    [
      Array.from({ length: MAX_FILTERED_NAMES + 1 }, (_, at) => `spec.N${at}=1`).join('&'),
      `spec.N${MAX_FILTERED_NAMES}`,
    ],
    [Array.from({ length: MAX_FILTERED_VALUES + 1 }, (_, at) => `spec.A=${at}`).join('&'), 'spec.A'],
  ])('%s is reported as an error at %s', (query, field) => {
    expect(Object.keys(parse(query).errors)).toEqual([field]);
  });

  test('leave out a range if one end is invalid, and nothing else', () => {
    for (const range of ['price.min=x&price.max=10', 'price.min=50&price.max=10'])
      expect(parse(`${range}&state=low`).filters).toEqual({ ...parse('state=low').filters });
    for (const range of ['spec.A.min=x&spec.A.max=9', 'spec.A.min=12&spec.A.max=9', 'spec.A.min=1 V&spec.A.max=9 kg'])
      expect(parse(`${range}&spec.A=7 mm`).filters.specifications).toEqual([{ name: 'A', values: ['7 mm'], unit: '' }]);
  });

  test('for a reversed range say which number would work', () => {
    expect(parse('price.min=50&price.max=10').errors).toEqual({
      'price.max': 'The end of this range is below its start. Please enter 50 or more, or lower the start.',
    });
    expect(parse('spec.A.min=1 in&spec.A.max=20&spec.A.unit=mm').errors['spec.A.max']).toContain('enter 1 in or more');
  });

  test('convert both ends of a range to the unit of the first', () => {
    const ranges: [query: string, range: object][] = [
      ['spec.A.unit=mm&spec.A.min=8&spec.A.max=1 in', { min: 8, max: 25.4, unit: 'mm' }],
      ['spec.A.min=1 in&spec.A.max=50.8&spec.A.unit=mm', { min: 1, max: 2, unit: 'in' }],
      ['spec.A.max=2 in&spec.A.unit=mm', { max: 2, unit: 'in' }],
      ['spec.A.min=8&spec.A.max=9', { min: 8, max: 9, unit: '' }],
      ['spec.A.min=-10 °C&spec.A.max=40', { min: -10, max: 40, unit: '°C' }],
    ];
    for (const [query, range] of ranges) {
      expect(parse(query)).toMatchObject({ errors: {}, filters: { specifications: [{ name: 'A', ...range }] } });
      expect(format(format(query))).toBe(format(query));
    }
  });

  test('do not count the units that a form sends for every name', () => {
    const units = Array.from({ length: MAX_FILTERED_NAMES + 1 }, (_, at) => `spec.N${at}.unit=mm`).join('&');
    expect(parse(`${units}&spec.B=1`)).toEqual(parse('spec.B=1'));
  });

  test('ignore names from the object prototype', () => {
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
])('%s has %i filters, and may be cached: %s', (query, count, bounded) => {
  const { filters } = parse(query);
  expect(countFilters(filters)).toBe(count);
  expect(isBoundedFilter(filters)).toBe(bounded);
});
