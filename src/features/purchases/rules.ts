/**
 * The states of a purchase. `shipped`: all pieces that are still paid were shipped. `canceled` may have been paid and
 * refunded. `expired` was never paid.
 */
export const PURCHASE_STATES = ['placed', 'paid', 'shipped', 'canceled', 'expired'] as const;

export type PurchaseState = (typeof PURCHASE_STATES)[number];

export type PurchaseEvent = 'pay' | 'ship' | 'unship' | 'cancel' | 'expire' | 'reopen';

/**
 * All transitions. Any other is impossible: the database has a trigger with the same table, which never reopens an
 * unpaid purchase.
 */
export const PURCHASE_TRANSITIONS: Readonly<
  Record<PurchaseState, Readonly<Partial<Record<PurchaseEvent, PurchaseState>>>>
> = {
  placed: { pay: 'paid', cancel: 'canceled', expire: 'expired' },
  paid: { ship: 'shipped', cancel: 'canceled' },
  shipped: { unship: 'paid' },
  // A paid purchase that was canceled is as before if its refund fails.
  canceled: { reopen: 'paid' },
  expired: {},
};

/** The state after an event, or null when the event cannot happen in this state. */
export function nextPurchaseState(state: PurchaseState, event: PurchaseEvent): PurchaseState | null {
  return PURCHASE_TRANSITIONS[state][event] ?? null;
}

export const MAX_PURCHASE_LINES = 100;
