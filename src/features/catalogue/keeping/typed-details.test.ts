import { describe, expect, test } from 'vitest';
import { RELATION_KINDS } from '../tool/kinds.ts';
import {
  formatRelation,
  formatSize,
  formatSpecification,
  formatWeight,
  parseRelation,
  parseSize,
  parseSpecification,
  parseWeight,
} from './typed-details.ts';

test.each([
  ['Jaw width: 120 mm', { name: 'Jaw width', value: '120', unit: 'mm' }],
  ['Hardness: 50 to 57 HRC', { name: 'Hardness', value: '50 to 57', unit: 'HRC' }],
  ['Angle: -2.5 °', { name: 'Angle', value: '-2.5', unit: '°' }],
  ['Standard: ISO 13385-1', { name: 'Standard', value: 'ISO 13385-1', unit: '' }],
  ['Body: Iron mm', { name: 'Body', value: 'Iron mm', unit: '' }],
  ['Power: 12 horses', { name: 'Power', value: '12 horses', unit: '' }],
  ['Thread: M6: coarse', { name: 'Thread', value: 'M6: coarse', unit: '' }],
] as const)('the row %j is parsed, and written as it was typed', (line, row) => {
  expect(parseSpecification(line)).toEqual(row);
  expect(formatSpecification(row)).toBe(line);
});

test.each(['Jaw width', ': 120 mm', 'Jaw width:', ''])('%j is not a row', (line) => {
  expect(parseSpecification(line)).toBeNull();
});

test('weights and sizes are parsed and written with their units', () => {
  expect(parseWeight('12.5kg')).toEqual({ value: 12.5, unit: 'kg' });
  expect(parseWeight('1,59 kg')).toEqual({ value: 1.59, unit: 'kg' });
  expect(parseSize('300,5 x 150 x 80,25 mm')).toEqual({ length: 300.5, width: 150, height: 80.25, unit: 'mm' });
  expect(formatWeight({ value: 12.5, unit: 'kg' })).toBe('12.5 kg');
  for (const text of ['12', '12 mm', '0 kg', '-1 kg', 'kg', '1,250 kg']) expect(parseWeight(text), text).toBeNull();
  expect(parseSize('300x150.5 × 180 MM')).toEqual({ length: 300, width: 150.5, height: 180, unit: 'mm' });
  expect(formatSize({ length: 300, width: 150.5, height: 180, unit: 'mm' })).toBe('300 x 150.5 x 180 mm');
  for (const text of ['300 x 150 mm', '300 x 150 x 180', '300 x 150 x 0 mm', '1 x 2 x 3 kg', '1 x 2 x 3 x 4 mm'])
    expect(parseSize(text), text).toBeNull();
});

describe('a related tool', () => {
  test.each([
    ['Spare part: HM-BP24', { kind: 'spare', sku: 'HM-BP24' }],
    ['  replaced BY :  A/1 x ', { kind: 'replaced_by', sku: 'A/1 x' }],
    ['Fits: A:B', { kind: 'fits', sku: 'A:B' }],
    ['Friend: HM-BP24', null],
    ['Spare part HM-BP24', null],
    ['Spare part:', null],
    [': HM-BP24', null],
  ])('is parsed from %j', (line, expected) => {
    expect(parseRelation(line)).toEqual(expected);
  });

  test.each(RELATION_KINDS)('that is %s is parsed as it was written', (kind) => {
    expect(parseRelation(formatRelation({ kind, sku: 'HM-BP24' }))).toEqual({ kind, sku: 'HM-BP24' });
  });
});
