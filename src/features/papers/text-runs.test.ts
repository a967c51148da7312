import { expect, test } from 'vitest';
import { RIGHT_TO_LEFT_MARK, type TextFace } from './text-face.server.ts';
import { splitRuns } from './text-runs.server.ts';

const makeFace = (name: string, covered: RegExp): TextFace & { name: string } => ({
  name,
  getWidth: (text) => text.length,
  covers: (text) => covered.test(text),
  needsText: () => false,
  hasSpaces: true,
  hasBoxes: false,
});
const LATIN = makeFace('latin', /^[\x20-\x7e]*$/);
const HEBREW = makeFace('hebrew', /^\p{Script=Hebrew}+$/u);
const HAN = makeFace('han', /^\p{Script=Han}+$/u);

/** The runs of a line as they are read, and how they stand from left to right. */
function show(line: string) {
  const runs = splitRuns(line, [LATIN, HEBREW, HAN]);
  const toText = ({ face, text }: (typeof runs)[number]) => `${face.name}:${text.replace(RIGHT_TO_LEFT_MARK, '<')}`;
  const seen = runs.toSorted((one, other) => one.place - other.place);
  return { read: runs.map(toText), seen: seen.map(toText) };
}

test.each([
  ['Ada Smith ', ['latin:Ada Smith '], ['latin:Ada Smith ']],
  ['東京 Tools 東京', ['han:東京', 'latin: Tools ', 'han:東京'], ['han:東京', 'latin: Tools ', 'han:東京']],
  ['שלום עולם ', ['hebrew:<שלום עולם', 'latin: '], ['hebrew:<שלום עולם', 'latin: ']],
  [
    'Mr. שלום עולם, 12',
    ['latin:Mr. ', 'hebrew:<שלום עולם', 'latin:<, ', 'latin:12'],
    ['latin:Mr. ', 'latin:12', 'latin:<, ', 'hebrew:<שלום עולם'],
  ],
  [
    'שלום (ABC) 12',
    ['hebrew:<שלום', 'latin:< (', 'latin:ABC', 'latin:<) ', 'latin:12'],
    ['latin:12', 'latin:<) ', 'latin:ABC', 'latin:< (', 'hebrew:<שלום'],
  ],
])('%s is read in its order, and stands as its script demands', (line, read, seen) => {
  expect(show(line)).toEqual({ read, seen });
});

test('a character that no font has belongs to the first font, which draws a box', () => {
  expect(show('東🧰京').read).toEqual(['han:東', 'latin:🧰', 'han:京']);
});
