import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { type FacetRow, MAX_SAMPLE } from './facet-rows.ts';
import { toolFacets } from './facet-tables.server.ts';
import { type FilterGroup, type FilterScope, inScope } from './filter-queries.server.ts';

/** The most different values that one statement returns: the most frequent ones. */
export const MAX_VALUES = 5_000;

/**
 * Rows that are read if there are more tools than are counted. A value that one tool in a hundred has is still seen
 * often enough.
 */
export const SAMPLE_SIZE = 1_000;

/** The bound that selects a sample of about `size` out of `total` rows. */
export function toSampleBound(size: number, rows: number): number {
  return Math.ceil(MAX_SAMPLE * Math.min(1, size / Math.max(rows, MAX_TOTAL)));
}

/**
 * Counts what the rows of a scope have: all rows, or those below the bound of a sample. With a group, only what that
 * group's own facet needs.
 */
export async function readFacetRows(
  db: Queryable,
  scope: FilterScope,
  sample: number | null,
  group?: FilterGroup,
): Promise<FacetRow[]> {
  const inSample = sample === null ? sql`` : sql`and sample < ${sample}`;
  const found = sql`
    with found as materialized (
      select tokens, number_keys, lows, highs, unit_price_minor, min_order_quantity, stock_state from ${toolFacets}
      where ${inScope(scope, group)} ${inSample} limit ${MAX_TOTAL})`;
  const { rows } = await db.execute<FacetRow & Record<string, unknown>>(
    sql`${found} ${sql.join(listParts(group), sql` union all `)}`,
  );
  return rows;
}

function listParts(group: FilterGroup | undefined): SQL[] {
  const name = typeof group === 'object' ? group.name : undefined;
  const parts = {
    price: sql`select 'price' as kind, '' as key, count(*)::integer as count, min(unit_price_minor)::double precision as low, max(unit_price_minor)::double precision as high from found`,
    minimum: sql`select 'minimum' as kind, '' as key, count(*)::integer as count, min(min_order_quantity)::double precision as low, max(min_order_quantity)::double precision as high from found`,
    state: sql`select 'state' as kind, stock_state as key, count(*)::integer as count, null::double precision as low, null::double precision as high from found group by stock_state`,
    tokens: sql`(select 'token' as kind, token as key, count(*)::integer as count, null::double precision as low, null::double precision as high
      from found, unnest(tokens) as token ${name === undefined ? sql`` : sql`where starts_with(token, ${`${name}\u001f`})`}
      group by token order by count(*) desc, token limit ${MAX_VALUES})`,
    numbers: sql`select 'number' as kind, n.key as key, count(*)::integer as count, min(n.low) as low, max(n.high) as high
      from found, unnest(number_keys, lows, highs) as n (key, low, high)
      ${name === undefined ? sql`` : sql`where starts_with(n.key, ${`${name}\u001f`})`} group by n.key`,
  };
  if (group === undefined) return Object.values(parts);
  return typeof group === 'object' ? [parts.tokens, parts.numbers] : [parts[group]];
}
