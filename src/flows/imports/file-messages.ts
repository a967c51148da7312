import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import type { Encoding, FileFormat, ImportColumn, Separator } from '#src/features/imports/rules.ts';
import type { ShopCurrency } from '#src/shared/money.ts';
import type { ParsedCells, RowCells } from './parse-cells.server.ts';
import type { RowDraft } from './row-draft.server.ts';

/** The tasks of the thread that reads files, each with its input and its result. */
export interface FileTasks {
  /** Detects the separator of the cells. */
  separator: { told: { encoding: Encoding }; gives: Separator };
  sample: { told: { encoding: Encoding; separator: Separator }; gives: FileRecord[] };
  /** Starts to read the rows below the names of the columns. The thread has a memory of its own, also of the currency. */
  open: { told: { format: FileFormat; columns: readonly ImportColumn[]; currency: ShopCurrency }; gives: null };
  /** The next rows; none at the end. */
  rows: { told: { count: number }; gives: RowDraft[] };
  /** All cells of rows among those of the last batch, as the file has them. */
  whole: { told: { rows: readonly number[] }; gives: string[][] };
  cells: { told: { rows: readonly RowCells[] }; gives: ParsedCells[] };
}

export type FileTask = { [Name in keyof FileTasks]: { task: Name } & FileTasks[Name]['told'] }[keyof FileTasks];

/** Messages to the thread. It gets a piece of the file when it asks for one; null is the end of the file. */
export type FileMessage = FileTask | { piece: Uint8Array | null };

/** Messages from the thread. `unreadable` says what is wrong with the file, `error` what is wrong with the shop. */
export type FileResponse = { wants: 'piece' } | { value: unknown } | { unreadable: string } | { error: string };
