import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { comesAfter } from '#src/platform/pagination.server.ts';
import { formatCursor, type ListCursor } from '#src/shared/list-cursor.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { categoryToolCounts } from '../../categories/tables.server.ts';
import type { ToolSet } from '../search/match-tools.server.ts';
import type { MatchedTools } from '../search/sample-matches.server.ts';
import { withSubtree } from '../tool/category-subtree.server.ts';
import type { ToolQuery } from '../tool/contract.ts';
import { tools } from '../tool/tables.server.ts';
import {
  countFilters,
  type FilterValues,
  getBaseUnit,
  hasRange,
  listBaseUnits,
  type SpecificationFilter,
  toNumberKey,
  toTokens,
} from './facet-rules.ts';
import { toolFacets } from './facet-tables.server.ts';

/** Filters with the categories that their slug selects. */
export interface FilterScope {
  filters: FilterValues;
  /** The categories of the subtree that have tools on sale. Null if no category was named. */
  categoryIds: string[] | null;
  /** How many tools on sale these categories have. Null if no category was named. */
  tools: number | null;
  /** The tools that match the search, if there is one. */
  matched?: MatchedTools | undefined;
}

/** Finds the subtree of the category that filters name. Null if no category has or had that slug. */
export async function resolveFilters(db: Queryable, filters: FilterValues): Promise<FilterScope | null> {
  if (filters.category === undefined) return { filters, categoryIds: null, tools: null };
  const { rows } = await db.execute<{ id: string; tools: number }>(sql`
    ${withSubtree(filters.category, { publicOnly: true })}
    select b.id, coalesce((select sum(n.delta) from ${categoryToolCounts} n where n.category_id = b.id), 0)::integer as tools from below b`);
  if (rows.length === 0) return null;
  const held = rows.filter((row) => row.tools > 0);
  return { filters, categoryIds: held.map(({ id }) => id), tools: held.reduce((sum, row) => sum + row.tools, 0) };
}

/** The filter to leave out of a count: a buyer who chose one value sees what the others would give. */
export type FilterGroup = 'price' | 'minimum' | 'state' | { name: string };

// Literals, so that they match the predicate of an index.
const STATES = {
  available: sql`stock_state <> 'out'`,
  low: sql`stock_state = 'low' and stock_state <> 'available'`,
  out: sql`stock_state = 'out' and stock_state <> 'available'`,
};

/** The condition on a row of `tool_facets` for filters without a category. */
export function matchFacets(filters: FilterValues, without?: FilterGroup): SQL | undefined {
  const { priceMin, priceMax, minimumMax, state } = filters;
  const isLeftOut = (name: string) => typeof without === 'object' && without.name === name;
  return and(
    ...filters.specifications.filter(({ name }) => !isLeftOut(name)).flatMap(matchSpecification),
    without !== 'price' && priceMin !== undefined ? sql`unit_price_minor >= ${priceMin}` : undefined,
    without !== 'price' && priceMax !== undefined ? sql`unit_price_minor <= ${priceMax}` : undefined,
    without !== 'minimum' && minimumMax !== undefined ? sql`min_order_quantity <= ${minimumMax}` : undefined,
    without !== 'state' && state !== undefined ? STATES[state] : undefined,
  );
}

function matchSpecification(filter: SpecificationFilter): SQL[] {
  const { name, values, min, max, unit } = filter;
  const conditions: SQL[] = [];
  if (values.length > 0) {
    const tokens = values.flatMap((value) => toTokens(name, value));
    conditions.push(sql`tokens && ${sql.param(tokens)}::text[]`);
  }
  if (hasRange(filter)) {
    const [base, factor] = getBaseUnit(unit);
    // Without a unit, the number is in the base unit that the name has.
    const keys = unit ? [toNumberKey(name, base)] : listBaseUnits().map((one) => toNumberKey(name, one));
    const low = sql`${min === undefined ? '-Infinity' : min * factor}::double precision`;
    const high = sql`${max === undefined ? 'Infinity' : max * factor}::double precision`;
    // Most tools lack the name or the number. Checking that first costs a tenth of combining the three arrays.
    conditions.push(sql`number_keys && ${sql.param(keys)}::text[] and ${low} <= any(highs) and ${high} >= any(lows)
      and exists (select from unnest(number_keys, lows, highs) as n (key, low, high)
        where n.key = any(${sql.param(keys)}::text[]) and n.high >= ${low} and n.low <= ${high})`);
  }
  return conditions;
}

/** The condition on a row of `tool_facets` for category and filters. */
export function inScope({ filters, categoryIds, matched }: FilterScope, without?: FilterGroup): SQL {
  const isMatched = matched && sql`tool_id = any(${sql.param(matched.ids)}::text[])`;
  const inCategory = categoryIds === null ? undefined : sql`category_id = any(${sql.param(categoryIds)}::text[])`;
  return and(isMatched, inCategory, matchFacets(filters, without)) ?? sql`true`;
}

/**
 * The condition that a tool on sale passes category and filters, for any statement that reads `tools`, such as a
 * search. Undefined if there is nothing to filter by.
 */
export function inFilters(scope: FilterScope): SQL | undefined {
  if (scope.categoryIds === null && countFilters(scope.filters) === 0) return undefined;
  return sql`exists (select from ${toolFacets} where ${toolFacets}.tool_id = ${tools.id} and ${inScope(scope)})`;
}

/** The tools of the category, to which all that pass belong. Undefined if no category was named. */
export function toToolSet({ categoryIds, tools }: FilterScope): ToolSet | undefined {
  if (categoryIds === null || tools === null) return undefined;
  const ids = sql`select tool_id from ${toolFacets} where category_id = any(${sql.param(categoryIds)}::text[])`;
  return { size: tools, ids };
}

/** Whether a range of numbers is the only filter, which no index finds. */
export function hasRangeAlone({ specifications }: FilterValues): boolean {
  return specifications.some(({ values }) => values.length === 0);
}

/** About how many tools are on sale, by the database's last estimate. */
export async function estimateTools(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ estimate: number }>(
    sql`select reltuples::double precision as estimate from pg_class where oid = 'tool_facets'::regclass`,
  );
  return rows[0]?.estimate ?? 0;
}

/** How many tools pass, up to one more than are counted. */
export async function countInScope(db: Queryable, scope: FilterScope, without?: FilterGroup): Promise<number> {
  if (scope.tools !== null && matchFacets(scope.filters, without) === undefined)
    return Math.min(scope.tools, MAX_TOTAL + 1);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (select from ${toolFacets} where ${inScope(scope, without)} limit ${MAX_TOTAL + 1}) counted`,
  );
  return rows[0]?.count ?? 0;
}

const SORT_COLUMNS = {
  created: sql`f.seq`,
  name: sql`f.name`,
  price: sql`f.unit_price_minor`,
  minimum: sql`f.min_order_quantity`,
};

/**
 * The ids of one page of the tools of categories, in its order, and the cursor of the next page. The first tools of
 * each category are read from an index and then merged, so that the cost does not depend on the number of tools. Null
 * for an order that has no index.
 */
export async function listCategoryPageIds(
  db: Queryable,
  { filters, categoryIds }: FilterScope,
  { sort = '-created', page = 1, limit, cursor }: Pick<ToolQuery, 'sort' | 'page' | 'limit' | 'cursor'>,
): Promise<{ ids: string[]; next: string | null } | null> {
  const name = sort.replace('-', '');
  if (categoryIds === null || !Object.hasOwn(SORT_COLUMNS, name)) return null;
  const column = SORT_COLUMNS[name as keyof typeof SORT_COLUMNS];
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? sql`desc` : sql`asc`;
  const key = name === 'created' ? undefined : column;
  const after = cursor === undefined ? undefined : comesAfter(cursor, key, sql`f.seq`, isDescending);
  const matches = and(matchFacets(filters), after) ?? sql`true`;
  const skipped = (page - 1) * limit;
  const { rows } = await db.execute<{ id: string; key: string | number; seq: string }>(sql`
    select first.id, first.key, first.seq from unnest(${sql.param(categoryIds)}::text[]) as of (category)
      cross join lateral (
        select f.tool_id as id, ${column} as key, f.seq from ${toolFacets} f
        where f.category_id = of.category and ${matches}
        order by ${column} ${direction}, f.seq ${direction} limit ${skipped + limit + 1}
      ) first
    order by first.key ${direction}, first.seq ${direction} limit ${limit + 1} offset ${skipped}`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last
      ? formatCursor({ sort, key: toCursorKey(name, last.key), seq: Number(last.seq) })
      : null;
  return { ids: shown.map(({ id }) => id), next };
}

function toCursorKey(sort: string, key: string | number): ListCursor['key'] {
  if (sort === 'created') return null;
  return sort === 'name' ? key : Number(key);
}
