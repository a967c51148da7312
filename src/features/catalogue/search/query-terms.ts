import type { Token } from './tokenize.ts';

/** One way to meet a term: of each list one word. */
export interface Alternative {
  all: readonly (readonly string[])[];
  /** From 0 to 1: how close it is to what was typed. */
  weight: number;
}

/** What was typed as one word or phrase, with everything that counts as it. */
export interface Term {
  typed: string;
  alternatives: readonly Alternative[];
  /** How much it tells: its inverse document frequency, more for what is looked for, less for its size. */
  importance: number;
  /** At most so many tools on sale have it. */
  tools: number;
  /** The most common word that is enough to have it; null where none is in use. */
  mostCommon: CountedWord | null;
  /** The same for it and the term before: both words beside each other in a name. */
  pair: CountedWord | null;
  kind: Token['kind'];
  /** It says what is looked for, not for what or how large. */
  isHead: boolean;
}

/** A word of the index, and how many tools on sale have it. */
export interface CountedWord {
  word: string;
  tools: number;
}

/** Tokens that count together: a phrase that has synonyms, or one token. */
export interface Span {
  tokens: readonly Token[];
  /** Each as its words. */
  synonyms: readonly (readonly string[])[];
}

/** A word in use, with `PAIR_MARK` where it is two words of a name in one. */
export interface Word extends CountedWord {
  stem: string;
}

/** By word; the empty one stands for all tools. */
export type KnownWords = ReadonlyMap<string, Word>;

/** Terms that mean the same, by the key of each phrase that has any. */
export type Synonyms = ReadonlyMap<string, readonly string[]>;
