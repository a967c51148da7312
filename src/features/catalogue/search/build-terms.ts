import { findPurpose, isAction, isLetter } from './phrases.ts';
import type { Alternative, CountedWord, KnownWords, Span, Synonyms, Term, Word } from './query-terms.ts';
import { dropIdle, joinCompounds, mergePhrases, splitUnknown } from './spans.ts';
import { listAlternatives, SLIP_WEIGHT } from './term-alternatives.ts';
import type { Token } from './tokenize.ts';
import { PAIR_MARK, SKU_MARK } from './tool-document.ts';
import { toStem } from './words.ts';

/** A query with everything that was read of it. */
export interface ReadQuery {
  /** All that was typed. */
  all: readonly Token[];
  /** Without what says nothing of a tool. */
  typed: readonly Token[];
  /** Each of `typed` as it is searched. */
  searched: readonly Token[];
  /** Of `typed`: other words that may have been meant. */
  others: ReadonlyMap<Token, readonly string[]>;
  /** Words that begin with the last one. */
  endings: readonly Word[];
  /** What was read of the words in `searched`. */
  known: KnownWords;
  synonyms: Synonyms;
}

const ENDING_WEIGHT = 0.6;
const SKU_WEIGHT = 0.7;
/** A word that more tools have is no piece of a part number. */
const MAX_WITH_PIECES = 100;
/** Where a term is lacking, a tool of the kind is nearer than one of the size. */
const HEAD_ROLE = 1.6;
const MEASURE_ROLE = 0.6;
const PURPOSE_ROLE = 0.8;

/**
 * The terms that a tool has to meet. `isNear`: for tools that need not meet all. Then each word of a phrase counts by itself:
 * 'cold chisel' comes near 'wood chisel'. A number without its unit may be the size.
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
      alternatives: [...alternatives, ...(isPlainWord(span, tools) ? [] : listSkuPieces(span))],
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
 * What is looked for stands last in English, before what it is for: 'cordless drill for concrete'. It stands before its
 * size: 'wood screw 4 x 40 torx'.
 */
function findHead(
  spans: readonly Span[],
  typed: readonly Token[],
  searched: readonly Token[],
  before: readonly Token[],
): Span | undefined {
  // The D of 'hammer d' is half a word, or that of a grip.
  const isWord = ({ tokens }: Span) => tokens.at(-1)?.kind === 'word' && !isLetter(tokens.at(-1)?.text ?? '');
  const own = spans.filter(({ tokens }) =>
    tokens.some((token) => before.includes(typed[searched.indexOf(token)] as Token)),
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

/** The most common of the words that are each enough for a span, or of its pairs in names. */
function findMostCommon(alternatives: readonly Alternative[], { tokens }: Span, known: KnownWords): CountedWord | null {
  const pair = PAIR_MARK + toStem(tokens.map(({ text }) => text).join(''));
  return pickMostCommon([
    ...listEnough(alternatives).flatMap((word) => known.get(word) ?? []),
    ...[...known.values()].filter(({ stem }) => tokens.length > 1 && stem === pair),
  ]);
}

/** Where both terms are a word each, the most common pair of them. */
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
