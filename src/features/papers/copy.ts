import { formatCount } from '#src/shared/numbers.ts';
import type { PaperKind } from './contract.ts';

/** The words of the papers. */
export const paperCopy = {
  titles: {
    confirmation: 'Order confirmation',
    receipt: 'Receipt',
    invoice: 'Invoice',
    delivery_note: 'Delivery note',
    packing_list: 'Packing list',
    credit_note: 'Credit note',
  } satisfies Record<PaperKind, string>,
  /** On the page of an order. */
  list: {
    pdf: 'PDF',
    save: (title: string, number: string) => `Save ${title} ${number} as PDF`,
    none: 'This order has no papers.',
    failed: 'The papers could not be loaded',
  },
  purchases: (count: number) => (count === 1 ? '1 purchase' : `${count} purchases`),

  facts: {
    issued: 'Date',
    purchase: 'Order',
    purchases: 'Purchases',
    placed: 'Ordered',
    paid: 'Paid',
    payment: 'Payment by card',
    creditedPayment: 'Back to the card payment',
    shipped: 'Shipped',
    carrier: 'Carrier',
    tracking: 'Tracking number',
    poNumber: 'Your PO number',
    corrects: 'Corrects invoice',
    correctedFrom: 'Of',
    pieces: 'Pieces',
  },

  billTo: 'Bill to',
  shipTo: 'Deliver to',
  buyer: 'Ordered by',
  vatId: (id: string) => `VAT ID ${id}`,
  taxNumber: (number: string) => `Tax number ${number}`,
  noShipTo: 'No delivery address yet',

  columns: {
    position: '#',
    sku: 'SKU',
    item: 'Item',
    quantity: 'Quantity',
    unitPrice: 'Unit price',
    total: 'Total',
    ordered: 'Ordered',
    before: 'Sent before',
    inShipment: 'In this shipment',
    toPack: 'To pack',
    remaining: 'Still to come',
    purchases: 'Purchases',
    pieces: 'Pieces',
  },
  noSku: '–',

  total: 'Total',
  paid: (date: string) => `Paid on ${date}`,
  refunded: (date: string, number: string | null) => `Refunded on ${date}${number ? ` (${number})` : ''}`,
  afterRefunds: 'Paid after refunds',
  toPay: 'To pay',
  credited: 'Credited',
  unpaid: 'Not paid yet. The pieces are held for you until the payment arrives or the order expires.',
  creditedByAmount: 'This credits an amount, not single lines.',
  reason: 'Reason',
  note: 'Note',
  inShipment: (pieces: string) => `${pieces} in this shipment.`,
  allShipped: 'With it the order is complete.',
  stillToCome: (pieces: string) => `${pieces} still to come.`,
  pieces: (count: string) => (count === '1' ? '1 piece' : `${count} pieces`),
  tooManyLines: (lines: number, most: number) =>
    `These orders have ${formatCount(lines)} lines to pack. Please choose fewer, with at most ${formatCount(most)} lines in all.`,
  allTools: 'All pieces by tool',
  packedBy: 'Packed by',
  packedOn: 'Date',

  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  notInFont: 'Characters shown as □ are not in the font of this document. A search finds them.',
};
