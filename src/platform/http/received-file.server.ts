import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { newIdentifier } from '../identifier.server.ts';

/** An uploaded file, stored outside of memory. */
export interface ReceivedFile {
  bytes: number;
  /** The first bytes, which show its format. */
  head: Buffer;
  /** The other fields of its form. One that is too long is left out. */
  fields: Readonly<Record<string, string>>;
  /** The whole file. Read it only right before use, and do not keep it. */
  read(): Promise<Buffer>;
  /** Frees the disk space. */
  close(): Promise<void>;
}

const HEAD_BYTES = 64;
/** Only this process reads the file. It is unlinked as soon as it is open, so a crash leaves nothing behind. */
const FILE_MODE = 0o600;

/**
 * Stores the file of this form field in `folder` as it arrives, with at most about 100 KB of it in memory. Null if the
 * form has no such file, or the body is not a form. Throws the errors of `body`, and `BrokenForm` if the form is
 * incomplete.
 */
export async function receiveFile(
  folder: string,
  body: AsyncIterable<Buffer>,
  contentType: string,
  field: string,
): Promise<ReceivedFile | null> {
  const form = createForm(contentType);
  if (!form) return null;
  const source = Readable.from(body, { objectMode: false });
  const ended = Promise.withResolvers<void>();
  const opened: { stream: BusboyFileStream; storing: Promise<ReceivedFile> }[] = [];
  // Without a prototype: the names are the sender’s.
  const fields: Record<string, string> = Object.create(null);
  form.on('field', (name, value, isNameCut, isCut) => {
    if (!isNameCut && !isCut) fields[name] = value;
  });
  form.on('file', (name, stream: BusboyFileStream) => {
    // Without a listener, a part that breaks off before anybody reads it would end the process. Its reader notices from
    // its end.
    stream.on('error', () => {});
    if (opened.length > 0 || name !== field) return void stream.resume();
    const storing = storeFile(folder, stream, fields);
    storing.catch(ended.reject);
    opened.push({ stream, storing });
  });
  form.on('finish', ended.resolve);
  form.on('error', () => ended.reject(new BrokenForm()));
  source.on('error', ended.reject);
  source.pipe(form);
  try {
    await ended.promise;
    return (await opened[0]?.storing) ?? null;
  } catch (error) {
    source.unpipe(form);
    form.destroy();
    for (const { stream, storing } of opened) {
      // Otherwise the code that stores it would wait for more forever. Losing an open file would end the process.
      stream.destroy(new BrokenForm());
      await storing.then((file) => file.close()).catch(() => {});
    }
    throw error;
  } finally {
    source.destroy();
  }
}

/** The form broke off before its end. */
export class BrokenForm extends Error {}

async function storeFile(
  folder: string,
  stream: BusboyFileStream,
  fields: ReceivedFile['fields'],
): Promise<ReceivedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `.upload-${newIdentifier()}`);
  const handle = await open(path, 'wx+', FILE_MODE);
  try {
    await rm(path);
    let bytes = 0;
    let head = Buffer.alloc(0);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      await handle.write(chunk);
      bytes += chunk.length;
    }
    return { bytes, head, fields, read: () => readAll(handle, bytes), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readAll(handle: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(bytes);
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await handle.read(buffer, at, bytes - at, at);
    if (bytesRead === 0) throw new Error('A received file has lost its end.');
    at += bytesRead;
  }
  return buffer;
}

/**
 * A parser for a small form with a file of any size, or of at most `fileSize` bytes. Null if the type is not a form's
 * or has no boundary.
 */
export function createForm(type: string, { fileSize = Number.POSITIVE_INFINITY } = {}): BusboyInstance | null {
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  try {
    const limits = { files: 2, fields: 10, fieldSize: 1_024, fieldNameSize: 100, headerPairs: 20, fileSize };
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    return null;
  }
}
