import { expect, test } from 'vitest';
import { checkPatterns, findCost, findPatterns } from './check-patterns.mjs';

test.each([
  ['(a+)+$', ''],
  ['^(a|ab|b)*$', ''],
  ['^(ab)*x?(ab)*$', ''],
  ['\\s+$', ''],
  ['[\\s,;]+$', ''],
  ['^(\\d+),*(\\d+)?,*$', ''],
  ['^.*,.*,x$', ''],
  ['<text[\\s\\S]*?<\\/text>', 'g'],
  ['\\bAPI\\b.*\\bkey\\b', 'i'],
  ['\\{[^}]*\\}', 'g'],
  ['[?&]cursor=([\\w-]+)[^>]*>', ''],
  ['a(?:[^]*b)?', 'g'],
  ['\\B(?=(?:\\d{3})+(?!\\d))', 'g'],
])('/%s/%s is rejected', (source, flags) => {
  expect(findCost({ source, flags })).toMatch(/time|anew/);
});

test.each([
  ['^[A-Za-z0-9]{24}$', ''],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', ''],
  ['\\s+', 'g'],
  ['https?:\\/\\/\\S+', 'g'],
  ['-?\\d*\\.?\\d+', 'g'],
  ['(\\d) (?=\\d+\\/\\d)', 'g'],
  ['"([^"]*)":', ''],
  ['^.*?(?:LOG|FATAL): +', ''],
  ['<b>[^<]*<\\/b>', 'g'],
  ['\\s+$', 'y'],
])('/%s/%s is linear', (source, flags) => {
  expect(findCost({ source, flags })).toBeNull();
});

test('patterns are found in code, but not in strings and comments', () => {
  const code =
    "// /(a+)+$/\nconst a = '/b/'; x / y / z;\nconst c = /d/gu;\nnew RegExp('e+', 'i');\nRegExp(`f${a}`);\n<p>{/g/.source}</p>";
  expect(findPatterns('src/some-page.tsx', code).map(({ line, pattern }) => [line, pattern])).toEqual([
    [3, { source: 'd', flags: 'gu' }],
    [4, { source: 'e+', flags: 'i' }],
    [5, null],
    [6, { source: 'g', flags: '' }],
  ]);
});

test('no pattern in the shop is rejected', () => {
  expect(checkPatterns(['src/shared/phone.ts', 'src/shared/visible-text.ts'])).toEqual([]);
});
