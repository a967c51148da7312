import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { listPhrases } from './phrases.ts';
import type { KnownWords, Word } from './query-terms.ts';
import { MAX_SYNONYMS, MAX_TERMS } from './synonyms-rules.ts';
import { searchSynonyms, searchWords } from './tables.server.ts';
import { type Token, tokenize } from './tokenize.ts';
import { listWords, PAIR_MARK } from './tool-document.ts';
import { listDeletions, toStem } from './words.ts';

const MAX_GROUPS = 20;

/** Terms that mean the same, by the key of each phrase of these tokens that has any. */
export async function readSynonyms(db: Queryable, tokens: readonly Token[]): Promise<Map<string, string[]>> {
  const keys = [...new Set(listPhrases(tokens).map(({ key }) => key))];
  const { rows } = await db.execute<{ terms: string[]; keys: string[] }>(
    sql`select terms, keys from ${searchSynonyms} where keys && ${sql.param(keys)}::text[] order by id limit ${MAX_GROUPS}`,
  );
  const found = new Map<string, string[]>();
  for (const { terms, keys: all } of rows)
    for (const key of all) if (keys.includes(key)) found.set(key, [...(found.get(key) ?? []), ...terms]);
  return found;
}

/** The words in use that were typed, share a stem with it, or are two typed words in one. */
export async function readKnownWords(
  db: Queryable,
  tokens: readonly Token[],
  synonyms: ReadonlyMap<string, readonly string[]>,
): Promise<KnownWords> {
  const others = [...synonyms.values()].flat().flatMap((term) => tokenize(term));
  const typed = [...tokens, ...others].flatMap(listWords);
  const joined = tokens.slice(1).map(({ text }, at) => `${tokens[at]?.text}${text}`);
  const words = [...new Set(['', ...typed, ...joined, ...typed.map((word) => PAIR_MARK + word)])];
  const stems = [...new Set([...typed, ...joined].flatMap((word) => [toStem(word), PAIR_MARK + toStem(word)]))];
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    select word, stem, tools from ${searchWords}
    where word = any(${sql.param(words)}::text[]) or stem = any(${sql.param(stems)}::text[])
    order by tools desc limit 500`);
  return new Map(rows.map((row) => [row.word, row]));
}

const MAX_NEAR = 1_000;

/** Words in use that these may be slips of. Many are not: `getDistance` tells. */
export async function readNearWords(db: Queryable, typed: readonly string[]): Promise<Word[]> {
  const deletions = [...new Set(typed.flatMap(listDeletions))];
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    select word, stem, tools from ${searchWords} where deletions && ${sql.param(deletions)}::text[] and tools > 0 limit ${MAX_NEAR}`);
  return rows;
}

/** What all synonyms of a shop say. */
export interface AllSynonyms {
  /** Their words, which no tool needs to have. */
  words: readonly Word[];
  /** Each two neighbors in the keys of their phrases. */
  pairs: ReadonlySet<string>;
}

/** The words of terms that were read before: to read them all again takes longer than the search. */
const wordsOfTerms = new Map<string, readonly Word[]>();

export async function readAllSynonyms(db: Queryable): Promise<AllSynonyms> {
  const { rows } = await db.execute<{ terms: string[]; keys: string[] }>(
    sql`select terms, keys from ${searchSynonyms} order by id limit ${MAX_SYNONYMS}`,
  );
  if (wordsOfTerms.size > 2 * MAX_SYNONYMS * MAX_TERMS) wordsOfTerms.clear();
  return {
    words: rows.flatMap(({ terms }) => terms).flatMap(listWordsOfTerm),
    pairs: new Set(rows.flatMap(({ keys }) => keys).flatMap(listNeighbors)),
  };
}

function listNeighbors(key: string): string[] {
  const stems = key.split(' ');
  return stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`);
}

function listWordsOfTerm(term: string): readonly Word[] {
  const known = wordsOfTerms.get(term);
  if (known) return known;
  const words = tokenize(term).map(({ text }) => ({ word: text, stem: toStem(text), tools: 0 }));
  wordsOfTerms.set(term, words);
  return words;
}

/** Pairs of words that stand together in a name, are a compound, or are in a phrase of synonyms. */
export async function readPhrases(
  db: Queryable,
  pairs: readonly (readonly string[])[],
  synonyms: AllSynonyms,
): Promise<Set<readonly string[]>> {
  const toCompounds = (pair: readonly string[]) => {
    const joined = pair.join('');
    return [joined, PAIR_MARK + joined];
  };
  const compounds = [...new Set(pairs.flatMap(toCompounds))];
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from ${searchWords} where word = any(${sql.param(compounds)}::text[]) and tools > 0`);
  const known = new Set(rows.map(({ word }) => word));
  return new Set(
    pairs.filter(
      (pair) =>
        toCompounds(pair).some((compound) => known.has(compound)) || synonyms.pairs.has(pair.map(toStem).join(' ')),
    ),
  );
}

/** Of words with one beginning, so many are looked at. */
const MAX_BEGUN = 2_000;

/** The most common words in use that begin so. */
export async function readEndings(db: Queryable, begun: string, limit: number): Promise<Word[]> {
  if (begun.length < 2) return [];
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    select word, stem, tools from (
      select word, stem, tools from ${searchWords}
      where word collate "C" > ${begun} and word collate "C" < ${`${begun}\uFFFD`} and tools > 0
      order by word collate "C" limit ${MAX_BEGUN}) b
    order by tools desc limit ${limit}`);
  return rows;
}
