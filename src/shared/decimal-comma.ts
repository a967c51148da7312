/**
 * A number that somebody has typed, as a decimal with a point: '7,90' → '7.90', '1.234,50' → '1234.50'. '1,250' may as
 * well be a thousand two hundred and fifty, and stays as it is, like any other text.
 */
export function readDecimalComma(typed: string): string {
  const text = typed.trim();
  const [, whole = '', part] = /^(-?\d{1,9}|-?\d{1,3}(?:\.\d{3}){1,3}),(\d{1,9})$/.exec(text) ?? [];
  if (part && !/^-?[1-9]\d{0,2},\d{3}$/.test(text)) return `${whole.replaceAll('.', '')}.${part}`;
  return /^-?\d{1,3}(?:,\d{3}){1,3}\.\d{1,9}$/.test(text) ? text.replaceAll(',', '') : typed;
}
