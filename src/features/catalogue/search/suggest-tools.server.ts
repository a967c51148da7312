import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { tools } from '../tables.server.ts';
import { toCodeKey } from './fold-text.ts';
import { interpretQuery } from './interpret-query.server.ts';
import { scoreMatches } from './rank-matches.server.ts';
import { toTextQuery } from './rank-tools.server.ts';
import { withSearchPlans } from './search-plans.server.ts';
import { toolSearch } from './tables.server.ts';

const MAX_TOOLS = 6;
/** Of more tools than these, any are as good while somebody still types. */
const MAX_CANDIDATES = 300;
const MIN_CODE_LENGTH = 2;

/** Ids of tools on sale that may be meant by what was typed so far, the best first: by part number, then by words. */
export function suggestToolIds(db: Queryable, typed: string): Promise<string[]> {
  return withSearchPlans(db, (tx) => findSuggested(tx, typed));
}

async function findSuggested(db: Queryable, typed: string): Promise<string[]> {
  const codes = await listByCodeStart(db, typed);
  if (codes.length === MAX_TOOLS) return codes;
  const { terms } = await interpretQuery(db, typed, 'typing');
  if (terms.length === 0) return codes;
  const scored = await scoreMatches(db, { onSale: true }, terms, toTextQuery(terms), MAX_TOOLS, MAX_CANDIDATES);
  return [...new Set([...codes, ...scored.map(({ id }) => id)])].slice(0, MAX_TOOLS);
}

/** Tools whose SKU or GTIN begins so. Words alone are no code: 'saw' is typed for saws. */
async function listByCodeStart(db: Queryable, typed: string): Promise<string[]> {
  const key = toCodeKey(typed);
  if (key.length < MIN_CODE_LENGTH || key.length > 64 || !/\d/.test(typed)) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select s.tool_id as id from (
      (select tool_id, sku_key as key from ${toolSearch} where on_sale
        and sku_key collate "C" >= ${key} and sku_key collate "C" < ${`${key}\uFFFD`} order by sku_key collate "C" limit ${MAX_TOOLS})
      union all (select tool_id, gtin_key from ${toolSearch} where on_sale and gtin_key = ${key} limit 1)
    ) s join ${tools} on ${tools.id} = s.tool_id order by s.key limit ${MAX_TOOLS}`);
  return [...new Set(rows.map(({ id }) => id))];
}
