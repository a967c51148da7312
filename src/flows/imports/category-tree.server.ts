import { sql } from 'drizzle-orm';
import { ensureCategory, type MeantCategory } from '#src/features/catalogue/keeping/tool-category.server.ts';
import { categories } from '#src/features/categories/tables.server.ts';
import type { Person } from '#src/platform/audit/audit-events.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { joinPath, MAX_CATEGORIES, splitPath } from '#src/shared/category-path.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { WrittenFields } from './tool-cells.server.ts';

/** All categories by their names in cells. Keys are in lower case. */
export interface CategoryTree {
  /** 'Power tools > Drills', by id. */
  paths: ReadonlyMap<string, string>;
  idsByPath: ReadonlyMap<string, string>;
  idsByName: ReadonlyMap<string, readonly string[]>;
}

/** Reads all categories, at most `MAX_CATEGORIES`, without their counts of tools. */
export async function readCategoryTree(db: Queryable): Promise<CategoryTree> {
  const { rows } = await db.execute<{ id: string; names: string[] }>(sql`
    with recursive tree as (
      select id, array[name] as names from ${categories} where parent_id is null
      union all select c.id, tree.names || c.name from ${categories} c join tree on c.parent_id = tree.id
    ) select id, names from tree order by id`);
  const byName = Map.groupBy(rows, ({ names }) => (names.at(-1) ?? '').toLowerCase());
  return {
    paths: new Map(rows.map(({ id, names }) => [id, joinPath(names)])),
    idsByPath: new Map(rows.map(({ id, names }) => [joinPath(names).toLowerCase(), id])),
    idsByName: new Map([...byName].map(([name, same]) => [name, same.map(({ id }) => id)])),
  };
}

/** A category with its whole path and its id. Without an id, it does not exist yet. */
export type NamedCategory = Pick<WrittenFields, 'category' | 'categoryId'>;

/**
 * The category that a cell means, by the same rules as `findCategory`: a path starts at the top of the tree. A name
 * alone means a category at the top, or else the only one of that name. If there are several, it means the tool's own;
 * otherwise the result is a sentence that says what to do.
 */
export function findNamedCategory(
  { paths, idsByPath, idsByName }: CategoryTree,
  text: string,
  ownId: string | null,
): NamedCategory | { reason: string } {
  if (text === '') return { category: '', categoryId: null };
  const names = splitPath(text);
  const path = joinPath(names);
  const same = names.length === 1 ? (idsByName.get(path.toLowerCase()) ?? []) : [];
  const own = same.find((one) => one === ownId);
  const id = idsByPath.get(path.toLowerCase()) ?? (same.length === 1 ? same[0] : own);
  if (id !== undefined) return { category: paths.get(id) ?? path, categoryId: id };
  if (same.length > 1) {
    const example = paths.get(same[0] ?? '') ?? '';
    return { reason: `Several categories are called ${path}. Please enter the path, such as ${example}.` };
  }
  if (paths.size < MAX_CATEGORIES) return { category: path };
  return { reason: `There are already ${formatCount(MAX_CATEGORIES)} categories. Please choose one of them.` };
}

/**
 * Updates the category of fields by the current tree: one that was deleted since is found by its path, or added again.
 */
export function refreshCategory({ paths, idsByPath }: CategoryTree, fields: WrittenFields): WrittenFields {
  const { category, categoryId, ...others } = fields;
  if (!category || (categoryId && paths.has(categoryId))) return fields;
  const id = idsByPath.get(category.toLowerCase());
  return { ...others, category, ...(id === undefined ? {} : { categoryId: id }) };
}

/** The category that fields name. Undefined if they name none. */
export function pickMeant({ category, categoryId }: WrittenFields): MeantCategory | undefined {
  if (category === undefined) return undefined;
  if (category === '') return { id: null, name: '' };
  const path = splitPath(category);
  const name = path.at(-1) ?? '';
  return categoryId ? { id: categoryId, name } : { id: undefined, name, path };
}

/**
 * Adds the categories that plans name and that do not exist yet, each once. Call it with all tools locked. Returns the
 * ids of those that were added.
 */
export async function addMissingCategories(
  tx: Tx,
  by: Person,
  plans: readonly { category?: MeantCategory | undefined; columns: { categoryId?: string | null } }[],
): Promise<string[]> {
  const ids = new Map<string, string | null>();
  const added: string[] = [];
  for (const { category, columns } of plans) {
    if (!category || category.id !== undefined) continue;
    const key = joinPath(category.path).toLowerCase();
    if (!ids.has(key)) ids.set(key, await ensureCategory(tx, by, category, added));
    columns.categoryId = ids.get(key) ?? null;
  }
  return added;
}
