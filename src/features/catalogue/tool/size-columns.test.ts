import { describe, expect, test } from 'vitest';
import type { Specification } from './rules.ts';
import { getSizeColumns, getSizeValue, sortSizes } from './size-columns.ts';

const size = (...rows: [name: string, value: string, unit?: Specification['unit']][]) => ({
  specifications: rows.map(([name, value, unit = '']) => ({ name, value, unit })),
});

describe('the columns of sizes', () => {
  test('are the specifications in which the sizes differ, in their order', () => {
    const sizes = [
      size(['Flats', '13', 'mm'], ['Steel', 'C60'], ['Length', '160', 'mm']),
      size(['Flats', '17', 'mm'], ['Steel', 'C60'], ['Length', '205', 'mm']),
    ];
    expect(getSizeColumns(sizes)).toEqual(['Flats', 'Length']);
  });

  test('distinguish the same number in different units', () => {
    expect(getSizeColumns([size(['Length', '10', 'mm']), size(['Length', '10', 'in'])])).toEqual(['Length']);
  });

  test('include specifications that some sizes lack, after those that most have', () => {
    const sizes = [size(['Case', 'yes'], ['Flats', '13']), size(['Flats', '17']), size(['Flats', '19'])];
    expect(getSizeColumns(sizes)).toEqual(['Flats', 'Case']);
    expect(getSizeValue(sizes[1] ?? size(), 'Case')).toBe('–');
  });

  test('are at most five, and none if nothing differs', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F'];
    const of = (value: string) => size(...names.map((name) => [name, value] as [string, string]));
    expect(getSizeColumns([of('1'), of('2')])).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(getSizeColumns([of('1'), of('1')])).toEqual([]);
  });
});

describe('sizes', () => {
  test('are sorted by the first numeric column, as numbers', () => {
    const sizes = [size(['Name', 'b'], ['Flats', '22', 'mm']), size(['Name', 'a'], ['Flats', '7.5', 'mm'])];
    const sorted = sortSizes(sizes, ['Name', 'Flats']);
    expect(sorted.map((one) => getSizeValue(one, 'Flats'))).toEqual(['7.5 mm', '22 mm']);
  });

  test('keep their order if no column has numbers for all of them', () => {
    const sizes = [size(['Flats', '22']), size(['Flats', 'any'])];
    expect(sortSizes(sizes, ['Flats'])).toEqual(sizes);
  });
});
