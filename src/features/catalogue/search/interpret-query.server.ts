import type { Queryable } from '#src/platform/database.server.ts';
import { findCorrections, isKnown } from './correct-slips.server.ts';
import { readEndings, readKnownWords, readSynonyms } from './lexicon.server.ts';
import { findPurpose, isAction, listQueryTokens, splitCompounds, toPhraseKey, turnPurpose } from './phrases.ts';
import type { Alternative, KnownWords, Span, Term } from './query-terms.ts';
import { dropIdle, joinCompounds, mergePhrases, splitUnknown } from './spans.ts';
import { listAlternatives, SLIP_WEIGHT } from './term-alternatives.ts';
import { type Token, tokenize } from './tokenize.ts';
import { PAIR_MARK, SKU_MARK } from './tool-document.ts';
import { toStem } from './words.ts';

export interface InterpretedQuery {
  terms: readonly Term[];
  /** The query with slips corrected; null where none was. */
  corrected: string | null;
}

/**
 * What else a word that is in use may stand for: nothing; `slips`: another word; `typing`: the beginning of one, where it
 * is the last; `phrases`: itself alone, where it is part of a phrase.
 */
export type Doubt = 'none' | 'slips' | 'typing' | 'phrases';

/** More would make one search as dear as ten. */
const MAX_TERMS = 10;
const MAX_ENDINGS = 8;
const ENDING_WEIGHT = 0.6;
const SKU_WEIGHT = 0.7;
/** A word that more tools have is no piece of a part number. */
const MAX_WITH_PIECES = 100;
/** Where a term is lacking, a tool of the kind is nearer than one of the size. */
const HEAD_ROLE = 1.6;
const MEASURE_ROLE = 0.6;
const PURPOSE_ROLE = 0.8;

/**
 * Reads a query as a buyer meant it: other forms of a word, synonyms, and where nobody uses a word, its correction. Each
 * statement is by index, and their number is bounded by `MAX_TERMS`.
 */
export async function interpretQuery(db: Queryable, query: string, doubt: Doubt = 'none'): Promise<InterpretedQuery> {
  const all = splitCompounds(tokenize(query)).slice(0, 2 * MAX_TERMS);
  const purpose = findPurpose(all);
  const said = listQueryTokens(all).slice(0, MAX_TERMS);
  if (said.length === 0) return { terms: [], corrected: null };
  const turned = turnPurpose(all, purpose);
  const read = await look(db, said, turned);
  // 'bolts for concrete' are concrete bolts, where those have synonyms.
  const isTurned = turned.length > 0 && read.synonyms.has(toPhraseKey(turned.map(({ text }) => text).join(' ')));
  const words = isTurned ? turned : said;
  const first = isTurned ? await look(db, words) : read;
  const last = /\s$/.test(query) ? undefined : words.at(-1);
  // What nobody uses may be typed on, by who sees results as they type.
  const isUnknown = last?.kind === 'word' && !isKnown(last, first.known) && !first.hasSynonyms(last);
  const begun = doubt === 'typing' || (doubt === 'none' && isUnknown) ? last : undefined;
  const endings =
    begun && (doubt === 'typing' || begun.text.length > 2) ? await readEndings(db, begun.text, MAX_ENDINGS) : [];
  const isInUse = (token: Token) => first.hasSynonyms(token) || (token === begun && endings.length > 0);
  const { words: corrections, needless } = await findCorrections(db, words, first.known, isInUse, doubt === 'slips');
  const typed = words.filter((token) => !needless.has(token));
  const corrected = typed.map((token): Token => {
    const [word] = corrections.get(token) ?? [];
    return word === undefined || doubt === 'slips' ? token : { text: word, kind: 'word', parts: [] };
  });
  const isCorrected = needless.size > 0 || corrected.some((token, at) => token !== typed[at]);
  const { known, synonyms } = isCorrected ? await look(db, corrected) : first;
  const maxLength = doubt === 'phrases' ? 1 : Number.POSITIVE_INFINITY;
  const spans = dropIdle(
    joinCompounds(mergePhrases(corrected, synonyms, maxLength), known).flatMap((span) => splitUnknown(span, known)),
  );
  const total = known.get('')?.tools ?? 1;
  const isOfPhrase = (spans[0]?.tokens.length ?? 0) > 1;
  const head = isAction(all) && !isOfPhrase ? undefined : findHead(spans, typed, corrected, all.slice(0, purpose));
  const terms = spans.map((span): Term => {
    const [token] = span.tokens;
    const at = token ? corrected.indexOf(token) : -1;
    const others =
      span.tokens.length === 1 ? (corrections.get(typed[at] as Token) ?? []).slice(doubt === 'slips' ? 0 : 1) : [];
    const alternatives: Alternative[] = [
      ...listAlternatives(span, known),
      ...others.map((word) => ({ all: [[word]], weight: SLIP_WEIGHT })),
      ...(span === spans.at(-1) ? endings : []).map(({ word }) => ({ all: [[word]], weight: ENDING_WEIGHT })),
    ];
    const extra = (word: string) =>
      endings.find((ending) => ending.word === word)?.tools ?? (others.includes(word) ? 1 : 0);
    const tools = Math.min(total, countTools(alternatives, known, extra));
    return {
      typed: span.tokens.map(({ text }) => text).join(' '),
      alternatives: [...alternatives, ...(isPlainWord(span, tools) ? [] : listSkuPieces(span))],
      importance: Math.log(1 + (total - tools + 0.5) / (tools + 0.5)) * getRole(span, head, all, purpose),
      tools,
      atLeast: countLeast(alternatives, span, known),
      kind: span.tokens.length === 1 && token ? token.kind : 'word',
      isHead: span === head,
    };
  });
  return { terms, corrected: isCorrected ? corrected.map(({ text }) => text).join(' ') : null };
}

async function look(db: Queryable, tokens: readonly Token[], turned: readonly Token[] = []) {
  const synonyms = await readSynonyms(db, [...tokens, ...turned]);
  const known = await readKnownWords(db, tokens, synonyms);
  // A word that stands in a phrase of synonyms is no slip, whether it is in use or not.
  const words = new Set([...synonyms.keys()].flatMap((key) => key.split(' ')));
  return { synonyms, known, hasSynonyms: (token: Token) => words.has(toPhraseKey(token.text)) };
}

/**
 * What is looked for stands last in English, before what it is for: 'cordless drill for concrete'. It stands before its
 * size: 'wood screw 4 x 40 torx'.
 */
function findHead(
  spans: readonly Span[],
  typed: readonly Token[],
  corrected: readonly Token[],
  before: readonly Token[],
): Span | undefined {
  const isWord = ({ tokens }: Span) => tokens.at(-1)?.kind === 'word';
  const own = spans.filter(({ tokens }) =>
    tokens.some((token) => before.includes(typed[corrected.indexOf(token)] as Token)),
  );
  const kinds = own.length > 0 ? own : spans;
  const size = kinds.findIndex((span) => !isWord(span));
  // One word before a size may be the maker: 'bosch 18v drill'.
  const beforeSize = size > 1 || (kinds[0]?.tokens.length ?? 0) > 1 ? kinds[size - 1] : undefined;
  return beforeSize ?? kinds.findLast(isWord);
}

function getRole(span: Span, head: Span | undefined, all: readonly Token[], purpose: number): number {
  if (span === head) return HEAD_ROLE;
  if (span.tokens[0]?.kind === 'measure') return MEASURE_ROLE;
  return span.tokens.some((token) => all.indexOf(token) > purpose) ? PURPOSE_ROLE : 1;
}

/** At most so many tools have one of the alternatives. */
function countTools(alternatives: readonly Alternative[], known: KnownWords, extra: (word: string) => number): number {
  const count = (word: string) => known.get(word)?.tools ?? extra(word);
  return alternatives.reduce(
    (sum, { all }) => sum + Math.min(...all.map((words) => words.reduce((total, word) => total + count(word), 0))),
    0,
  );
}

/** At least so many tools have one of the alternatives: those that have its most common word, or its words in their name. */
function countLeast(alternatives: readonly Alternative[], { tokens }: Span, known: KnownWords): number {
  const words = alternatives.flatMap(({ all }) => (all.length === 1 ? all.flat() : []));
  const pair = PAIR_MARK + toStem(tokens.map(({ text }) => text).join(''));
  const pairs = [...known.values()].filter(({ stem }) => tokens.length > 1 && stem === pair);
  return Math.max(0, ...words.map((word) => known.get(word)?.tools ?? 0), ...pairs.map(({ tools }) => tools));
}

/** A common word or size is no piece of a part number; a bare number may always be. */
function isPlainWord({ tokens }: Span, tools: number): boolean {
  const [token] = tokens;
  return tools >= MAX_WITH_PIECES && token?.kind !== 'code' && !/^\d+$/.test(token?.text ?? '');
}

/** Pieces of part numbers are no words, and stand apart. The last resort of a word that is in use. */
function listSkuPieces({ tokens }: Span): Alternative[] {
  const [token] = tokens;
  return token && tokens.length === 1 ? [{ all: [[SKU_MARK + token.text]], weight: SKU_WEIGHT }] : [];
}
