import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { type ImportRow, importKeys, importMappings, importPieces, importRows, imports } from './tables.server.ts';

/** Said of an import that is not there. */
export const NO_IMPORT = 'There is no such import.';

/** A run takes over what another has not committed to for this long. */
const LEASE = sql`now() + interval '20 seconds'`;
/** After so many runs without a commit an import is given up. */
export const MAX_ATTEMPTS = 5;

/** Takes imports that no other run has in hand. */
export function claimImports(db: Queryable, limit: number): Promise<ImportRow[]> {
  return claimRows(db, imports, {
    set: { claim: newIdentifier(), claimedUntil: LEASE, attempts: sql`${imports.attempts} + 1` },
    where: and(
      inArray(imports.state, ['checking', 'importing', 'undoing']),
      or(isNull(imports.claimedUntil), lt(imports.claimedUntil, sql`now()`)),
    ),
    orderBy: [imports.seq],
    limit,
  });
}

/** Another run has the import in hand by now, or it was deleted or mapped anew. */
export class ClaimLost extends Error {}

/** Stores progress of a claimed import, and keeps the claim. Throws `ClaimLost` where the run has it no more. */
export async function advanceImport(
  db: Queryable,
  { id, claim, state }: Pick<ImportRow, 'id' | 'claim' | 'state'>,
  changes: PgUpdateSetSource<typeof imports> = {},
): Promise<void> {
  const { rowCount } = await db
    .update(imports)
    // A check begins anew with each run: its batches are no progress.
    .set({ claimedUntil: LEASE, ...(state === 'checking' ? {} : { attempts: 0 }), ...changes })
    .where(and(eq(imports.id, id), eq(imports.claim, claim ?? ''), eq(imports.state, state)));
  if (rowCount === 0) throw new ClaimLost();
}

/** Lets another run go on at once. */
export async function releaseImport(db: Queryable, { id, claim }: Pick<ImportRow, 'id' | 'claim'>): Promise<void> {
  await db
    .update(imports)
    .set({ claim: null, claimedUntil: null, attempts: 0 })
    .where(and(eq(imports.id, id), eq(imports.claim, claim ?? '')));
}

/** Says that an upload still arrives, however slowly: it is deleted an hour after its last piece. */
export async function keepUpload(db: Queryable, id: string): Promise<void> {
  await db.update(imports).set({ claimedUntil: sql`now() + interval '1 hour'` }).where(eq(imports.id, id));
}

/** Any import whose upload is complete; null also for what is no id. */
export async function getImport(db: Queryable, id: string): Promise<ImportRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row && row.state !== 'uploading' ? row : null;
}

/** Locks an import until the transaction ends. */
export async function lockImport(tx: Tx, id: string): Promise<ImportRow | null> {
  if (!identifierSchema.safeParse(id).success) return null;
  const [row] = await tx.select().from(imports).where(eq(imports.id, id)).for('update');
  return row && row.state !== 'uploading' ? row : null;
}

/** The pieces of a file in their order. Each is read when the reader has taken the one before. */
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

/** Deletes what earlier checks made of the rows, in short statements. */
export async function clearRows(db: Db, importId: string): Promise<void> {
  for (const table of [importRows, importKeys]) {
    for (;;) {
      const { rowCount } = await db.execute(
        sql`delete from ${table} where ctid = any(array(select ctid from ${table} where import_id = ${importId} limit ${DELETE_BATCH}))`,
      );
      if ((rowCount ?? 0) < DELETE_BATCH) break;
    }
  }
}

/** Deletes the file of an import that is not read again. */
export async function deletePieces(db: Queryable, importId: string): Promise<void> {
  await db.delete(importPieces).where(eq(importPieces.importId, importId));
}

/** Deletes an import with all its rows. */
export async function deleteImport(db: Db, importId: string): Promise<void> {
  await clearRows(db, importId);
  await deletePieces(db, importId);
  await db.delete(imports).where(eq(imports.id, importId));
}

/** What the columns of these names stood for last time; null where nobody has said. */
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
