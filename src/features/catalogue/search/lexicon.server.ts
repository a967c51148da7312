import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import type { KnownWords, SynonymsByPhrase, Word } from './query-terms.ts';
import type { AllSynonyms } from './synonym-reader.server.ts';
import { searchWords } from './tables.server.ts';
import { type Token, tokenize } from './tokenize.ts';
import { listWords, PAIR_MARK } from './tool-document.ts';
import { listDeletions, toStem } from './words.ts';

/**
 * The words in use that were typed, that share a stem with a typed word, or that are two typed words in one. With
 * `onSale`, only words of tools on sale: a former name of a draft would otherwise never be corrected.
 */
export async function readKnownWords(
  db: Queryable,
  tokens: readonly Token[],
  synonyms: SynonymsByPhrase,
  onSale: boolean,
): Promise<KnownWords> {
  const others = [...synonyms.values()].flat().flatMap((term) => tokenize(term));
  const typed = [...tokens, ...others].flatMap(listWords);
  const joined = tokens.slice(1).map(({ text }, at) => `${tokens[at]?.text}${text}`);
  const words = [...new Set(['', ...typed, ...joined, ...typed.map((word) => PAIR_MARK + word)])];
  const stems = [...new Set([...typed, ...joined].flatMap((word) => [toStem(word), PAIR_MARK + toStem(word)]))];
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    select word, stem, tools from ${searchWords}
    where (word = any(${sql.param(words)}::text[]) or stem = any(${sql.param(stems)}::text[])) ${onSale ? sql`and tools > 0` : sql``}
    order by tools desc limit 500`);
  return new Map(rows.map((row) => [row.word, row]));
}

const MAX_NEAR = 1_000;

/** Words in use that these may be misspellings of. Many are not: `getDistance` decides. */
export async function readNearWords(db: Queryable, typed: readonly string[]): Promise<Word[]> {
  const deletions = [...new Set(typed.flatMap(listDeletions))];
  const { rows } = await db.execute<Word & Record<string, unknown>>(sql`
    select word, stem, tools from ${searchWords} where deletions && ${sql.param(deletions)}::text[] and tools > 0 limit ${MAX_NEAR}`);
  return rows;
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

/** How many words with the same beginning are read. */
const MAX_BEGUN = 2_000;

/** The most common words in use with this beginning. */
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
