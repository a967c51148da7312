import type { Queryable } from '#src/platform/database.server.ts';
import { buildTerms, type ReadQuery } from './build-terms.ts';
import { type Corrections, findCorrections, isKnown } from './correct-slips.server.ts';
import { readEndings, readKnownWords } from './lexicon.server.ts';
import { findPurpose, isLetter, listQueryTokens, splitCompounds, toPhraseKey, turnPurpose } from './phrases.ts';
import type { KnownWords, SynonymsByPhrase, Term } from './query-terms.ts';
import { createSynonymReader, type SynonymReader } from './synonym-reader.server.ts';
import { type Token, tokenize } from './tokenize.ts';

export interface InterpretedQuery {
  terms: readonly Term[];
  /** The query with its misspellings corrected. Null if there were none. */
  corrected: string | null;
  /** What the terms are built from. */
  read: ReadQuery;
  /** The same before any correction. */
  literal: ReadQuery;
  corrections: Corrections;
  reader: SynonymReader;
  /** Only words of tools on sale count. */
  onSale: boolean;
}

export interface InterpretOptions {
  /** Whether only tools on sale are searched. */
  onSale: boolean;
  /** The last word may be incomplete. */
  isTyping?: boolean;
}

/** More terms would make one search as expensive as ten. */
const MAX_TERMS = 10;
const MAX_ENDINGS = 8;
/** Too many words begin with a shorter text than this. */
const MIN_BEGUN = 3;
const NO_CORRECTIONS: Corrections = { words: new Map(), needless: new Set(), byNeighbors: new Set(), close: new Set() };

/**
 * Reads a query as a buyer meant it: other forms of a word, synonyms, and for unknown words a correction. Each
 * statement uses an index, and `MAX_TERMS` bounds how many there are.
 */
export async function interpretQuery(
  db: Queryable,
  query: string,
  { onSale, isTyping = false }: InterpretOptions,
): Promise<InterpretedQuery> {
  const reader = createSynonymReader(db);
  const all = splitCompounds(tokenize(query).slice(0, 2 * MAX_TERMS)).slice(0, 2 * MAX_TERMS);
  const said = listQueryTokens(all).slice(0, MAX_TERMS);
  if (said.length === 0) return interpret({ reader, onSale, literal: read(all, [], new Map(), new Map()) });
  const turned = turnPurpose(all, findPurpose(all));
  const synonyms = await reader.find([...said, ...turned]);
  // 'bolts for concrete' are concrete bolts, if those have synonyms.
  const isTurned = turned.length > 0 && synonyms.has(toPhraseKey(turned.map(({ text }) => text).join(' ')));
  // Too many words begin with a single letter to search them all.
  const isBarelyBegun = isTyping && said.length > 1 && isLetter(said.at(-1)?.text ?? '');
  const words = isTurned ? turned : isBarelyBegun ? said.slice(0, -1) : said;
  const known = await readKnownWords(db, words, synonyms, onSale);
  const uncorrected = read(all, words, known, synonyms);
  const last = isBarelyBegun || /\s$/.test(query) ? undefined : words.at(-1);
  // An unknown last word may be incomplete: some people look at results while they type.
  const isUnknown = last?.kind === 'word' && !isInUse(last, uncorrected);
  const begun = isTyping || (isUnknown && last.text.length >= MIN_BEGUN) ? last : undefined;
  const endings = begun ? await readEndings(db, begun.text, MAX_ENDINGS) : [];
  const isMeant = (token: Token) => isInUse(token, uncorrected) || (token === begun && endings.length > 0);
  const corrections = await findCorrections(db, words, known, reader, isMeant);
  return correct(db, { reader, onSale, literal: { ...uncorrected, endings } }, corrections);
}

/**
 * The same query under the assumption that each word may be a misspelling of another that makes a phrase. Null for a
 * single word.
 */
export async function doubtWords(db: Queryable, query: InterpretedQuery): Promise<InterpretedQuery | null> {
  const { literal, reader } = query;
  if (literal.typed.length < 2) return null;
  const { words } = await findCorrections(db, literal.typed, literal.known, reader);
  return interpret(query, { ...literal, others: words });
}

/**
 * The same query with fewer corrections, for tools that lack some of it: many words that no tool has are no
 * misspellings. A correction is kept if a neighboring word supports it, or if it changes one letter in the kind of
 * tool.
 */
export function keepLikely(db: Queryable, query: InterpretedQuery): Promise<InterpretedQuery> {
  const { words, needless, byNeighbors, close } = query.corrections;
  const head = query.terms.find(({ isHead }) => isHead)?.typed.split(' ') ?? [];
  const kept = [...words].filter(
    ([token, [word = '']]) => byNeighbors.has(token) || (close.has(token) && head.includes(word)),
  );
  return correct(db, query, { words: new Map(kept), needless, byNeighbors, close });
}

/** The same query as it was typed. */
export function uncorrect(query: InterpretedQuery): InterpretedQuery {
  return interpret(query);
}

async function correct(
  db: Queryable,
  query: Pick<InterpretedQuery, 'literal' | 'reader' | 'onSale'>,
  corrections: Corrections,
): Promise<InterpretedQuery> {
  const { literal, reader, onSale } = query;
  const { words, needless } = corrections;
  const typed = literal.typed.filter((token) => !needless.has(token));
  const searched = typed.map((token): Token => {
    const [word] = words.get(token) ?? [];
    return word === undefined ? token : { text: word, kind: 'word', parts: [] };
  });
  if (needless.size === 0 && searched.every((token, at) => token === typed[at])) return interpret(query, literal);
  const synonyms = await reader.find(searched);
  const known = await readKnownWords(db, searched, synonyms, onSale);
  const others = new Map([...words].map(([token, all]) => [token, all.slice(1)]));
  return interpret(query, { ...literal, typed, searched, others, known, synonyms }, corrections);
}

function interpret(
  { literal, reader, onSale }: Pick<InterpretedQuery, 'literal' | 'reader' | 'onSale'>,
  read = literal,
  corrections = NO_CORRECTIONS,
): InterpretedQuery {
  const corrected = corrections === NO_CORRECTIONS ? null : read.searched.map(({ text }) => text).join(' ');
  return { terms: buildTerms(read), corrected, read, literal, corrections, reader, onSale };
}

function read(
  all: readonly Token[],
  words: readonly Token[],
  known: KnownWords,
  synonyms: SynonymsByPhrase,
): ReadQuery {
  return { all, typed: words, searched: words, others: new Map(), endings: [], known, synonyms };
}

/** Whether a tool or a synonym has a word. A word in a phrase of synonyms is not a misspelling. */
function isInUse(token: Token, { known, synonyms }: ReadQuery): boolean {
  return isKnown(token, known) || [...synonyms.keys()].some((key) => key.split(' ').includes(toPhraseKey(token.text)));
}
