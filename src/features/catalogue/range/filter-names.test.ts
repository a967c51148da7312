import { expect, test } from 'vitest';
import { FILTERED_FIELDS } from './facet-rules.ts';
import { isFilterParameter } from './filter-names.ts';
import { formatFilters } from './filter-params.ts';

test('every parameter that filters tools is known as one, except the state, which lists have themselves', () => {
  const steel = { name: 'Steel', values: ['C60'], min: 1, max: 2, unit: 'mm' };
  const filters = { specifications: [steel], priceMin: 1, priceMax: 2, minimumMax: 3 };
  const names = [...formatFilters(filters).keys(), ...FILTERED_FIELDS.map(({ parameter }) => parameter)];
  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !isFilterParameter(name))).toEqual([]);
  for (const name of ['q', 'state', 'sort', 'page', 'cursor', 'view', 'specials'])
    expect(isFilterParameter(name)).toBe(false);
});
