/** What a spreadsheet would run, with the apostrophes before it. */
const FORMULA = /^'*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

/** A cell as text for spreadsheets: one that they would run as a formula gets an apostrophe before it. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The exact opposite: takes away the apostrophe of `escapeFormula`. What is left is text and never run. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}
