import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { isKnown } from './correct-slips.server.ts';
import { foldText, toCodeKey } from './fold-text.ts';
import { readEndings, readKnownWords } from './lexicon.server.ts';
import { isIdleWord, toPhraseKey } from './phrases.ts';
import { createSynonymReader } from './synonym-reader.server.ts';
import { toolSearch } from './tables.server.ts';
import type { Token } from './tokenize.ts';

/** A query as it is looked up among part numbers. */
export interface CodeQuery {
  typed: string;
  /** The beginning of a part number that it may be, as a `toCodeKey`. */
  start: string | null;
  /** Only tools on sale are looked up. */
  onSale: boolean;
}

/** A single letter begins too many part numbers. */
const MIN_LETTERS = 2;
const MAX_LENGTH = 64;

/**
 * Reads a query for a look-up among part numbers. Letters alone are the beginning of one if some part number begins
 * with them and they are no word: a search for hammers must not show all tools of a maker with such a name first.
 */
export async function readCodeQuery(
  db: Queryable,
  typed: string,
  { onSale }: Pick<CodeQuery, 'onSale'>,
): Promise<CodeQuery> {
  const start = toCodeStart(typed);
  if (start !== null || !isLetters(typed)) return { typed, start, onSale };
  const key = toCodeKey(typed);
  const isBegun = (await hasSkuBeginning(db, key, onSale)) && !(await isWord(db, typed, onSale));
  return { typed, start: isBegun ? key : null, onSale };
}

/**
 * The beginning of a part number that a query with digits may be, as a `toCodeKey`. Null for all others: a short number
 * is a quantity, and letters may be a word.
 */
export function toCodeStart(query: string): string | null {
  const key = toCodeKey(query);
  // Not those of the key, in which the letters I and O are digits.
  const isCode = /\d/.test(foldText(query)) && (/\p{L}/u.test(key) ? key.length >= 4 : key.length >= 6);
  return isCode && key.length <= MAX_LENGTH ? key : null;
}

/** The condition on `tool_search` that a tool's part number begins with this key, by an index. */
export function skuBeginsWith(start: string): SQL {
  return sql`(sku_key collate "C" >= ${start} and sku_key collate "C" < ${`${start}\uFFFD`})`;
}

/** Whether a query is letters and separators only, without spaces. */
function isLetters(typed: string): boolean {
  const key = toCodeKey(typed);
  return !/[\p{N}\s]/u.test(foldText(typed).trim()) && key.length >= MIN_LETTERS && key.length <= MAX_LENGTH;
}

async function hasSkuBeginning(db: Queryable, key: string, onSale: boolean): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${toolSearch} where ${onSale ? sql`on_sale` : sql`true`} and ${skuBeginsWith(key)} limit 1`);
  return rows.length > 0;
}

/**
 * Whether letters are a word that tools or synonyms have, or begin one. Words with a separator between them are one if
 * they stand together in a name, as in 'hex-key', but KT-IN begins no word, even if a word begins with 'ktin'.
 */
async function isWord(db: Queryable, typed: string, onSale: boolean): Promise<boolean> {
  const folded = foldText(typed);
  const token: Token = { text: folded.replaceAll(/[^\p{L}]/gu, ''), kind: 'word', parts: [] };
  if (isIdleWord(token.text)) return true;
  if (isKnown(token, await readKnownWords(db, [token], new Map(), onSale))) return true;
  const hasSeparator = /\p{L}[^\p{L}]+\p{L}/u.test(folded);
  if (!hasSeparator && (await readEndings(db, token.text, 1)).length > 0) return true;
  const synonyms = await createSynonymReader(db).find(
    typed
      .split(/[^\p{L}\p{M}]+/u)
      .flatMap((word): Token[] => (word === '' ? [] : [{ ...token, text: foldText(word) }])),
  );
  return synonyms.has(toPhraseKey(typed));
}
