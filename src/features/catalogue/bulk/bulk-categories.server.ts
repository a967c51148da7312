import { sql } from 'drizzle-orm';
import type { Actor } from '#src/platform/audit/audit-events.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { splitPath } from '#src/shared/category-path.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { categories } from '../../categories/tables.server.ts';
import { ensureCategory, findCategory, type MeantCategory } from '../keeping/tool-category.server.ts';
import type { BulkChange, BulkValues, ResolvedChange } from './rules.ts';

/**
 * Resolves the category that the change's text means. Fails at `change.category` if the text is ambiguous. `pictures`
 * has those of each tool, for a change of pictures.
 */
export async function resolveChange(
  db: Queryable,
  change: BulkChange,
  pictures: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Outcome<ResolvedChange>> {
  if (change.kind === 'pictures') return ok({ kind: 'pictures', pictures });
  if (change.kind !== 'category') return ok(change);
  const meant = await findMeant(db, change.category);
  return meant.ok ? ok({ ...change, category: meant.value.name, categoryId: meant.value.id }) : meant;
}

/** Resolves the change, and adds its category if there is none yet. */
export async function addNamedCategory(
  tx: Tx,
  by: Actor,
  resolved: ResolvedChange,
  change: BulkChange,
): Promise<ResolvedChange> {
  if (resolved.kind !== 'category' || resolved.categoryId !== undefined || change.kind !== 'category') return resolved;
  const path = splitPath(change.category);
  return { ...resolved, categoryId: await ensureCategory(tx, by, { id: undefined, name: resolved.category, path }) };
}

async function findMeant(db: Queryable, category: string): Promise<Outcome<MeantCategory>> {
  const meant = await findCategory(db, { category });
  if (!meant.ok) return fail('invalid', { fields: { 'change.category': meant.fields?.category ?? '' } });
  if (!meant.value) throw new Error('a text was given');
  return ok(meant.value);
}

/**
 * Makes sure that the categories in the values before a change exist. One that was deleted since, or that is older than
 * the category tree, is found by its name or added again.
 */
export async function restoreCategories(
  tx: Tx,
  by: Actor,
  values: ReadonlyMap<string, { before: BulkValues; after: BulkValues }>,
): Promise<void> {
  const named = [...values.values()].flatMap(({ before }) =>
    'category' in before && before.category !== '' ? [before] : [],
  );
  const ids = [...new Set(named.flatMap(({ categoryId }) => categoryId ?? []))];
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from ${categories} where id = any(${sql.param(ids)}::text[])`,
  );
  const known = new Map<string, string | null>(rows.map(({ id }) => [`id ${id}`, id]));
  for (const before of named) {
    if (known.has(`id ${before.categoryId}`)) continue;
    const key = `name ${before.category}`;
    if (!known.has(key)) {
      const meant = await findCategory(tx, { category: before.category });
      const path = [before.category];
      known.set(
        key,
        await ensureCategory(
          tx,
          by,
          meant.ok && meant.value ? meant.value : { id: undefined, name: before.category, path },
        ),
      );
    }
    before.categoryId = known.get(key);
  }
}
