import { and, desc, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { decimalToCents } from '#src/shared/money.ts';
import type { Tool } from '../tool/contract.ts';
import { listToolRowsByIds, ON_SALE, toWireTool } from '../tool/queries.server.ts';
import { tools } from '../tool/tables.server.ts';
import { toolFacets } from './facet-tables.server.ts';

/** How many similar tools are listed. */
export const SIMILAR_COUNT = 3;

/** How many tools above and below a price are looked at, so that a sold-out category costs no more than another. */
const MAX_LOOKED_AT = 100;

/**
 * Tools that somebody who looks at this one may want instead: of the same category, nearest in price first. If there are
 * too few, the newest of the shop follow. None of them is sold out.
 */
export async function listSimilarTools(
  db: Queryable,
  tool: Pick<Tool, '_id' | 'categoryId' | 'balance'>,
): Promise<Tool[]> {
  const near = await listNear(db, tool);
  const ids = near.length < SIMILAR_COUNT ? [...near, ...(await listNewest(db))] : near;
  const chosen = [...new Set(ids)].filter((id) => id !== tool._id).slice(0, SIMILAR_COUNT);
  return (await listToolRowsByIds(db, chosen)).map(toWireTool);
}

async function listNear(db: Queryable, { _id, categoryId, balance }: Pick<Tool, '_id' | 'categoryId' | 'balance'>) {
  if (categoryId === null) return [];
  const cents = decimalToCents(balance) ?? 0;
  const walk = (side: '>=' | '<', direction: 'asc' | 'desc') => sql`
    select tool_id, unit_price_cents, seq, stock_state from ${toolFacets}
    where category_id = ${categoryId} and unit_price_cents ${sql.raw(side)} ${cents}
    order by unit_price_cents ${sql.raw(direction)}, seq ${sql.raw(direction)} limit ${MAX_LOOKED_AT}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select tool_id as id from ((${walk('>=', 'asc')}) union all (${walk('<', 'desc')})) near
    where stock_state <> 'out' and tool_id <> ${_id}
    order by abs(unit_price_cents - ${cents}), seq limit ${SIMILAR_COUNT}`);
  return rows.map(({ id }) => id);
}

async function listNewest(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(ON_SALE, ne(tools.stockState, 'out')))
    .orderBy(desc(tools.seq))
    .limit(SIMILAR_COUNT + 1);
  return rows.map(({ id }) => id);
}
