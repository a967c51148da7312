import { backoff } from '#src/platform/worker/backoff.ts';
import type { DisputeState } from '#src/shared/dispute.ts';

/**
 * The states of one attempt to pay. `refund_due`: the money came too late and must be refunded. `charged_back`: the
 * buyer's bank took the money back in a dispute before the shop could refund it.
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

/**
 * Stored as the provider's status of an intent that it does not have, such as one of another account or of the sandbox.
 */
export const NOT_AT_PROVIDER = 'unknown';

/** Statuses of refunds that return money or are about to. Refunds with other statuses have failed or were canceled. */
export const EFFECTIVE_REFUND_STATUSES = ['succeeded', 'pending', 'requires_action'] as const;

export function isEffectiveRefund(status: string): boolean {
  return (EFFECTIVE_REFUND_STATUSES as readonly string[]).includes(status);
}

/** Statuses of disputes in which the bank has the money, so that nothing can be refunded. */
export const HOLDING_DISPUTE_STATUSES = ['needs_response', 'under_review', 'lost'] as const;

/** Statuses of an intent that can still be paid. */
export const PAYABLE_STATUSES: readonly string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/** The provider's dispute statuses as states of the shop. */
const DISPUTES: Record<string, DisputeState> = {
  needs_response: 'needs_answer',
  warning_needs_response: 'needs_answer',
  under_review: 'under_review',
  warning_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
};

/** Maps a dispute's status to the shop's state. Unknown statuses and those without effect are `closed`. */
export function toDisputeState(status: string): DisputeState {
  return DISPUTES[status] ?? 'closed';
}

/** After this many failures, a webhook event is not tried again. Admins see it as stuck. */
export const MAX_EVENT_ATTEMPTS = 20;

/**
 * The delay in seconds after an event has failed `attempts` times: from ten seconds to six hours. All tries together
 * take two and a half days, about as long as the provider's own retries.
 */
export function eventRetryDelaySeconds(attempts: number): number {
  return backoff(attempts, { first: 10, max: 6 * 3600 });
}
