import { expect, test } from 'vitest';
import { COUNTRIES, findCountryCode } from './countries.ts';

test.each([
  ['Germany', 'DE'],
  [' de ', 'DE'],
  ['U.S.A.', 'US'],
  ['UK', 'GB'],
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
  ['Hong Kong SAR China', 'HK'],
  ['EU', null],
  ['', null],
])('“%s” is the country %s', (text, code) => {
  expect(findCountryCode(text)).toBe(code);
});

test('every country is found by its code and by its name', () => {
  expect(COUNTRIES).toHaveLength(249);
  for (const [code, name] of COUNTRIES) expect([findCountryCode(code), findCountryCode(name)]).toEqual([code, code]);
});
