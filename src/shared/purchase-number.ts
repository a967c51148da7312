/** The prefixes of the papers that have a count of their own. No purchase number begins with one. */
export const PAPER_PREFIXES = { invoice: 'INV', credit_note: 'CN', debit_note: 'DN' } as const;

/** The format of a purchase number, such as `IM-2026-000123`. A setting has its prefix; numbers made before keep theirs. */
export const PURCHASE_NUMBER = /^[A-Z]{1,6}-\d{4}-\d{6,12}$/;

/** Splits a text at the purchase numbers in it, and keeps them. */
export const PURCHASE_NUMBERS_IN_TEXT = /\b([A-Z]{1,6}-\d{4}-\d{6,12})\b/;

/** Parses a purchase number as people may type it, such as `im 2026 123`; null if it is not one. */
export function readPurchaseNumber(typed: string): string | null {
  const [, prefix, year, count] = /^\s*([a-z]{1,6})[\s-]*(\d{4})[\s-]*(\d{1,12})\s*$/i.exec(typed) ?? [];
  return prefix && year && count ? `${prefix.toUpperCase()}-${year}-${padCount(Number(count))}` : null;
}

/** The last part of the number of a purchase or a paper. */
export function padCount(count: number): string {
  return String(count).padStart(6, '0');
}

/** The page of a purchase, to which all lists and emails link. */
export function getPurchasePath(number: string): string {
  return `/dashboard/orders/${number}`;
}
