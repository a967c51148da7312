import { eq, inArray, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { categories, categoryToolCounts } from '../../categories/tables.server.ts';
import { type FacetRow, scaleCount } from './facet-rows.ts';
import { categoryFacetChanges, categoryFacets } from './facet-tables.server.ts';
import { countInScope, type FilterScope } from './filter-queries.server.ts';
import { MAX_VALUES, readFacetRows, SAMPLE_SIZE, toSampleBound } from './read-facet-rows.server.ts';

/** For more categories than this, reading a sample is faster than merging their counts. */
const MAX_MERGED = 64;
/** A page adds up at most this many rows. */
const MAX_ROWS = 20_000;
/** The longest time of one run, in ms: changes of thousands of tools must not keep a core busy. */
const MAX_RUN_MS = 1_000;
const MAX_COUNTED = 200;

/** What was counted ahead. */
interface CountedFacets {
  rows: FacetRow[];
  /** The rows were counted from a sample and scaled. */
  about: boolean;
}

/**
 * What the tools on sale of these categories have, as counted when they last changed. Null if one of the categories has
 * changed since: then the tools themselves are read. A sample is used anyway, since it is never exact.
 */
export async function readCountedFacets(
  db: Queryable,
  { categoryIds, tools }: Pick<FilterScope, 'categoryIds' | 'tools'>,
): Promise<CountedFacets | null> {
  if (categoryIds === null || categoryIds.length === 0 || categoryIds.length > MAX_MERGED) return null;
  // One statement sees counts and changes at the same moment, so that a count is never older than the stock it
  // describes.
  const { rows } = await db.execute<{ rows: FacetRow[] | null; about: boolean; changed: boolean }>(sql`
    select f.rows, coalesce(f.about, false) as about,
      exists (select from ${categoryFacetChanges} c where c.category_id = of.id) as changed
    from unnest(${sql.param(categoryIds)}::text[]) as of (id) left join ${categoryFacets} f on f.category_id = of.id`);
  const counted = rows.flatMap((row) => ((row.changed && !row.about) || row.rows === null ? [] : [row.rows]));
  if (counted.length < categoryIds.length) return null;
  const about = rows.some((row) => row.about);
  // The category has fewer tools by now and can be counted exactly.
  if (about && (tools ?? 0) <= MAX_TOTAL) return null;
  const [only, ...others] = counted;
  if (only && others.length === 0) return { rows: only, about };
  // The rarest values of a category may have been left out, and another category may have the same ones.
  if (counted.some((rowsOfOne) => rowsOfOne.length >= MAX_VALUES)) return null;
  const all = counted.flat();
  return all.length > MAX_ROWS ? null : { rows: mergeRows(all), about };
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

/** Counts categories whose tools have changed, in the order of their changes. Returns how many it counted. */
export async function countChangedCategories(db: Db, stopping?: AbortSignal): Promise<number> {
  const until = performance.now() + MAX_RUN_MS;
  const { rows } = await db.execute<{ id: string }>(sql`
    select category_id as id from ${categoryFacetChanges} group by category_id order by min(seq) limit ${MAX_COUNTED}`);
  let counted = 0;
  for (const { id } of rows) {
    if (stopping?.aborted || performance.now() > until) break;
    await db.transaction((tx) => countCategory(tx, id));
    counted += 1;
  }
  return counted;
}

async function countCategory(tx: Tx, categoryId: string): Promise<void> {
  // Locked, since of two processes that count it at the same time one could store the older count last.
  const [category] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, categoryId))
    .for('no key update');
  // A change that commits from now on adds another row, and the category is counted again.
  await tx.delete(categoryFacetChanges).where(eq(categoryFacetChanges.categoryId, categoryId));
  if (!category) return;
  const scope: FilterScope = { filters: { specifications: [] }, categoryIds: [categoryId], tools: null };
  const tools = await countInScope(tx, scope);
  if (tools === 0) {
    await tx.delete(categoryFacets).where(eq(categoryFacets.categoryId, categoryId));
    return;
  }
  const about = tools > MAX_TOTAL;
  const rows = about ? await readSample(tx, scope) : await readFacetRows(tx, scope, null);
  await tx
    .insert(categoryFacets)
    .values({ categoryId, rows, about })
    .onConflictDoUpdate({ target: categoryFacets.categoryId, set: { rows, about } });
}

/** Reads a category with more tools than are counted: a sample, scaled. */
async function readSample(tx: Tx, scope: FilterScope): Promise<FacetRow[]> {
  const { rows: counts } = await tx.execute<{ tools: number }>(sql`
    select coalesce(sum(delta), 0)::integer as tools from ${categoryToolCounts} where ${inArray(categoryToolCounts.categoryId, scope.categoryIds ?? [])}`);
  const sample = toSampleBound(SAMPLE_SIZE, counts[0]?.tools ?? 0);
  const rows = await readFacetRows(tx, scope, sample);
  return rows.map((row) => ({ ...row, count: Math.round(scaleCount(row.count, sample)) }));
}
