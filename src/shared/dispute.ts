/** The states of a dispute about a payment, the most urgent first. `closed` means that it ended without a decision. */
export const DISPUTE_STATES = ['needs_answer', 'under_review', 'lost', 'won', 'closed'] as const;

export type DisputeState = (typeof DISPUTE_STATES)[number];
