import { describe, expect, it } from 'vitest';
import { readEntry, splitEntries, splitNumbers } from './quick-entries.ts';

describe('an entry with a part number', () => {
  it.each([
    ['KT-HAM500', 'KT-HAM500', null],
    ['KT-HAM500 12', 'KT-HAM500', 12],
    ['KT-HAM500\t12', 'KT-HAM500', 12],
    ['KT-HAM500, 12', 'KT-HAM500', 12],
    ['KT-HAM500;12', 'KT-HAM500', 12],
    ['  KT-HAM500  x 12 ', 'KT-HAM500', 12],
    ['KT-HAM500 ×12', 'KT-HAM500', 12],
    ['KT-HAM500 12 pcs', 'KT-HAM500', 12],
    ['KT-HAM500 12 Stk.', 'KT-HAM500', 12],
    ['"KT-HAM500";"12"', 'KT-HAM500', 12],
    ['12 x KT-HAM500', 'KT-HAM500', 12],
    ['12 pcs KT-HAM500', 'KT-HAM500', 12],
    ['HM-C1 6', 'HM-C1', 6],
    ['4006381333931', '4006381333931', null],
    ['KT-HAM500 0', 'KT-HAM500 0', null],
  ])('%j is first read as %j, %j pieces', (entry, number, quantity) => {
    expect(readEntry(entry)[0]).toEqual({ number, quantity });
  });

  it('may also be a number with a space in it', () => {
    expect(readEntry('DIN 912')).toEqual([
      { number: 'DIN', quantity: 912 },
      { number: 'DIN 912', quantity: null },
    ]);
  });

  it('may begin with a bare quantity', () => {
    expect(readEntry('3 CL-C6').at(-1)).toEqual({ number: 'CL-C6', quantity: 3 });
  });

  it('is read in no time, however long it is', () => {
    expect(readEntry(`${'a '.repeat(100_000)}!`)).toHaveLength(1);
  });
});

describe('a pasted text', () => {
  it('has an entry per line that is not empty', () => {
    expect(splitEntries('A-1 5\r\n\n B-2\t7 \n')).toEqual(['A-1 5', ' B-2\t7 ']);
  });

  it.each([
    ['A-1 B2, C3;D-4', ['A-1', 'B2', 'C3', 'D-4']],
    ['A-1', []],
    ['A-1 5', []],
    ['A-1 x5', []],
    ['KT HAM500', []],
    ['', []],
  ])('has in the line %j the part numbers %j', (line, numbers) => {
    expect(splitNumbers(line)).toEqual(numbers);
  });
});
