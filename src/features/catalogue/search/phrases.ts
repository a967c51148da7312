import { type Token, tokenize } from './tokenize.ts';
import { toStem } from './words.ts';

/** No phrase that has synonyms is longer. */
export const MAX_PHRASE_WORDS = 4;

/** What phrases of one meaning have in common: 'Allen keys' and 'allen key'. */
export function toPhraseKey(phrase: string): string {
  return toKey(listTokens(phrase));
}

function toKey(tokens: readonly Token[]): string {
  return dropStopWords(tokens)
    .map(({ text }) => toStem(text))
    .join(' ');
}

/** Left out where anything else was typed. */
const STOP_WORDS = new Set(
  'a an and any are as at be by can do for from have how i in is it me my need of on or some something that the this thing to tool tools want what which with you your'.split(
    ' ',
  ),
);

/** Tokens without those that say nothing of a tool. */
export function dropStopWords<T extends Pick<Token, 'text'>>(tokens: readonly T[]): readonly T[] {
  const kept = tokens.filter(({ text }) => !STOP_WORDS.has(text));
  return kept.length > 0 ? kept : tokens;
}

/** The tokens of a phrase that count. */
export function listTokens(text: string): readonly Token[] {
  return dropStopWords(splitCompounds(tokenize(text)));
}

/** Each part of a compound as a word: 'long-nose' as 'long' and 'nose'. */
export function splitCompounds(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) =>
    token.kind === 'word' && token.parts.length > 0
      ? token.parts.map((text): Token => ({ text, kind: 'word', parts: [] }))
      : [token],
  );
}

const PURPOSES = new Set(['for', 'to', 'of', 'with', 'without', 'on', 'in', 'from', 'against', 'while']);

/** Where tokens begin to say what something is for; their number where they do not. */
export function findPurpose(tokens: readonly Token[]): number {
  const at = tokens.findIndex(({ text }, place) => place > 0 && PURPOSES.has(text));
  return at < 0 ? tokens.length : at;
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
