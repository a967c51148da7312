import { createHash } from 'node:crypto';
import { and, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import type { ReceivedFile } from '#src/platform/http/received-file.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import { PIECE_BYTES, refusePdf, streamPieces } from '#src/platform/stored-pdfs.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ToolDocument } from './kinds.ts';
import { documentFiles, tools } from './tables.server.ts';

/** Only one file of up to 10 MB at a time is in memory on its way into the database. */
const storing = createFairLimiter({ maxConcurrent: 1, maxPlaces: 24, maxPlacesPerClient: 24 });

/**
 * Stores a PDF that a document of a tool can name. Fails at the field `document` if the file is not a PDF, runs script,
 * contains files or is encrypted. Nobody can find the file before a tool names it; without one it is deleted after a
 * day.
 */
export async function storeDocumentFile(
  db: Queryable,
  imageProcess: ImageProcess,
  from: Uploader,
  upload: Pick<ReceivedFile, 'bytes' | 'read'>,
): Promise<Outcome<{ id: string; bytes: number }>> {
  const refused = await refusePdf(imageProcess, from, upload, 'document');
  if (refused) return refused;
  const stored = await storing.run(from.network, async () => addDocumentFile(db, await upload.read()));
  return stored ? ok(stored) : fail('busy');
}

/** Stores the content of a PDF that was inspected already. */
export async function addDocumentFile(db: Queryable, content: Buffer): Promise<{ id: string; bytes: number }> {
  const id = newIdentifier();
  const sha256 = createHash('sha256').update(content).digest('base64url');
  await db.insert(documentFiles).values({ id, bytes: content.length, sha256, content });
  return { id, bytes: content.length };
}

/**
 * Downloads leave most database connections to orders. Clients take turns for each piece, and each may wait for as many
 * downloads as it may have requests.
 */
const READING = { maxConcurrent: 3, maxConcurrentPerClient: 2, maxPlaces: 500, maxPlacesPerClient: 125 };
const turns = createFairLimiter(READING);

/**
 * A stored file: its size, a hash of its content, and its bytes, piece by piece for `client`. Null if there is no such
 * file.
 */
export async function openDocumentFile(db: Queryable, id: string, client: string, reading = turns) {
  if (!identifierSchema.safeParse(id).success) return null;
  const [file] = await db
    .select({ bytes: documentFiles.bytes, sha256: documentFiles.sha256 })
    .from(documentFiles)
    .where(eq(documentFiles.id, id));
  if (!file) return null;
  const readFrom = (offset: number) => readPiece(db, id, offset);
  return { ...file, read: () => streamPieces({ bytes: file.bytes, client, reading, readPiece: readFrom }) };
}

/**
 * Records which files a tool names from now on and which it no longer does. The latter may be deleted unless another
 * tool names them.
 */
export async function markNamedFiles(
  tx: Queryable,
  before: readonly ToolDocument[],
  after: readonly ToolDocument[],
): Promise<void> {
  const named = after.map(({ fileId }) => fileId);
  const dropped = before.map(({ fileId }) => fileId).filter((id) => !named.includes(id));
  const mark = (ids: string[], unusedSince: SQL | null) =>
    ids.length > 0 && tx.update(documentFiles).set({ unusedSince }).where(inArray(documentFiles.id, ids));
  await mark(named, null);
  await mark(dropped, sql`now()`);
}

function readPiece(db: Queryable, id: string, offset: number) {
  return db
    .select({ piece: sql<Buffer>`substring(${documentFiles.content} from ${offset + 1} for ${PIECE_BYTES})` })
    .from(documentFiles)
    .where(eq(documentFiles.id, id));
}

const SWEEP_BATCH_SIZE = 50;

/** Deletes files that no tool has named for this long, at most fifty per call. Returns how many. */
export async function deleteUnusedDocumentFiles(db: Db, olderThanMs: number): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: documentFiles.id })
      .from(documentFiles)
      .where(lt(documentFiles.unusedSince, new Date(Date.now() - olderThanMs)))
      .orderBy(documentFiles.unusedSince)
      .limit(SWEEP_BATCH_SIZE)
      .for('update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const ids = rows.map((row) => row.id);
    const isNamed = sql`exists (select from ${tools} where ${tools.documents} <> '[]'
      and ${tools.documents} @> jsonb_build_array(jsonb_build_object('fileId', ${documentFiles.id})))`;
    // Under the lock that everybody who names a file takes.
    const deleted = await tx
      .delete(documentFiles)
      .where(and(inArray(documentFiles.id, ids), not(isNamed)))
      .returning({ id: documentFiles.id });
    // Copies of a tool name the same files.
    await tx.update(documentFiles).set({ unusedSince: null }).where(inArray(documentFiles.id, ids));
    return deleted.length;
  });
}
