import { and, eq, gt, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { MAX_STORED_BYTES, MAX_STORED_BYTES_IN_ALL } from './rules.ts';
import { type ImportRow, importKeys, importMappings, importPieces, importRows, imports } from './tables.server.ts';

/** The message for an import that does not exist. */
export const NO_IMPORT = 'There is no such import.';

/** A run takes over an import to which another run has not committed for this long. */
const LEASE = sql`now() + interval '20 seconds'`;
/** After this many runs without a commit, an import is stopped. */
export const MAX_ATTEMPTS = 5;
/**
 * How often the process may be killed, or a batch take too long, at the same row. After that, somebody has to restart
 * the import.
 */
export const MAX_CRASHES = 2;

/** How far a run has come, in rows: it tells whether the next run breaks off at the same place. */
const PROGRESS = sql`case ${imports.state} when 'checking' then ${imports.rows} else ${imports.written} end`;

/** A claim that is still there belongs to a run that never ended, since every other run gives its claim back. */
const HAS_CRASHED = sql`${imports.claim} is not null`;

/** The values of an import that no run has tried yet. */
export const FRESH = { claim: null, claimedUntil: null, attempts: 0, crashedAtRow: null, crashes: 0 } as const;

export const DUE_IMPORTS = and(
  inArray(imports.state, ['checking', 'importing', 'undoing']),
  or(isNull(imports.claimedUntil), lt(imports.claimedUntil, sql`now()`)),
);

/**
 * Claims imports that no other run is working on. Counts the attempt before anything is done: if the import kills the
 * process, the next start sees that.
 */
export function claimImports(db: Queryable, limit: number): Promise<ImportRow[]> {
  return claimRows(db, imports, {
    set: {
      claim: newIdentifier(),
      claimedUntil: LEASE,
      attempts: sql`${imports.attempts} + 1`,
      crashes: sql`case when ${HAS_CRASHED} then
        case when ${imports.crashedAtRow} = ${PROGRESS} then ${imports.crashes} + 1 else 1 end else ${imports.crashes} end`,
      crashedAtRow: sql`case when ${HAS_CRASHED} then ${PROGRESS} else ${imports.crashedAtRow} end`,
      // A check starts over.
      rows: sql`case ${imports.state} when 'checking' then 0 else ${imports.rows} end`,
    },
    where: DUE_IMPORTS,
    orderBy: [imports.seq],
    limit,
  });
}

/** Another run is working on the import by now, or it was deleted or mapped again. */
export class ClaimLost extends Error {}

type Claimed = Pick<ImportRow, 'id' | 'claim'>;
const isClaimedBy = ({ id, claim }: Claimed) => and(eq(imports.id, id), eq(imports.claim, claim ?? ''));

/** Stores the progress of a claimed import and extends the claim. Throws `ClaimLost` if the run no longer has it. */
export async function advanceImport(
  db: Queryable,
  { id, claim, state }: Pick<ImportRow, 'id' | 'claim' | 'state'>,
  changes: PgUpdateSetSource<typeof imports> = {},
): Promise<void> {
  const { rowCount } = await db
    .update(imports)
    // A check starts over in each run, so its batches are not progress.
    .set({ claimedUntil: LEASE, ...(state === 'checking' ? {} : { attempts: 0 }), ...changes })
    .where(and(isClaimedBy({ id, claim }), eq(imports.state, state)));
  if (rowCount === 0) throw new ClaimLost();
}

/** Lets another run continue at once. This run does not count as an attempt. */
export async function releaseImport(db: Queryable, job: Claimed): Promise<void> {
  await db
    .update(imports)
    .set({ claim: null, claimedUntil: null, attempts: sql`greatest(${imports.attempts} - 1, 0)` })
    .where(isClaimedBy(job));
}

/** Records that a run has failed while its process goes on: it is tried again when its lease is over. */
export async function noteFailedRun(db: Queryable, job: Claimed): Promise<void> {
  await db.update(imports).set({ claim: null }).where(isClaimedBy(job));
}

/** Records that a run took too long and was ended. The next run counts it as one that never ended. */
export async function noteCrash(db: Queryable, job: Claimed): Promise<void> {
  await db.update(imports).set({ claimedUntil: sql`now()` }).where(isClaimedBy(job));
}

/** Extends a claim during a long step that stores nothing. False if the run no longer has it. */
export async function keepClaim(db: Queryable, job: Claimed): Promise<boolean> {
  const { rowCount } = await db.update(imports).set({ claimedUntil: LEASE }).where(isClaimedBy(job));
  return rowCount !== 0;
}

/** Whether the run still has its claim. */
export async function hasClaim(db: Queryable, job: Claimed): Promise<boolean> {
  const [row] = await db.select({ id: imports.id }).from(imports).where(isClaimedBy(job));
  return row !== undefined;
}

/**
 * Records that an upload is still arriving, however slowly: it is deleted an hour after its last piece. `bytes` have
 * arrived.
 */
export async function keepUpload(db: Queryable, id: string, bytes: number): Promise<void> {
  await db
    .update(imports)
    .set({ claimedUntil: sql`now() + interval '1 hour'`, storedBytes: bytes })
    .where(eq(imports.id, id));
}

/**
 * The bytes in the database of imports that are not over, plus the faults of the others; and how many imports wait for
 * an admin.
 */
export interface OpenImports {
  open: number;
  storedBytes: number;
}

/** Counts the imports of an admin, and those of all. */
export async function countOpenImports(db: Queryable, madeBy: string): Promise<{ own: OpenImports; all: OpenImports }> {
  const isOpen = inArray(imports.state, ['uploading', 'checking', 'ready']);
  const isOwn = eq(imports.madeBy, madeBy);
  const sum = (where: SQL | undefined) =>
    sql<number>`coalesce(sum(${imports.storedBytes}) filter (where ${where}), 0)`.mapWith(Number);
  const count = (where: SQL | undefined) => sql<number>`count(*) filter (where ${where})`.mapWith(Number);
  const [row] = await db
    .select({
      own: { open: count(and(isOpen, isOwn)), storedBytes: sum(isOwn) },
      all: { open: count(isOpen), storedBytes: sum(sql`true`) },
    })
    .from(imports)
    .where(or(isOpen, gt(imports.storedBytes, 0)));
  const none = { open: 0, storedBytes: 0 };
  return row ?? { own: none, all: none };
}

/** Whether this admin, or all together, have stored more than they may: then a growing file or check has to end. */
export async function isStoreFull(db: Queryable, madeBy: string): Promise<boolean> {
  const { own, all } = await countOpenImports(db, madeBy);
  return own.storedBytes > MAX_STORED_BYTES || all.storedBytes > MAX_STORED_BYTES_IN_ALL;
}

/** Any import whose upload is complete. Null also if the text is not an id. */
export async function getImport(db: Queryable, id: string): Promise<ImportRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row && row.state !== 'uploading' ? row : null;
}

/** Locks an import until the transaction ends. Does not wait for a batch that refers to it, however long that takes. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('no key update');
  return row && row.state !== 'uploading' ? row : null;
}

/** The pieces of a file in their order. Each is read when the reader has taken the previous one. */
export async function* readPieces(db: Queryable, importId: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; at += 1) {
    const [row] = await db
      .select({ content: importPieces.content })
      .from(importPieces)
      .where(and(eq(importPieces.importId, importId), eq(importPieces.at, at)));
    if (!row) return;
    yield row.content;
  }
}

const DELETE_BATCH = 5_000;

/**
 * Deletes what earlier checks stored about the rows, in short statements. Throws the reason of `signal` between two of
 * them.
 */
export async function clearRows(db: Db, importId: string, signal?: AbortSignal): Promise<void> {
  for (const table of [importRows, importKeys]) await deleteInBatches(db, table, eq(table.importId, importId), signal);
}

/** Deletes the faults of an import that is over. Its other rows are kept for its undo. */
export async function clearFaults(db: Db, importId: string): Promise<void> {
  await deleteInBatches(db, importRows, and(eq(importRows.importId, importId), eq(importRows.result, 'fault')));
  await db.update(imports).set({ storedBytes: 0 }).where(eq(imports.id, importId));
}

async function deleteInBatches(
  db: Db,
  table: typeof importRows | typeof importKeys,
  where: SQL | undefined,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${DELETE_BATCH}))`,
    );
    if ((rowCount ?? 0) < DELETE_BATCH) return;
  }
}

/** The size of a row with its index entries, without its contents. */
const ROW_BYTES = 100;

/**
 * Deletes the file of an import that is not read again. From now on, only the faults of its check count as stored
 * bytes.
 */
export async function deletePieces(db: Queryable, importId: string): Promise<void> {
  await db.delete(importPieces).where(eq(importPieces.importId, importId));
  await db.delete(importKeys).where(eq(importKeys.importId, importId));
  const faultBytes = sql`(select coalesce(sum(pg_column_size(${importRows.faults}) + pg_column_size(${importRows.cells}) + ${ROW_BYTES}), 0) from ${importRows}
    where ${importRows.importId} = ${importId} and ${importRows.result} = 'fault')`;
  await db.update(imports).set({ storedBytes: faultBytes }).where(eq(imports.id, importId));
}

/** Deletes an import with all its rows. */
export async function deleteImport(db: Db, importId: string): Promise<void> {
  await clearRows(db, importId);
  await deletePieces(db, importId);
  await db.delete(imports).where(eq(imports.id, importId));
}

/** What the columns with these names stood for last time. Null if nobody has said. */
export async function getMapping(db: Queryable, names: string) {
  const [row] = await db.select().from(importMappings).where(eq(importMappings.names, names));
  return row?.fields ?? null;
}

export async function saveMapping(
  db: Queryable,
  names: string,
  fields: (typeof importMappings.$inferInsert)['fields'],
): Promise<void> {
  await db
    .insert(importMappings)
    .values({ names, fields })
    .onConflictDoUpdate({ target: importMappings.names, set: { fields, savedAt: sql`now()` } });
}
