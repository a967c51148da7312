export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** How the simulated bank's challenge ends. `close`: the buyer left it. */
export type ChallengeResult = 'complete' | 'fail' | 'close';

const OUTCOMES: IntentStatus[] = ['requires_payment_method', 'requires_action', 'processing', 'succeeded'];

/** Every move an intent can make. Nothing leaves `succeeded` or `canceled`. */
const TRANSITIONS: Record<IntentStatus, IntentStatus[]> = {
  requires_payment_method: ['requires_confirmation', 'canceled', ...OUTCOMES],
  requires_confirmation: ['requires_confirmation', 'canceled', ...OUTCOMES],
  requires_action: ['requires_confirmation', 'canceled', ...OUTCOMES],
  processing: ['requires_payment_method', 'succeeded'],
  succeeded: [],
  canceled: [],
};

/** The states in which money, card and confirmation may still change. */
const OPEN_STATES: IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export const isOpen = (status: string): boolean => OPEN_STATES.some((open) => open === status);

/** Throws on a move that is not in the table: callers refuse such requests before they get here. */
export function assertTransition(from: string, to: IntentStatus): void {
  if (!TRANSITIONS[from as IntentStatus]?.includes(to)) {
    throw new Error(`A payment intent cannot go from ${from} to ${to}`);
  }
}
