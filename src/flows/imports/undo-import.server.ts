import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { followStockChange } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { explainCategoryError } from '#src/features/catalogue/keeping/tool-category.server.ts';
import { announceAuthor } from '#src/features/catalogue/keeping/tool-history.server.ts';
import { forgetSearches } from '#src/features/catalogue/search/search-memory.server.ts';
import { publishToolChange } from '#src/features/catalogue/tool/publish-tool-change.server.ts';
import type { ToolRow } from '#src/features/catalogue/tool/queries.server.ts';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { deleteUnusedCategories } from '#src/features/categories/delete-category.server.ts';
import { advanceImport, deletePieces, FRESH } from '#src/features/imports/queries.server.ts';
import type { RowResult } from '#src/features/imports/rules.ts';
import { type ImportRow, importRows, imports, type StoredRow } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type Person, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { isUniqueViolation, type Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { toUndoneChangeEvent, toUndoneCreationEvent } from './audit-rows.server.ts';
import { describeLeft, explainBlocked, toLeftReason } from './blocked-rows.server.ts';
import { insertAdjustments, listTags, lockTools, updateTools } from './write-tools.server.ts';

const UNDOABLE = inArray(importRows.outcome, ['created', 'changed']);

/**
 * Undoes the next rows of an import, the last ones first, in one transaction with their records. A row that can
 * no longer be undone is left as it is. Resolves to the number of rows it has processed: 0 at the end.
 */
export async function undoRows({ db }: Pick<AppContext, 'db'>, job: ImportRow, limit: number): Promise<number> {
  try {
    const undone = await db.transaction((tx) => undoInTransaction(tx, job, limit));
    await failPoint('imports:undone');
    await followStockChange(
      db,
      undone.flatMap(({ toolId, delta }) => (toolId && delta !== 0 ? [toolId] : [])),
    );
    return undone.length;
  } catch (error) {
    const isCategory = explainCategoryError(error) !== null;
    if (!isUniqueViolation(error) && !isCategory) throw error;
    if (limit > 1) {
      for (let done = 0; done < limit; done += 1) if ((await undoRows({ db }, job, 1)) === 0) return done;
      return limit;
    }
    await db.transaction(async (tx) => {
      await advanceImport(tx, job, { written: sql`${imports.written} + 1` });
      const [row] = await readNext(tx, job.id, 1);
      const reason = toLeftReason(isCategory ? 'category' : 'taken');
      if (row) await storeResult(tx, job.id, [{ row: row.row, reason }]);
    });
    return 1;
  }
}

function readNext(tx: Tx, importId: string, limit: number): Promise<StoredRow[]> {
  return tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), UNDOABLE))
    .orderBy(desc(importRows.row))
    .limit(limit);
}

async function undoInTransaction(tx: Tx, job: ImportRow, limit: number): Promise<StoredRow[]> {
  const by = job.undoneBy;
  if (!by) throw new Error('somebody asked for the undo');
  await advanceImport(tx, job);
  const rows = await readNext(tx, job.id, limit);
  if (rows.length === 0) {
    await finish(tx, job, by);
    return [];
  }
  const locked = await lockTools(
    tx,
    rows.flatMap(({ toolId }) => toolId ?? []),
  );
  const reasons = await explainBlocked(tx, job.id, rows);
  const open = rows.filter(({ row }) => !reasons.has(row));
  const toolOf = ({ toolId }: StoredRow): ToolRow | null => locked.get(toolId ?? '') ?? null;
  await announceAuthor(tx, by);
  const changed = open.flatMap((row) => {
    const tool = row.outcome === 'changed' ? toolOf(row) : null;
    return tool ? [{ row, tool, values: row.was ?? {}, delta: -row.delta }] : [];
  });
  await updateTools(tx, changed);
  await insertAdjustments(
    tx,
    by,
    changed.map(({ tool, delta }) => ({
      toolId: tool.id,
      delta,
      reason: 'correction',
      note: `Undoes import ${job.fileName}`.slice(0, 200),
    })),
  );
  const created = open.flatMap((row) => (row.outcome === 'created' ? (toolOf(row) ?? []) : []));
  const kept = await removeCreated(tx, created);
  await recordAuditEvents(tx, ...changed.map((entry) => toUndoneChangeEvent(by, job.id, entry)));
  await recordAuditEvents(tx, ...created.map((tool) => toUndoneCreationEvent(by, job.id, tool, kept.has(tool.id))));
  await storeResult(
    tx,
    job.id,
    rows.map((row) => ({
      row: row.row,
      reason: reasons.get(row.row) ?? null,
      ...(row.toolId && kept.has(row.toolId) ? { note: 'Archived: something else still refers to it.' } : {}),
    })),
  );
  await advanceImport(tx, job, { written: sql`${imports.written} + ${rows.length}` });
  await publishToolChange(
    tx,
    listTags(
      [
        ...changed.flatMap(({ tool, values }) => [tool, { id: tool.id, family: String(values.family ?? '') }]),
        ...created,
      ],
      { isListed: true, isCounted: true },
    ),
  );
  // Last, since everybody who writes what is searched locks it.
  if (created.length > 0) await forgetSearches(tx);
  await failPoint('imports:undoing');
  return open;
}

/**
 * Deletes created tools, or archives those on sale to which something else refers. Resolves to the ids of the latter.
 */
async function removeCreated(tx: Tx, created: readonly ToolRow[]): Promise<Set<string>> {
  if (created.length === 0) return new Set();
  const ids = created.map(({ id }) => id);
  const { rows } = await tx.execute<{ gone: string[] }>(
    sql`select delete_created_tools(${sql.param(ids)}::text[]) as gone`,
  );
  const gone = new Set(rows[0]?.gone ?? []);
  const kept = ids.filter((id) => !gone.has(id));
  if (kept.length > 0)
    await tx
      .update(tools)
      .set({ state: 'archived' })
      .where(and(inArray(tools.id, kept), eq(tools.state, 'on_sale')));
  return new Set(kept);
}

async function storeResult(
  tx: Tx,
  importId: string,
  results: readonly { row: number; reason: string | null; note?: string }[],
): Promise<void> {
  const rows = results.map(({ row, reason, note }) => ({
    row,
    outcome: reason ? 'left' : 'undone',
    reason: reason ?? note ?? null,
  }));
  await tx.execute(sql`
    update ${importRows} r set outcome = v.outcome, reason = v.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (row integer, outcome text, reason text)
    where r.import_id = ${importId} and r.row = v.row`);
}

/** Ends an undo. Counts the rows that were undone, without those that were left. */
async function finish(tx: Tx, job: ImportRow, by: Person): Promise<void> {
  const seen = (result: RowResult) =>
    sql<number>`count(*) filter (where ${importRows.result} = ${result} and ${importRows.outcome} in ('undone', 'left'))::int`;
  const [{ creates, changes, left } = { creates: 0, changes: 0, left: 0 }] = await tx
    .select({
      creates: seen('create'),
      changes: seen('change'),
      left: sql<number>`count(*) filter (where ${importRows.outcome} = 'left')::int`,
    })
    .from(importRows)
    .where(and(eq(importRows.importId, job.id), inArray(importRows.result, ['create', 'change'])));
  await deletePieces(tx, job.id);
  await deleteUnusedCategories(tx, by, job.addedCategories);
  await advanceImport(tx, job, {
    state: 'undone',
    creates,
    changes,
    written: creates + changes - left,
    failure: await describeLeft(tx, job.id, left),
    undoneAt: sql`now()`,
    ...FRESH,
  });
  await recordAuditEvents(tx, {
    by,
    action: 'import.undone',
    id: job.id,
    name: job.fileName,
    before: { creates, changes },
  });
}
