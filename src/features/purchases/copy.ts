import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { UNPAID } from '#src/shared/site-copy.ts';

const pieces = (count: number) => (count === 1 ? '1 piece' : `${formatCount(count)} pieces`);

export const checkoutCopy = {
  title: 'Check out',
  lines: 'What you order',
  change: 'Change the basket',
  leftOut: {
    title: 'Not included in this order',
    text: 'These items cannot be ordered as entered. They stay in your basket, where you can change them.',
  },
  where: 'Where should we ship it?',
  shipping: {
    title: 'How should we ship it?',
    none: 'We ship this by quote. Ask us, and we will tell you what shipping there costs.',
    noneButPickup: 'We ship this by quote. Ask us what shipping there costs, or pick it up.',
    chooseFirst: 'Choose another address, or ask for a quote.',
    chooseFirstOrPickup: 'Choose pick-up or another address, or ask for a quote.',
    arrives: (days: string) => `Arrives ${days}`,
    pickup: 'Pick up at our address',
    free: 'Free',
    days: ({ min, max }: { min: number; max: number }) =>
      min === max ? `${max} working ${max === 1 ? 'day' : 'days'}` : `${min} to ${max} working days`,
    failed: 'Tax and shipping could not be calculated',
    unknown: 'Nothing can be ordered until tax and shipping are known.',
    calculate: 'Calculate again',
  },
  records: 'For your records',
  poNumber: { label: 'Your PO number', hint: 'It appears on the confirmation, invoice and delivery note.' },
  note: { label: 'Note to us', hint: 'For example, when someone can receive the shipment.' },
  total: 'Total',
  submit: 'Place order and pay',
  next: 'You pay by card on the next page. We hold your pieces until then.',
  unanswered: 'If you submit it again unchanged, it will not be ordered twice.',
  notOrdered: 'Nothing was ordered.',
  orderedElsewhere: {
    title: 'This basket was already ordered or emptied',
    text: 'That happened in another window or on another device. Nothing was ordered twice.',
    action: 'See your orders',
  },
  resuming: 'Looking for your order …',
  resumeFailed: 'Your order is not confirmed yet',
  changed: {
    title: 'The total has changed',
    text: (before: string, now: string) =>
      `It was ${before} and is now ${now}. Nothing was ordered. Please review it and place the order again.`,
    line: (itemName: string, before: string, now: string) => `${itemName}: was ${before} each, now ${now}.`,
  },
} as const;

/** The estimate below a basket. */
export const estimateCopy = {
  title: 'Estimate shipping and tax',
  text: 'Tell us where it goes. Nothing is ordered yet.',
  choose: 'Choose',
  country: 'Country',
  goods: 'Goods',
  total: 'Estimated total',
  totalWithoutShipping: 'Total without shipping',
  totalBeforeTax: 'Total before tax',
  totalWithoutBoth: 'Total without tax and shipping',
  /** `parts` are amounts with their names. */
  including: (parts: readonly string[]) => `incl. ${parts.join(' and ')}`,
  shipping: (amount: string) => `${amount} shipping`,
  tooSmall: (missing: string, minimum: string) => `Add ${missing} more: orders start at ${minimum}.`,
  prices: (note: string) => `Prices ${note}.`,
  failed: 'The estimate could not be loaded',
  none: 'Shipping and tax can be estimated once something in the basket can be ordered.',
  /** For screen readers: what has changed. */
  news: (shipping: string | null, tax: string | null) =>
    [shipping && `Shipping ${shipping}.`, tax && `Tax ${tax}.`].filter(Boolean).join(' '),
} as const;

export const purchaseCopy = {
  parts: {
    goods: 'Goods',
    shipping: 'Shipping',
    relief: (name: string) => `${name} taken off`,
    someTax: 'Tax',
    tax: (name: string, rate: number, pricesInclude: 'net' | 'gross' | null) =>
      `${pricesInclude === 'gross' ? 'Includes ' : ''}${name} ${rate} %`,
  },
  title: (number: string) => `Order ${number}`,
  states: {
    placed: UNPAID,
    paid: 'Paid',
    partlyShipped: 'Paid, partly shipped',
    shipped: 'Shipped',
    canceled: 'Canceled',
    expired: 'Expired',
  },
  /** What happens next, or what to do. */
  next: {
    holdUntil: 'We are holding your pieces until',
    holdForBuyer: 'Waiting for the payment. These pieces are on hold for the buyer until',
    disputed: 'The buyer’s bank disputes this payment. Respond in the card provider’s dashboard before anything ships.',
    toPayment: 'See the payment',
    asksToCancel: 'The buyer asks to cancel this order. Please confirm or decline.',
    decide: 'Decide',
    askedToCancel: 'You asked to cancel this order. We will email you our decision.',
    askBuyer: 'We cannot ship your order without an address. Please add one.',
    askBilling: 'Add your billing address to get an invoice instead of a receipt.',
    addAddress: 'Add your address',
    withoutAddress: 'It cannot be shipped without an address. We asked the buyer for it by email.',
    toAddress: 'See the address',
    toShip: (open: number, of: number) =>
      open === of ? `${formatPieces(open)} to ship` : `${formatCount(open)} of ${formatPieces(of)} still to ship`,
    willShip: (open: number, of: number) =>
      open === of
        ? 'Thank you. We will email you when it ships.'
        : `${formatCount(of - open)} of ${formatPieces(of)} have shipped. The others will follow.`,
    shipped: 'Everything has shipped.',
    nothingToShip: 'Nothing is left to ship.',
  },
  pay: 'Pay',
  lines: 'Items',
  /** `each` stands before a unit price on a phone. */
  columns: {
    item: 'Item',
    ordered: 'Ordered',
    shipped: 'Shipped',
    open: 'Open',
    refunded: 'Refunded',
    unitPrice: 'Unit price',
    each: 'Each',
    total: 'Total',
  },
  total: 'Total',
  refunded: 'Refunded',
  paidAfterRefunds: 'Paid after refunds',

  shipments: 'Shipments',
  ship: 'Ship',
  money: 'Refunds and cancellation',
  cancel: 'Cancellation',
  refund: 'Refund',

  addresses: 'Addresses and notes',
  delivery: 'Shipping address',
  billing: 'Billing address',
  sameBilling: 'Same as shipping address',
  noDelivery: 'No shipping address yet',
  noDeliveryForStaff: {
    placed: 'The buyer will be asked for it before paying.',
    paid: 'We asked the buyer for it by email. They can add it on this page, or you can add it for them.',
  },
  noBilling: 'Without a billing address, there is a receipt but no invoice.',
  noAddress: 'None was given.',
  changeAddress: 'Change',
  keepAddress: 'Keep it as it is',
  agree: (total: string) => `Use this address for ${total}`,
  stored: 'Saved. We will ship to this address.',
  loadingAddresses: 'Loading your addresses …',
  payAfterAddress: 'Please confirm the shipping address to pay.',
  poNumber: 'PO number',
  note: 'Note',
  shippingMethod: 'Shipping method',
  promised: {
    leaves: (day: string) => `Leaves ${day}`,
    arrives: (days: string) => `Arrives ${days}`,
    ifPaidBy: 'if it is paid by',
    paidLater: 'This was for payment by',
    paidLaterEnd: ', and it was paid later.',
  },
  phone: 'Phone',
  vatId: 'VAT ID',
  taxNote: 'Tax',
  vatCheck: {
    name: 'VAT ID',
    valid: 'is registered.',
    invalid: 'was not registered, so tax was charged.',
    unverified: 'was not checked: VIES did not answer.',
    refused: 'was not checked: the buyer had too many checked. Tax was charged.',
    unasked: 'was not checked: nobody was signed in.',
    checkedOn: 'Checked at VIES on',
    consultation: 'consultation no.',
  },
  buyer: 'Buyer',
  transactionId: 'Transaction Id',
  copyTransactionId: 'Copy the transaction id',

  papers: 'Documents',
  timeline: 'Order history',
  timelineFailed: 'The history could not be loaded',
  by: { buyer: 'by the buyer', you: 'by you', shop: 'by the shop', provider: 'at the card provider' },
  ended: {
    canceled: 'This order was canceled.',
    expired: 'It was not paid for in time, so its pieces are available for sale again. Nothing was charged.',
  },
} as const;

/** The sentences of a purchase's timeline. */
export const timelineCopy = {
  placed: 'Ordered',
  separated: (number: string) => `Split from ${number} to be paid separately`,
  lineRemoved: { deleted: (line: string) => `Deleted: ${line}`, expired: (line: string) => `Expired: ${line}` },
  line: (quantity: number, itemName: string) => `${formatCount(quantity)} ${itemName}`,
  addressed: 'Address added',
  paid: 'Paid with a card',
  mail: {
    sent: (subject: string) => `Email sent: ${subject}`,
    waiting: (subject: string) => `Email waiting to be sent: ${subject}`,
    failed: (subject: string) => `Email could not be sent: ${subject}`,
    stored: (subject: string) => `Email stored, not sent: ${subject}`,
  },
  shipped: (count: number) => `Shipped: ${pieces(count)}`,
  tracking: (carrier: string, tracking: string) =>
    [carrier, tracking && `tracking number ${tracking}`].filter(Boolean).join(', '),
  unshipped: (count: number) => `Shipment undone: ${pieces(count)}`,
  refund: {
    made: (minor: number) => `Refunded: ${formatMoney(minor)}`,
    pending: (minor: number) => `Refund in progress: ${formatMoney(minor)}`,
    failed: (minor: number) => `Refund failed: ${formatMoney(minor)}`,
  },
  cancelRequested: 'Asked to cancel',
  cancelDeclined: 'Request to cancel declined',
  canceled: 'Canceled',
  expired: 'Expired because it was not paid in time',
} as const;
