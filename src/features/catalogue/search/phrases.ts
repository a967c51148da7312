import { type Token, tokenize } from './tokenize.ts';
import { toStem } from './words.ts';

/** The longest phrase that can have synonyms. */
export const MAX_PHRASE_WORDS = 4;

/** The key that phrases with the same meaning share: 'Allen keys' and 'allen key'. */
export function toPhraseKey(phrase: string): string {
  return toKey(listTokens(phrase));
}

function toKey(tokens: readonly Token[]): string {
  return dropStopWords(tokens)
    .map(({ text }) => toStem(text))
    .join(' ');
}

/** Ignored if anything else was typed. */
const STOP_WORDS = new Set(
  'a an and any are as at be buy by can do for from have how i in is it me my need of on or some something that the this thing to tool tools want what which with you your'.split(
    ' ',
  ),
);

/** Says nothing by itself, but much in 'tool box'. */
export const TOOL = 'tool';

/** Whether a word says nothing about a tool, even as part of a name. */
export function isIdleWord(word: string): boolean {
  return STOP_WORDS.has(word) && word !== TOOL;
}

/** Whether a word is a single letter. As the beginning of a word it says nothing; in 'C clamp' it does. */
export function isLetter(word: string): boolean {
  return /^\p{Ll}$/u.test(word);
}

/** The stop words that one can recognize despite a misspelling. */
export const LONG_STOP_WORDS: readonly string[] = [...STOP_WORDS].filter((word) => word.length >= 4);

/** The tokens without stop words, or all of them if there are only stop words. */
export function dropStopWords<T extends Pick<Token, 'text'>>(tokens: readonly T[]): readonly T[] {
  const kept = tokens.filter(({ text }) => !STOP_WORDS.has(text));
  return kept.length > 0 ? kept : tokens;
}

/** The tokens of a query to search for. 'tool' is kept before another word, with which it may be a name. */
export function listQueryTokens(all: readonly Token[]): readonly Token[] {
  const kept = dropStopWords(all);
  return all.filter((token, at) => {
    const next = all[at + 1];
    return kept.includes(token) || (token.text === TOOL && next?.kind === 'word' && kept.includes(next));
  });
}

/** The tokens of a phrase without stop words. */
export function listTokens(text: string): readonly Token[] {
  return dropStopWords(splitCompounds(tokenize(text)));
}

/** Splits compounds into words: 'long-nose' into 'long' and 'nose'. */
export function splitCompounds(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) =>
    token.kind === 'word' && token.parts.length > 0
      ? token.parts.map((text): Token => ({ text, kind: 'word', parts: [] }))
      : [token],
  );
}

/** Hardly any names of tools begin with one of these verbs. */
const ACTIONS = new Set('attach fasten loosen measure remove sharpen straighten tighten unscrew'.split(' '));
const ARTICLES = new Set(['a', 'an', 'the']);

/** Whether a query says what to do rather than with which tool: 'sharpen chisels', 'grip a pipe'. */
export function isAction([first, second]: readonly Token[]): boolean {
  if (first === undefined || STOP_WORDS.has(first.text)) return false;
  return ACTIONS.has(first.text) || (second !== undefined && ARTICLES.has(second.text));
}

const PURPOSES = new Set(['for', 'to', 'of', 'with', 'without', 'on', 'in', 'from', 'against', 'while']);

/** The index at which the tokens begin to say what something is for, or their number if they don't. */
export function findPurpose(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ text }, place) => place > 0 && PURPOSES.has(text));
  return at < 0 ? tokens.length : at;
}

/**
 * Turns 'bolts for concrete' into 'concrete bolts'. Empty if there is no 'for', or if that is too long for a phrase.
 */
export function turnPurpose(tokens: readonly Token[], purpose: number): readonly Token[] {
  if (tokens[purpose]?.text !== 'for') return [];
  const turned = dropStopWords([...tokens.slice(purpose + 1), ...tokens.slice(0, purpose)]);
  return turned.length <= MAX_PHRASE_WORDS ? turned : [];
}

/** All phrases in a row of tokens, with their place and their number of tokens. */
export function listPhrases(tokens: readonly Token[]): { from: number; length: number; key: string }[] {
  return tokens.flatMap((_token, from) =>
    Array.from({ length: Math.min(MAX_PHRASE_WORDS, tokens.length - from) }, (_, at) => ({
      from,
      length: at + 1,
      key: toKey(tokens.slice(from, from + at + 1)),
    })),
  );
}
