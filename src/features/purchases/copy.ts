import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';

const pieces = (count: number) => (count === 1 ? '1 piece' : `${formatCount(count)} pieces`);

/** The texts of the checkout. */
export const checkoutCopy = {
  title: 'Check out',
  admin: 'You are signed in as an admin. Only customers can order.',
  lines: 'What you order',
  change: 'Change the basket',
  leftOut: {
    title: 'Not part of this order',
    text: 'These cannot be ordered like this. They stay in your basket, where you can change them.',
  },
  where: 'Where should it go?',
  records: 'For your records',
  poNumber: { label: 'Your PO number', hint: 'It stands on the confirmation, the invoice and the delivery note.' },
  note: { label: 'Note to us', hint: 'Such as when somebody is there to take the delivery.' },
  total: 'Total',
  submit: 'Place order and pay',
  next: 'You pay by card on the next page. Your pieces are held for you until then.',
  unanswered: 'If you send it again unchanged, it is still one order.',
  notOrdered: 'Nothing was ordered.',
  resuming: 'Looking for your order …',
  resumeFailed: 'Your order has no answer yet',
  changed: {
    title: 'The total has changed',
    text: (before: string, now: string) =>
      `It was ${before}, and is ${now} now. Nothing was ordered. Please look at it, and place the order again.`,
    line: (itemName: string, before: string, now: string) => `${itemName}: ${before} a piece before, ${now} now.`,
  },
} as const;

/** The texts of the order page. */
export const purchaseCopy = {
  title: (number: string) => `Order ${number}`,
  states: {
    placed: 'Not paid yet',
    paid: 'Paid',
    partlyShipped: 'Paid, shipped in part',
    shipped: 'Shipped',
    canceled: 'Canceled',
    expired: 'Expired',
  },
  disputed: {
    text: 'A bank asks for this money back. Answer in the card provider’s dashboard before anything ships.',
    payment: 'See the payment',
  },
  holdUntil: 'Your pieces are held for you until',
  holdForBuyer: 'The pieces are held for the buyer until',
  pay: 'Pay',
  lines: 'What was ordered',
  columns: { item: 'Item', quantity: 'Quantity', unitPrice: 'Unit price', total: 'Total' },
  pieces: (count: number) => `${formatCount(count)} pcs`,
  shippedPieces: (count: number, of: number) =>
    count >= of ? 'All shipped' : `${formatCount(count)} of ${formatCount(of)} shipped`,
  refundedPieces: (count: number) => `${formatCount(count)} refunded`,
  total: 'Total',
  refunded: 'Refunded',
  paidAfterRefunds: 'Paid after refunds',
  lineOf: (line: number, lines: number) => `This order is line ${line} of ${lines}. All of them are paid as one.`,

  shipments: 'Shipments',
  ship: 'Ship',
  money: 'Refunds and cancellation',
  cancel: 'Cancellation',
  refund: 'Refund',

  addresses: 'Addresses and notes',
  delivery: 'Delivery address',
  billing: 'Billing address',
  sameBilling: 'The same as for delivery',
  noDelivery: 'No delivery address yet',
  askBuyer: 'We cannot send it before we know where it goes. Please tell us.',
  askBilling: 'Tell us your address, and you get an invoice instead of the receipt.',
  tellOwner: {
    placed: 'The buyer is asked for it before they pay.',
    paid: 'The buyer was asked for it by mail, and can add it on this page. If you know it, you can add it for them.',
  },
  noBilling: 'No billing address, so there is a receipt and no invoice.',
  noAddress: 'None was given.',
  changeAddress: 'Change',
  keepAddress: 'Keep it as it is',
  stored: 'Stored: this is where it goes.',
  loadingAddresses: 'Loading your addresses …',
  payAfterAddress: 'Please say where it should go, then you can pay.',
  poNumber: 'PO number',
  note: 'Note',
  phone: 'Phone',
  vatId: 'VAT ID',
  buyer: 'Buyer',
  transactionId: 'Transaction Id',
  copyTransactionId: 'Copy the transaction id',

  papers: 'Papers',
  timeline: 'What happened',
  by: { buyer: 'by the buyer', you: 'by you', shop: 'by the shop', provider: 'at the card provider' },
  ended: {
    canceled: 'This order was canceled.',
    expired: 'It was not paid in time, so its pieces are for sale again. Nothing was charged.',
  },
  toOrder: 'See the order',
} as const;

/** The sentences of a purchase's timeline. */
export const timelineCopy = {
  placed: 'Ordered',
  separated: (number: string) => `Taken out of ${number}, to be paid alone`,
  lineRemoved: { deleted: (line: string) => `Deleted: ${line}`, expired: (line: string) => `Expired: ${line}` },
  line: (quantity: number, itemName: string) => `${formatCount(quantity)} ${itemName}`,
  addressed: 'Address added',
  paid: 'Paid with a card',
  mail: {
    sent: (subject: string) => `E-mail sent: ${subject}`,
    waiting: (subject: string) => `E-mail about to be sent: ${subject}`,
    failed: (subject: string) => `E-mail could not be sent: ${subject}`,
    stored: (subject: string) => `E-mail kept and not sent: ${subject}`,
  },
  shipped: (count: number) => `Shipped: ${pieces(count)}`,
  tracking: (carrier: string, tracking: string) =>
    [carrier, tracking && `tracking number ${tracking}`].filter(Boolean).join(', '),
  unshipped: (count: number) => `Shipment taken back: ${pieces(count)}`,
  refund: {
    made: (cents: number) => `Refunded: ${formatMoney(cents)}`,
    pending: (cents: number) => `Refund on its way: ${formatMoney(cents)}`,
    failed: (cents: number) => `Refund failed: ${formatMoney(cents)}`,
  },
  cancelRequested: 'Asked to cancel',
  cancelDeclined: 'Request to cancel declined',
  canceled: 'Canceled',
  expired: 'Expired, since it was not paid in time',
} as const;
