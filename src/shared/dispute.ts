/** How the cardholder's bank and the shop stand about a payment. `closed`: it came to nothing. The most pressing first. */
export const DISPUTE_STATES = ['needs_answer', 'under_review', 'lost', 'won', 'closed'] as const;

export type DisputeState = (typeof DISPUTE_STATES)[number];
