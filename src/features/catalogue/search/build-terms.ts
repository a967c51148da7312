import { findPurpose, isAction, isLetter } from './phrases.ts';
import type { Alternative, CountedWord, KnownWords, Span, SynonymsByPhrase, Term, Word } from './query-terms.ts';
import { dropIdle, joinCompounds, mergePhrases, splitUnknown } from './spans.ts';
import { listAlternatives, SLIP_WEIGHT } from './term-alternatives.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK, SKU_MARK } from './tool-document.ts';
import { toStem } from './words.ts';

export interface ReadQuery {
  all: readonly Token[];
  /** The tokens without words that say nothing about a tool. */
  typed: readonly Token[];
  /** The tokens of `typed` as they are searched. */
  searched: readonly Token[];
  /** Other words that may have been meant by tokens of `typed`. */
  others: ReadonlyMap<Token, readonly string[]>;
  /** Words that begin with the last token. */
  endings: readonly Word[];
  /** What was read about the words in `searched`. */
  known: KnownWords;
  synonyms: SynonymsByPhrase;
}

const ENDING_WEIGHT = 0.6;
const SKU_WEIGHT = 0.7;
const PIECES_WEIGHT = 0.65;
/** Each piece makes a search more expensive, and no part number has more of them. */
const MAX_PIECES = 10;
/** A word that more tools than this have is not a piece of a part number. */
const MAX_WITH_PIECES = 100;
/** If a tool lacks a term, one of the right kind is nearer than one of the right size. */
const HEAD_ROLE = 1.6;
const MEASURE_ROLE = 0.6;
const PURPOSE_ROLE = 0.8;

/**
 * The terms that a tool has to meet. `isNear` is for tools that need not meet all of them: then each word of a phrase
 * counts by itself, so that 'cold chisel' comes near 'wood chisel', and a number without its unit may be the size.
 */
export function buildTerms(query: ReadQuery, isNear = false): Term[] {
  const { all, typed, searched, others, endings, known, synonyms } = query;
  const purpose = findPurpose(all);
  const maxLength = isNear ? 1 : Number.POSITIVE_INFINITY;
  const spans = dropIdle(
    joinCompounds(mergePhrases(searched, synonyms, maxLength), known).flatMap((span) => splitUnknown(span, known)),
  );
  const total = known.get('')?.tools ?? 1;
  const isOfPhrase = (spans[0]?.tokens.length ?? 0) > 1;
  const head = isAction(all) && !isOfPhrase ? undefined : findHead(spans, typed, searched, all.slice(0, purpose));
  const terms = spans.map((span): Term => {
    const [token] = span.tokens;
    const at = token ? searched.indexOf(token) : -1;
    const slips = span.tokens.length === 1 ? (others.get(typed[at] as Token) ?? []) : [];
    const alternatives: Alternative[] = [
      ...listAlternatives(span, known, isNear),
      ...slips.map((word) => ({ all: [[word]], weight: SLIP_WEIGHT })),
      ...(span === spans.at(-1) ? endings : []).map(({ word }) => ({ all: [[word]], weight: ENDING_WEIGHT })),
    ];
    const extra = (word: string) =>
      endings.find((ending) => ending.word === word)?.tools ?? (slips.includes(word) ? 1 : 0);
    const tools = Math.min(total, countTools(alternatives, known, extra));
    return {
      typed: span.tokens.map(({ text }) => text).join(' '),
      alternatives: [
        ...alternatives,
        ...(isPlainWord(span, tools) ? [] : listSkuPieces(span.tokens)),
        ...listTypedPieces(token, typed[at]),
      ],
      importance: Math.log(1 + (total - tools + 0.5) / (tools + 0.5)) * getRole(span, head, all, purpose),
      tools,
      mostCommon: findMostCommon(alternatives, span, known),
      pair: null,
      kind: span.tokens.length === 1 && token ? token.kind : 'word',
      isHead: span === head,
    };
  });
  return terms.map((term, at) => ({ ...term, pair: findPair(terms[at - 1], term, known) }));
}

/**
 * Finds the span that names the kind of tool. In English it stands last, before what the tool is for ('cordless drill
 * for concrete') and before its size ('wood screw 4 x 40 torx').
 */
function findHead(
  spans: readonly Span[],
  typed: readonly Token[],
  searched: readonly Token[],
  before: readonly Token[],
): Span | undefined {
  // The D of 'hammer d' may be the beginning of a word, or name a kind of grip.
  const isWord = ({ tokens }: Span) => tokens.at(-1)?.kind === 'word' && !isLetter(tokens.at(-1)?.text ?? '');
  const own = spans.filter(({ tokens }) =>
    tokens.some((token) => before.includes(typed[searched.indexOf(token)] as Token)),
  );
  const kinds = own.length > 0 ? own : spans;
  const size = kinds.findIndex((span) => !isWord(span));
  // A single word before a size may be the maker: 'bosch 18v drill'.
  const beforeSize = size > 1 || (kinds[0]?.tokens.length ?? 0) > 1 ? kinds[size - 1] : undefined;
  return beforeSize ?? kinds.findLast(isWord);
}

function getRole(span: Span, head: Span | undefined, all: readonly Token[], purpose: number): number {
  if (span === head) return HEAD_ROLE;
  if (span.tokens[0]?.kind === 'measure') return MEASURE_ROLE;
  return span.tokens.some((token) => all.indexOf(token) > purpose) ? PURPOSE_ROLE : 1;
}

/** An upper bound of the tools that have one of the alternatives. */
function countTools(alternatives: readonly Alternative[], known: KnownWords, extra: (word: string) => number): number {
  const count = (word: string) => known.get(word)?.tools ?? extra(word);
  return alternatives.reduce(
    (sum, { all }) => sum + Math.min(...all.map((words) => words.reduce((total, word) => total + count(word), 0))),
    0,
  );
}

/** The most common of the words that are each enough for a span, or of the pairs in names that are. */
function findMostCommon(alternatives: readonly Alternative[], { tokens }: Span, known: KnownWords): CountedWord | null {
  const pair = PAIR_MARK + toStem(tokens.map(({ text }) => text).join(''));
  return pickMostCommon([
    ...listEnough(alternatives).flatMap((word) => known.get(word) ?? []),
    ...[...known.values()].filter(({ stem }) => tokens.length > 1 && stem === pair),
  ]);
}

/** The most common pair of the two terms, if each can be met by a single word. */
function findPair(before: Term | undefined, term: Term, known: KnownWords): CountedWord | null {
  if (!before) return null;
  const ends = listEnough(term.alternatives);
  const pairs = listEnough(before.alternatives).flatMap((word) => ends.map((end) => PAIR_MARK + word + end));
  return pickMostCommon(pairs.flatMap((pair) => known.get(pair) ?? []));
}

const listEnough = (alternatives: readonly Alternative[]) =>
  alternatives.flatMap(({ all }) => (all.length === 1 ? all.flat() : []));

const pickMostCommon = (words: readonly Word[]) =>
  words.reduce<CountedWord | null>((most, word) => (most && most.tools >= word.tools ? most : word), null);

/** A common word or size is not a piece of a part number. A bare number always may be. */
function isPlainWord({ tokens }: Span, tools: number): boolean {
  const [token] = tokens;
  return tools >= MAX_WITH_PIECES && token?.kind !== 'code' && !/^\d+$/.test(token?.text ?? '');
}

/**
 * The span as a piece of a part number, or as several pieces of one. Pieces are not words and are indexed apart from
 * them. For a word in use, this alternative is the last resort.
 */
function listSkuPieces(tokens: readonly Token[]): Alternative[] {
  const [token] = tokens;
  if (!token || tokens.length > 1) return [];
  const { text, kind, parts } = token;
  // The pieces of 'XD25' are in too many other part numbers, such as XD8-25.
  const isTelling = parts.every((part) => part.length > 2) || parts.some((part) => /\d\D|\D\d/.test(part));
  const isOfPieces = kind === 'code' && parts.length > 0 && parts.length <= MAX_PIECES && isTelling;
  const pieces = isOfPieces ? [{ all: parts.map((part) => [SKU_MARK + part]), weight: PIECES_WEIGHT }] : [];
  return [{ all: [[SKU_MARK + text]], weight: SKU_WEIGHT }, ...pieces];
}

/** A word that was corrected may be a piece of a part number as it was typed. */
function listTypedPieces(searched: Token | undefined, typed: Token | undefined): Alternative[] {
  return typed && typed !== searched ? listSkuPieces([typed]) : [];
}
