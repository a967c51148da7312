import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  detectDecimalMark,
  detectHeaderRow,
  detectSeparator,
  hashNames,
} from '#src/features/imports/detect-format.server.ts';
import { guessFields } from '#src/features/imports/field-names.ts';
import { unescapeFormula } from '#src/features/imports/formula-cells.ts';
import { advanceImport, clearRows, getMapping, readPieces } from '#src/features/imports/queries.server.ts';
import { decodeText, type FileRecord, readRecords, UnreadableFile } from '#src/features/imports/read-records.server.ts';
import {
  type ColumnMeaning,
  type FileFormat,
  type ImportColumn,
  MAX_IMPORT_ROWS,
  type Separator,
} from '#src/features/imports/rules.ts';
import { type ImportRow, importRows } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type CheckedRow, checkRows } from './check-rows.server.ts';
import { listSpecificationNames } from './property-cells.server.ts';

const BATCH_SIZE = 50;
/** Rows that tell what the columns hold. */
const SAMPLE_ROWS = 200;
const SAMPLE_TEXT = 64 * 1024;
const SAMPLES = 3;
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

const readFile = (
  db: AppContext['db'],
  id: string,
  { encoding, separator }: Omit<FileFormat, 'decimal' | 'headerRow'>,
) => readRecords(decodeText(readPieces(db, id), encoding), separator);

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

/** How the file is written and what its columns stand for: as wanted, else as last time, else as it looks. */
async function readHead(
  db: AppContext['db'],
  job: ImportRow,
): Promise<{ format: FileFormat; columns: ImportColumn[] }> {
  const { wanted } = job;
  const encoding = wanted.encoding ?? (job.detected as FileFormat['encoding']);
  const separator = wanted.separator ?? detectSeparator(await readBeginning(db, job.id, encoding));
  const records = await readSample(db, job.id, { encoding, separator });
  const headerRow = wanted.headerRow ?? detectHeaderRow(records);
  const header = records.find(({ row }) => row === headerRow)?.cells.map((cell) => unescapeFormula(cell).trim()) ?? [];
  while (header.at(-1) === '') header.pop();
  const remembered = await getMapping(db, hashNames(header));
  const fields = await pickFields(db, header, wanted.fields ?? remembered);
  const below = records.filter(({ row }) => row > headerRow);
  const columns = header.map((name, at) => ({
    name: clipText(name, 100) || `Column ${at + 1}`,
    field: fields[at] ?? null,
    samples: below
      .flatMap(({ cells }) => (cells[at]?.trim() ? [clipText(unescapeFormula(cells[at]).trim(), 100)] : []))
      .slice(0, SAMPLES),
  }));
  const prices = columns.findIndex(({ field }) => field === 'balance');
  const decimal =
    wanted.decimal ?? detectDecimalMark(prices < 0 ? [] : below.map(({ cells }) => cells[prices] ?? ''), separator);
  return { format: { encoding, separator, decimal, headerRow }, columns };
}

async function pickFields(
  db: AppContext['db'],
  header: readonly string[],
  fields: readonly (ColumnMeaning | null)[] | null,
): Promise<(ColumnMeaning | null)[]> {
  const known = fields?.length === header.length ? null : await listSpecificationNames(db);
  const picked = known
    ? guessFields(header).map((field, at) => field ?? (known.has(header[at] ?? '') ? 'specification' : null))
    : [...(fields ?? [])];
  // A product has one value of a name: that of the first column.
  return picked.map((field, at) => (field === 'specification' && isRepeated(header, at) ? null : field));
}

const isRepeated = (header: readonly string[], at: number) =>
  header.findIndex((name) => name.toLowerCase() === header[at]?.toLowerCase()) < at;

async function readBeginning(db: AppContext['db'], id: string, encoding: FileFormat['encoding']): Promise<string> {
  let text = '';
  for await (const slice of decodeText(readPieces(db, id), encoding)) {
    text += slice;
    if (text.length >= SAMPLE_TEXT) break;
  }
  return text;
}

async function readSample(
  db: AppContext['db'],
  id: string,
  how: { encoding: FileFormat['encoding']; separator: Separator },
): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const record of readFile(db, id, how)) {
    records.push(record);
    if (records.length === SAMPLE_ROWS) break;
  }
  return records;
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
