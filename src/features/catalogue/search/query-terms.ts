import type { Token } from './tokenize.ts';

/** One way to meet a term: a tool needs one word of each list. */
export interface Alternative {
  all: readonly (readonly string[])[];
  /** From 0 to 1: how close it is to what was typed. */
  weight: number;
}

/** What was typed as one word or phrase, with everything that counts as the same. */
export interface Term {
  typed: string;
  alternatives: readonly Alternative[];
  /** How much the term tells: its inverse document frequency, raised for the kind of tool, lowered for its size. */
  importance: number;
  /** An upper bound of the tools on sale that have it. */
  tools: number;
  /** The most common word that meets the term by itself. Null if none is in use. */
  mostCommon: CountedWord | null;
  /** The same for this term and the one before it: both words beside each other in a name. */
  pair: CountedWord | null;
  kind: Token['kind'];
  /** The term names the kind of tool, not its purpose or size. */
  isHead: boolean;
}

/** A word of the index, and how many tools on sale have it. */
export interface CountedWord {
  word: string;
  tools: number;
}

/** Tokens that count together: a phrase that has synonyms, or a single token. */
export interface Span {
  tokens: readonly Token[];
  /** Each synonym as its words. */
  synonyms: readonly (readonly string[])[];
}

/** A word in use. It begins with `PAIR_MARK` if it is two words of a name in one. */
export interface Word extends CountedWord {
  stem: string;
}

/** The known words by their text. The empty text stands for all tools. */
export type KnownWords = ReadonlyMap<string, Word>;

/** Terms with the same meaning, by the key of each phrase that has any. */
export type SynonymsByPhrase = ReadonlyMap<string, readonly string[]>;
