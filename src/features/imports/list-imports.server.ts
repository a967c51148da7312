import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { foldedText, listPageIdsWith } from '#src/platform/folded-search.server.ts';
import { unescapeFormula } from '#src/platform/formula-cells.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import type { Import, ImportFault, ImportQuery, ImportRecord, ImportRowView } from './contract.ts';
import { REASON_COLUMN } from './field-names.ts';
import { type ImportState, MAX_SENT_FAULTS, type RowResult, type StoredImportState } from './rules.ts';
import { type ImportRow, importRows, imports } from './tables.server.ts';

const IS_COMPLETE = sql`${imports.state} <> 'uploading'`;

/** A page of the imports by search, state and order, or the newest ones. */
export function listImports(db: Queryable, query: ImportQuery) {
  const { state } = query;
  const narrow =
    state === undefined
      ? undefined
      : state === 'importing'
        ? sql`${imports.state} in ('importing', 'undoing')`
        : eq(imports.state, state);
  const filter = { where: narrow ? undefined : IS_COMPLETE, narrow, keys: {} };
  return readList(db, query, {
    table: imports,
    where: IS_COMPLETE,
    search: (source) => listPageIdsWith(source, imports, foldedText(imports.fileName, imports.madeBy), filter, query),
    read: async (source, ids) => (await readRows(source, imports, ids)).map(toRecord),
  });
}

/** The state in the API: an undo in progress is `importing`. */
export function toWireState(state: StoredImportState): ImportState {
  return state === 'undoing' ? 'importing' : state === 'uploading' ? 'checking' : state;
}

function toRecord(row: ImportRow): ImportRecord {
  const { id, state, fileName, bytes, madeBy, madeAt, rows, creates, changes, unchanged, faultRows, faultCount } = row;
  return {
    _id: id,
    state: toWireState(state),
    fileName,
    bytes,
    by: madeBy,
    at: madeAt.toISOString(),
    rows,
    creates,
    changes,
    unchanged,
    faultRows,
    faultCount,
  };
}

const PHASES = { checking: 'checking', importing: 'writing', undoing: 'undoing' } as const;

/** An import with its first faults. */
export async function describeImport(db: Queryable, row: ImportRow): Promise<Import> {
  const phase = row.state in PHASES ? PHASES[row.state as keyof typeof PHASES] : null;
  const faults = row.faultCount > 0 ? await listFaults(db, row.id, 0, MAX_SENT_FAULTS) : [];
  return {
    ...toRecord(row),
    faults: faults.slice(0, MAX_SENT_FAULTS),
    phase,
    progress: phase === null || phase === 'checking' ? null : { done: row.written, of: row.creates + row.changes },
    refused: row.refused,
    left: row.state === 'undone' ? Math.max(0, row.creates + row.changes - row.written) : 0,
    reason: row.failure,
    issues: row.issues.map((issue) => ({ ...issue, existing: issue.existing ?? 0 })),
    skipUnreadable: row.wanted.skipUnreadable ?? [],
    newMinimumOrder: row.wanted.newMinimumOrder ?? null,
    columns: row.columns,
    format: row.format,
    confirmedBy: row.confirmedBy?.email ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    undoneBy: row.undoneBy?.email ?? null,
    undoneAt: row.undoneAt?.toISOString() ?? null,
  };
}

/** The faults of at most `limit` rows after a row. */
export async function listFaults(
  db: Queryable,
  importId: string,
  after: number,
  limit: number,
): Promise<ImportFault[]> {
  const rows = await selectRows(db, importId, eq(importRows.result, 'fault'), after, limit);
  return rows.flatMap(({ row, faults }) => faults.map((fault) => ({ row, ...fault })));
}

/** Rows of one result after a row, in the order of the file. */
export async function listRows(
  db: Queryable,
  importId: string,
  { result, after, limit }: { result: RowResult; after: number; limit: number },
): Promise<ImportRowView[]> {
  const rows = await selectRows(db, importId, eq(importRows.result, result), after, limit);
  return rows.map(({ row, outcome, reason, toolId, sku, name, before, after: later, faults, warnings }) => ({
    row,
    result,
    outcome,
    reason,
    toolId,
    sku,
    itemName: name,
    before,
    after: later,
    faults,
    warnings,
  }));
}

function selectRows(db: Queryable, importId: string, where: SQL, after: number, limit: number) {
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, importId), where, gt(importRows.row, after)))
    .orderBy(asc(importRows.row))
    .limit(limit);
}

const FAULT_BATCH = 500;

/** All faults of an import in batches, for a download. */
export async function* streamFaults(db: Queryable, importId: string): AsyncGenerator<string[][]> {
  for (let after = 0; ; ) {
    const faults = await listFaults(db, importId, after, FAULT_BATCH);
    const last = faults.at(-1);
    if (!last) return;
    yield faults.map(({ row, column, value, reason }) => [String(row), column, value, reason]);
    after = last.row;
  }
}

/** The header of that download. */
export const FAULT_COLUMNS = ['row', 'column', 'value', 'reason'];

/** The rows with faults as the file has them, each with a last cell that says what is wrong. */
export async function* streamFaultyRows(db: Queryable, { id, columns }: ImportRow): AsyncGenerator<string[][]> {
  // An earlier download has escaped its cells, as this one will.
  const isDownload = columns.some(({ name }) => name === REASON_COLUMN);
  const toOwn = (cell: string) => (isDownload ? unescapeFormula(cell) : cell);
  for (let after = 0; ; ) {
    const rows = await selectRows(db, id, eq(importRows.result, 'fault'), after, FAULTY_ROW_BATCH);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ cells, faults }) => [
      // What is beyond the last column has no name, and would move the last cell to the right.
      ...columns.flatMap(({ name }, at) => (name === REASON_COLUMN ? [] : [toOwn(cells[at] ?? '')])),
      faults.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join('\n'),
    ]);
    after = last.row;
  }
}

/** A row can have 256 KB. */
const FAULTY_ROW_BATCH = 50;

/** The header of that download: a file that begins with it is mapped as the one from which its rows are. */
export const listFaultyRowColumns = ({ columns }: ImportRow): string[] => [
  ...columns.map(({ name }) => name).filter((name) => name !== REASON_COLUMN),
  REASON_COLUMN,
];
