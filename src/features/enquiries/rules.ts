/** In characters. A message of this length fits into a request in any encoding. */
export const MAX_LENGTH = { product: 120, name: 100, company: 100, email: 254, subject: 120, message: 4_000 } as const;

export const ENQUIRY_STATES = ['open', 'done'] as const;

export const MAX_QUOTE_QUANTITY = 1_000_000;

/** Parses a quantity in any common notation: 12000, 12,000 or 12 000. Null if it is not one or too large. */
export function readQuantity(typed: string): number | null {
  if (!/^(\d{1,9}|\d{1,3}([, ]\d{3}){1,2})$/.test(typed.trim())) return null;
  const quantity = Number(typed.replaceAll(/[, ]/g, ''));
  return quantity >= 1 && quantity <= MAX_QUOTE_QUANTITY ? quantity : null;
}
