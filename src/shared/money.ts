import { formatCount } from './numbers.ts';

/** The shop's only currency: ISO 4217, in lower case as the card provider writes it. */
export const CURRENCY = 'usd';

/** The card provider's limit of eight digits for one payment. */
export const MAX_PAYMENT_MINOR = 99_999_999;

/** The card provider's lower limit for one payment: half a dollar. */
export const MIN_PAYMENT_MINOR = 50;

/** Minor as a decimal string for the API, always with two decimals: 47250 → "472.50". */
export function minorToDecimal(minor: number): string {
  const sign = minor < 0 ? '-' : '';
  const abs = Math.abs(minor);
  return `${sign}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

/** Minor as a number for the API: 1890 → 18.9. Exact for every possible payment. */
export function minorToNumber(minor: number): number {
  return Number(minorToDecimal(minor));
}

/**
 * Converts a decimal amount from a client to cents: "472.5" → 47250, 18.9 → 1890. Null if it is not an amount of whole
 * cents: "1e3", 0.001, NaN, negative amounts. It tolerates rounding errors of binary products: 3 * 18.9 → 5670.
 */
export function decimalToMinor(amount: number | string): number | null {
  const text = String(amount).trim();
  if (!/^\d{1,12}(?:\.\d{1,20})?$/.test(text)) return null;
  const exact = Number(text) * 100;
  const minor = Math.round(exact);
  return Math.abs(exact - minor) <= 1e-6 ? minor : null;
}

/** Minor for display: 47250 → "$472.50". */
export function formatMoney(minor: number): string {
  const [whole, fraction] = minorToDecimal(Math.abs(minor)).split('.');
  return `${minor < 0 ? '-' : ''}$${formatCount(Number(whole))}.${fraction}`;
}

/** A wire amount (number, or decimal string) as people read it. */
export function formatDecimalMoney(amount: number | string): string {
  return formatMoney(Math.round(Number(amount) * 100));
}
