/** The states of an order. `deleted` and `expired` are final: their stock is available again. */
export const ORDER_STATES = ['placed', 'paid', 'shipped', 'deleted', 'expired'] as const;

/** The states that lists show by default. A deleted or expired order is found by its number or among ended ones. */
export const LIVE_STATES = ['placed', 'paid', 'shipped'] as const satisfies OrderState[];

export type OrderState = (typeof ORDER_STATES)[number];

export type OrderEvent = 'pay' | 'ship' | 'unship' | 'delete' | 'expire';

/** All transitions. Any other is impossible; the database has a trigger with the same table. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, OrderState>>>>> = {
  placed: { pay: 'paid', delete: 'deleted', expire: 'expired' },
  paid: { ship: 'shipped' },
  shipped: { unship: 'paid' },
  deleted: {},
  expired: {},
};

/** The state after an event, or null when the event cannot happen in this state. */
export function nextState(state: OrderState, event: OrderEvent): OrderState | null {
  return ORDER_TRANSITIONS[state][event] ?? null;
}

export interface QuantityBounds {
  min: number;
  max: number;
}

/** Whether a quantity is an integer within both bounds, inclusive. */
export function isQuantityInRange(quantity: number, { min, max }: QuantityBounds): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max;
}
