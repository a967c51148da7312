import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';

const pieces = (count: number) => `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
const orders = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`;

export const shipmentCopy = {
  cancel: 'Cancel',
  close: 'Close',
  ship: {
    titleOfLine: (count: number, itemName: string, name: string) =>
      `Ship ${formatCount(count)} ${itemName} to ${name}?`,
    title: (number: string, name: string) => `Ship ${number} to ${name}?`,
    order: 'Order',
    buyer: 'Buyer',
    address: 'Address',
    noAddress: 'No address yet',
    noAddressText: 'This order has no shipping address. Please open the order first, or ask the buyer.',
    openOrder: 'Open the order',
    text: (total: string, email: string) =>
      `${formatDecimalMoney(total)} was paid. We will email ${email} in one minute. Until then, you can undo this.`,
    wantsToCancel: 'The buyer has asked to cancel this order. Once it ships, it can no longer be canceled.',
    /** Warnings before shipping an order whose money is disputed or lost. */
    warnings: {
      needs_answer: 'The payment for this order is disputed, so you may have to return the money.',
      under_review: 'The payment for this order is disputed, so you may have to return the money.',
      lost: 'The dispute about this order was lost. The money went back to the customer.',
    } as Partial<Record<string, string>>,
    pieces: (itemName: string) => `Pieces of ${itemName}`,
    left: (left: number, of: number) =>
      left === of ? `All ${pieces(of)} are left to ship.` : `${formatCount(left)} of ${pieces(of)} are left to ship.`,
    leftOf: (left: number, of: number) => `${formatCount(left)} of ${formatCount(of)} left`,
    setNone: 'Set all to 0',
    setAll: 'Set all to what is left',
    lines: 'Left to ship',
    outOfRange: (left: number) => `Please enter a whole number from 0 to ${formatCount(left)}.`,
    nothing: 'Please ship at least one piece.',
    nothingLeft: 'This order has nothing left to ship. Someone may have just shipped it.',
    before: 'Shipped before',
    carrier: 'Carrier',
    noCarrier: 'Not given',
    otherCarrier: 'Other carrier',
    carrierName: 'Name of the carrier',
    tracking: 'Tracking number',
    trackingHint: 'The buyer will get a tracking link.',
    confirm: 'Yes, ship it',
    notOpened: 'The order could not be opened. Please check your connection and try again.',
  },
  many: {
    choose: (number: string) => `Select ${number}`,
    chosen: (count: number) => `${orders(count)} selected`,
    button: (count: number) => `Ship ${orders(count)}`,
    title: (count: number) => (count > 0 ? `Ship ${orders(count)}?` : 'Cannot be shipped together'),
    text: 'Everything left of each order will ship. We will email the buyers in one minute. Until then, you can undo this.',
    confirm: (count: number) => `Yes, ship ${formatCount(count)}`,
    /** What has to be checked one by one is listed below what is shipped. */
    leftOut: (count: number) =>
      `Left out. Please review ${count === 1 ? 'this order' : 'these orders'} and ship separately:`,
    tracking: (number: string) => `Tracking number of ${number}`,
    none: 'None of the selected orders can be shipped together.',
    pack: 'Packing list',
    refused: (count: number) => `${orders(count)} could not be shipped:`,
    tooMany: 'Please select at most 50 orders at once.',
  },
  notice: {
    shipped: (what: string) => `Shipped: ${what}.`,
    shippedMany: (count: number) => (count === 0 ? 'Nothing was shipped.' : `Shipped: ${orders(count)}.`),
    undo: 'Undo',
    seconds: (count: number) => `(${count} s)`,
    undone: 'Undone. No email was sent. What was not refunded is ready to ship again.',
    corrected: 'Corrected. We will email the buyer. What was not refunded is ready to ship again.',
    dismiss: 'Dismiss',
  },
  correct: {
    button: 'Correct…',
    title: 'Correct this shipment?',
    text: (what: string) =>
      `This marks ${what} as not shipped. What was not refunded is ready to ship again. We will email the buyer.`,
    reason: 'Why was it not shipped?',
    reasonHint: 'The buyer will see this.',
    confirm: 'Yes, correct it',
    reasonNeeded: 'The minute has passed, so the buyer may know. Please explain why it was not shipped.',
  },
  list: {
    button: 'Shipments',
    title: (number: string) => `Shipments of ${number}`,
    name: (number: number) => `Shipment ${formatCount(number)}`,
    empty: 'Nothing has shipped yet.',
    earlier: 'Show earlier shipments',
    track: (carrier: string) => `Track at ${carrier}`,
    by: (email: string) => `by ${email}`,
    corrected: 'Not shipped after all:',
    undone: 'Undone within one minute. The buyer was not notified.',
  },
} as const;
