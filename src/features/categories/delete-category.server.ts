import { and, eq, sql } from 'drizzle-orm';
import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import {
  acquireTxLock,
  type Db,
  isForeignKeyViolation,
  publishChange,
  type Tx,
} from '#src/platform/database.server.ts';
import { findDatabaseError } from '#src/platform/database-faults.server.ts';
import { joinPath, MAX_MOVED_TOOLS } from '#src/shared/category-path.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { listCategories } from './queries.server.ts';
import { CHANGED_TAGS, NO_CATEGORY } from './service.server.ts';
import { CATEGORY_LOCK_ID, categories, formerCategorySlugs } from './tables.server.ts';

/**
 * Deletes a category. Its contents move to its parent if `contents` says so; otherwise only an empty category is
 * deleted. Links to its page then lead to the parent. Deleting it again finds nothing.
 */
export async function deleteCategory(
  db: Db,
  by: Caller,
  id: string,
  contents: 'parent' | undefined,
): Promise<Outcome<{ moved: number }>> {
  if (!identifierSchema.safeParse(id).success) return fail('not_found', { detail: NO_CATEGORY });
  try {
    return await db.transaction((tx) => deleteInTransaction(tx, by, id, contents));
  } catch (error) {
    // A tool was added to it at this very moment.
    if (isForeignKeyViolation(error)) return fail('category_not_empty');
    if (findDatabaseError(error)?.constraint !== 'categories_name') throw error;
    const sentence =
      'The parent category already has a subcategory with the name of one of these. Please rename it first.';
    return fail('category_not_empty', { detail: sentence });
  }
}

async function deleteInTransaction(tx: Tx, by: Caller, id: string, contents: 'parent' | undefined) {
  // Locked before the tree: everybody who writes a tool locks the tool first and then the tree.
  const held = await tx
    .select({ id: tools.id })
    .from(tools)
    .where(and(sql`category_id is not null`, eq(tools.categoryId, id)))
    .orderBy(tools.id)
    .limit(MAX_MOVED_TOOLS + 1)
    .for('no key update');
  await acquireTxLock(tx, CATEGORY_LOCK_ID);
  const tree = await listCategories(tx);
  const category = tree.find(({ _id }) => _id === id);
  if (!category) return fail('not_found', { detail: NO_CATEGORY });
  const children = tree.filter(({ parentId }) => parentId === id);
  if (contents !== 'parent' && (held.length > 0 || children.length > 0)) return fail('category_not_empty');
  if (held.length > MAX_MOVED_TOOLS) {
    const most = formatCount(MAX_MOVED_TOOLS);
    const sentence = `This category has more than ${most} tools. Please move them to another one with bulk changes first.`;
    return fail('category_not_empty', { detail: sentence });
  }
  const { parentId } = category;
  if (held.length > 0) await tx.update(tools).set({ categoryId: parentId }).where(eq(tools.categoryId, id));
  const last = tree.filter((other) => other.parentId === parentId).length;
  if (children.length > 0)
    await tx
      .update(categories)
      .set({ parentId, position: sql`${categories.position} + ${last}` })
      .where(eq(categories.parentId, id));
  if (parentId !== null)
    await tx.update(formerCategorySlugs).set({ categoryId: parentId }).where(eq(formerCategorySlugs.categoryId, id));
  await tx.delete(categories).where(eq(categories.id, id));
  if (parentId !== null) await tx.insert(formerCategorySlugs).values({ slug: category.slug, categoryId: parentId });
  await recordAuditEvents(tx, {
    by,
    action: 'category.deleted',
    id,
    name: category.name,
    before: { path: joinPath(category.path), count: held.length },
  });
  publishChange(tx, CHANGED_TAGS);
  return ok({ moved: held.length });
}

/**
 * Deletes those of these categories that nobody uses: they have neither tools nor subcategories, and were not renamed or
 * moved since they were added. A subcategory is deleted before its parent.
 */
export async function deleteUnusedCategories(tx: Tx, by: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await acquireTxLock(tx, CATEGORY_LOCK_ID);
  const tree = await listCategories(tx);
  const deleted: string[] = [];
  for (let last = -1; deleted.length > last; ) {
    last = deleted.length;
    const { rows } = await tx.execute<{ id: string }>(sql`
      delete from ${categories} c where id = any(${sql.param(ids)}::text[]) and version = 1
        and not exists (select from ${categories} below where below.parent_id = c.id)
        and not exists (select from ${tools} where category_id = c.id)
      returning id`);
    deleted.push(...rows.map(({ id }) => id));
  }
  const gone = tree.filter(({ _id }) => deleted.includes(_id));
  await recordAuditEvents(
    tx,
    ...gone.map(({ _id, name, path }) => ({
      by,
      action: 'category.deleted' as const,
      id: _id,
      name,
      before: { path: joinPath(path), count: 0 },
    })),
  );
  if (gone.length > 0) publishChange(tx, CHANGED_TAGS);
}
