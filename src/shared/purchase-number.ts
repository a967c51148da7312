/** The format of a purchase number: `IM-2026-000123`. */
export const PURCHASE_NUMBER = /^IM-\d{4}-\d{6,12}$/;

/** Parses a purchase number as people may type it, such as `im 2026 123`; null if it is not one. */
export function readPurchaseNumber(typed: string): string | null {
  const parts = /^\s*IM[\s-]*(\d{4})[\s-]*(\d{1,12})\s*$/i.exec(typed);
  return parts?.[1] && parts[2] ? `IM-${parts[1]}-${String(Number(parts[2])).padStart(6, '0')}` : null;
}

/** The page of a purchase, to which all lists and emails link. */
export function getPurchasePath(number: string): string {
  return `/dashboard/orders/${number}`;
}
