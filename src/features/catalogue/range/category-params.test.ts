import { describe, expect, test } from 'vitest';
import { getFieldTexts } from './category-fields.ts';
import { formatCategoryParams, parseCategoryParams } from './category-params.ts';

const parse = (query: string) => parseCategoryParams(new URLSearchParams(query));
const LENGTH = { name: 'Length', unit: 'mm', min: 5, max: 90, values: [], about: false, more: false };
const showFields = (query: string) =>
  Object.fromEntries(getFieldTexts(parse(query), { specifications: [LENGTH] }).entries());

describe('invalid input in the filters of a category', () => {
  test.each([
    'price.min=cheap',
    'price.min=-5&price.max=10',
    'price.min=50&price.max=10',
    'minimum.max=few',
    'spec.Length.min=long&spec.Length.max=20&spec.Length.unit=mm',
  ])('%s stays in its fields, in every link on the page, and in the address of these links', (query) => {
    const params = parse(`${query}&state=low`);
    expect(params.filters).toEqual(parse('state=low').filters);
    expect(showFields(`${query}&state=low`)).toEqual(Object.fromEntries(new URLSearchParams(`${query}&state=low`)));
    const link = formatCategoryParams(params, { sort: 'price' });
    expect(parse(link.slice(1))).toEqual({ ...params, sort: 'price' });
  });

  test('is only kept if the page has fields for it', () => {
    for (const query of ['state=sold', 'spec.=1', `spec.${'x'.repeat(61)}.min=1`, 'category=../x'])
      expect([query, parse(query)]).toEqual([query, parse('')]);
  });

  test('is not repeated endlessly', () => {
    const names = Array.from({ length: 60 }, (_, at) => `spec.N${at % 8}.min=x${at}`).join('&');
    expect(parse(names).rejected.length).toBeLessThanOrEqual(24);
    expect(parse(`price.min=${'x'.repeat(300)}`).rejected).toEqual([]);
  });
});

test('only pages after the hundredth have a cursor', () => {
  expect(parse('page=101&cursor=abc')).toMatchObject({ page: 101, cursor: 'abc' });
  expect(parse('page=101')).toMatchObject({ page: 100, cursor: '' });
  expect(parse('page=7&cursor=abc')).toMatchObject({ page: 7, cursor: '' });
  expect(parse('page=101&cursor=%3C')).toMatchObject({ page: 100, cursor: '' });
  const params = parse('state=low&page=101&cursor=abc');
  expect(formatCategoryParams(params, { page: 102, cursor: 'd' })).toBe('?state=low&page=102&cursor=d');
  expect(formatCategoryParams(params, { sort: 'price' })).toBe('?state=low&sort=price');
});

test('a number in a different unit than its field is shown with its unit', () => {
  expect(showFields('spec.Length.min=1 in&spec.Length.unit=mm')).toMatchObject({ 'spec.Length.min': '1 in' });
  expect(showFields('spec.Length.min=8&spec.Length.unit=mm')).toMatchObject({ 'spec.Length.min': '8' });
  expect(showFields('spec.Length.min=8')).toMatchObject({ 'spec.Length.min': '8' });
});
