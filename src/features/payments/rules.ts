import type { DisputeState } from '#src/shared/dispute.ts';

/**
 * What the shop knows of one attempt to pay. `refund_due`: the money came too late and has to go
 * back. `charged_back`: before it could, its bank took it back in a dispute.
 */
export const PAYMENT_STATES = [
  'creating',
  'open',
  'captured',
  'canceled',
  'refund_due',
  'refunded',
  'charged_back',
] as const;

/** What the card provider says of an intent that it knows nothing of: one of another account, or of the sandbox. */
export const NOT_AT_PROVIDER = 'unknown';

/** Refunds that give money back, or are about to. The others have failed or were taken back. */
export const EFFECTIVE_REFUND_STATUSES = ['succeeded', 'pending', 'requires_action'] as const;

export function isEffectiveRefund(status: string): boolean {
  return (EFFECTIVE_REFUND_STATUSES as readonly string[]).includes(status);
}

/** States of an intent in which it can still be paid. */
export const PAYABLE_STATUSES: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** Which of the provider's dispute states leave something to do, and what the others came to. */
const DISPUTES: Record<string, DisputeState> = {
  needs_response: 'needs_answer',
  warning_needs_response: 'needs_answer',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** A dispute's state in the shop's words; `closed` when it came to nothing, or is of a kind made up later. */
export function toDisputeState(status: string): DisputeState {
  return DISPUTES[status] ?? 'closed';
}

/** An event that failed so often is left for a person to look at. */
export const MAX_EVENT_ATTEMPTS = 20;

/**
 * How long to wait after an event has failed for the nth time, in seconds: ten seconds at first, six hours at last, two
 * and a half days together, about as long as the provider itself goes on.
 */
export function retryDelaySeconds(attempts: number): number {
  return Math.min(10 * 2 ** (attempts - 1), 6 * 3600);
}
