/** Characters at the start of a cell that make a spreadsheet run it, with any apostrophes before them. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/**
 * The same within a cell that may be split. A spreadsheet that separates by semicolons only reads quotes at the
 * beginning of a line: it splits `"a","b;=1"` into two cells and runs the second. Line breaks do the same.
 */
const FORMULA_WITHIN = /([;,\t\r\n])("*)('*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/g;

/**
 * Escapes a cell so that spreadsheets take it as text. What they would run gets an apostrophe before it: at the start,
 * and after any character that another spreadsheet separates by. After `delimiter` itself, only apostrophes are
 * doubled.
 */
export function escapeFormula(text: string, delimiter: ',' | ';'): string {
  const within = text.replaceAll(FORMULA_WITHIN, (found, separator, quotes, apostrophes) =>
    separator === delimiter && apostrophes === '' ? found : `${separator}${quotes}'${apostrophes}`,
  );
  return FORMULA.test(text) ? `'${within}` : within;
}

/**
 * The exact opposite, for either delimiter: removes the apostrophes of `escapeFormula`. The result is never run. A cell
 * of somebody else's file may also begin with an apostrophe, but has none `within`.
 */
export function unescapeFormula(cell: string, { within = true }: { within?: boolean } = {}): string {
  const text = cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
  if (!within) return text;
  return text.replaceAll(
    FORMULA_WITHIN,
    (_, separator, quotes, apostrophes) => `${separator}${quotes}${apostrophes.slice(1)}`,
  );
}
