import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { ImportMapping } from '#src/features/imports/contract.ts';
import { hashNames } from '#src/features/imports/detect-format.server.ts';
import { REASON_COLUMN } from '#src/features/imports/field-names.ts';
import {
  deleteImport,
  FRESH,
  getImport,
  lockImport,
  NO_IMPORT,
  saveMapping,
} from '#src/features/imports/queries.server.ts';
import { type StoredImportState, UNDO_DAYS } from '#src/features/imports/rules.ts';
import { type ImportRow, imports } from '#src/features/imports/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type Person, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { describeBlocked, listBlocked } from './blocked-rows.server.ts';

type Context = Pick<AppContext, 'db' | 'notify'>;

const notFound = () => fail('not_found', { detail: NO_IMPORT });

const HOUR = 3_600_000;

/** Equals the longest name of a specification. */
const MAX_PROPERTY_NAME = 60;

/** Sets what the columns stand for, and starts another check of the file. The same columns mean the same next time. */
export async function mapImport(
  { db, notify }: Context,
  id: string,
  mapping: ImportMapping,
): Promise<Outcome<ImportRow>> {
  const mapped = await db.transaction(async (tx): Promise<Outcome<ImportRow>> => {
    const row = await lockImport(tx, id);
    if (!row) return notFound();
    if (row.confirmedAt || row.detected === null) return refuseState(row.state, 'confirmed');
    const { fields, ...format } = mapping;
    // Another header row has other columns.
    const isSameHeader = format.headerRow === undefined || format.headerRow === row.format?.headerRow;
    const isSameCells = format.separator === undefined || format.separator === row.format?.separator;
    if (fields && isSameHeader && isSameCells && row.columns.length > 0) {
      if (fields.length !== row.columns.length)
        return fail('invalid', {
          fields: {
            fields: `This file has ${row.columns.length} columns. Please map each column to a field, or to null.`,
          },
        });
      const refusal = checkPropertyNames(row.columns, fields);
      if (refusal) return fail('invalid', { fields: { fields: refusal } });
      const isSaved = row.columns.map(({ name }) => name !== REASON_COLUMN);
      await saveMapping(
        tx,
        hashNames(row.columns.map(({ name }) => name)),
        fields.filter((_, at) => isSaved[at]),
      );
    }
    const wanted = { ...row.wanted, ...format, ...(fields ? { fields } : {}) };
    const [after] = await tx
      .update(imports)
      // Without its claim, the run that is checking it now stops.
      .set({ state: 'checking', wanted, failure: null, ...FRESH, rows: 0 })
      .where(eq(imports.id, id))
      .returning();
    return after ? ok(after) : notFound();
  });
  if (mapped.ok) notify('imports');
  return mapped;
}

/** Why the names of these columns cannot be names of specifications. Null if they can. */
function checkPropertyNames(columns: ImportRow['columns'], fields: NonNullable<ImportMapping['fields']>) {
  const names = columns.flatMap(({ name }, at) => (fields[at] === 'specification' ? [name] : []));
  const repeated = names.find((name, at) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < at);
  if (repeated) return `Two columns are called “${repeated}”. Please import one of them as a specification.`;
  // An export writes 'Name: value', and an import reads the name up to the first colon.
  const odd = names.find((name) => name.includes(':') || name.length > MAX_PROPERTY_NAME);
  return odd
    ? `“${odd}” cannot be the name of a specification. Please rename that column: use at most ${MAX_PROPERTY_NAME} characters and no colon.`
    : null;
}

/** Starts writing the rows of a checked import. Rows with faults are only left out if the request says so. */
export async function confirmImport(
  { db, notify }: Context,
  by: Caller,
  id: string,
  { skipFaulty }: { skipFaulty: boolean },
): Promise<Outcome<ImportRow>> {
  const confirmed = await db.transaction(async (tx): Promise<Outcome<ImportRow>> => {
    const row = await lockImport(tx, id);
    if (!row) return notFound();
    // The same request was sent again because its first response was lost.
    if (row.state === 'importing' || row.state === 'done') return ok(row);
    if (row.state !== 'ready') return refuseState(row.state, 'ready');
    if (row.faultRows > 0 && !skipFaulty)
      return fail('import_has_faults', {
        detail: `${countRows(row.faultRows)} cannot be imported. Please correct the file and upload it again, or choose to leave these rows out (skipFaulty).`,
      });
    if (row.creates + row.changes === 0)
      return fail('invalid', {
        detail: 'There is nothing to import: no row creates or changes a product.',
        fields: { rows: 'There is nothing to import.' },
      });
    await recordAuditEvents(tx, {
      by,
      action: 'import.confirmed',
      id,
      name: row.fileName,
      after: { creates: row.creates, changes: row.changes, unchanged: row.unchanged, faultRows: row.faultRows },
    });
    const [after] = await tx
      .update(imports)
      .set({ state: 'importing', confirmedBy: toActor(by), confirmedAt: sql`now()`, written: 0, refused: 0, ...FRESH })
      .where(eq(imports.id, id))
      .returning();
    return after ? ok(after) : notFound();
  });
  if (confirmed.ok) notify('imports');
  return confirmed;
}

const countRows = (count: number) => (count === 1 ? '1 row' : `${formatCount(count)} rows`);

/** The decision is carried out later, when the client's address says nothing. */
const toActor = ({ userId, email, role }: Caller): Person => ({ userId, email, role, clientAddress: null });

/** In ms. Within this time, an undo of a usual size is done. */
const WAIT_MS = 5_000;

/**
 * Undoes what an import wrote: all of it, or nothing with the reason. Waits a little for the worker, so that small
 * imports are undone when it resolves.
 */
export async function undoImport({ db, notify }: Context, by: Caller, id: string): Promise<Outcome<ImportRow>> {
  const found = await getImport(db, id);
  if (!found) return notFound();
  if (found.state === 'undone') return ok(found);
  if (found.state !== 'undoing') {
    const refusal = await beginUndo(db, by, found);
    if (refusal) return refusal;
    notify('imports');
  }
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await pause(50)) {
    const now = await getImport(db, id);
    if (!now) return notFound();
    if (now.state !== 'undoing') return ok(now);
  }
  const row = await getImport(db, id);
  return row ? ok(row) : notFound();
}

/** By then, its rows have been deleted. */
const isTooOld = ({ madeAt }: ImportRow) => madeAt.getTime() < Date.now() - UNDO_DAYS * 24 * HOUR;

async function beginUndo(db: AppContext['db'], by: Caller, found: ImportRow): Promise<Failure | null> {
  const isStopped = (found.state === 'failed' || found.state === 'stopped') && found.confirmedAt !== null;
  if (found.state !== 'done' && !isStopped) return refuseState(found.state, 'done');
  if (isTooOld(found))
    return fail('import_state', { detail: `An import can be undone within ${UNDO_DAYS} days. This one is older.` });
  const blocked = await listBlocked(db, found.id);
  if (blocked.length > 0)
    return fail('import_undo_refused', { detail: describeBlocked(blocked), extra: { tools: blocked } });
  const { rowCount } = await db
    .update(imports)
    .set({
      state: 'undoing',
      undoneBy: toActor(by),
      written: 0,
      failure: null,
      ...FRESH,
    })
    .where(and(eq(imports.id, found.id), eq(imports.state, found.state)));
  return rowCount === 0 ? refuseState('importing', 'done') : null;
}

/** Retries an import that was stopped: it continues where it was. */
export async function retryImport({ db, notify }: Context, id: string): Promise<Outcome<ImportRow>> {
  const retried = await db.transaction(async (tx): Promise<Outcome<ImportRow>> => {
    const row = await lockImport(tx, id);
    if (!row) return notFound();
    // The same request was sent again because its first response was lost.
    if (row.state === 'checking' || row.state === 'importing' || row.state === 'undoing') return ok(row);
    if (row.state !== 'stopped') return refuseState(row.state, 'stopped');
    // Without its rows, it would end as done with nothing written.
    if (row.confirmedAt && isTooOld(row))
      return fail('import_state', {
        detail: `An import can be tried again within ${UNDO_DAYS} days. This one is older.`,
      });
    const state = row.undoneBy ? 'undoing' : row.confirmedAt ? 'importing' : 'checking';
    const [after] = await tx
      .update(imports)
      .set({ state, failure: null, ...FRESH })
      .where(eq(imports.id, id))
      .returning();
    return after ? ok(after) : notFound();
  });
  if (retried.ok) notify('imports');
  return retried;
}

/** Deletes an import that is not confirmed, with its file. */
export async function cancelImport({ db }: Pick<AppContext, 'db'>, id: string): Promise<Outcome<number>> {
  const canceled = await db.transaction(async (tx): Promise<Outcome<number>> => {
    const row = await lockImport(tx, id);
    if (!row) return notFound();
    if (row.confirmedAt) return refuseState(row.state, 'confirmed');
    // From now on nobody finds it, and the run that is checking it stops.
    await tx.update(imports).set({ state: 'uploading', claim: null }).where(eq(imports.id, id));
    return ok(1);
  });
  if (canceled.ok) await deleteImport(db, id);
  return canceled;
}

const STATE_SENTENCES: Record<StoredImportState, string> = {
  uploading: 'The file is still being uploaded.',
  checking: 'The file is still being checked. Please wait until it is ready.',
  ready: 'This import has been checked but not confirmed yet.',
  importing: 'This import is running right now. Please wait until it is done.',
  done: 'This import is done.',
  failed: 'This import has failed. Please correct the file and upload it again.',
  stopped: 'This import has stopped. Please try it again.',
  undoing: 'This import is being undone right now.',
  undone: 'This import was undone. Please upload the file again to repeat it.',
};

function refuseState(state: StoredImportState, wanted: 'ready' | 'done' | 'stopped' | 'confirmed'): Failure {
  const more = wanted === 'confirmed' ? ' You can change or delete an import only before you confirm it.' : '';
  return fail('import_state', { detail: `${STATE_SENTENCES[state]}${more} Nothing was changed.` });
}
