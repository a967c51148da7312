import distance from 'damerau-levenshtein';
import { stemmer } from 'stemmer';

/** The part of a word in which slips are looked for; behind it only `getDistance` looks. */
const PREFIX_LENGTH = 8;
const MIN_LENGTH = 3;
const MAX_LENGTH = 24;

/** What words of one meaning have in common: 'drills' and 'drilling' have that of 'drill'. Of English; others stay. */
export function toStem(word: string): string {
  // The stemmer makes 'ti' of 'ties', and leaves 'tie' as it is.
  if (/^[a-z]ies$/.test(word)) return word.slice(0, -1);
  return /^[a-z]{3,}$/.test(word) ? stemmer(word) : word;
}

/** Whether it may be a slip, or others be slips of it. A word of three letters has only one left out. */
function isDoubtful(word: string): boolean {
  return /^\p{L}+$/u.test(word) && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH;
}

/** How many slips a word of this length may have and still be told from others. */
export function getMaxSlips(word: string): number {
  if (!isDoubtful(word)) return 0;
  if (word.length === MIN_LENGTH) return 0;
  return word.length < 7 ? 1 : 2;
}

/** The letters of a word as bits, of which each slip between two words changes two at most. */
export function toLetterBits(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

/** How many letters one of two words has and the other has not, at least. */
export function countOtherLetters(one: number, other: number): number {
  let count = 0;
  for (let bits = one ^ other; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

/** Slips between two words: letters missing, added, exchanged, or two neighbors swapped. */
export function getDistance(one: string, other: string): number {
  return distance(one, other).steps;
}

/**
 * The beginning of a word with up to `getMaxSlips` letters left out, in all ways, itself among them: at most 37. Of two
 * words so close to each other, both have one of them. Empty for what has no slips.
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
