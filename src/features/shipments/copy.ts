import { formatDecimalMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';

const pieces = (count: number) => `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
const orders = (count: number) => `${formatCount(count)} ${count === 1 ? 'order' : 'orders'}`;

/** The texts of shipping. */
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
    noAddressText: 'Nobody has said where this goes. Please look at the order first, or ask its buyer.',
    openOrder: 'Open the order',
    text: (total: string, email: string) =>
      `${formatDecimalMoney(total)} was paid. In a minute an e-mail tells ${email} that it is on its way. Until then you can undo it.`,
    wantsToCancel: 'The buyer asks to cancel this order. Once it has shipped, it cannot be canceled any more.',
    /** Warnings before shipping an order whose money is disputed or lost. */
    warnings: {
      needs_answer: 'The payment of this order is disputed: the money may have to go back.',
      under_review: 'The payment of this order is disputed: the money may have to go back.',
      lost: 'The dispute about this order was lost: its money has gone back to the customer.',
    } as Partial<Record<string, string>>,
    pieces: (itemName: string) => `Pieces of ${itemName}`,
    left: (left: number, of: number) =>
      left === of ? `All ${pieces(of)} are to be shipped.` : `${formatCount(left)} of ${pieces(of)} are left to ship.`,
    outOfRange: (left: number) => `Please enter a whole number from 0 to ${formatCount(left)}.`,
    nothing: 'Please ship at least one piece.',
    nothingLeft: 'Nothing of this order is left to ship. Somebody may have shipped it meanwhile.',
    carrier: 'Carrier',
    noCarrier: 'Not said',
    otherCarrier: 'Another carrier',
    carrierName: 'Name of the carrier',
    tracking: 'Tracking number',
    trackingHint: 'The buyer gets the carrier’s link to it.',
    confirm: 'Yes, ship it',
    notOpened: 'The order could not be opened. Please check your connection and try again.',
  },
  many: {
    choose: (number: string) => `Choose ${number}`,
    chosen: (count: number) => `${orders(count)} chosen`,
    button: (count: number) => `Ship ${orders(count)}`,
    title: (count: number) => (count > 0 ? `Ship ${orders(count)}?` : 'Not to be shipped together'),
    text: 'All that is left of each. In a minute its buyer gets an e-mail. Until then you can undo it.',
    confirm: (count: number) => `Yes, ship ${formatCount(count)}`,
    /** What is looked at one by one stands below what is shipped. */
    leftOut: (count: number) =>
      `Left out. Please look at ${count === 1 ? 'it' : 'each'} and ship ${count === 1 ? 'it' : 'them'} alone:`,
    tracking: (number: string) => `Tracking number of ${number}`,
    none: 'None of the chosen orders can be shipped like this.',
    pack: 'Packing list',
    refused: (count: number) => `${orders(count)} could not be shipped:`,
    tooMany: 'Please choose at most 50 orders at once.',
  },
  notice: {
    shipped: (what: string) => `Shipped: ${what}.`,
    shippedMany: (count: number) => (count === 0 ? 'Nothing was shipped.' : `Shipped: ${orders(count)}.`),
    undo: 'Undo',
    seconds: (count: number) => `(${count} s)`,
    undone: 'Undone: nothing was sent, and it is to be shipped again.',
    corrected: 'Corrected: its buyer gets an e-mail, and it is to be shipped again.',
    dismiss: 'Dismiss',
  },
  correct: {
    button: 'Correct…',
    title: 'Correct this shipment?',
    text: (what: string) => `${what} did not leave after all, and is to be shipped again. Its buyer gets an e-mail.`,
    reason: 'Why did it not leave?',
    reasonHint: 'The buyer reads this.',
    confirm: 'Yes, correct it',
    reasonNeeded: 'The minute is over, and the buyer may know. Please say why it did not leave.',
  },
  list: {
    button: 'Shipments',
    title: (number: string) => `Shipments of ${number}`,
    name: (number: number) => `Shipment ${formatCount(number)}`,
    empty: 'Nothing has left yet.',
    earlier: 'Show earlier shipments',
    track: (carrier: string) => `Track at ${carrier}`,
    by: (email: string) => `by ${email}`,
    corrected: 'Did not leave after all:',
    undone: 'Undone within its minute. The buyer was not told.',
  },
} as const;
