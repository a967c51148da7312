import { expect, test } from 'vitest';
import { toPlaywrightWords } from './test-names.mjs';

/** The files that Playwright runs: it searches whole paths, without regard to case. */
const choose = (words: readonly string[]) =>
  ['basket', 'import-screens', 'imports']
    .map((name) => `/home/imports/tests/e2e/${name}.test.ts`)
    .filter((path) => toPlaywrightWords(words).some((word) => new RegExp(word.replace(/:\d+$/, ''), 'i').test(path)))
    .map((path) => path.replace(/^.*\/|\.test\.ts$/g, ''));

test.each([
  [['import'], ['import-screens', 'imports']],
  [['imports'], ['imports']],
  [
    ['imports', 'basket'],
    ['basket', 'imports'],
  ],
  [['tests/e2e/imports.test.ts'], ['imports']],
  [['imports.test.ts:42'], ['imports']],
  [['e2e'], []],
])('the names %j choose the files %j, wherever the shop is', (words, files) => {
  expect(choose(words)).toEqual(files);
});

test('a line of a file and options stay as they are', () => {
  expect(toPlaywrightWords(['imports:42', '--grep', 'undo'])).toEqual(['imports[^\\\\/]*$:42', '--grep', 'undo']);
  expect(toPlaywrightWords(['-g', 'undo'])).toEqual(['-g', 'undo']);
});
