/** What a spreadsheet would run at the beginning of a cell, with the apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/**
 * The same where a cell may be split. A spreadsheet that separates by semicolons reads quotes at the beginning of a line
 * alone: of `"a","b;=1"` it makes two cells, the second of which it runs. Line breaks do the same.
 */
const FORMULA_WITHIN = /([;,\t\r\n])("*)('*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * A cell as text for spreadsheets. What they would run gets an apostrophe before it, at the beginning and behind what
 * another spreadsheet separates by. Behind `delimiter` itself only apostrophes are doubled.
 */
export function escapeFormula(text: string, delimiter: ',' | ';'): string {
  const within = text.replaceAll(FORMULA_WITHIN, (found, separator, quotes, apostrophes) =>
    separator === delimiter && apostrophes === '' ? found : `${separator}${quotes}'${apostrophes}`,
  );
  return FORMULA.test(text) ? `'${within}` : within;
}

/**
 * The exact opposite, for either delimiter: takes away the apostrophes of `escapeFormula`. What is left is never run. A cell
 * of somebody else's file may begin with one as well, but has none `within`.
 */
export function unescapeFormula(cell: string, { within = true }: { within?: boolean } = {}): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  if (!within) return text;
  return text.replaceAll(
    FORMULA_WITHIN,
    (_, separator, quotes, apostrophes) => `${separator}${quotes}${apostrophes.slice(1)}`,
  );
}
