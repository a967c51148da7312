import type { ExportDate, ExportRows } from './rules.ts';

/** The texts of the export. */
export const exportCopy = {
  title: 'Export',
  text: 'Sales and refunds for your accountant, as a CSV file for any spreadsheet. Times are in UTC, amounts in USD.',
  period: 'Period',
  otherPeriod: 'Another period',
  from: 'From',
  to: 'Through',
  rows: 'One row for each',
  rowKinds: {
    purchases: ['Order', 'Number, customer, totals, refunds, payment, invoice, credit and debit notes'],
    lines: ['Line of an order', 'SKU, tool, pieces, prices and what was refunded of it'],
    refunds: [
      'Refund',
      'Amount, reason and credit note of each refund made in this period, whenever its order was paid',
    ],
  } satisfies Record<ExportRows, [string, string]>,
  date: 'What counts',
  dates: {
    paid: ['The day of payment', 'Paid orders alone'],
    placed: ['The day of ordering', 'All orders, including unpaid ones'],
  } satisfies Record<ExportDate, [string, string]>,
  button: 'Download CSV',
  started: 'The download has started.',
} as const;
