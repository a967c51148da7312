import { foldText } from './fold-text.ts';
import { getUnit, normalizeNumber, toQuantity, UNIT_PATTERN } from './units.ts';

/** A unit of search: 'hammer', '8mm', 'dhp484z'. */
export interface Token {
  text: string;
  kind: 'word' | 'measure' | 'code';
  /** The parts of the token: the number of a measure, the pieces of a part number. Empty for a word. */
  parts: readonly string[];
}

const NUMBER = '\\d+(?:[.,]\\d+)?';
const FRACTION = '(?:\\d+[ -])?\\d+/\\d+';
const QUANTITY = `(?:${FRACTION}|${NUMBER})`;
const toUnit = (name: string) => `\\s*(?:-\\s*)?(?<${name}>${UNIT_PATTERN})(?![\\p{L}\\p{N}])`;
const START = '(?<![\\p{L}\\p{N}.,/])';

const PATTERN = new RegExp(
  [
    // M8 x 40, 4 x 40 mm, 300 x 150 x 180 mm
    `(?<dimensions>${START}m?${QUANTITY}(?:\\s*x\\s*${QUANTITY}){1,2}(?:${toUnit('lastUnit')})?)(?![\\p{L}\\p{N}])`,
    // 8 mm, 5/16", 0,5 kg
    `${START}(?<quantity>${QUANTITY})${toUnit('unit')}`,
    // 5/16, 1 1/2
    `${START}(?<fraction>${FRACTION})(?![\\p{L}\\p{N}])`,
    // 0.5
    `${START}(?<decimal>\\d+[.,]\\d+)(?![\\p{L}\\p{N}])`,
    // Languages without spaces between words.
    '(?<run>[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}ー]+)',
    '(?<sign>\\p{Extended_Pictographic})',
    // hammer, dhp-484z, hex-key
    "(?<word>[\\p{L}\\p{N}]+(?:[-._/+'&][\\p{L}\\p{N}]+)*)",
  ].join('|'),
  'gu',
);

/** Nobody types longer words, and the size of an index entry is limited. */
const MAX_WORD_LENGTH = 40;

/** The tokens of a text in their order. Takes linear time. */
export function tokenize(text: string): Token[] {
  return [...foldText(text).matchAll(PATTERN)].flatMap(({ groups = {} }) => {
    if (groups.dimensions) return toDimensions(groups.dimensions, groups.lastUnit);
    if (groups.quantity) return [toMeasure(groups.quantity, groups.unit)];
    if (groups.fraction) return [toMeasure(groups.fraction, undefined)];
    if (groups.decimal) return [toMeasure(groups.decimal, undefined)];
    if (groups.run) return toPairs(groups.run);
    if (groups.sign) return [{ text: groups.sign, kind: 'word', parts: [] }];
    return groups.word ? toWords(groups.word) : [];
  });
}

function toMeasure(quantity: string, spelling: string | undefined): Token {
  const number = normalizeNumber(quantity);
  const unit = spelling && getUnit(spelling);
  return { text: cut(toQuantity(number, unit)), kind: 'measure', parts: unit ? [cut(number)] : [] };
}

/** A unit at the end applies to all numbers. */
function toDimensions(text: string, spelling: string | undefined): Token[] {
  const bare = spelling ? text.slice(0, text.lastIndexOf(spelling)) : text;
  const numbers = bare.split('x').map((part) => part.trim().replace(/-$/, ''));
  const isThread = numbers[0]?.startsWith('m') ?? false;
  const tokens = numbers.map((number, at): Token => {
    if (at === 0 && isThread) return { text: cut(`m${normalizeNumber(number.slice(1))}`), kind: 'measure', parts: [] };
    return toMeasure(number, spelling ?? (isThread ? 'mm' : undefined));
  });
  return tokens;
}

/** Each two neighboring characters, which serve as words. */
function toPairs(run: string): Token[] {
  const letters = [...run];
  if (letters.length < 2) return [{ text: run, kind: 'word', parts: [] }];
  return letters.slice(1).map((letter, at) => ({ text: `${letters[at]}${letter}`, kind: 'word', parts: [] }));
}

function toWords(word: string): Token[] {
  const pieces = word.split(/[-._/+'&]/);
  const joined = pieces.join('').slice(0, MAX_WORD_LENGTH);
  // A possessive: the saw's blade.
  if (pieces.length === 2 && pieces[1] === 's')
    return [{ text: (pieces[0] ?? '').slice(0, MAX_WORD_LENGTH), kind: 'word', parts: [] }];
  if (/\d/.test(joined)) {
    const parts = [...new Set(pieces.flatMap((piece) => [piece, ...(piece.match(/\d+|\D+/g) ?? [])]))];
    return [
      {
        text: joined,
        kind: /^\d+$/.test(joined) ? 'measure' : 'code',
        parts: parts.filter((part) => part !== joined).map(cut),
      },
    ];
  }
  if (pieces.length === 1) return [{ text: joined, kind: 'word', parts: [] }];
  return [{ text: joined, kind: 'word', parts: pieces.map(cut) }];
}

const cut = (word: string) => word.slice(0, MAX_WORD_LENGTH);
