import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { advanceImport, clearRows } from '#src/features/imports/queries.server.ts';
import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import { MAX_IMPORT_ROWS } from '#src/features/imports/rules.ts';
import { type ImportRow, importRows } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type CheckedRow, checkRows } from './check-rows.server.ts';
import { readFile, readHead } from './read-head.server.ts';

const BATCH_SIZE = 50;
/** Unchanged rows that a preview shows. */
const KEPT_UNCHANGED = 50;

/**
 * Reads the file of a claimed import from its beginning and stores what would become of each row. Begun again after a kill,
 * since nothing else is written. Throws `UnreadableFile` where the file is none.
 */
export async function checkImport(
  { db }: Pick<AppContext, 'db'>,
  job: ImportRow,
  stopping: AbortSignal,
): Promise<'ready' | 'stopped'> {
  const { format, columns } = await readHead(db, job);
  await advanceImport(db, job, {
    format,
    columns,
    rows: 0,
    creates: 0,
    changes: 0,
    unchanged: 0,
    faultRows: 0,
    faultCount: 0,
  });
  await clearRows(db, job.id);
  if (!columns.some(({ field }) => field === 'sku' || field === 'gtin'))
    throw new UnreadableFile(
      'No column says which product a row is about. Please say which one is the SKU, or the GTIN.',
    );
  const counts = { rows: 0, create: 0, change: 0, unchanged: 0, fault: 0, faults: 0 };
  let batch: FileRecord[] = [];
  const store = async () => {
    const began = performance.now();
    await db.transaction(async (tx) => {
      const rows = await checkRows(tx, { db: tx, importId: job.id, columns, decimal: format.decimal }, batch);
      const kept = rows.filter(({ result }) => {
        counts[result] += 1;
        return result !== 'unchanged' || counts.unchanged <= KEPT_UNCHANGED;
      });
      counts.rows += rows.length;
      counts.faults += rows.reduce((sum, { faults = [] }) => sum + faults.length, 0);
      await insertRows(tx, job.id, kept);
      await advanceImport(tx, job, toCounts(counts));
      await failPoint('imports:checked');
    });
    batch = [];
    // Lists and orders go first.
    await pause(Math.min(300, performance.now() - began));
    await freeMemory();
  };
  for await (const record of readFile(db, job.id, format)) {
    if (record.row <= format.headerRow) continue;
    if (counts.rows + batch.length >= MAX_IMPORT_ROWS)
      throw new UnreadableFile(
        `Row ${formatCount(record.row)} is beyond the ${formatCount(MAX_IMPORT_ROWS)} that one import can have. Please split the file.`,
      );
    batch.push(record);
    if (batch.length < BATCH_SIZE) continue;
    await store();
    if (stopping.aborted) return 'stopped';
  }
  if (batch.length > 0) await store();
  if (counts.rows === 0) throw new UnreadableFile('There is no row of a product below the names of the columns.');
  await advanceImport(db, job, { state: 'ready', ...toCounts(counts), failure: null, claim: null, claimedUntil: null });
  return 'ready';
}

function toCounts(counts: {
  rows: number;
  create: number;
  change: number;
  unchanged: number;
  fault: number;
  faults: number;
}) {
  return {
    rows: counts.rows,
    creates: counts.create,
    changes: counts.change,
    unchanged: counts.unchanged,
    faultRows: counts.fault,
    faultCount: counts.faults,
  };
}

/** One parameter for all: a parameter for each value takes longer to build than all of it to store. */
async function insertRows(
  tx: Pick<AppContext['db'], 'execute'>,
  importId: string,
  rows: readonly CheckedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${importRows} (import_id, row, result, tool_id, sku, name, fields, before, after, faults, counted_from)
    select ${importId}, row, result, "toolId", sku, name, coalesce(fields, '{}'), coalesce(before, '{}'), coalesce(after, '{}'),
           coalesce(faults, '[]'), "countedFrom"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as checked (row integer, result text, "toolId" text, sku text,
      name text, fields jsonb, before jsonb, after jsonb, faults jsonb, "countedFrom" integer)`);
}
