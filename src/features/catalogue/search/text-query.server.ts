import { type SQL, sql } from 'drizzle-orm';
import type { Alternative, Term } from './query-terms.ts';
import { toolSearch } from './tables.server.ts';
import { HEAD_MARK, NAME_MARK, PAIR_MARK } from './tool-document.ts';

/** Of a word by where it stands: in the text, the specification, category or SKU, the name. In the order of PostgreSQL. */
const FIELD_WEIGHTS = '{0.12, 0.3, 0.55, 1}';
/** What PostgreSQL makes of a single word in a name is 1 divided by this. */
const RANK_SCALE = 1.644_934;
/** A word that says what the tool is counts so much more. */
const HEAD_BONUS = 0.6;
/** Two words of the query that follow each other in the name. */
const PHRASE_BONUS = 0.25;
const NAME_LENGTH_WEIGHT = 0.35;
/** What is left of a phrase whose words stand apart: a sledge hammer for demolition is no demolition hammer. */
const SCATTERED = 0.4;

/** The condition of PostgreSQL's text search that a tool has each term, in its name where `mark` says so. */
export function toTextQuery(terms: readonly Term[], mark = ''): string {
  return terms.map((term) => toTermQuery(term, mark)).join(' & ');
}

/**
 * The same for tools that do not have this word; null where nobody else can match. Its own alternatives are left out: with
 * them, an index reads all that the word has.
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

/** The same for tools that have all terms but one. That one is not what is looked for, if it is said. */
export function toNearQuery(terms: readonly Term[]): string {
  const left = terms.filter(({ isHead }) => !isHead);
  return left.map((one) => `(${toTextQuery(terms.filter((term) => term !== one))})`).join(' | ');
}

/** The same for tools that have one of these terms. */
export function toAnyQuery(terms: readonly Term[]): string {
  return `(${terms.map((term) => toTextQuery([term])).join(' | ')})`;
}

function toTermQuery({ alternatives }: Term, mark: string): string {
  return `(${dropImplied(alternatives)
    .map((alternative) => `(${toAlternativeQuery(alternative, mark)})`)
    .join(' | ')})`;
}

/** Without alternatives that are only met where another one is: each makes a search dearer. */
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
 * Each two words of an alternative one after the other, or with one between: 'tongue and groove'. The parts of a compound, as
 * 'long-nose', stand in one place.
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

/** Two words of a name in one have a mark already. */
const addMark = (mark: string, word: string) => (word.startsWith(PAIR_MARK) ? word : mark + word);

const quote = (word: string) => `'${word.replaceAll(/['\\]/g, '')}'`;

/** SQL of a score. */
interface Score {
  /** How well each term is met, as columns. */
  scores: SQL;
  /** The whole of it, in terms of these columns. */
  total: SQL<number>;
}

/**
 * How well a tool of `tool_search` meets the terms. Of each term the best alternative counts, by where it stands and how rare
 * it is, as in BM25F; a tool that lacks terms loses more than their part.
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
    // PostgreSQL divides by the number of words, of which one of each list is enough.
    const scale = (RANK_SCALE * alternative.weight * words.length) / alternative.all.length;
    const rank = sql`least(1.3, ${scale}::real * ts_rank(${FIELD_WEIGHTS}::real[], ${toolSearch.document}, ${any}::tsquery))`;
    if (alternative.all.length === 1) return rank;
    return sql`case when ${toolSearch.document} @@ ${toPhraseQuery(alternative)}::tsquery then ${rank}
      when ${toolSearch.document} @@ ${toAlternativeQuery(alternative)}::tsquery then ${SCATTERED}::real * ${rank} else 0 end`;
  });
  return scores.length === 1 && scores[0] ? scores[0] : sql`greatest(${sql.join(scores, sql`, `)})`;
}

/** A tool that is what is looked for, by the end of its name. */
function toHeadBonus(terms: readonly Term[]): SQL {
  const head = terms.find(({ isHead }) => isHead);
  if (!head) return sql`0`;
  return sql`case when ${toolSearch.document} @@ ${toNameEnd(head)}::tsquery then ${HEAD_BONUS}::real else 0 end`;
}

/** The condition that a name ends so, or has the whole phrase: each two neighbors of it as a pair. */
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

/** The condition that a tool has what is looked for in its name or category; null where that is not said. */
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

/** The condition that a tool says by its name that it is what is looked for. */
export function toHeadQuery(terms: readonly Term[]): string | null {
  const head = terms.find(({ isHead }) => isHead);
  if (!head) return null;
  return `(${toNameEnd(head)}) & ${toTextQuery(terms, NAME_MARK)}`;
}
