import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { tools } from '../tool/tables.server.ts';
import { readCodeQuery } from './code-start.server.ts';
import { toCodeKey } from './fold-text.ts';
import { findByCode } from './match-tools.server.ts';
import { searchWords, toolSearch } from './tables.server.ts';
import { tokenize } from './tokenize.ts';

/** More part numbers of one query are not looked up, and the page says so. */
const MAX_PART_NUMBERS = 100;

/** What became of a pasted list of part numbers. */
export interface PartNumberList {
  /** The tools that were found, in the order of the list. */
  ids: string[];
  /** The part numbers that no tool has, as they were typed. */
  missing: string[];
  /** How many part numbers were looked up. */
  asked: number;
  /** How many more there were. */
  left: number;
}

/** A short number is a quantity, as in 'KT-VIS120 25'. */
const QUANTITY = /^\d{1,5}$/;

/**
 * The part numbers of a query that is a list of them, each once and in its order, with or without quantities. Null for
 * any other query.
 */
export function readPartNumbers(query: string): string[] | null {
  const words = query.split(/[\s,;]+/).filter((word) => word !== '' && !QUANTITY.test(word));
  const numbers = new Map(words.map((word) => [toCodeKey(word), word]));
  const isList = numbers.size > 1 && [...numbers.keys()].every((key) => /\d/.test(key) && key.length >= 3);
  return isList ? [...numbers.values()] : null;
}

/** Shorter codes are sizes and grades, such as PH2 and P120. */
const MIN_PART_NUMBER = 5;
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** Whether a text hardly means anything but a part number or GTIN: letters with digits, and no measure such as 10mm. */
function looksLikePartNumber(text: string): boolean {
  const [token, ...others] = tokenize(text);
  if (!token || others.length > 0) return false;
  return GTIN.test(text) || (token.kind === 'code' && token.text.length >= MIN_PART_NUMBER);
}

/**
 * Whether all of these can only be part numbers that no tool has. Models such as 'dhp484z' look like them, but if names
 * or texts of tools have them, they are searched as words.
 */
async function areUnknownNumbers(db: Queryable, numbers: readonly string[], onSale: boolean): Promise<boolean> {
  if (!numbers.every(looksLikePartNumber)) return false;
  const words = numbers.flatMap((number) => tokenize(number)).map(({ text }) => text);
  const { rows } = await db.execute(sql`
    select from ${searchWords}
    where word = any(${sql.param(words)}::text[]) ${onSale ? sql`and tools > 0` : sql``} limit 1`);
  return rows.length === 0;
}

/**
 * Looks up a pasted list of part numbers and GTINs. Null if the query is no list, or if tools have fewer than half of
 * them and some of the others mean something else, such as '8mm 10mm'.
 */
export async function findPartNumbers(
  db: Queryable,
  { q, onSale, filter }: { q: string; onSale: boolean; filter?: SQL | undefined },
): Promise<PartNumberList | null> {
  const numbers = readPartNumbers(q);
  if (!numbers) return null;
  const asked = numbers.slice(0, MAX_PART_NUMBERS);
  const found = await findToolsByNumber(db, asked, and(onSale ? sql`s.on_sale` : sql`true`, filter));
  const missing = asked.filter((number) => !found.has(toCodeKey(number)));
  if (missing.length > asked.length / 2 && !(await areUnknownNumbers(db, missing, onSale))) return null;
  // Several words may be one part number: 'ABC123 DEF456'.
  if (found.size === 0 && (await findByCode(db, await readCodeQuery(db, q, { onSale }))).length > 0) return null;
  const ids = asked.flatMap((number) => found.get(toCodeKey(number)) ?? []);
  return { ids: [...new Set(ids)], missing, asked: asked.length, left: numbers.length - asked.length };
}

/**
 * The tools that are on sale, by the keys of the part numbers and GTINs among these, which `toCodeKey` makes.
 * Rarely, two tools have one key.
 */
export function findToolsOnSale(db: Queryable, numbers: readonly string[]): Promise<Map<string, string[]>> {
  return findToolsByNumber(db, numbers, sql`s.on_sale`);
}

/**
 * The same for all tools. `where` is a condition on `s`, a row of the search table, and on the tool.
 */
export async function findToolsByNumber(db: Queryable, numbers: readonly string[], where: SQL | undefined) {
  const keys = sql`${sql.param(numbers.map(toCodeKey))}::text[]`;
  const { rows } = await db.execute<{ key: string; id: string }>(sql`
    select s.key, s.tool_id as id from (
      select sku_key as key, tool_id, on_sale, seq from ${toolSearch} where sku_key collate "C" = any(${keys})
      union all select gtin_key, tool_id, on_sale, seq from ${toolSearch} where gtin_key = any(${keys})
    ) s join ${tools} on ${tools.id} = s.tool_id
    where ${where}
    order by s.seq desc limit ${2 * numbers.length}`);
  const found = new Map<string, string[]>();
  for (const { key, id } of rows) found.set(key, [...(found.get(key) ?? []), id]);
  return found;
}

/**
 * The first reading of an entry whose number was found, with its tool. Null if none was, or if two tools have that
 * number.
 */
export function findReading<R extends { number: string }>(
  readings: readonly R[],
  found: ReadonlyMap<string, readonly string[]>,
): { reading: R; toolId: string } | null {
  const reading = readings.find(({ number }) => found.has(toCodeKey(number)));
  const [toolId, other] = (reading && found.get(toCodeKey(reading.number))) ?? [];
  return reading && toolId && !other ? { reading, toolId } : null;
}

/** What a page says above the tools of a list. */
export function describePartNumbers({ missing, asked, left }: Omit<PartNumberList, 'ids'>): {
  title: string;
  text: string;
} {
  const found = asked - missing.length;
  const share = found === asked ? 'all' : `${found || 'none'} of`;
  const cut =
    left > 0
      ? `Only the first ${MAX_PART_NUMBERS} were looked up. Please search for the other ${formatCount(left)} separately.`
      : '';
  const next = found > 1 ? 'To order them together, paste the list into the basket.' : '';
  return {
    title: `We found ${share} ${asked} part numbers`,
    text: [missing.length > 0 ? `Not found: ${missing.join(', ')}.` : '', cut, next].filter(Boolean).join(' '),
  };
}
