import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { tools } from '../tool/tables.server.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The indexed text of each tool. It is kept apart from `tools`, so that no order writes it. An indexer keeps it. It is
 * partitioned by a hash of the tool's id: the first partitions have as many matches as a search ranks.
 */
export const toolSearch = pgTable(
  'tool_search',
  {
    toolId: text()
      .primaryKey()
      .references(() => tools.id, { onDelete: 'cascade' }),
    /** The `seq` of the tool. */
    seq: bigint({ mode: 'number' }).notNull(),
    onSale: boolean().notNull(),
    document: tsvector().notNull(),
    /** The number of words in its name, without those that say what it is for. */
    nameLength: smallint().notNull(),
    /** The `toCodeKey` of SKU and GTIN. */
    skuKey: text().notNull(),
    gtinKey: text(),
  },
  (t) => [
    // Partial, so that neither the public nor the admins read what they don't show.
    index('tool_search_on_sale').using('gin', t.document).where(sql`on_sale`).with({ gin_pending_list_limit: '256' }),
    index('tool_search_not_on_sale').using('gin', t.document).where(sql`not on_sale`),
    index('tool_search_by_age').on(t.seq),
    index('tool_search_sku').on(sql`${t.skuKey} collate "C"`),
    index('tool_search_gtin').on(t.gtinKey).where(sql`gtin_key is not null`),
  ],
);

/** Tools to index. Triggers only add rows, so that no writer waits for another or for the indexer. */
export const toolSearchQueue = pgTable('tool_search_queue', {
  seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
  toolId: text().notNull(),
});

/** The words of all tools, for corrections, other forms and completions. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text().primaryKey(),
    /** The stem, which words with the same meaning share. */
    stem: text().notNull(),
    /** How many tools on sale have the word. Every tool has the empty word. */
    tools: integer().notNull(),
    /**
     * The variants of the word with letters left out (`listDeletions`). Two words that share one may be misspellings of
     * each other.
     */
    deletions: text().array().notNull(),
  },
  (t) => [
    index('search_words_word').on(sql`${t.word} collate "C"`),
    index('search_words_stem').on(t.stem),
    index('search_words_deletions').using('gin', t.deletions),
  ],
);

/** Words and phrases that mean the same, as staff wrote them. */
export const searchSynonyms = pgTable(
  'search_synonyms',
  {
    id: text().primaryKey(),
    terms: text().array().notNull(),
    /** The `toPhraseKey` of each term. No key is in two groups. */
    keys: text().array().notNull(),
    /** The number of changes, from 1. */
    version: integer().notNull().default(1),
  },
  (t) => [index('search_synonyms_keys').using('gin', t.keys)],
);

/** Searches that found nothing, so that staff see what is missing. */
export const searchMisses = pgTable(
  'search_misses',
  {
    /** The folded text: case and accents make no difference. */
    query: text().primaryKey(),
    /** Each network counts once a day. */
    times: integer().notNull().default(1),
    firstAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    lastAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('search_misses_by_times').on(t.times, t.lastAt, t.query),
    index('search_misses_by_time').on(t.lastAt, t.query),
  ],
);

/**
 * A single row that counts changes of everything that is searched. Results that were found before a change are
 * outdated.
 */
export const searchGeneration = pgTable(
  'search_generation',
  {
    only: boolean().primaryKey().default(true),
    generation: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [check('search_generation_only', sql`${t.only}`)],
);
