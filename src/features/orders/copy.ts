import { formatDateTime } from '#src/shared/dates.ts';
import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { UNPAID } from '#src/shared/site-copy.ts';
import type { Order, PlacedOrder } from './contract.ts';
import type { QuantityBounds } from './rules.ts';

/** What a sentence needs to name an order. */
export type NamedOrder = Pick<Order, 'quantity' | 'itemName' | 'price'>;

/** An order of several tools, to name it in a sentence. */
export interface WholeOrder {
  number: string;
  /** As a decimal string. */
  total: string;
  lineCount: number;
}

/** One tool of an order, or the whole order if it is the only one. */
type DeletedOrder = NamedOrder & Pick<Order, 'line' | 'number'>;

const askFor = ({ min, max }: QuantityBounds, packMultiple = 1) => {
  if (min === max) return `Enter ${formatCount(min)}.`;
  const packs = packMultiple === 1 ? '' : `, in packs of ${formatCount(packMultiple)}`;
  return `Enter a quantity from ${formatCount(min)} to ${formatCount(max)} pieces${packs}.`;
};

/** The texts of ordering and shipping, besides those that the specification fixes. */
export const orderCopy = {
  payNow: 'Pay now',
  /** How many tools an order has, and how many pieces of them; null if not all of its lines are known. */
  moreLines: (count: number) => `${formatCount(count)} more on the order’s page`,
  /** Many begin with 'PO' themselves. */
  poNumber: (poNumber: string) => (/^PO\b/i.test(poNumber) ? poNumber : `PO ${poNumber}`),
  due: 'Due',
  /** Before the button of the specification, which does not say what it does. */
  toShip: (pieces: number | null) => (pieces === null ? 'To ship:' : `${formatPieces(pieces)} to ship:`),
  askedToCancel: 'Asked to cancel',
  noAddress: 'No address yet',
  deleteLine: (itemName: string) => `Delete ${itemName} from this order`,
  review: 'Review this tool',
  /** Follows a total that is not the price of the pieces, because of tax or shipping. */
  inTotal: 'in total',
  placed: ({ price, total, ...order }: NamedOrder & PlacedOrder) =>
    `Order placed: ${describeOrder({ ...order, price: total })}${price === total ? '' : ` ${orderCopy.inTotal}`}, held for you until ${formatDateTime(order.holdExpiresAt)}. Pay now, or later under My Order.`,
  quantityOutOfRange: (typed: number | null, bounds: QuantityBounds, packMultiple: number) =>
    `${typed === null ? 'That is not a whole number' : `You entered ${formatCount(typed)}`}, so nothing was ordered. ${askFor(bounds, packMultiple)}`,
  stockChanged: (bounds: QuantityBounds) =>
    bounds.max < bounds.min
      ? 'Someone else has just ordered. Ask us for a quote, and we will tell you when we have more.'
      : `Someone else has just ordered. ${askFor(bounds)}`,

  /** In place of an empty basket. */
  waiting: {
    title: (number: string | null) => `${number ? `Order ${number}` : 'Your order'} is waiting for your payment`,
    held: 'Your basket is empty. We hold the pieces of this order for you until',
    goOn: 'See the tools',
  },

  delete: {
    /** `buyer` is null in a customer’s own list. */
    note: (order: DeletedOrder, buyer: string | null) =>
      `This deletes ${order.line ? 'only' : 'the order of'} ${describeOrder(order)}${buyer === null ? '' : `, by ${buyer}`}. ${describeRest(order)}Its pieces will be available for sale again.`,
    confirm: 'Yes, delete it',
    cancel: 'Keep it',
    done: (order: DeletedOrder) =>
      `${order.line ? 'This line was deleted' : 'The order was deleted'}: ${describeOrder(order)}. ${describeRest(order)}Nothing was charged, and its pieces are available for sale again.`,
    wholeNote: (order: WholeOrder, buyer: string | null) =>
      `This deletes all of order ${describeWhole(order)}${buyer === null ? '' : `, by ${buyer}`}. Its pieces will be available for sale again.`,
    wholeDone: (order: WholeOrder) =>
      `The order was deleted: ${describeWhole(order)}. Nothing was charged, and its pieces are available for sale again.`,
    gone: 'This order no longer exists. It was deleted in another window or by an admin, or it expired.',
  },

  /** Some of the order's pieces were shipped. */
  partlyShipped: (shipped: number, quantity: number) => `${formatCount(shipped)} of ${formatCount(quantity)} shipped`,

  unpaid: UNPAID,
  canceled: 'Canceled',
  expired: 'Expired',
  reason: (reason: string) => `Reason: ${reason}`,
  /** A link to the orders that a buyer no longer has. */
  seeEnded: 'Canceled and expired orders',
  seeOrder: 'See the order',

  /** Why an order can no longer be paid. */
  ended: {
    title: 'This order can no longer be paid',
    deleted:
      'It was deleted in another window or by an admin. Nothing was charged, and its pieces are available for sale again.',
    expired:
      'The time to pay for it has passed, so its pieces are available for sale again. Nothing was charged. Any payment that still arrives will be refunded in full.',
    unknown: 'We could not find this order. It may have been deleted, or it may have expired.',
    again: 'Order it again',
  },
} as const;

/** An order in a sentence: how many of what, and its total. */
export function describeOrder({ quantity, itemName, price }: NamedOrder): string {
  return `${formatCount(quantity)} ${itemName}, ${formatDecimalMoney(price)}`;
}

function describeWhole({ number, lineCount, total }: WholeOrder): string {
  return `${number}: ${formatCount(lineCount)} tools, ${formatDecimalMoney(total)}`;
}

/** What stays if one of several lines is deleted, as a sentence of its own. */
function describeRest({ line, number }: DeletedOrder): string {
  if (!line) return '';
  return `The rest of ${number ? `order ${number}` : 'the order'} stays as it is. `;
}
