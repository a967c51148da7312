import { and, eq, inArray, sql } from 'drizzle-orm';
import { advanceImport, deletePieces, FRESH } from '#src/features/imports/queries.server.ts';
import type { RowOutcome } from '#src/features/imports/rules.ts';
import { type ImportRow, importRows, imports } from '#src/features/imports/tables.server.ts';
import { type Person, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import type { DecidedRow } from './decide-row.server.ts';

/** Stores the outcomes of rows, with what an undo needs. */
export async function storeOutcomes(tx: Tx, importId: string, written: readonly DecidedRow[]): Promise<void> {
  const rows = written.map(({ stored, outcome, reason, toolId, plan, was, became }) => ({
    row: stored.row,
    outcome,
    reason,
    toolId,
    delta: plan?.delta ?? 0,
    was,
    became,
  }));
  await tx.execute(sql`
    update ${importRows} r set outcome = v.outcome, reason = v.reason, tool_id = v."toolId", delta = v.delta, was = v.was,
      became = v.became, written_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (row integer, outcome text, reason text, "toolId" text,
      delta integer, was jsonb, became jsonb)
    where r.import_id = ${importId} and r.row = v.row`);
}

/** What was really written so far: a tool may have changed since the check. */
export async function countWritten(
  db: Queryable,
  importId: string,
): Promise<{ creates: number; changes: number; same: number }> {
  const count = (outcome: RowOutcome) => sql<number>`count(*) filter (where ${importRows.outcome} = ${outcome})::int`;
  const [counts = { creates: 0, changes: 0, same: 0 }] = await db
    .select({ creates: count('created'), changes: count('changed'), same: count('unchanged') })
    .from(importRows)
    .where(and(eq(importRows.importId, importId), inArray(importRows.result, ['create', 'change'])));
  return counts;
}

export async function finishImport(tx: Tx, job: ImportRow, by: Person): Promise<void> {
  const { creates, changes, same } = await countWritten(tx, job.id);
  await deletePieces(tx, job.id);
  await advanceImport(tx, job, {
    state: 'done',
    creates,
    changes,
    unchanged: sql`${imports.unchanged} + ${same}`,
    doneAt: sql`now()`,
    ...FRESH,
  });
  await recordAuditEvents(tx, {
    by,
    action: 'import.done',
    id: job.id,
    name: job.fileName,
    after: { creates, changes, unchanged: job.unchanged + same },
  });
}
