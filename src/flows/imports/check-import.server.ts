import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { createIssueCount } from '#src/features/imports/import-issues.ts';
import { advanceImport, clearRows, FRESH, isStoreFull } from '#src/features/imports/queries.server.ts';
import { MAX_CHECK_BYTES, MAX_IMPORT_ROWS } from '#src/features/imports/rules.ts';
import { type ImportRow, importRows } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { formatBytes } from '#src/shared/format-bytes.ts';
import { getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type CheckedRow, checkRows } from './check-rows.server.ts';
import type { FileReading } from './file-reader.server.ts';
import type { RowCells } from './parse-cells.server.ts';
import { readHead } from './read-head.server.ts';

const BATCH_SIZE = 50;
/** After this many bytes, a check tests whether all imports together use too much. */
const LOOK_BYTES = 4 * 1024 ** 2;
/** The number of unchanged rows that a preview shows. */
const KEPT_UNCHANGED = 50;

/**
 * Reads the file of a claimed import from its beginning and stores the result of each row. After a kill it starts over,
 * since nothing else is written. Throws `UnreadableFile` if the file can't be read, and `ThreadEnded` if `file` is
 * ended. Throws the reason of `signal` while an earlier check is being deleted.
 */
export async function checkImport(
  { db }: Pick<AppContext, 'db'>,
  job: ImportRow,
  file: FileReading,
  signal: AbortSignal,
): Promise<void> {
  const { format, columns } = await readHead(db, job, file);
  await advanceImport(db, job, {
    format,
    columns,
    rows: 0,
    creates: 0,
    changes: 0,
    unchanged: 0,
    faultRows: 0,
    faultCount: 0,
    issues: [],
    storedBytes: job.bytes,
  });
  await clearRows(db, job.id, signal);
  if (!columns.some(({ field }) => field === 'sku' || field === 'gtin'))
    throw new UnreadableFile('No column identifies the products. Please choose the column with the SKU or GTIN.');
  const counts = { rows: 0, create: 0, change: 0, unchanged: 0, fault: 0, faults: 0 };
  const issues = createIssueCount();
  const { skipUnreadable = [], newMinimumOrder } = job.wanted;
  const settings = { importId: job.id, columns, skipped: new Set(skipUnreadable), newMinimumOrder };
  let storedBytes = job.bytes;
  let nextLook = 0;
  const readCells = (rows: readonly RowCells[]) => file.ask('cells', { rows });
  await file.ask('open', { format, columns, currency: getShopCurrency() });
  for (;;) {
    const drafts = await file.ask('rows', { count: BATCH_SIZE });
    if (drafts.length === 0) break;
    const beyond = drafts[MAX_IMPORT_ROWS - counts.rows];
    if (beyond)
      throw new UnreadableFile(
        `Row ${formatCount(beyond.row)} is beyond the limit of ${formatCount(MAX_IMPORT_ROWS)} rows per import. Please split the file.`,
      );
    const began = performance.now();
    await db.transaction(async (tx) => {
      const rows = await checkRows(tx, { db: tx, ...settings }, drafts, readCells);
      const kept = rows.filter(({ result }) => {
        counts[result] += 1;
        return result !== 'unchanged' || counts.unchanged <= KEPT_UNCHANGED;
      });
      counts.rows += rows.length;
      counts.faults += rows.reduce((sum, { faults = [] }) => sum + faults.length, 0);
      for (const { row, toolId, faults = [], warnings = [] } of rows) {
        const isNew = !toolId;
        issues.add(row, faults, { isWarning: false, isNew });
        issues.add(row, warnings, { isWarning: true, isNew });
      }
      const faulty = rows.filter(({ result }) => result === 'fault');
      const cells = faulty.length > 0 ? await file.ask('whole', { rows: faulty.map(({ row }) => row) }) : [];
      for (const [at, row] of faulty.entries()) row.cells = cells[at] ?? [];
      storedBytes += await insertRows(tx, job.id, kept);
      if (storedBytes > job.bytes + MAX_CHECK_BYTES)
        throw new UnreadableFile(
          `The changes in this file up to row ${formatCount(drafts.at(-1)?.row ?? 0)} take more than ${formatBytes(MAX_CHECK_BYTES)}. Please correct its errors, or split it.`,
        );
      await advanceImport(tx, job, { ...toCounts(counts), issues: issues.list(), storedBytes });
      if (storedBytes >= nextLook) {
        if (await isStoreFull(tx, job.madeBy))
          throw new UnreadableFile(
            'There is not enough space for the changes in this file. Please confirm or delete other imports, and upload it again.',
          );
        nextLook = storedBytes + LOOK_BYTES;
      }
      await failPoint('imports:checked');
    });
    // Lists and orders take precedence.
    await pause(Math.min(300, performance.now() - began));
    await freeMemory();
  }
  if (counts.rows === 0) throw new UnreadableFile('The file has no product rows below the header row.');
  await advanceImport(db, job, { state: 'ready', ...toCounts(counts), failure: null, ...FRESH });
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

/**
 * Passes everything as one parameter: building a parameter per value takes longer than storing all of it. Resolves to
 * the number of bytes.
 */
async function insertRows(
  tx: Pick<AppContext['db'], 'execute'>,
  importId: string,
  rows: readonly CheckedRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const json = JSON.stringify(rows);
  await tx.execute(sql`
    insert into ${importRows} (import_id, row, result, tool_id, sku, name, fields, before, after, faults, warnings, cells, counted_from)
    select ${importId}, row, result, "toolId", sku, name, coalesce(fields, '{}'), coalesce(before, '{}'), coalesce(after, '{}'),
           coalesce(faults, '[]'), coalesce(warnings, '[]'), coalesce(cells, '[]'), "countedFrom"
    from jsonb_to_recordset(${json}::jsonb) as checked (row integer, result text, "toolId" text, sku text,
      name text, fields jsonb, before jsonb, after jsonb, faults jsonb, warnings jsonb, cells jsonb, "countedFrom" integer)`);
  return Buffer.byteLength(json);
}
