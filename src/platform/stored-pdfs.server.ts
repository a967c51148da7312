import * as z from 'zod';
import { type Failure, fail } from '#src/shared/problem.ts';
import type { FairLimiter } from './fair-queue.server.ts';
import type { ReceivedFile } from './http/received-file.server.ts';
import type { ImageProcess, Uploader } from './image-process/image-process.server.ts';
import { bindRequestClient } from './request-client.server.ts';

/** The findings of a file's inspection, each with a sentence that says what to do. */
const REFUSALS = {
  unreadable: 'This file is not a readable PDF. Please save it as a PDF again, and choose the new file.',
  encrypted: 'This PDF is password-protected. Please save it without a password, and choose the new file.',
  script: 'This PDF runs scripts or opens other files. Please print it to a new PDF, and choose that file.',
  attachment: 'This PDF has attachments. Please print it to a new PDF, and choose that file.',
};

const refusalSchema = z.enum(['unreadable', 'encrypted', 'script', 'attachment']).nullable();

/**
 * Why an upload cannot be stored, at the field `field`: it is not a PDF, runs script, contains files or is encrypted.
 * Null if it can.
 */
export async function refusePdf(
  imageProcess: ImageProcess,
  from: Uploader,
  upload: Pick<ReceivedFile, 'bytes' | 'read'>,
  field: string,
): Promise<Failure | null> {
  const outcome = await imageProcess.inspect(from, upload.read, { bytes: upload.bytes });
  if ('failed' in outcome && outcome.failed === 'busy') return fail('busy');
  const refusal = 'failed' in outcome ? 'unreadable' : refusalSchema.parse(outcome.done.head.refusal);
  return refusal && fail('invalid', { fields: { [field]: REFUSALS[refusal] } });
}

/** The part of a file that is in memory for each reader, in bytes, however slow the reader is. */
export const PIECE_BYTES = 64 * 1024;

/** In ms: 10 MB at 20 KB/s. A slower reader would occupy a place for hours. */
const MAX_READ_MS = 10 * 60_000;

interface PieceReader {
  bytes: number;
  /** Who reads; readers take turns in `reading`. */
  client: string;
  reading: FairLimiter;
  /** Reads at most `PIECE_BYTES` from this place on. None if the file was deleted. */
  readPiece: (offset: number) => Promise<{ piece: Buffer }[]>;
}

/** The bytes of a stored file. Reads each piece when its reader has taken the previous one; no connection is held in between. */
export function streamPieces({
  bytes,
  client,
  reading,
  readPiece,
}: PieceReader): ReadableStream<Uint8Array<ArrayBuffer>> {
  const deadline = performance.now() + MAX_READ_MS;
  const runForReader = bindRequestClient();
  const readNext = () => runForReader(() => reading.run(client, () => readPiece(offset)));
  let offset = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const rows = performance.now() < deadline ? await readNext() : null;
        const [row] = rows ?? [];
        // The file was deleted, or the shop is too busy or the reader too slow. An incomplete body is better than a
        // wrong one.
        if (!row || row.piece.length === 0) return controller.error(new Error('A stored file broke off.'));
        controller.enqueue(new Uint8Array(row.piece));
        offset += row.piece.length;
        if (offset >= bytes) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
