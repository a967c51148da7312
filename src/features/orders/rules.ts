/**
 * The states of an order, which is a line of a purchase. `deleted` and `expired` are final: their stock is available
 * again. When an unpaid purchase is canceled, its lines are `deleted`; `canceled` is only a state of the purchase. The
 * trigger `reject_order_change` has the transitions.
 */
export const ORDER_STATES = ['placed', 'paid', 'shipped', 'deleted', 'expired'] as const;

/** The states that lists show by default. A deleted or expired order is found by its number or among ended ones. */
export const LIVE_STATES = ['placed', 'paid', 'shipped'] as const satisfies OrderState[];

export type OrderState = (typeof ORDER_STATES)[number];

export interface QuantityBounds {
  min: number;
  max: number;
}

/** Whether a quantity is an integer within both bounds, inclusive. */
export function isQuantityInRange(quantity: number, { min, max }: QuantityBounds): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max;
}
