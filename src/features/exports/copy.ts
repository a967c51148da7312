import type { ExportDate, ExportRows } from './rules.ts';

/** The texts of the export. */
export const exportCopy = {
  title: 'Export',
  text: 'What was sold and refunded, as a file for the accountant: a CSV, which every spreadsheet opens. Times are in UTC, amounts in USD.',
  period: 'Period',
  otherPeriod: 'Another period',
  from: 'From',
  to: 'Up to and with',
  rows: 'One row for each',
  rowKinds: {
    purchases: ['Order', 'Number, customer, totals, refunds, payment, invoice, credit and debit notes'],
    lines: ['Line of an order', 'SKU, tool, pieces, prices and what was refunded of it'],
    refunds: ['Refund', 'Amount, reason and credit note of each made in that time, whenever its order was paid'],
  } satisfies Record<ExportRows, [string, string]>,
  date: 'What counts',
  dates: {
    paid: ['The day of payment', 'Paid orders alone'],
    placed: ['The day of ordering', 'All orders, also those that were never paid'],
  } satisfies Record<ExportDate, [string, string]>,
  button: 'Download CSV',
  started: 'The download has started.',
} as const;
