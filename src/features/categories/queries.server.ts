import { type SQL, sql } from 'drizzle-orm';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import type { ManagedCategory } from './contract.ts';
import { categories, categoryToolCounts, formerCategorySlugs } from './tables.server.ts';

interface CategoryRow extends Record<string, unknown> {
  id: string;
  parent_id: string | null;
  name: string;
  slug: string;
  version: number;
  public: boolean;
  tools: number;
}

/** All categories for admins. Each comes after its parent, siblings in their order. */
export function listCategories(db: Queryable): Promise<ManagedCategory[]> {
  return readTree(db, sql`true`);
}

/** The categories that everybody sees, in the same order. The ancestors of each are among them. */
export function listPublicCategories(db: Queryable): Promise<ManagedCategory[]> {
  return readTree(db, sql`c.public`);
}

/** The first categories of the top level that everybody sees, in their order. */
export async function listTopCategories(db: Queryable, limit: number): Promise<{ name: string; slug: string }[]> {
  const { rows } = await db.execute<{ name: string; slug: string }>(sql`
    select name, slug from ${categories} where parent_id is null and public
    order by position, ${alphabeticalKey(categories.name)} limit ${limit}`);
  return rows;
}

async function readTree(db: Queryable, where: SQL): Promise<ManagedCategory[]> {
  const { rows } = await db.execute<CategoryRow>(sql`
    select c.id, c.parent_id, c.name, c.slug, c.version, c.public, coalesce(n.tools, 0)::integer as tools
    from ${categories} c
      left join (select category_id, sum(delta) as tools from ${categoryToolCounts} group by category_id) n on n.category_id = c.id
    where ${where}
    order by c.position, ${alphabeticalKey(sql`c.name`)}`);
  const children = new Map<string | null, CategoryRow[]>();
  for (const row of rows) children.set(row.parent_id, [...(children.get(row.parent_id) ?? []), row]);
  return toTree(children, null, []).listed;
}

function toTree(
  children: ReadonlyMap<string | null, CategoryRow[]>,
  parentId: string | null,
  above: string[],
): { listed: ManagedCategory[]; tools: number } {
  let tools = 0;
  const listed = (children.get(parentId) ?? []).flatMap((row, at) => {
    const path = [...above, row.name];
    const below = toTree(children, row.id, path);
    const count = row.tools + below.tools;
    tools += count;
    const { id, name, slug, version } = row;
    const category = {
      _id: id,
      parentId,
      name,
      slug,
      path,
      position: at + 1,
      tools: Math.min(count, MAX_TOTAL),
      toolsAtLeast: count > MAX_TOTAL,
      version,
      public: row.public,
    };
    return [category, ...below.listed];
  });
  return { listed, tools };
}

/** The current slug of the category that once had this slug, or null. */
export async function findCurrentCategorySlug(db: Queryable, slug: string): Promise<string | null> {
  const { rows } = await db.execute<{ slug: string }>(
    sql`select c.slug from ${formerCategorySlugs} f join ${categories} c on c.id = f.category_id where c.public and f.slug = ${slug}`,
  );
  return rows[0]?.slug ?? null;
}

/**
 * Adds up the counts of tools to one row per category once there are many. Rows that are added meanwhile stay for the
 * next time. Returns how many rows there were.
 */
export async function foldToolCounts(db: Queryable, minRows = 5_000): Promise<number> {
  const { rows } = await db.execute<{ folded: number }>(sql`
    with folded as (
      delete from ${categoryToolCounts} where (select count(*) from ${categoryToolCounts}) >= ${minRows} returning category_id, delta
    ), added as (
      insert into ${categoryToolCounts} (category_id, delta)
        select category_id, sum(delta) from folded group by category_id having sum(delta) <> 0
    ) select count(*)::integer as folded from folded`);
  return rows[0]?.folded ?? 0;
}
