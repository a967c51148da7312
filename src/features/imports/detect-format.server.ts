import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { guessFields, REASON_COLUMN, toPlainName } from './field-names.ts';
import { SEPARATOR_LINE, toParserOptions } from './read-records.server.ts';
import { type DecimalMark, SEPARATORS, type Separator } from './rules.ts';

/** The most rows that are read to detect how a file is written. */
const SAMPLE_ROWS = 20;

/**
 * The separator between the cells of a text that begins like this: the one that makes a row of the most known names, or
 * else the most rows of equal and large width.
 */
export function detectSeparator(text: string): Separator {
  const [, named] = SEPARATOR_LINE.exec(text) ?? [];
  if (named) return named as Separator;
  const scores = SEPARATORS.map((separator) => ({ separator, ...scoreSample(parseSample(text, separator)) }));
  return (
    scores.toSorted((a, b) => b.known - a.known || b.share - a.share || b.width - a.width)[0]?.separator ??
    SEPARATORS[0]
  );
}

function scoreSample(records: readonly string[][]): { known: number; share: number; width: number } {
  const widths = records.map((cells) => cells.length).filter((width) => width > 1);
  const [width = 0, rows = []] =
    [...Map.groupBy(widths, (one) => one)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const known = Math.max(0, ...records.map(countKnown));
  return { known, share: rows.length / Math.max(1, records.length), width };
}

/** The first rows of a text that may end anywhere, even within quotes. */
function parseSample(text: string, separator: Separator): string[][] {
  const records: string[][] = [];
  const collect = (cells: string[]) => {
    if (cells.some((cell) => cell !== '')) records.push(cells);
    return null;
  };
  try {
    parse(text, { ...toParserOptions(separator), to: SAMPLE_ROWS, on_record: collect });
  } catch {
    // The rows before the broken one were parsed.
  }
  return records;
}

const countKnown = (cells: readonly string[]) => guessFields(cells).filter((field) => field !== null).length;

/** The row that names the columns: the one with the most known names, or else the first with several cells. */
export function detectHeaderRow(records: readonly { row: number; cells: readonly string[] }[]): number {
  const known = records
    .slice(0, SAMPLE_ROWS)
    .map(({ row, cells }) => ({ row, known: countKnown(cells) }))
    .toSorted((a, b) => b.known - a.known || a.row - b.row)[0];
  if (known && known.known >= 2) return known.row;
  const wide = records.find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= 2);
  return (wide ?? records[0])?.row ?? 1;
}

/** How prices are written: by their digits after the mark, or else as the separator suggests. */
export function detectDecimalMark(prices: readonly string[], separator: Separator): DecimalMark {
  const count = (pattern: RegExp) => prices.filter((price) => pattern.test(price.trim())).length;
  const [commas, points] = [count(/,\d{1,2}\D*$/), count(/\.\d{1,2}\D*$/)];
  if (commas !== points) return commas > points ? ',' : '.';
  return separator === ';' ? ',' : '.';
}

/** A key for a set of column names. Corrected rows of a file have the columns of that file and one more. */
export function hashNames(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.filter((name) => name !== REASON_COLUMN).map(toPlainName)))
    .digest('base64url');
}
