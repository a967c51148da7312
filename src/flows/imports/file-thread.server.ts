import { parentPort } from 'node:worker_threads';
import { decodeText } from '#src/features/imports/decode-text.server.ts';
import { type FileRecord, readRecords } from '#src/features/imports/read-records.server.ts';
import type { DecimalMark, Encoding, ImportColumn } from '#src/features/imports/rules.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import { listenInThread } from '#src/platform/thread.server.ts';
import { setShopCurrency } from '#src/shared/money.ts';
import type { FileMessage, FileResponse, FileTask } from './file-messages.ts';
import { parseCells } from './parse-cells.server.ts';
import { type RowDraft, toDraft } from './row-draft.server.ts';
import { findSeparator, takeSample } from './sample-file.server.ts';

// The thread that reads the files of imports: whatever a stranger wrote into one, it only delays its own import.

interface OpenFile {
  records: AsyncIterator<FileRecord>;
  columns: readonly ImportColumn[];
  decimal: DecimalMark;
  headerRow: number;
  /** The last batch. */
  batch: Map<number, string[]>;
}

let opened: OpenFile | null = null;
let takePiece: ((piece: Uint8Array | null) => void) | null = null;

const post = (response: FileResponse) => parentPort?.postMessage(response);

async function* takePieces(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = await new Promise<Uint8Array | null>((resolve) => {
      takePiece = resolve;
      post({ wants: 'piece' });
    });
    if (!piece) return;
    yield piece;
  }
}

const decode = (encoding: Encoding) => decodeText(takePieces(), encoding);

async function takeRows({ records, columns, headerRow, batch }: OpenFile, count: number): Promise<RowDraft[]> {
  batch.clear();
  const drafts: RowDraft[] = [];
  while (drafts.length < count) {
    const { done, value } = await records.next();
    if (done) break;
    if (value.row <= headerRow) continue;
    batch.set(value.row, value.cells);
    drafts.push(toDraft(value, columns));
  }
  return drafts;
}

async function work(message: FileTask): Promise<unknown> {
  switch (message.task) {
    case 'separator':
      return findSeparator(decode(message.encoding));
    case 'sample':
      return takeSample(readRecords(decode(message.encoding), message.separator));
    case 'open': {
      const { format, columns, currency } = message;
      setShopCurrency(currency);
      const records = readRecords(decode(format.encoding), format.separator);
      opened = { records, columns, decimal: format.decimal, headerRow: format.headerRow, batch: new Map() };
      return null;
    }
  }
  if (!opened) throw new Error('no file is open');
  const { decimal, batch } = opened;
  if (message.task === 'whole') return message.rows.map((row) => batch.get(row) ?? []);
  return message.task === 'rows'
    ? takeRows(opened, message.count)
    : message.rows.map((cells) => parseCells(cells, decimal));
}

async function respond(message: FileTask): Promise<void> {
  try {
    post({ value: await work(message) });
  } catch (error) {
    post(
      error instanceof UnreadableFile
        ? { unreadable: error.message }
        : { error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    );
  }
}

listenInThread((message: FileMessage) => {
  if ('piece' in message) takePiece?.(message.piece);
  else void respond(message);
});
