import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, toCodeKey } from './fold-text.ts';
import { tokenize } from './tokenize.ts';

const tokens = (text: string) => tokenize(text).map((token) => token.text);

describe('a text is searched', () => {
  test.each([
    ['Müller, Straße, Łódź, Ærø', ['muller', 'strasse', 'lodz', 'aero']],
    ['МОЛОТОК Σφυρί', ['молоток', 'σφυρι']],
    ['ハンマー', ['ハン', 'ンマ', 'マー']],
    ["the saw's blade", ['the', 'saw', 'blade']],
  ])('without case and accents, in any alphabet: %s', (text, words) => {
    expect(tokens(text)).toEqual(words);
  });

  test.each([
    ['8mm', ['8mm']],
    ['8 mm', ['8mm']],
    ['8.0-millimeter', ['8mm']],
    ['0,50 kg', ['500g']],
    ['500 g', ['500g']],
    ['2 kW', ['2000w']],
    ['1.25 m', ['1250mm']],
    ['7.5 Ah', ['7500mah']],
    ['1,000 mm', ['1000mm']],
    ['5/16"', ['5/16in']],
    ['5/16 inch', ['5/16in']],
    ['½ in', ['1/2in']],
    ['1 ½"', ['1-1/2in']],
    ['1½″', ['1-1/2in']],
    ['18 volts', ['18v']],
    ['M8 x 40', ['m8', '40mm']],
    ['300 × 150 x 180 mm', ['300mm', '150mm', '180mm']],
  ])('with %s as one measure, in any notation', (text, measures) => {
    expect(tokens(text)).toEqual(measures);
  });

  test('by a part number as a whole and by its parts', () => {
    expect(tokenize('DHP-484Z')).toEqual([{ text: 'dhp484z', kind: 'code', parts: ['dhp', '484z', '484', 'z'] }]);
    expect(tokenize('hex-key')).toEqual([{ text: 'hexkey', kind: 'word', parts: ['hex', 'key'] }]);
  });

  test('always in words of limited length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const token of tokenize(text))
          for (const word of [token.text, ...token.parts]) expect(word).toMatch(/^[^\s'\\]{1,80}$/u);
      }),
    );
  });
});

describe('a part number', () => {
  test.each(['WR-C13', 'wrc13', 'WR C 13', 'wr.c/13', 'wr_c13'])('is the same as %s', (typed) => {
    expect(toCodeKey(typed)).toBe(toCodeKey('WR-C13'));
  });

  test('may have O for 0 and I for 1, and a GTIN leading zeros', () => {
    expect(toCodeKey('1O-I2')).toBe(toCodeKey('10-12'));
    expect(toCodeKey('0 4012345 678901')).toBe(toCodeKey('4012345678901'));
  });
});

test('folding twice changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)));
});
