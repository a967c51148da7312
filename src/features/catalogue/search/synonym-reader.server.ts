import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/platform/database.server.ts';
import { listPhrases } from './phrases.ts';
import type { Synonyms, Word } from './query-terms.ts';
import { MAX_SYNONYMS, MAX_TERMS } from './synonyms-rules.ts';
import { searchSynonyms } from './tables.server.ts';
import { type Token, tokenize } from './tokenize.ts';
import { toStem } from './words.ts';

/** What all synonyms of a shop say. */
export interface AllSynonyms {
  /** Their words, which no tool needs to have. */
  words: readonly Word[];
  /** Each two neighbors in the keys of their phrases. */
  pairs: ReadonlySet<string>;
}

/** Reads the synonyms of a shop for one search: at most those of its words, then all, once each. */
export interface SynonymReader {
  /** Those of each phrase of these tokens that has any. */
  find(tokens: readonly Token[]): Promise<Synonyms>;
  listAll(): Promise<AllSynonyms>;
}

type Group = Record<'terms' | 'keys', string[]>;

const MAX_GROUPS = 20;

/** Opens the synonyms for one search. */
export function createSynonymReader(db: Queryable): SynonymReader {
  let all: Group[] | undefined;
  return {
    async find(tokens) {
      const keys = [...new Set(listPhrases(tokens).map(({ key }) => key))];
      if (keys.length === 0) return new Map();
      const groups =
        all?.filter((group) => group.keys.some((key) => keys.includes(key))) ?? (await readGroups(db, keys));
      const found = new Map<string, string[]>();
      for (const { terms, keys: own } of groups.slice(0, MAX_GROUPS))
        for (const key of own) if (keys.includes(key)) found.set(key, [...(found.get(key) ?? []), ...terms]);
      return found;
    },
    async listAll() {
      all ??= (
        await db.execute<Group>(sql`select terms, keys from ${searchSynonyms} order by id limit ${MAX_SYNONYMS}`)
      ).rows;
      if (wordsOfTerms.size > 2 * MAX_SYNONYMS * MAX_TERMS) wordsOfTerms.clear();
      return {
        words: all.flatMap(({ terms }) => terms).flatMap(listWordsOfTerm),
        pairs: new Set(all.flatMap(({ keys }) => keys).flatMap(listNeighbors)),
      };
    },
  };
}

async function readGroups(db: Queryable, keys: readonly string[]): Promise<Group[]> {
  const { rows } = await db.execute<Group>(
    sql`select terms, keys from ${searchSynonyms} where keys && ${sql.param(keys)}::text[] order by id limit ${MAX_GROUPS}`,
  );
  return rows;
}

/** The words of terms that were read before: to split them all again takes longer than the search. */
const wordsOfTerms = new LRUCache<string, readonly Word[]>({ max: 5_000 });

function listWordsOfTerm(term: string): readonly Word[] {
  const known = wordsOfTerms.get(term);
  if (known) return known;
  const words = tokenize(term).map(({ text }) => ({ word: text, stem: toStem(text), tools: 0 }));
  wordsOfTerms.set(term, words);
  return words;
}

function listNeighbors(key: string): string[] {
  const stems = key.split(' ');
  return stems.slice(1).map((stem, at) => `${stems[at]} ${stem}`);
}
