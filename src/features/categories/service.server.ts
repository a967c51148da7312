import { eq, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { acquireTxLock, type Db, publishChange, type Tx } from '#src/platform/database.server.ts';
import { findDatabaseError } from '#src/platform/database-faults.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { suggestSlug } from '#src/platform/suggested-slug.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { joinPath, MAX_CATEGORIES, MAX_LEVELS } from '#src/shared/category-path.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { Category, CategoryChange, NewCategory } from './contract.ts';
import { listCategories } from './queries.server.ts';
import { CATEGORY_LOCK_ID, categories } from './tables.server.ts';

/** The cache tag of the tree, for everything that names a category. */
export const CATEGORIES_TAG = 'categories';

/** The cache tags of everything that shows a category, including its tools. */
export const CHANGED_TAGS = [CATEGORIES_TAG, 'category-counts', 'tools', 'tool-facets'];

/** The message for a category that does not exist. */
export const NO_CATEGORY = 'There is no such category.';

/** Adds a category and returns its id. Fails at the field that the tree does not allow. */
export function addCategory(
  db: Db,
  by: Caller,
  { name, slug, parentId, position }: NewCategory,
): Promise<Outcome<string>> {
  return inTree(db, async (tx) => {
    const tree = await listCategories(tx);
    if (parentId !== null && !tree.some(({ _id }) => _id === parentId))
      return fail('invalid', { fields: { parentId: NO_CATEGORY } });
    const id = newIdentifier();
    await tx.insert(categories).values({ id, name, parentId, slug: slug ?? suggestSlug(name) });
    await place(tx, tree, id, parentId, position);
    const path = joinPath([...getPath(tree, parentId), name]);
    await recordAuditEvents(tx, { by, action: 'category.added', id, name, after: { path } });
    return ok(id);
  });
}

/** How many fields of a category changed, and the version it has now. */
export interface ChangedCategory {
  modified: number;
  version: number;
}

/** Renames, moves or reorders a category if it still has the version that was read. Its tools are not changed. */
export function changeCategory(
  db: Db,
  by: Caller,
  id: string,
  version: number | undefined,
  sent: Omit<CategoryChange, 'version'>,
): Promise<Outcome<ChangedCategory>> {
  return inTree(db, async (tx) => {
    const tree = await listCategories(tx);
    const before = tree.find(({ _id }) => _id === id);
    if (!before) return fail('not_found', { detail: NO_CATEGORY });
    const after = { ...before, ...dropUndefined(sent) };
    const changed = (['name', 'slug', 'parentId', 'position'] as const).filter(
      (field) => after[field] !== before[field],
    );
    if (changed.length === 0) return ok({ modified: 0, version: before.version });
    if (version === undefined)
      return fail('version_required', {
        detail: 'Please send the version of the category you read in If-Match.',
      });
    const conflict = await checkVersion('category', { read: version, now: before.version }, () => ({
      category: before,
    }));
    if (conflict) return conflict;
    if (after.parentId !== null && !tree.some(({ _id }) => _id === after.parentId))
      return fail('invalid', { fields: { parentId: NO_CATEGORY } });
    const { name, slug, parentId } = after;
    const [row] = await tx
      .update(categories)
      .set({ name, slug, parentId })
      .where(eq(categories.id, id))
      .returning({ version: categories.version });
    if (sent.position !== undefined || parentId !== before.parentId) await place(tx, tree, id, parentId, sent.position);
    await recordAuditEvents(tx, {
      by,
      action: 'category.changed',
      id,
      name: before.name,
      before: toAuditValues(tree, before, changed),
      after: toAuditValues(tree, after, changed),
    });
    return ok({ modified: 1, version: row?.version ?? before.version });
  });
}

/** Numbers siblings, with this one at `position`, or last without one. */
async function place(tx: Tx, tree: readonly Category[], id: string, parentId: string | null, position?: number) {
  const ids = tree.filter((other) => other.parentId === parentId && other._id !== id).map(({ _id }) => _id);
  ids.splice(Math.min(ids.length, (position ?? ids.length + 1) - 1), 0, id);
  await tx.execute(sql`
    update ${categories} c set position = o.position from unnest(${sql.param(ids)}::text[]) with ordinality as o (id, position)
    where c.id = o.id and c.position <> o.position`);
}

/** Runs a change of the tree, one at a time, and translates a violated constraint. */
async function inTree<T>(db: Db, work: (tx: Tx) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await db.transaction(async (tx) => {
      await acquireTxLock(tx, CATEGORY_LOCK_ID);
      const done = await work(tx);
      if (done.ok) publishChange(tx, CHANGED_TAGS);
      return done;
    });
  } catch (error) {
    const failure = explainTreeError(error);
    if (failure) return failure;
    throw error;
  }
}

function explainTreeError(error: unknown): Failure | null {
  const faults: Record<string, [field: string, sentence: string]> = {
    categories_no_cycle: ['parentId', 'A category cannot be below itself. Please choose another one.'],
    categories_depth: ['parentId', `Categories have at most ${MAX_LEVELS} levels. Please choose one further up.`],
    categories_number: [
      'name',
      `There are already ${formatCount(MAX_CATEGORIES)} categories. Please delete one first.`,
    ],
    categories_name: ['name', 'There is already a category with this name here. Please choose another name.'],
    categories_slug: ['slug', 'Another category has this address. Please choose another one.'],
    former_category_slugs_pkey: [
      'slug',
      'Links to another category still use this address. Please choose another one.',
    ],
  };
  const fault = faults[findDatabaseError(error)?.constraint ?? ''];
  return fault ? fail('invalid', { fields: { [fault[0]]: fault[1] } }) : null;
}

function toAuditValues(
  tree: readonly Category[],
  category: Pick<Category, 'name' | 'slug' | 'parentId' | 'position'>,
  names: readonly ('name' | 'slug' | 'parentId' | 'position')[],
): AuditValues {
  return Object.fromEntries(
    names.map((name) =>
      name === 'parentId' ? ['parent', joinPath(getPath(tree, category.parentId))] : [name, category[name]],
    ),
  );
}

function getPath(tree: readonly Category[], id: string | null): string[] {
  return tree.find(({ _id }) => _id === id)?.path ?? [];
}
