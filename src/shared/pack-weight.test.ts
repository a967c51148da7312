import { expect, test } from 'vitest';
import { normalizePackWeight, readPackWeight } from './pack-weight.ts';
import { isPlainValue } from './tool-fields/plain-fields.ts';

test('a weight is stored as a number and its unit, however it was typed', () => {
  expect(['2.5 kg', '2,5KG', ' 12oz ', '0.4 lb', '1250 g', '1.2500 kg'].map(normalizePackWeight)).toEqual([
    '2.5 kg',
    '2.5 kg',
    '12 oz',
    '0.4 lb',
    '1250 g',
    '1.25 kg',
  ]);
});

test('nothing else is one', () => {
  for (const typed of ['', '2.5', 'kg', '0 kg', '-1 kg', '2 tons', '1.2345 kg', '1000000 kg', '1e5 g', '2.5 kg each'])
    expect([typed, normalizePackWeight(typed)]).toEqual([typed, null]);
});

test('a stored one is read, and matches what the database accepts', () => {
  expect(readPackWeight('2.5 kg')).toEqual({ value: 2.5, unit: 'kg' });
  expect(readPackWeight('')).toBeNull();
  expect(isPlainValue('packWeight', '2.5 kg')).toBe(true);
});
