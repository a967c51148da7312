import type { Alternative, KnownWords, Span } from './query-terms.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK } from './tool-document.ts';
import { isBareSize } from './units.ts';
import { toStem } from './words.ts';

const FORM_WEIGHT = 0.95;
const SYNONYM_WEIGHT = 0.9;
export const SLIP_WEIGHT = 0.8;
const PART_WEIGHT = 0.75;
const NUMBER_WEIGHT = 0.5;

const MAX_FORMS = 8;

/**
 * The alternatives of a span that consist of words in use. Empty if no tool has any. With `isNear`, a size also counts
 * without its unit. For matches it must not: every tool with that number would match, since an index entry does not say
 * what the number counts.
 */
export function listAlternatives({ tokens, synonyms }: Span, known: KnownWords, isNear = false): Alternative[] {
  const [token] = tokens;
  if (!token) return [];
  const own =
    tokens.length === 1
      ? listOwn(token, known, isNear)
      : listPhrase(
          tokens.map(({ text }) => text),
          known,
        );
  const others = synonyms.flatMap((words): Alternative[] => {
    const all = words.map((word) => listForms(word, known));
    return all.every((forms) => forms.length > 0) ? [{ all, weight: SYNONYM_WEIGHT }] : [];
  });
  return [...own, ...others];
}

/** The word itself, other words with its stem, and its parts. */
function listOwn({ text, kind, parts }: Token, known: KnownWords, isNear: boolean): Alternative[] {
  const isQuantity = kind === 'measure' && !/^\d+$/.test(text);
  // A fraction without a unit is in inches.
  const counting = isQuantity
    ? parts.filter((number) => isBareSize(text, number) && (isNear || number.includes('/')))
    : parts;
  const forms = listForms(text, known).filter((word) => word !== text);
  const all = counting.map((part) => listForms(part, known));
  const hasParts = all.length > 0 && all.every((words) => words.length > 0);
  return [
    ...(known.has(text) ? [{ all: [[text]], weight: 1 }] : []),
    ...(forms.length > 0 ? [{ all: [forms], weight: FORM_WEIGHT }] : []),
    ...(hasParts ? [{ all, weight: kind === 'measure' ? NUMBER_WEIGHT : PART_WEIGHT }] : []),
  ];
}

function listPhrase(words: readonly string[], known: KnownWords): Alternative[] {
  const all = words.map((word) => listForms(word, known));
  const isKnown = all.every((forms) => forms.length > 0);
  // A tool with two words of a name in one has both words.
  const joined = listForms(words.join(''), known).filter((word) => !isKnown || !word.startsWith(PAIR_MARK));
  return [...(isKnown ? [{ all, weight: 1 }] : []), ...(joined.length > 0 ? [{ all: [joined], weight: 1 }] : [])];
}

/** The most common words in use with the same stem, and names that have the word as two. */
function listForms(text: string, known: KnownWords): string[] {
  const stem = toStem(text);
  const forms = [...known.values()].filter(
    ({ word, stem: other }) => word !== '' && (word === text || other === stem || other === PAIR_MARK + stem),
  );
  return forms.slice(0, MAX_FORMS).map(({ word }) => word);
}
