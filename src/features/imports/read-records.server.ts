import { CsvError, type Parser, parse } from 'csv-parse';
import { formatCount } from '#src/shared/numbers.ts';
import { MAX_COLUMNS, MAX_ROW_BYTES, type Separator } from './rules.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** A row of the file as a spreadsheet shows it: its number from 1, and its cells. */
export interface FileRecord {
  row: number;
  cells: string[];
}

/**
 * The rows of a CSV text, one after the other. Empty rows are counted and left out. Holds at most the rows of one
 * slice, and only takes a slice when the previous rows were taken. Throws `UnreadableFile` with the row if a quote is
 * not closed, or if a row is too long or too wide.
 */
export async function* readRecords(text: AsyncIterable<string>, separator: Separator): AsyncGenerator<FileRecord> {
  let parsed: string[][] = [];
  let row = 0;
  // The rows are collected by hand: as a stream, the parser would read ahead.
  const parser = parse({ ...toParserOptions(separator), on_record: (cells: string[]) => void parsed.push(cells) });
  parser.on('error', () => {}).resume();
  function* take(): Generator<FileRecord> {
    const cellsOfRows = parsed;
    parsed = [];
    for (const cells of cellsOfRows) {
      row += 1;
      // Spreadsheets write empty columns to the right of the last one.
      const width = cells.findLastIndex((cell) => cell !== '') + 1;
      if (width > MAX_COLUMNS)
        throw new UnreadableFile(
          `Row ${formatCount(row)} has ${formatCount(width)} columns. At most ${MAX_COLUMNS} can be read. Please delete the others.`,
        );
      if (width > 0) yield { row, cells: cells.slice(0, MAX_COLUMNS) };
    }
  }
  try {
    for await (const slice of skipSeparatorLine(text)) {
      const error = await write(parser, slice);
      yield* take();
      if (error) throw error;
    }
    const error = await end(parser);
    yield* take();
    if (error) throw error;
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(describeError(error, row + 1)) : error;
  } finally {
    parser.destroy();
  }
}

/** Parses a slice. Resolves to what is wrong with it; the rows before the error were parsed. */
const write = (parser: Parser, slice: string): Promise<Error | null> =>
  new Promise((resolve) => parser.write(slice, (error) => resolve(error ?? null)));

const end = (parser: Parser): Promise<Error | null> =>
  new Promise((resolve) => {
    parser.once('error', resolve);
    parser.end(() => resolve(null));
  });

/** The options for all CSV: any line ends, quotes as spreadsheets write them, rows of any width. */
export function toParserOptions(separator: Separator) {
  return {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_ROW_BYTES,
  };
}

/** A first line such as `sep=;` is only for spreadsheets. It still counts as a row, so that rows keep their numbers. */
async function* skipSeparatorLine(text: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const slice of text) {
    if (slice === '') continue;
    yield isFirst ? slice.replace(SEPARATOR_LINE, '$2') : slice;
    isFirst = false;
  }
}

export const SEPARATOR_LINE = /^sep=([,;|\t])(\r\n|\n|\r)/i;

function describeError({ code }: CsvError, row: number): string {
  const at = `Row ${formatCount(row)}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `${at} begins a quoted cell that never ends. Please add the missing quote.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `${at} is longer than ${formatCount(MAX_ROW_BYTES)} characters. Please check its quotes.`;
  return `${at} cannot be read. Please check its quotes and separators.`;
}
