import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getDistance, getMaxSlips, listDeletions, toStem } from './words.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 4, maxLength: 14 });

describe('a word with typos', () => {
  test('shares a deletion with the intended word', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.constantFrom('swap', 'drop', 'double', 'exchange'), (meant, place, slip) => {
        const at = place % (meant.length - 1);
        const [one = '', other = ''] = [meant[at], meant[at + 1]];
        const [before, behind] = [meant.slice(0, at), meant.slice(at + 2)];
        const typed = {
          swap: `${before}${other}${one}${behind}`,
          drop: `${before}${other}${behind}`,
          double: `${before}${one}${one}${other}${behind}`,
          exchange: `${before}q${other}${behind}`,
        }[slip];
        expect(getDistance(meant, typed)).toBeLessThanOrEqual(1);
        if (getMaxSlips(typed) === 0) return;
        const shared = listDeletions(typed).filter((deletion) => listDeletions(meant).includes(deletion));
        expect(shared).not.toEqual([]);
      }),
    );
  });

  test.each(['at', 'm8', '8mm', 'wr-c13', 'a'.repeat(25)])('is not corrected if it is %s', (typed) => {
    expect(listDeletions(typed)).toEqual([]);
  });

  test('has a limited number of deletions', () => {
    fc.assert(fc.property(word, (text) => listDeletions(text).length <= 37));
  });
});

test.each([
  ['hammers', 'hammer'],
  ['drilling', 'drills'],
  ['batteries', 'battery'],
  ['vises', 'vise'],
])('%s and %s have the same stem', (one, other) => {
  expect(toStem(one)).toBe(toStem(other));
});
