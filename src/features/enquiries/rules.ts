/** In characters. A message of this length fits into a request in any encoding. */
export const MAX_LENGTH = { product: 120, name: 100, company: 100, email: 254, subject: 120, message: 4_000 } as const;

export const ENQUIRY_STATES = ['open', 'done'] as const;

export const MAX_QUANTITY = 1_000_000;
