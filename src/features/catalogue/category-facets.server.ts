import { eq, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { categories } from '../categories/tables.server.ts';
import type { FacetRow } from './facet-rows.ts';
import { categoryFacetChanges, categoryFacets } from './facet-tables.server.ts';
import { countInScope, type FilterScope } from './filter-queries.server.ts';
import { MAX_VALUES, readFacetRows } from './read-facet-rows.server.ts';

/** Of more categories, a sample is read sooner than what each of them counted. */
const MAX_MERGED = 64;
/** More values are not added up for one page. */
const MAX_ROWS = 20_000;
/** A run of the job counts for so long, in ms: changes of thousands of tools must not keep a core busy. */
const MAX_RUN_MS = 1_000;
const MAX_COUNTED = 200;

/**
 * What all tools on sale of these categories have, as it was counted when they last changed. Null where one of them has
 * changed since, or is too large to be counted: then the tools themselves are read.
 */
export async function readCountedFacets(db: Queryable, categoryIds: readonly string[]): Promise<FacetRow[] | null> {
  if (categoryIds.length === 0 || categoryIds.length > MAX_MERGED) return null;
  // One statement sees both as they were at one moment: what is counted is never behind what is sold.
  const { rows } = await db.execute<{ rows: FacetRow[] | null; changed: boolean }>(sql`
    select f.rows, exists (select from ${categoryFacetChanges} c where c.category_id = of.id) as changed
    from unnest(${sql.param(categoryIds)}::text[]) as of (id) left join ${categoryFacets} f on f.category_id = of.id`);
  const counted = rows.flatMap((row) => (row.changed || row.rows === null ? [] : [row.rows]));
  if (counted.length < categoryIds.length) return null;
  const [only, ...others] = counted;
  if (only && others.length === 0) return only;
  // The rarest values of a category may have been left out, and another one may have them as well.
  if (counted.some((rowsOfOne) => rowsOfOne.length >= MAX_VALUES)) return null;
  const all = counted.flat();
  return all.length > MAX_ROWS ? null : mergeRows(all);
}

function mergeRows(rows: readonly FacetRow[]): FacetRow[] {
  const merged = new Map<string, FacetRow>();
  for (const row of rows) {
    const id = `${row.kind} ${row.key}`;
    const other = merged.get(id);
    merged.set(id, other ? { ...row, ...addUp(row, other) } : row);
  }
  return [...merged.values()].sort((one, other) => other.count - one.count || (one.key < other.key ? -1 : 1));
}

function addUp(one: FacetRow, other: FacetRow): Pick<FacetRow, 'count' | 'low' | 'high'> {
  return {
    count: one.count + other.count,
    low: combineBounds(Math.min, one.low, other.low),
    high: combineBounds(Math.max, one.high, other.high),
  };
}

const combineBounds = (choose: typeof Math.min, one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : choose(one, other);

/** Counts categories whose tools have changed, those first that changed first. Returns how many it counted. */
export async function countChangedCategories(db: Db, stopping?: AbortSignal): Promise<number> {
  const until = Date.now() + MAX_RUN_MS;
  const { rows } = await db.execute<{ id: string }>(sql`
    select category_id as id from ${categoryFacetChanges} group by category_id order by min(seq) limit ${MAX_COUNTED}`);
  let counted = 0;
  for (const { id } of rows) {
    if (stopping?.aborted || Date.now() > until) break;
    await db.transaction((tx) => countCategory(tx, id));
    counted += 1;
  }
  return counted;
}

async function countCategory(tx: Tx, categoryId: string): Promise<void> {
  // Two who count it at once could store the older count last.
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, categoryId))
    .for('no key update');
  // A change that commits from here on leaves its row, and the category is counted again.
  await tx.delete(categoryFacetChanges).where(eq(categoryFacetChanges.categoryId, categoryId));
  if (!category) return;
  const scope: FilterScope = { filters: { specifications: [] }, categoryIds: [categoryId], tools: null };
  const tools = await countInScope(tx, scope);
  if (tools === 0 || tools > MAX_TOTAL) {
    await tx.delete(categoryFacets).where(eq(categoryFacets.categoryId, categoryId));
    return;
  }
  const rows = await readFacetRows(tx, scope, null);
  await tx
    .insert(categoryFacets)
    .values({ categoryId, rows })
    .onConflictDoUpdate({ target: categoryFacets.categoryId, set: { rows } });
}
