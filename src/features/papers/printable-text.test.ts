import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitClusters, toPrintable } from './printable-text.ts';
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
  ['with what keeps Persian letters apart', 'می\u200cخواهم a\u200cb', 'می\u200cخواهم ab'],
  ['with what joins Sinhala letters', 'ශ්\u200dරී a\u200db', 'ශ්\u200dරී ab'],
  ['with what keeps Kannada letters apart', 'ಫ್ಟ್\u200cವೇ a\u200cb', 'ಫ್ಟ್\u200cವೇ ab'],
])('a text is printed %s', (_how, text, printed) => {
  expect(toPrintable(text)).toBe(printed);
});

const WIDTH = 10;
/** The width is the number of clusters, but two adjacent W are wider than twice one W. */
const getWidth = (text: string) => splitClusters(text).length + (text.match(/W(?=W)/g)?.length ?? 0) * 0.2;

test.each([
  ['', ['']],
  ['one two three four', ['one two ', 'three four']],
  ['one twothreefourfive', ['one ', 'twothreefo', 'urfive']],
  ['WWWWWWWWWW', ['WWWWWWWW', 'WW']],
  ['Tel 東京都千代田区千代田', ['Tel 東京都千代田', '区千代田']],
  ['東京都千代田区千代田、「田」です', ['東京都千代田区千代', '田、「田」です']],
  ['대한민국서울특별시 중구', ['대한민국서울특별시 ', '중구']],
  ['ห้างหุ้นส่วนจำกัด', ['ห้างหุ้นส่วน', 'จำกัด']],
  ['ບໍລິສັດເຄື່ອງມືລາວ', ['ບໍລິສັດເຄື່ອງມື', 'ລາວ']],
  ['ក្រុមហ៊ុនឧបករណ៍កម្ពុជា', ['ក្រុមហ៊ុនឧបករណ៍', 'កម្ពុជា']],
  ['မြန်မာနိုင်ငံကိရိယာကုမ္ပဏီ', ['မြန်မာနိုင်ငံကိရိယာ', 'ကုမ္ပဏီ']],
])('%s is broken into lines', (text, lines) => {
  expect(wrapText(text, WIDTH, getWidth)).toEqual(lines);
});

test.each([
  ['Burmese, whose marks take room', 'ကျွန်း', ['ကျွ', 'န်း']],
  ['Burmese letters below others', 'သင်္ဘော', ['သ', 'င်္ဘော']],
  ['Khmer letters below others', 'ស្ត្រី', ['ស្ត្រី']],
  ['Tamil letters that join', 'ஸ்ரீக்ஷ', ['ஸ்ரீ', 'க்ஷ']],
  ['Sinhala letters with a joiner', 'ක්\u200dෂේත්\u200dර', ['ක්\u200dෂේ', 'ත්\u200dර']],
])('clusters of %s stay whole', (_what, text, split) => {
  expect(splitClusters(text)).toEqual(split);
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
