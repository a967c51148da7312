import type { CurrencyFormat } from './money.ts';

/**
 * The currencies that a shop can choose, which the card provider takes. Each has a smallest payment in
 * `src/features/payments/payment-limits.ts`.
 */
export const CURRENCIES = [
  ...['AED', 'AUD', 'BHD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CZK', 'DKK', 'EGP', 'EUR', 'GBP', 'HKD'],
  ...['HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JOD', 'JPY', 'KES', 'KRW', 'KWD', 'MAD', 'MXN', 'MYR', 'NGN', 'NOK', 'NZD'],
  ...['OMR', 'PEN', 'PHP', 'PLN', 'PYG', 'RON', 'SAR', 'SEK', 'SGD', 'THB', 'TND', 'TRY', 'TWD', 'UAH', 'UGX', 'USD'],
  ...['VND', 'XAF', 'XOF', 'ZAR'],
] as const satisfies string[];

export type Currency = (typeof CURRENCIES)[number];

export const DEFAULT_CURRENCY: Currency = 'USD';

export const isOffered = (code: string): code is Currency => (CURRENCIES as readonly string[]).includes(code);

/** 'Japanese yen (JPY)'. */
export function nameCurrency(code: string): string {
  return `${new Intl.DisplayNames('en-US', { type: 'currency' }).of(code)} (${code})`;
}

/** 'Japanese yen', as in a sentence. */
export function nameCurrencyUnits(code: string): string {
  const style = { style: 'currency', currency: code, currencyDisplay: 'name' } as const;
  const parts = new Intl.NumberFormat('en-US', style).formatToParts(2);
  return parts.find(({ type }) => type === 'currency')?.value ?? code;
}

/**
 * The minor units of ISO 4217, wherever they are not two decimals. They are written down because stored amounts depend
 * on them: `Intl` gives the digits in which people write a currency today, which differ between versions of Node.js
 * (Hungary's, Colombia's and Indonesia's have had two and none) and between browsers.
 */
const NO_DECIMALS = 'CLP ISK JPY KRW PYG UGX VND XAF XOF'.split(' ');
const THREE_DECIMALS = 'BHD JOD KWD OMR TND'.split(' ');

export function getDigits(code: string): number {
  if (NO_DECIMALS.includes(code)) return 0;
  return THREE_DECIMALS.includes(code) ? 3 : 2;
}

const formats = new Map<string, CurrencyFormat>();

/** How amounts of a currency are written. `code` may be in lower case, as the card provider writes it. */
export function getCurrencyFormat(code: string): CurrencyFormat {
  const upper = code.toUpperCase();
  const known = formats.get(upper);
  if (known) return known;
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: upper }).formatToParts(0);
  const prefix = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  );
  const format = { code: upper, digits: getDigits(upper), prefix: prefix.map(({ value }) => value).join('') };
  formats.set(upper, format);
  return format;
}
