import { createRandom, type Random } from '#tests/support/random.ts';
import { KINDS } from '../range/kinds.ts';
import type { JudgedQuery } from './judged-set.ts';

const KEYBOARD = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

type Slip = (word: string, random: Random) => string;

const SLIPS: Readonly<Record<string, Slip>> = {
  swapped(word, random) {
    const at = random.below(word.length - 1);
    return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  },
  missing(word, random) {
    const at = random.below(word.length);
    return word.slice(0, at) + word.slice(at + 1);
  },
  doubled(word, random) {
    const at = random.below(word.length);
    return word.slice(0, at + 1) + word.slice(at);
  },
  'next key'(word, random) {
    const at = random.below(word.length);
    return word.slice(0, at) + random.pick(listNeighbors(word[at] ?? '')) + word.slice(at + 1);
  },
};

function listNeighbors(key: string): string[] {
  const row = KEYBOARD.find((keys) => keys.includes(key)) ?? '';
  const at = row.indexOf(key);
  return [row[at - 1], row[at + 1]].filter((neighbor) => neighbor !== undefined);
}

/** Real words. A typo that results in one of them does not count as a typo. */
function listKnownWords(queries: readonly JudgedQuery[]): Set<string> {
  const texts = [...queries.map(({ text }) => text), ...KINDS.flatMap(({ name, sentences }) => [name, ...sentences])];
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? []));
}

/**
 * Returns queries with one typo each, in a word of at least four letters. All four kinds of typo occur equally often.
 */
export function makeSlips(queries: readonly JudgedQuery[], count: number): JudgedQuery[] {
  const known = listKnownWords(queries);
  const random = createRandom(300);
  const kinds = Object.entries(SLIPS);
  const suited = queries.filter(
    ({ group, text, ideal }) =>
      /[a-z]{4}/.test(text) && !['alphabet', 'accent'].includes(group) && (ideal[0] ?? 0) >= 2,
  );
  const made: JudgedQuery[] = [];
  const texts = new Set<string>();
  for (let attempt = 0; made.length < count && attempt < count * 20; attempt += 1) {
    const [group, slip] = kinds[made.length % kinds.length] ?? ['', (word: string) => word];
    const query = random.pick(suited);
    const word = random.pick(query.text.match(/[a-z]{4,}/g) ?? ['']);
    const wrong = word && slip(word, random);
    const text = query.text.replace(word, wrong);
    if (wrong === word || known.has(wrong) || texts.has(text)) continue;
    texts.add(text);
    made.push({ ...query, group, text });
  }
  return made;
}
