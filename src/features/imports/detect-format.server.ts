import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { guessFields, toPlainName } from './field-names.ts';
import { SEPARATOR_LINE, toParserOptions } from './read-records.server.ts';
import { type DecimalMark, SEPARATORS, type Separator } from './rules.ts';

/** So many rows tell how a file is written. */
const SAMPLE_ROWS = 20;

/** What separates the cells of a text that begins like this: what makes most rows equally wide. */
export function detectSeparator(text: string): Separator {
  const [, named] = SEPARATOR_LINE.exec(text) ?? [];
  if (named) return named as Separator;
  const scores = SEPARATORS.map((separator) => {
    const widths = parseSample(text, separator)
      .map((cells) => cells.length)
      .filter((width) => width > 1);
    const counts = Map.groupBy(widths, (width) => width);
    const [width = 0, rows = []] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    return { separator, score: rows.length * 1_000 + width };
  });
  return scores.toSorted((a, b) => b.score - a.score)[0]?.separator ?? ',';
}

function parseSample(text: string, separator: Separator): string[][] {
  try {
    return parse(text, { ...toParserOptions(separator), to: SAMPLE_ROWS }) as string[][];
  } catch {
    // The sample may end within quotes.
    return [];
  }
}

/** The row that names the columns: what has most names that are known, else the first with several cells. */
export function detectHeaderRow(records: readonly { row: number; cells: readonly string[] }[]): number {
  const known = records
    .slice(0, SAMPLE_ROWS)
    .map(({ row, cells }) => ({ row, known: guessFields(cells).filter((field) => field !== null).length }))
    .toSorted((a, b) => b.known - a.known || a.row - b.row)[0];
  if (known && known.known >= 2) return known.row;
  const wide = records.find(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= 2);
  return (wide ?? records[0])?.row ?? 1;
}

/** How numbers of prices are written: by their places after the mark, else as the separator lets expect. */
export function detectDecimalMark(prices: readonly string[], separator: Separator): DecimalMark {
  const count = (pattern: RegExp) => prices.filter((price) => pattern.test(price.trim())).length;
  const [commas, points] = [count(/,\d{1,2}\D*$/), count(/\.\d{1,2}\D*$/)];
  if (commas !== points) return commas > points ? ',' : '.';
  return separator === ';' ? ',' : '.';
}

/** Names a set of column names. */
export function hashNames(names: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(names.map(toPlainName)))
    .digest('base64url');
}
