import { Readable } from 'node:stream';
import type { BusboyFileStream } from '@fastify/busboy';
import { eq } from 'drizzle-orm';
import { countOpenImports, deleteImport, isStoreFull, keepUpload } from '#src/features/imports/queries.server.ts';
import {
  type Encoding,
  MAX_IMPORT_BYTES,
  MAX_OPEN_IMPORTS,
  MAX_OPEN_IMPORTS_IN_ALL,
  MAX_STORED_BYTES,
  MAX_STORED_BYTES_IN_ALL,
} from '#src/features/imports/rules.ts';
import { importPieces, imports } from '#src/features/imports/tables.server.ts';
import { createUploadScan } from '#src/features/imports/upload-scan.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { createForm } from '#src/platform/http/received-file.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { formatBytes } from '#src/shared/format-bytes.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';

/** About how much of each upload is in memory. */
const PIECE_BYTES = 256 * 1024;

/** One upload per admin, whatever the network. None waits: a waiting upload would fill the memory of its connection. */
const limiter = createFairLimiter({ maxConcurrent: 3, maxPlaces: 3, maxPlacesPerClient: 1 });

const NO_FILE = 'Please choose a CSV file, and send it as the form field “file”.';

const BROKEN_OFF = 'The file did not arrive in full. Please send it again.';

/** The form ended within a part, or its client left. */
class BrokenUpload extends Error {}

/**
 * Stores an upload as it arrives, in pieces, and starts its check. Fails at the field `file` as soon as it cannot be an
 * import, and does not read the rest. The stored pieces of a failed or broken upload are deleted.
 */
export async function receiveImport(
  context: Pick<AppContext, 'db' | 'notify'>,
  by: Caller,
  request: Request,
): Promise<Outcome<string>> {
  const type = request.headers.get('content-type') ?? '';
  if (!request.body || !/^multipart\/form-data\s*;/i.test(type)) return fail('invalid', { fields: { file: NO_FILE } });
  const { db } = context;
  const refusal = refuseMore(await countOpenImports(db, by.email));
  if (refusal) return refusal;
  const { body } = request;
  const received = await limiter.run(by.userId, () => receive(context, by, body, type));
  return (
    received ?? fail('busy', { detail: 'Another file is being uploaded right now. Please try again when it is done.' })
  );
}

/** Why an admin can have no more imports, given their own and all imports. Null if they can. */
function refuseMore({ own, all }: Awaited<ReturnType<typeof countOpenImports>>): Failure | null {
  if (own.open >= MAX_OPEN_IMPORTS) return fail('too_many_imports');
  if (own.storedBytes >= MAX_STORED_BYTES)
    return fail('too_many_imports', {
      detail: `Your unfinished imports and the errors of your other imports take ${formatBytes(own.storedBytes)}. Please confirm or delete an import.`,
    });
  if (all.open < MAX_OPEN_IMPORTS_IN_ALL && all.storedBytes < MAX_STORED_BYTES_IN_ALL) return null;
  return fail('too_many_imports', {
    detail:
      'The admins together have reached the shop’s limit of imports. Please confirm or delete some of them first.',
  });
}

async function receive(
  { db, notify }: Pick<AppContext, 'db' | 'notify'>,
  by: Caller,
  body: NonNullable<Request['body']>,
  type: string,
): Promise<Outcome<string>> {
  const id = newIdentifier();
  try {
    const file = await openFile(body, type);
    if (!file) return refuse(NO_FILE);
    await db.insert(imports).values({ id, fileName: toFileName(file.name), madeBy: by.email });
    const stored = await storePieces(db, { id, madeBy: by.email }, file.stream);
    // The rest of the form is not read.
    file.close();
    if (!stored.ok) {
      await deleteImport(db, id);
      return stored;
    }
    await db
      .update(imports)
      .set({ state: 'checking', detected: stored.value.encoding, bytes: stored.value.bytes, claimedUntil: null })
      .where(eq(imports.id, id));
    notify('imports');
    return ok(id);
  } catch (error) {
    // A client or a database that disconnected halfway.
    await deleteImport(db, id).catch(() => {});
    if (error instanceof BrokenUpload) return refuse(BROKEN_OFF);
    throw error;
  }
}

/** The first file of a form. Null if it has none, or is not a form. */
function openFile(
  body: NonNullable<Request['body']>,
  type: string,
): Promise<{ name: string; stream: BusboyFileStream; close: () => void } | null> {
  return new Promise((resolve) => {
    const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    let opened: BusboyFileStream | null = null;
    const stop = (error: Error) => {
      opened?.destroy(new BrokenUpload(error.message));
      resolve(null);
    };
    const form = createForm(type, { fileSize: MAX_IMPORT_BYTES + 1 });
    if (!form) {
      source.destroy();
      return resolve(null);
    }
    form.on('file', (field, stream, name) => {
      // A part that breaks off before anybody reads it would end the process. Its reader notices that by its end.
      stream.on('error', () => {});
      if (opened || field !== 'file') return void stream.resume();
      opened = stream;
      const close = () => {
        source.unpipe(form);
        source.destroy();
      };
      resolve({ name, stream, close });
    });
    form.on('finish', () => resolve(null));
    form.on('error', (error) => stop(toError(error)));
    source.on('error', stop);
    source.pipe(form);
  });
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

async function storePieces(
  db: AppContext['db'],
  { id: importId, madeBy }: { id: string; madeBy: string },
  stream: BusboyFileStream,
): Promise<Outcome<{ encoding: Encoding; bytes: number }>> {
  const scan = createUploadScan();
  let pending: Buffer[] = [];
  let size = 0;
  let bytes = 0;
  let at = 0;
  const store = async () => {
    if (size === 0) return;
    await db.insert(importPieces).values({ importId, at, content: Buffer.concat(pending) });
    await keepUpload(db, importId, bytes);
    at += 1;
    pending = [];
    size = 0;
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_IMPORT_BYTES)
      return refuse(`This file is larger than ${formatBytes(MAX_IMPORT_BYTES)}. Please split it.`);
    const refusal = scan.add(chunk);
    if (refusal) return refuse(refusal);
    pending.push(chunk);
    size += chunk.length;
    if (size >= PIECE_BYTES) {
      await store();
      if (await isStoreFull(db, madeBy))
        return fail('too_many_imports', {
          detail: 'There is not enough space for a file of this size. Please confirm or delete other imports first.',
        });
      await freeMemory();
    }
  }
  await store();
  const whole = scan.end();
  return 'refusal' in whole ? refuse(whole.refusal) : ok({ encoding: whole.encoding, bytes });
}

const refuse = (sentence: string): Failure => fail('invalid', { detail: sentence, fields: { file: sentence } });

/** A name to show: without a path, on one line. */
function toFileName(name: string | undefined): string {
  const [last = ''] = (name ?? '').split(/[/\\]/).slice(-1);
  const plain = last.replaceAll(/\p{Cc}/gu, '').trim();
  return clipText(plain, 150) || 'import.csv';
}
