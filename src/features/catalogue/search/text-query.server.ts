import { type SQL, sql } from 'drizzle-orm';
import type { Alternative, Term } from './query-terms.ts';
import { toolSearch } from './tables.server.ts';
import { HEAD_MARK, NAME_MARK, PAIR_MARK } from './tool-document.ts';

/** The weight of a word by its place: text, specification, category or SKU, name. This is PostgreSQL's order. */
const FIELD_WEIGHTS = '{0.12, 0.3, 0.55, 1}';
/** Corrects PostgreSQL's rank: for a single word in a name it is 1 divided by this. */
const RANK_SCALE = 1.644_934;
/** The bonus if the word is the kind of tool. */
const HEAD_BONUS = 0.6;
/** The bonus if two words of the query follow each other in the name. */
const PHRASE_BONUS = 0.25;
const NAME_LENGTH_WEIGHT = 0.35;
/** The factor for a phrase whose words stand apart: a sledge hammer for demolition is not a demolition hammer. */
const SCATTERED = 0.4;

/** A text search query of PostgreSQL for tools that have each term, in the name if `mark` says so. */
export function toTextQuery(terms: readonly Term[], mark = ''): string {
  return terms.map((term) => toTermQuery(term, mark)).join(' & ');
}

/**
 * The query for matching tools that do not have this word. Null if no other tool can match. The term's alternatives
 * with the word are left out: with them, the index would read every tool that has the word.
 */
export function toQueryWithout(terms: readonly Term[], word: string): string | null {
  const others = terms.map((term) => ({
    ...term,
    alternatives: term.alternatives
      .map((alternative) => ({
        ...alternative,
        all: alternative.all.map((words) => words.filter((one) => one !== word)),
      }))
      .filter(({ all }) => all.every((words) => words.length > 0)),
  }));
  return others.every(({ alternatives }) => alternatives.length > 0)
    ? `(${toTextQuery(others)}) & !${quote(word)}`
    : null;
}

/** The query for tools that have all terms but one. The kind of tool, if there is one, can't be missing. */
export function toNearQuery(terms: readonly Term[]): string {
  const left = terms.filter(({ isHead }) => !isHead);
  return left.map((one) => `(${toTextQuery(terms.filter((term) => term !== one))})`).join(' | ');
}

/** The query for tools that have at least one of these terms. */
export function toAnyQuery(terms: readonly Term[]): string {
  return `(${terms.map((term) => toTextQuery([term])).join(' | ')})`;
}

function toTermQuery({ alternatives }: Term, mark: string): string {
  return `(${dropImplied(alternatives)
    .map((alternative) => `(${toAlternativeQuery(alternative, mark)})`)
    .join(' | ')})`;
}

/** Drops alternatives that are only met if another one is, since each makes a search more expensive. */
function dropImplied(alternatives: readonly Alternative[]): readonly Alternative[] {
  const implies = (one: Alternative, other: Alternative) =>
    other.all.every((wide) => one.all.some((narrow) => narrow.every((word) => wide.includes(word))));
  return alternatives.filter((one, at) =>
    alternatives.every((other, place) => other === one || !implies(one, other) || (implies(other, one) && at < place)),
  );
}

function toAlternativeQuery({ all }: Alternative, mark = ''): string {
  return all.map((words) => `(${words.map((word) => quote(addMark(mark, word))).join(' | ')})`).join(' & ');
}

/**
 * The query for the words of an alternative in their order, with at most one word between two: 'tongue and groove'. The
 * parts of a compound such as 'long-nose' have the same position.
 */
function toPhraseQuery({ all }: Alternative): string {
  const steps = all.map((words) => `(${words.map(quote).join(' | ')})`);
  const follow = (before: string | undefined, step: string) =>
    ['<->', '<0>', '<2>'].map((operator) => `(${before} ${operator} ${step})`).join(' | ');
  return steps
    .slice(1)
    .map((step, at) => `(${follow(steps[at], step)})`)
    .join(' & ');
}

/** Pairs have a mark of their own already. */
const addMark = (mark: string, word: string) => (word.startsWith(PAIR_MARK) ? word : mark + word);

const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '')}'`;

interface Score {
  /** The score of each term, as columns. */
  scores: SQL;
  /** The whole score, computed from these columns. */
  total: SQL<number>;
}

/**
 * How well a row of `tool_search` meets the terms. The best alternative of each term counts, by its place and its
 * rarity, as in BM25F. A tool that lacks terms loses more than their share.
 */
export function toScore(terms: readonly Term[]): Score {
  const all = terms.reduce((sum, { importance }) => sum + importance, 0) || 1;
  const columns = terms.map((_term, at) => sql.raw(`score_${at}`));
  const sum = sql.join(
    terms.map(({ importance }, at) => sql`${importance / all}::real * ${columns[at]}`),
    sql` + `,
  );
  const coverage = sql.join(
    terms.map(({ importance }, at) => sql`case when ${columns[at]} > 0 then ${importance / all}::real else 0 end`),
    sql` + `,
  );
  return {
    scores: sql.join(
      terms.map((term, at) => sql`${toTermScore(term)} as ${columns[at]}`),
      sql`, `,
    ),
    total: sql`((${sum}) * (0.4 + 0.6 * (${coverage})) + ${toHeadBonus(terms)} + ${toPhraseBonus(terms)})
      * (1 + ${NAME_LENGTH_WEIGHT}::real / (2 + ${toolSearch.nameLength}))`,
  };
}

function toTermScore({ alternatives }: Term): SQL {
  const scores = alternatives.map((alternative) => {
    const words = alternative.all.flat();
    const any = words.map(quote).join(' | ');
    // PostgreSQL divides by the number of words, but one word of each list is enough.
    const scale = (RANK_SCALE * alternative.weight * words.length) / alternative.all.length;
    const rank = sql`least(1.3, ${scale}::real * ts_rank(${FIELD_WEIGHTS}::real[], ${toolSearch.document}, ${any}::tsquery))`;
    if (alternative.all.length === 1) return rank;
    return sql`case when ${toolSearch.document} @@ ${toPhraseQuery(alternative)}::tsquery then ${rank}
      when ${toolSearch.document} @@ ${toAlternativeQuery(alternative)}::tsquery then ${SCATTERED}::real * ${rank} else 0 end`;
  });
  return scores.length === 1 && scores[0] ? scores[0] : sql`greatest(${sql.join(scores, sql`, `)})`;
}

/** The bonus of tools of the right kind, judged by the end of their name. */
function toHeadBonus(terms: readonly Term[]): SQL {
  const head = terms.find(({ isHead }) => isHead);
  if (!head) return sql`0`;
  return sql`case when ${toolSearch.document} @@ ${toNameEnd(head)}::tsquery then ${HEAD_BONUS}::real else 0 end`;
}

/** The query for names that end with the term, or that contain the whole phrase as pairs of neighboring words. */
function toNameEnd({ alternatives }: Term): string {
  const ends = alternatives.map((alternative) => {
    const { all } = alternative;
    if (all.length === 1) return toAlternativeQuery(alternative, HEAD_MARK);
    const pairs = all.slice(1).map((words, at) => (all[at] ?? []).flatMap((one) => words.map((other) => one + other)));
    return toAlternativeQuery({ ...alternative, all: pairs }, PAIR_MARK);
  });
  return ends.map((end) => `(${end})`).join(' | ');
}

function toPhraseBonus(terms: readonly Term[]): SQL {
  if (terms.length < 2) return sql`0`;
  const pairs = terms.slice(1).map((term, at) => `(${toNameWords(terms[at])} <-> ${toNameWords(term)})`);
  const each = PHRASE_BONUS / pairs.length;
  return sql`(${sql.join(
    pairs.map((pair) => sql`case when ${toolSearch.document} @@ ${pair}::tsquery then ${each}::real else 0 end`),
    sql` + `,
  )})`;
}

function toNameWords(term: Term | undefined): string {
  return `(${(term ? listLast(term) : []).map((word) => quote(NAME_MARK + word)).join(' | ')})`;
}

/** The query for tools that have the kind in their name or category. Null if the query names no kind. */
export function toKindQuery(terms: readonly Term[]): string | null {
  const head = terms.find(({ isHead }) => isHead);
  return head
    ? listLast(head)
        .map((word) => `${quote(word)}:AB`)
        .join(' | ')
    : null;
}

/** The last word of each alternative, in all forms. */
function listLast({ alternatives }: Term): string[] {
  return [...new Set(alternatives.flatMap(({ all }) => all.at(-1) ?? []))];
}

/** The query for tools that are of the right kind by their name. */
export function toHeadQuery(terms: readonly Term[]): string | null {
  const head = terms.find(({ isHead }) => isHead);
  if (!head) return null;
  return `(${toNameEnd(head)}) & ${toTextQuery(terms, NAME_MARK)}`;
}
