import { expect, test } from 'vitest';
import {
  makeConfirmation,
  makeCreditNote,
  makeDeliveryNote,
  makeInvoice,
  makePackingList,
  makeReceipt,
} from '#tests/support/paper-data.ts';
import { paperSchema } from './contract.ts';

const listFaults = (paper: unknown) => paperSchema.safeParse(paper).error?.issues.map(({ message }) => message) ?? [];

test.each([
  makeConfirmation(3),
  makeReceipt(10),
  makeInvoice(1_000),
  makeCreditNote(2),
  makeCreditNote(0),
  makeDeliveryNote(4),
  makePackingList(1, 2, 3),
])('a $kind that adds up is accepted, and does not change when it is stored', (paper) => {
  expect(listFaults(paper)).toEqual([]);
  expect(paperSchema.parse(JSON.parse(JSON.stringify(paper)))).toEqual(paper);
});

const invoice = makeInvoice(2);
const [first, second] = invoice.lines;
const { totals } = invoice;

test.each<[string, unknown, string]>([
  [
    'a line with one cent more than its pieces',
    { ...invoice, lines: [{ ...first, totalMinor: 1_891 }, second] },
    'Line 1: 1890 is not its total, 1891.',
  ],
  [
    'a total with one cent more than its lines',
    { ...invoice, totals: { ...totals, totalMinor: totals.totalMinor + 1 } },
    'The lines: 18106 is not the total, 18107.',
  ],
  [
    'a payment that differs from the paid amount',
    { ...invoice, totals: { ...totals, paidMinor: 0 } },
    'The payment: 18106 is not what was paid, 0.',
  ],
  [
    'more paid than the total',
    {
      ...invoice,
      payment: { ...invoice.payment, amountMinor: 20_000 },
      totals: { ...totals, paidMinor: 20_000 },
    },
    'More was paid than the total.',
  ],
  [
    'refunds that differ from the refunded amount',
    { ...makeReceipt(2), totals: { ...totals, refundedMinor: 6_199 } },
    'The refunds: 6200 is not what was refunded, 6199.',
  ],
  [
    'more refunded than paid',
    {
      ...invoice,
      refunds: [{ number: null, refundedAt: invoice.issuedAt, amountMinor: 20_000 }],
      totals: { ...totals, refundedMinor: 20_000 },
    },
    'More was refunded than paid.',
  ],
  ['an invoice without a payment', { ...makeConfirmation(2), kind: 'invoice' }, 'Nothing was paid.'],
  ['an invoice without a billing address', { ...invoice, billTo: null }, 'An invoice needs a billing address.'],
  [
    'a credit that differs from its lines',
    { ...makeCreditNote(2), totalMinor: 18_105 },
    'The lines: 18106 is not the credit, 18105.',
  ],
  [
    'a credit above the payment',
    { ...makeCreditNote(0), payment: { ...invoice.payment, amountMinor: 2_499 } },
    'More is credited than was paid.',
  ],
  [
    'more shipped and remaining pieces than ordered',
    makeDeliveryNote(1, {
      lines: [{ sku: null, itemName: 'Vise', orderedQuantity: 5, quantity: 3, remainingQuantity: 3 }],
    }),
    'Line 1 has more pieces shipped or still to ship than were ordered.',
  ],
  [
    'a shipment of nothing',
    makeDeliveryNote(1, {
      lines: [{ sku: null, itemName: 'Vise', orderedQuantity: 5, quantity: 0, remainingQuantity: 5 }],
    }),
    'Nothing is in this shipment.',
  ],
  ['a packing list of 1,001 lines in total', makePackingList(500, 501), 'There are too many lines.'],
])('%s is rejected', (_what, paper, fault) => {
  expect(listFaults(paper)).toContain(fault);
});

test.each<[string, unknown]>([
  ['another version', { ...invoice, version: 2 }],
  ['a currency that is no code', { ...invoice, currency: '$' }],
  ['half a cent', { ...invoice, totals: { ...totals, totalMinor: 18_106.5 } }],
  ['1,001 lines', makeInvoice(1_001)],
  ['no lines', { ...invoice, lines: [] }],
  ['markup as its number', { ...invoice, number: '<b>1</b>' }],
  ['a name of 201 characters', { ...invoice, buyer: { ...invoice.buyer, name: 'W'.repeat(201) } }],
  ['a note of 4,001 characters', { ...invoice, note: 'W'.repeat(4_001) }],
  ['an unknown field', { ...invoice, tax: 1 }],
])('a paper with %s is rejected', (_what, paper) => {
  expect(listFaults(paper)).not.toEqual([]);
});
