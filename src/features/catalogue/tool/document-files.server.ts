import { createHash } from 'node:crypto';
import { and, eq, inArray, lt, not, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter, type FairLimiter } from '#src/platform/fair-queue.server.ts';
import type { ReceivedFile } from '#src/platform/http/received-file.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { ImageProcess, Uploader } from '#src/platform/image-process/image-process.server.ts';
import { bindRequestClient } from '#src/platform/request-client.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ToolDocument } from './kinds.ts';
import { documentFiles, tools } from './tables.server.ts';

/** The findings of a file's inspection, each with a sentence that says what to do. */
const REFUSALS = {
  unreadable: 'This file is not a readable PDF. Please save it as a PDF again, and choose the new file.',
  encrypted: 'This PDF is password-protected. Please save it without a password, and choose the new file.',
  script: 'This PDF runs scripts or opens other files. Please print it to a new PDF, and choose that file.',
  attachment: 'This PDF has attachments. Please print it to a new PDF, and choose that file.',
};

const refusalSchema = z.enum(['unreadable', 'encrypted', 'script', 'attachment']).nullable();

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
  const outcome = await imageProcess.inspect(from, upload.read, { bytes: upload.bytes });
  if ('failed' in outcome && outcome.failed === 'busy') return fail('busy');
  const refusal = 'failed' in outcome ? 'unreadable' : refusalSchema.parse(outcome.done.head.refusal);
  if (refusal) return fail('invalid', { fields: { document: REFUSALS[refusal] } });
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

/** The part of a file that is in memory for each reader, in bytes, however slow the reader is. */
const PIECE_BYTES = 64 * 1024;

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
  return { ...file, read: () => readPieces(db, { id, bytes: file.bytes, client, reading }) };
}

/** In ms: 10 MB at 20 KB/s. A slower reader would occupy a place for hours. */
const MAX_READ_MS = 10 * 60_000;

/** Reads each piece when the reader has taken the previous one. No connection is held in between. */
function readPieces(
  db: Queryable,
  { id, bytes, client, reading }: { id: string; bytes: number; client: string; reading: FairLimiter },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const deadline = performance.now() + MAX_READ_MS;
  const runForReader = bindRequestClient();
  const readNext = () => runForReader(() => reading.run(client, () => readPiece(db, id, offset)));
  let offset = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const rows = performance.now() < deadline ? await readNext() : null;
        const [row] = rows ?? [];
        // The file was deleted, or the shop is too busy or the reader too slow. An incomplete body is better than a
        // wrong one.
        if (!row || row.piece.length === 0) return controller.error(new Error('The file of a document broke off.'));
        controller.enqueue(new Uint8Array(row.piece));
        offset += row.piece.length;
        if (offset >= bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
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
