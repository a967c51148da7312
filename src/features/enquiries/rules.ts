/** The most characters each field of an enquiry takes. A message this long fits a request however it is encoded. */
export const MAX_LENGTH = { product: 120, name: 100, company: 100, email: 254, subject: 120, message: 4_000 } as const;

export const ENQUIRY_STATES = ['open', 'done'] as const;

export const MAX_QUANTITY = 1_000_000;
