import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import type { Encoding, FileFormat, ImportColumn, Separator } from '#src/features/imports/rules.ts';
import type { ParsedCells, RowCells } from './parse-cells.server.ts';
import type { RowDraft } from './row-draft.server.ts';

/** What the thread that reads files does, each with what it is told and what comes of it. */
export interface FileTasks {
  /** Finds out what separates the cells. */
  separator: { told: { encoding: Encoding }; gives: Separator };
  sample: { told: { encoding: Encoding; separator: Separator }; gives: FileRecord[] };
  /** Begins to read the rows below the names of the columns. */
  open: { told: { format: FileFormat; columns: readonly ImportColumn[] }; gives: null };
  /** The next rows; none at the end. */
  rows: { told: { count: number }; gives: RowDraft[] };
  cells: { told: { rows: readonly RowCells[] }; gives: ParsedCells[] };
}

export type FileTask = { [Name in keyof FileTasks]: { task: Name } & FileTasks[Name]['told'] }[keyof FileTasks];

/** To the thread. A piece of the file is sent when it wants one; null is its end. */
export type FileMessage = FileTask | { piece: Uint8Array | null };

/** From the thread: `unreadable` says what is wrong with the file, `error` what is wrong with the shop. */
export type FileResponse = { wants: 'piece' } | { value: unknown } | { unreadable: string } | { error: string };
