/**
 * A number that somebody has typed, with a point for a decimal comma: '7,90' → '7.90'. '1,250' may as well be a thousand
 * two hundred and fifty, and stays as it is, like any other text.
 */
export function readDecimalComma(typed: string): string {
  const text = typed.trim();
  const isDecimal = /^-?\d{1,9},\d{1,9}$/.test(text) && !/^-?[1-9]\d{0,2},\d{3}$/.test(text);
  return isDecimal ? text.replace(',', '.') : typed;
}
