import { formatDateTime } from '#src/shared/dates.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { Order } from './contract.ts';
import type { QuantityBounds } from './rules.ts';

/** What a sentence needs to name an order. */
export type NamedOrder = Pick<Order, 'quantity' | 'itemName' | 'price'>;

const cancel = 'Cancel';

/** The texts of ordering and shipping, below those that the specification fixes. */
export const orderCopy = {
  payNow: 'Pay now',
  /** Which line of its purchase an order is. */
  line: ({ place, of }: NonNullable<Order['line']>) => `Line ${place} of ${of}`,
  review: 'Review this tool',
  placed: (order: NamedOrder, holdExpiresAt: string) =>
    `Order placed: ${nameOrder(order)}, held for you until ${formatDateTime(holdExpiresAt)}. Pay now, or later under My Order.`,
  quantityOutOfRange: (typed: number | null, { min, max }: QuantityBounds) =>
    `${typed === null ? 'That is no whole number' : `You entered ${formatCount(typed)}`}, so nothing was ordered. Enter a quantity from ${formatCount(min)} to ${formatCount(max)} pieces.`,
  stockChanged: ({ min, max }: QuantityBounds) =>
    max < min
      ? 'Somebody else has ordered meanwhile. Ask us for a quote, and we tell you when there are more.'
      : `Somebody else has ordered meanwhile. Enter a quantity from ${formatCount(min)} to ${formatCount(max)} pieces.`,

  delete: {
    /** `owner` is null in a customer’s own list. */
    note: (order: NamedOrder, owner: string | null) =>
      `This deletes the order of ${nameOrder(order)}${owner === null ? '' : `, by ${owner}`}. Its pieces are for sale again then.`,
    confirm: 'Yes, delete it',
    cancel,
    done: (order: NamedOrder) =>
      `The order is deleted: ${nameOrder(order)}. Nothing was charged, and its pieces are for sale again.`,
    gone: 'This order is no longer there: it was deleted in another window or by an admin, or its time to pay ran out.',
  },

  /** Some of its pieces have left. */
  partlyShipped: (shipped: number, quantity: number) => `${formatCount(shipped)} of ${formatCount(quantity)} shipped`,

  canceled: 'Canceled',
  expired: 'Expired',
  reason: (reason: string) => `Reason: ${reason}`,
  /** Leads to the orders that a buyer has no more. */
  seeEnded: 'Canceled and expired orders',
  seeOrder: 'See the order',

  /** Why an order can no longer be paid. */
  ended: {
    title: 'This order can no longer be paid',
    deleted:
      'It was deleted, in another window or by an admin. Nothing was charged for it, and its pieces are for sale again.',
    expired:
      'Its time to pay is over, so its pieces are for sale again. Nothing was charged for it; a payment that still arrives is refunded in full.',
    unknown: 'There is no such order here. It may have been deleted, or its time to pay may be over.',
    again: 'Order it again',
  },
} as const;

/** An order in a sentence: how many of what, and its total. */
export function nameOrder({ quantity, itemName, price }: NamedOrder): string {
  return `${formatCount(quantity)} ${itemName}, ${formatDecimalMoney(price)}`;
}
