import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

export type Cell = string | number;

/**
 * Rows as CSV with a header line, for spreadsheets: RFC 4180, UTF-8 with a byte order mark. A cell that a spreadsheet
 * would run as a formula gets an apostrophe before it; `escapeFormulas` false: the rows have it already. Nothing is read ahead of a slow reader.
 */
export function toCsv(
  columns: readonly string[],
  batches: AsyncIterable<Cell[][]>,
  { delimiter = ',', escapeFormulas = true } = {},
): ReadableStream<Uint8Array> {
  const csv = stringify({
    delimiter,
    header: true,
    columns: [...columns],
    bom: true,
    quoted: true,
    record_delimiter: 'windows',
    escape_formulas: escapeFormulas,
  });
  const rows = Readable.from(flatten(batches));
  rows.on('error', (error) => csv.destroy(error));
  csv.on('close', () => rows.destroy());
  return Readable.toWeb(rows.pipe(csv)) as ReadableStream<Uint8Array>;
}

async function* flatten(batches: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const batch of batches) yield* batch;
}
