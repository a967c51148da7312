import { detectSeparator } from '#src/features/imports/detect-format.server.ts';
import type { FileRecord } from '#src/features/imports/read-records.server.ts';
import type { Separator } from '#src/features/imports/rules.ts';
import { unescapeFormula } from '#src/platform/formula-cells.ts';
import { clipText } from '#src/shared/clip-text.ts';

/** The number of rows that are read to see what the columns contain. */
const SAMPLE_ROWS = 200;
const SAMPLE_TEXT = 64 * 1024;
/** The characters of a cell that are read for that, and shown. It is also the longest name of a column. */
const MAX_CELL = 100;

/** Detects the separator of the cells from the beginning of a text. */
export async function findSeparator(slices: AsyncIterable<string>): Promise<Separator> {
  let text = '';
  for await (const slice of slices) {
    text += slice;
    if (text.length >= SAMPLE_TEXT) break;
  }
  return detectSeparator(text);
}

/** The first rows, with the beginnings of their cells: a file may have rows of a quarter of a megabyte. */
export async function takeSample(rows: AsyncIterable<FileRecord>): Promise<FileRecord[]> {
  const records: FileRecord[] = [];
  for await (const { row, cells } of rows) {
    records.push({ row, cells: cells.map((cell) => copyText(clipText(unescapeFormula(cell).trim(), MAX_CELL))) });
    if (records.length === SAMPLE_ROWS) break;
  }
  return records;
}

/** A substring keeps the whole text in memory; a copy does not. */
const copyText = (text: string): string => Buffer.from(text).toString();
