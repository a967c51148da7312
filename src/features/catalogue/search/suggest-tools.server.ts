import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { tools } from '../tool/tables.server.ts';
import { skuBeginsWith } from './code-start.server.ts';
import { toCodeKey } from './fold-text.ts';
import { interpretQuery } from './interpret-query.server.ts';
import type { Term } from './query-terms.ts';
import { scoreMatches } from './rank-matches.server.ts';
import { recallSearch } from './search-memory.server.ts';
import { withSearchPlans } from './search-plans.server.ts';
import { toolSearch } from './tables.server.ts';
import { toTextQuery } from './text-query.server.ts';

const MAX_TOOLS = 6;
/** If there are more tools than this, any of them will do while somebody still types. */
const MAX_CANDIDATES = 300;
const MIN_CODE_LENGTH = 2;

/** The ids of tools on sale that the text typed so far may mean, best first: by part number, then by words. */
export function suggestToolIds(db: Queryable, typed: string): Promise<string[]> {
  const key = JSON.stringify(['suggest', typed.toLowerCase()]);
  return recallSearch(db, key, () => withSearchPlans(db, (tx) => findSuggested(tx, typed)));
}

async function findSuggested(db: Queryable, typed: string): Promise<string[]> {
  const isNumber = /\d/.test(typed);
  const codes = isNumber ? await listByCodeStart(db, typed) : [];
  if (codes.length === MAX_TOOLS) return codes;
  const { terms, corrected } = await interpretQuery(db, typed, { onSale: true, isTyping: true });
  const named = await listByTerms(db, terms);
  // 'saw' is typed for saws. Letters that are not a word, or that few tools have, may begin a part number.
  const letters =
    isNumber || (named.length === MAX_TOOLS && corrected === null) ? [] : await listByCodeStart(db, typed);
  const found = corrected === null ? [...codes, ...named, ...letters] : [...codes, ...letters, ...named];
  return [...new Set(found)].slice(0, MAX_TOOLS);
}

/** Tools that have all terms. If none has, an incomplete word at the end may still become any word, and is left out. */
async function listByTerms(db: Queryable, terms: readonly Term[]): Promise<string[]> {
  const score = (wanted: readonly Term[]) =>
    wanted.length > 0
      ? scoreMatches(db, { onSale: true }, wanted, toTextQuery(wanted), MAX_TOOLS, MAX_CANDIDATES)
      : Promise.resolve([]);
  const scored = await score(terms);
  return (scored.length > 0 ? scored : await score(terms.slice(0, -1))).map(({ id }) => id);
}

/** Tools whose SKU or GTIN begins with the typed text. */
async function listByCodeStart(db: Queryable, typed: string): Promise<string[]> {
  const key = toCodeKey(typed);
  if (key.length < MIN_CODE_LENGTH || key.length > 64) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.tool_id as id from (
      (select tool_id, sku_key as key from ${toolSearch} where on_sale
        and ${skuBeginsWith(key)} order by sku_key collate "C" limit ${MAX_TOOLS})
      union all (select tool_id, gtin_key from ${toolSearch} where on_sale and gtin_key = ${key} limit 1)
    ) s join ${tools} on ${tools.id} = s.tool_id order by s.key limit ${MAX_TOOLS}`);
  return [...new Set(rows.map(({ id }) => id))];
}
