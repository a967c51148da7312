import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitClusters, toPrintable, toVisualOrder } from './printable-text.ts';
import { wrapText } from './wrap-text.ts';

test.each([
  ['composed where possible', 'e\u0301', 'é'],
  ['with one kind of space', 'a\u00a0b\u3000c\u2009d', 'a b c d'],
  ['on one line', 'a\nb\tc\u2028d\u0000e', 'a b c d e'],
  ['without invisible characters', 'a\u200bb\u00adc\ufeffd', 'abcd'],
  ['without characters that change the direction of others', 'a\u202eb\u2066c', 'abc'],
  ['without a joiner that joins nothing', 'ש\u200d🧰 a\u200db\u200d', 'ש🧰 ab'],
  ['with the joiners of an emoji', '👩🏽‍🔧 🏳️‍🌈', '👩🏽‍🔧 🏳️‍🌈'],
  ['without halves of surrogate pairs', 'a\ud800b', 'a\ufffdb'],
  ['without noncharacters', 'a\uffffb', 'a\ufffdb'],
])('a text is printed %s', (_how, text, printed) => {
  expect(toPrintable(text)).toBe(printed);
});

test.each([
  ['Ada Smith', 'Ada Smith'],
  ['שלום', 'םולש'],
  ['Mr. שלום עולם, 12', 'Mr. םלוע םולש, 12'],
  ['a שלום b עולם c', 'a םולש b םלוע c'],
])('%s is drawn as %s', (text, drawn) => {
  expect(toVisualOrder(text)).toBe(drawn);
});

const WIDTH = 10;
/** The width is the number of clusters, but two adjacent W are wider than twice one W. */
const getWidth = (text: string) => splitClusters(text).length + (text.match(/W(?=W)/g)?.length ?? 0) * 0.2;

test.each([
  ['', ['']],
  ['one two three four', ['one two ', 'three four']],
  ['one twothreefourfive', ['one ', 'twothreefo', 'urfive']],
  ['WWWWWWWWWW', ['WWWWWWWW', 'WW']],
])('%s is broken into lines', (text, lines) => {
  expect(wrapText(text, WIDTH, getWidth)).toEqual(lines);
});

test('no line is ever too wide, and nothing is lost', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'W', ' ', '-', 'é', '株', '👩🏽‍🔧'), maxLength: 60 }),
      (text) => {
        const lines = wrapText(text, WIDTH, getWidth);
        expect(lines.join('')).toBe(text);
        for (const line of lines) expect(getWidth(line.trimEnd())).toBeLessThanOrEqual(WIDTH);
      },
    ),
  );
});
