import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/platform/database.server.ts';
import { listPhrases } from './phrases.ts';
import type { SynonymsByPhrase, Word } from './query-terms.ts';
import { MAX_SYNONYMS, MAX_TERMS } from './synonyms-rules.ts';
import { searchSynonyms } from './tables.server.ts';
import { type Token, tokenize } from './tokenize.ts';
import { toStem } from './words.ts';

/** All words and pairs in a shop's synonyms. */
export interface AllSynonyms {
  /** Their words, even if no tool has them. */
  words: readonly Word[];
  /** Each two neighboring words in the keys of their phrases. */
  pairs: ReadonlySet<string>;
}

/** Reads a shop's synonyms for one search: at first only those of its words, then all if needed, each at most once. */
export interface SynonymReader {
  /** The synonyms of each phrase in these tokens that has any. */
  find(tokens: readonly Token[]): Promise<SynonymsByPhrase>;
  listAll(): Promise<AllSynonyms>;
}

type Group = Record<'terms' | 'keys', string[]>;

const MAX_GROUPS = 20;

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

/** The words of terms that were read before: splitting all of them again takes longer than the search. */
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
