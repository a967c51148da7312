/** Every state an order can be in. `deleted` and `expired` are ends: their stock is back on the shelf. */
export const ORDER_STATES = ['placed', 'paid', 'shipped', 'deleted', 'expired'] as const;

/** The states people see in lists: an order that was deleted or has expired is gone for everyone. */
export const LIVE_STATES = ['placed', 'paid', 'shipped'] as const satisfies OrderState[];

export type OrderState = (typeof ORDER_STATES)[number];

export type OrderEvent = 'pay' | 'ship' | 'delete' | 'expire';

/** The only transitions there are. What is not here cannot happen. */
export const ORDER_TRANSITIONS: Readonly<Record<OrderState, Readonly<Partial<Record<OrderEvent, OrderState>>>>> = {
  placed: { pay: 'paid', delete: 'deleted', expire: 'expired' },
  paid: { ship: 'shipped' },
  shipped: {},
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

/** Whether a quantity can be ordered: a whole number, both bounds included. */
export function isQuantityInRange(quantity: number, { min, max }: QuantityBounds): boolean {
  return Number.isSafeInteger(quantity) && quantity >= min && quantity <= max;
}

/** The total of an order in cents. */
export function orderTotalCents(quantity: number, unitPriceCents: number): number {
  return quantity * unitPriceCents;
}
