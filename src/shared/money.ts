import { formatCount } from './numbers.ts';

/**
 * How amounts of a currency are written. `Intl` gives the prefix on the server: its tables take a phone 20 ms, and
 * browsers of other versions would write some currencies differently than the page that they hydrate.
 */
export interface CurrencyFormat {
  /** ISO 4217, in upper case. */
  code: string;
  /** How many decimals an amount has. */
  digits: number;
  /** What stands before the digits: '$', '¥', or 'KWD' with a blank that does not break. */
  prefix: string;
}

/** What one payment may be, as the card provider says. */
export interface PaymentLimits {
  minMinor: number;
  maxMinor: number;
  /** Payments are multiples of it. */
  stepMinor: number;
}

export interface ShopCurrency extends CurrencyFormat, PaymentLimits {}

/** The currency of a shop that has chosen none. */
export const US_DOLLARS: ShopCurrency = {
  code: 'USD',
  digits: 2,
  prefix: '$',
  minMinor: 50,
  maxMinor: 99_999_999,
  stepMinor: 1,
};

let shopCurrency = US_DOLLARS;

/** The currency of this shop. Browsers find it in the document. */
export function getShopCurrency(): ShopCurrency {
  const { currency } = globalThis.document?.documentElement.dataset ?? {};
  return currency ? JSON.parse(currency) : shopCurrency;
}

/** Called in each process of the server when it has read the settings. */
export function setShopCurrency(currency: ShopCurrency): void {
  shopCurrency = currency;
}

/** The currency for the `data-currency` of the document. */
export const toCurrencyAttribute = (currency: ShopCurrency): string => JSON.stringify(currency);

/** The currency as the card provider writes it, and as orders and payments store it. */
export const getStoredCurrency = () => getShopCurrency().code.toLowerCase();

/** Minor units as a decimal string for the API, always with the currency's decimals: 47250 → "472.50", in yen "47250". */
export function minorToDecimal(minor: number, { digits }: Pick<CurrencyFormat, 'digits'> = getShopCurrency()): string {
  // Exact for every payment: the nearest number differs from the amount by far less than half a minor unit.
  return (minor / 10 ** digits).toFixed(digits);
}

/** Minor units as a number for the API: 1890 → 18.9. Exact for every possible payment. */
export function minorToNumber(minor: number): number {
  return Number(minorToDecimal(minor));
}

/** The number of the API in minor units: 18.9 → 1890. */
export function numberToMinor(amount: number): number {
  return Math.round(amount * 10 ** getShopCurrency().digits);
}

/**
 * Converts a decimal amount from a client to minor units: "472.5" → 47250, 18.9 → 1890. Null if it is not an amount of
 * whole minor units: "1e3", 0.001, NaN, negative amounts. It tolerates rounding errors of binary products: 3 * 18.9 → 5670.
 */
export function decimalToMinor(amount: number | string): number | null {
  const text = String(amount).trim();
  if (!/^\d{1,12}(?:\.\d{1,20})?$/.test(text)) return null;
  const exact = Number(text) * 10 ** getShopCurrency().digits;
  const minor = Math.round(exact);
  return Math.abs(exact - minor) <= 1e-6 ? minor : null;
}

/** Whether this can be the price of a piece or the amount of a refund: a number of the smallest amounts that are paid. */
export function isPayableStep(minor: number): boolean {
  return minor % getShopCurrency().stepMinor === 0;
}

/** Minor units for display: 47250 → "$472.50". */
export function formatMoney(minor: number, currency: CurrencyFormat = getShopCurrency()): string {
  return `${minor < 0 ? '-' : ''}${currency.prefix}${formatCount(minorToDecimal(Math.abs(minor), currency))}`;
}

/** A wire amount (number, or decimal string) as people read it. */
export function formatDecimalMoney(amount: number | string): string {
  return formatMoney(numberToMinor(Number(amount)));
}
