import { type SQL, sql } from 'drizzle-orm';
import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { acquireTxLock, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { findDatabaseError } from '#src/platform/database-faults.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { suggestSlug } from '#src/platform/suggested-slug.server.ts';
import { joinPath, MAX_CATEGORIES, MAX_LEVELS, splitPath } from '#src/shared/category-path.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { CATEGORY_LOCK_ID, categories } from '../../categories/tables.server.ts';

/** The category of a tool as it was sent: its name or path, or its id, which takes precedence. */
export interface SentCategory {
  category?: string | undefined;
  categoryId?: string | null | undefined;
}

/** The category that was meant: its id, null for none, or the names of one that does not exist yet. */
export type MeantCategory = { id: string | null; name: string } | { id: undefined; name: string; path: string[] };

/**
 * Finds the category that a text or an id means. Undefined if neither was sent. A path starts at the top of the tree. A
 * name alone means a category at the top, or else the only one of that name. Fails if several have the name, or none
 * has the id.
 */
export async function findCategory(
  db: Queryable,
  { category, categoryId }: SentCategory,
): Promise<Outcome<MeantCategory | undefined>> {
  if (categoryId !== undefined) {
    if (categoryId === null) return ok({ id: null, name: '' });
    const [found] = await listCategories(db, sql`c.id = ${categoryId}`);
    return found ? ok(found) : fail('invalid', { fields: { categoryId: 'There is no such category.' } });
  }
  if (category === undefined) return ok(undefined);
  if (category === '') return ok({ id: null, name: '' });
  const path = splitPath(category);
  const name = path.at(-1) ?? '';
  const [root = ''] = path;
  if (path.length > 1) {
    let found: { id: string; name: string } | undefined;
    for (const [at, step] of path.entries()) {
      const isBelow = at === 0 ? sql`c.parent_id is null` : sql`c.parent_id = ${found?.id}`;
      [found] = await listCategories(db, sql`${isBelow} and lower(c.name) = lower(${step})`);
      if (!found) return ok({ id: undefined, name, path });
    }
    return ok(found);
  }
  const named = await listCategories(db, sql`lower(c.name) = lower(${root})`);
  const meant = named.find(({ parentId }) => parentId === null) ?? (named.length === 1 ? named[0] : undefined);
  if (meant) return ok(meant);
  if (named.length === 0) return ok({ id: undefined, name, path });
  const sentence = `Several categories are named ${name}. Please enter the path, such as ${joinPath(['Name of the parent', name])}.`;
  return fail('invalid', { fields: { category: sentence } });
}

/**
 * The id of the resolved category. A category that does not exist yet is added with its missing ancestors, and their ids
 * to `added`.
 */
export async function ensureCategory(
  tx: Tx,
  by: Actor,
  meant: MeantCategory,
  added: string[] = [],
): Promise<string | null> {
  if (meant.id !== undefined) return meant.id;
  // One writer at a time: two that add the same name would collide in its unique index.
  await acquireTxLock(tx, CATEGORY_LOCK_ID);
  let parentId: string | null = null;
  for (const [at, name] of meant.path.entries()) {
    const isBelow = parentId === null ? sql`c.parent_id is null` : sql`c.parent_id = ${parentId}`;
    const [found] = await listCategories(tx, sql`${isBelow} and lower(c.name) = lower(${name})`);
    if (found) {
      parentId = found.id;
      continue;
    }
    parentId = await addCategoryRow(tx, by, name, parentId, meant.path.slice(0, at + 1));
    added.push(parentId);
  }
  return parentId;
}

/**
 * Translates a violated constraint of the category tree into a failure at the tool's category. Null for every other
 * error.
 */
export function explainCategoryError(error: unknown): Failure | null {
  const sentences: Record<string, string> = {
    categories_number: `There are already ${formatCount(MAX_CATEGORIES)} categories. Please choose one of them.`,
    categories_depth: `Categories have at most ${MAX_LEVELS} levels. Please shorten the path.`,
    tools_category_id_categories_id_fk: 'This category has been deleted. Please choose another one.',
  };
  const sentence = sentences[findDatabaseError(error)?.constraint ?? ''];
  return sentence ? fail('invalid', { fields: { category: sentence } }) : null;
}

async function addCategoryRow(
  tx: Tx,
  by: Actor,
  name: string,
  parentId: string | null,
  path: readonly string[],
): Promise<string> {
  const id = newIdentifier();
  const siblings = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`;
  await tx.insert(categories).values({
    id,
    name,
    slug: suggestSlug(name),
    parentId,
    // A trigger makes it public with its first tool that is not a draft.
    public: false,
    position: sql`(select coalesce(max(position), 0) + 1 from categories where ${siblings})`,
  });
  await recordAuditEvents(tx, { by, action: 'category.added', id, name, after: { path: joinPath(path) } });
  return id;
}

async function listCategories(db: Queryable, where: SQL) {
  const { rows } = await db.execute<{ id: string; name: string; parentId: string | null }>(
    sql`select c.id, c.name, c.parent_id as "parentId" from ${categories} c where ${where} order by c.id limit 20`,
  );
  return rows;
}
