import { isOffered } from '#src/shared/currencies.ts';
import type { DecimalMark } from './rules.ts';

/** Signs of currencies, blanks of any kind and the apostrophes of Swiss thousands. */
const DECORATION = /us\$|\p{Sc}|円|元|zł|kč|['’\s\u00a0\u2009\u202f]/giu;
const CODE = /[a-z]{3}/gi;

const dropCode = (word: string) => (isOffered(word.toUpperCase()) ? '' : word);

/**
 * The number in a cell, with a point before its decimals: '1.234,50 €' → '1234.50'. `decimal` decides if the number
 * itself is ambiguous: '1,234'. Null if it is not a number.
 */
export function toPlainNumber(cell: string, decimal: DecimalMark): string | null {
  const text = cell.replaceAll(DECORATION, '').replaceAll(CODE, dropCode);
  if (!/^\d[\d.,]*$/.test(text)) return null;
  const mark = findDecimalMark(text, decimal);
  const at = mark ? text.lastIndexOf(mark) : text.length;
  const [whole, places] = [text.slice(0, at), text.slice(at + 1)];
  if (!/^\d*$/.test(places) || !/^(\d+|\d{1,3}(\.\d{3})+|\d{1,3}(,\d{3})+)$/.test(whole)) return null;
  const digits = whole.replaceAll(/[.,]/g, '');
  return places === '' ? digits : `${digits}.${places}`;
}

/** The mark before the decimals of a number. Null if it has none. */
function findDecimalMark(text: string, decimal: DecimalMark): DecimalMark | null {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  if (points + commas !== 1) return null;
  const mark = points === 1 ? '.' : ',';
  return mark === decimal || !/^\d{1,3}[.,]\d{3}$/.test(text) ? mark : null;
}

/** Replaces each number in a text as `toPlainNumber` reads it: '1,200 x 80.5 mm' → '1200 x 80.5 mm'. */
export function toPlainNumbers(text: string, decimal: DecimalMark): string {
  return text.replaceAll(/\d(?:[.,]*\d)*/g, (number) => toPlainNumber(number, decimal) ?? number);
}

/** Whether a number of `toPlainNumber` may have been meant as thousands: nobody writes '1.200' for 1.20. */
export const isAmbiguous = (plain: string): boolean => /^[1-9]\d{0,2}\.\d{3}$/.test(plain);

/** The digits of an integer: '1,200' or '12.00' → '1200', '12'. Null if it is not one, or is ambiguous. */
export function toWholeDigits(cell: string, decimal: DecimalMark): string | null {
  const plain = toPlainNumber(cell, decimal) ?? '';
  const [, digits] = /^(\d+)(?:\.0+)?$/.exec(plain) ?? [];
  return digits === undefined || isAmbiguous(plain) ? null : digits;
}
