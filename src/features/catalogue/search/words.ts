import distance from 'damerau-levenshtein';
import { stemmer } from 'stemmer';

/** The length of a word's beginning in which slips are looked for. Only `getDistance` looks further. */
const PREFIX_LENGTH = 8;
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

/**
 * The stem, which words with the same meaning share: 'drills' and 'drilling' have the stem 'drill'. English only; other
 * words are unchanged.
 */
export function toStem(word: string): string {
  // The stemmer turns 'ties' into 'ti' and leaves 'tie' unchanged.
  if (/^[a-z]ies$/.test(word)) return word.slice(0, -1);
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}

/** Whether the word can be a misspelling or have any. In a word of three letters, only one letter can be missing. */
function isDoubtful(word: string): boolean {
  return /^\p{L}+$/u.test(word) && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
}

/** How many slips a word of this length may have and still be told from others. */
export function getMaxSlips(word: string): number {
  if (!isDoubtful(word)) return 0;
  if (word.length === MIN_LENGTH) return 0;
  return word.length < 7 ? 1 : 2;
}

/** The letters of a word as bits. Each slip between two words changes at most two of them. */
export function toLetterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** A lower bound of the letters that only one of two words has. */
export function countOtherLetters(one: number, other: number): number {
  let count = 0;
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** The number of slips between two words: letters missing, added or replaced, or two neighbors swapped. */
export function getDistance(one: string, other: string): number {
  return distance(one, other).steps;
}

/**
 * The beginning of a word with up to `getMaxSlips` letters left out in every way, including itself: at most 37 texts.
 * Two words that are this close to each other share one of them. Empty for words that can't have slips.
 */
export function listDeletions(word: string): string[] {
  if (!isDoubtful(word)) return [];
  const slips = getMaxSlips(word);
  const found = new Set([word.slice(0, PREFIX_LENGTH)]);
  let last = [...found];
  for (let slip = 0; slip < slips; slip += 1) {
    last = last.flatMap((text) => [...text].map((_letter, at) => text.slice(0, at) + text.slice(at + 1)));
    for (const text of last) found.add(text);
  }
  return [...found];
}
