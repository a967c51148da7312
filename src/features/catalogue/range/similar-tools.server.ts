import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { decimalToMinor } from '#src/shared/money.ts';
import type { Tool } from '../tool/contract.ts';
import { listToolRowsByIds, ON_SALE, toWireTool } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import { toolFacets } from './facet-tables.server.ts';

/** How many similar tools are listed. */
export const SIMILAR_COUNT = 3;

/** How many tools above and below a price are looked at, so that a sold-out category costs no more than another. */
const MAX_LOOKED_AT = 100;

type SimilarTo = Pick<Tool, '_id' | 'categoryId' | 'family' | 'balance'>;

/**
 * Tools that somebody who looks at this one may want instead: of the same category, then of the same family, then of
 * the whole shop, each nearest in price first. None of them is sold out.
 */
export async function listSimilarTools(db: Queryable, tool: SimilarTo): Promise<Tool[]> {
  const ids = new Set<string>();
  for (const list of [listOfCategory, listOfFamily, listOfShop]) {
    if (ids.size >= SIMILAR_COUNT) break;
    for (const id of await list(db, tool)) ids.add(id);
  }
  return (await listToolRowsByIds(db, [...ids].slice(0, SIMILAR_COUNT))).map(toWireTool);
}

const toMinor = ({ balance }: SimilarTo) => decimalToMinor(balance) ?? 0;

async function listOfCategory(db: Queryable, tool: SimilarTo): Promise<string[]> {
  if (tool.categoryId === null) return [];
  const rows = sql`select tool_id as id, unit_price_minor, seq, stock_state from ${toolFacets}
    where category_id = ${tool.categoryId} and`;
  return selectNearest(db, tool, walkPrices(rows, tool));
}

async function listOfFamily(db: Queryable, tool: SimilarTo): Promise<string[]> {
  if (tool.family === '') return [];
  return selectNearest(
    db,
    tool,
    sql`select id, unit_price_minor, seq, stock_state from ${tools}
      where family <> '' and lower(family) = lower(${tool.family}) and ${ON_SALE} order by seq desc limit ${MAX_LOOKED_AT}`,
  );
}

async function listOfShop(db: Queryable, tool: SimilarTo): Promise<string[]> {
  const rows = sql`select id, unit_price_minor, seq, stock_state, state from ${tools} where`;
  // Bounded before drafts are left out, since the index of prices has these, too.
  return selectNearest(db, tool, sql`select * from (${walkPrices(rows, tool)}) walked where state = 'on_sale'`);
}

/**
 * The tools nearest in price on each side of a tool, in two walks along an index. `rows` is a select up to the condition
 * on the price.
 */
function walkPrices(rows: SQL, tool: SimilarTo): SQL {
  const walk = (
    side: '>=' | '<',
    direction: 'asc' | 'desc',
  ) => sql`(${rows} unit_price_minor ${sql.raw(side)} ${toMinor(tool)}
    order by unit_price_minor ${sql.raw(direction)}, seq ${sql.raw(direction)} limit ${MAX_LOOKED_AT})`;
  return sql`${walk('>=', 'asc')} union all ${walk('<', 'desc')}`;
}

/** The ids of those of these tools that can be bought instead of a tool, nearest in price first. */
async function selectNearest(db: Queryable, tool: SimilarTo, from: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (${from}) near where stock_state <> 'out' and id <> ${tool._id}
    order by abs(unit_price_minor - ${toMinor(tool)}), seq limit ${SIMILAR_COUNT}`);
  return rows.map(({ id }) => id);
}
