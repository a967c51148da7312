import { and, eq, gt, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { clearFaults, clearRows, deleteImport, deletePieces } from '#src/features/imports/queries.server.ts';
import { MAX_KEPT_FAULT_BYTES, OPEN_DAYS, UNDO_DAYS } from '#src/features/imports/rules.ts';
import { importRows, imports } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';

const HOUR = 3_600_000;

const NOT_TRIED_AGAIN = `It stopped, and nobody tried it again within ${UNDO_DAYS} days. The changes it made before it stopped remain.`;

/**
 * Deletes what nobody needs: broken uploads, imports that nobody confirmed, large sets of faults, and rows that are too
 * old to be undone.
 */
export async function deleteOldImports(db: AppContext['db']): Promise<number> {
  const old = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      sql`(${imports.state} = 'uploading' and ${imports.madeAt} < ${new Date(Date.now() - HOUR)}
          and coalesce(${imports.claimedUntil} < now(), true))
        or (${imports.state} in ('ready', 'failed', 'stopped') and ${imports.confirmedAt} is null
          and ${imports.madeAt} < ${new Date(Date.now() - OPEN_DAYS * 24 * HOUR)})`,
    )
    .limit(20);
  for (const { id } of old) await deleteImport(db, id);
  const withManyFaults = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        inArray(imports.state, ['done', 'undone']),
        gt(imports.storedBytes, MAX_KEPT_FAULT_BYTES),
        lt(imports.madeAt, new Date(Date.now() - OPEN_DAYS * 24 * HOUR)),
      ),
    )
    .limit(5);
  for (const { id } of withManyFaults) await clearFaults(db, id);
  const tooOld = lt(imports.madeAt, new Date(Date.now() - UNDO_DAYS * 24 * HOUR));
  // Imports that nobody confirmed are deleted sooner.
  await db
    .update(imports)
    .set({ state: 'failed', failure: NOT_TRIED_AGAIN })
    .where(and(eq(imports.state, 'stopped'), tooOld, isNotNull(imports.confirmedAt)));
  const undoable = await db
    .select({ id: imports.id })
    .from(imports)
    .where(
      and(
        inArray(imports.state, ['done', 'undone', 'failed']),
        tooOld,
        sql`exists (select from ${importRows} r where r.import_id = ${imports.id})`,
      ),
    )
    .limit(5);
  for (const { id } of undoable) {
    await clearRows(db, id);
    // An import that failed halfway still has its file.
    await deletePieces(db, id);
  }
  return old.length + withManyFaults.length + undoable.length;
}
