import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import * as z from 'zod';
import { escapeFormula } from './formula-cells.ts';

/** Declares the response of a route that sends a CSV file. */
export const csvResponse = { 200: { description: 'The CSV file.', content: { 'text/csv': { schema: z.string() } } } };

/** The headers of a CSV file that a browser saves under this name. */
export function toCsvHeaders(fileName: string) {
  return {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  };
}

export type Cell = string | number | null;

/**
 * Streams rows as CSV with a header line, for spreadsheets: RFC 4180, UTF-8 with a byte order mark. Text that a
 * spreadsheet would run as a formula gets an apostrophe, which `unescapeFormula` removes. Never reads ahead of a slow
 * reader.
 */
export function toCsv(
  columns: readonly string[],
  batches: AsyncIterable<Cell[][]>,
  { delimiter = ',' }: { delimiter?: ',' | ';' } = {},
): ReadableStream<Uint8Array> {
  const csv = stringify({
    delimiter,
    header: true,
    columns: [...columns],
    bom: true,
    quoted: true,
    record_delimiter: 'windows',
  });
  const rows = Readable.from(toRows(batches, delimiter));
  rows.on('error', (error) => csv.destroy(error));
  csv.on('close', () => rows.destroy());
  return Readable.toWeb(rows.pipe(csv)) as ReadableStream<Uint8Array>;
}

async function* toRows(batches: AsyncIterable<Cell[][]>, delimiter: ',' | ';'): AsyncGenerator<Cell[]> {
  for await (const batch of batches) {
    for (const row of batch)
      yield row.map((cell) => (typeof cell === 'string' ? escapeFormula(cell, delimiter) : cell));
  }
}
