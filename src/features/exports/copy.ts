import { getShopCurrency } from '#src/shared/money.ts';
import type { ExportDate, ExportRows } from './rules.ts';

export const exportCopy = {
  title: 'Export',
  text: (timeZone: string) =>
    `Sales and refunds for your accountant, as a CSV file for any spreadsheet. Days and times are in ${timeZone}, amounts in ${getShopCurrency().code}.`,
  period: 'Period',
  otherPeriod: 'Another period',
  from: 'From',
  to: 'Through',
  rows: 'One row for each',
  rowKinds: {
    purchases: [
      'Order',
      'Number, customer, goods, shipping, tax, total, refunds, payment, invoice, credit and debit notes',
    ],
    lines: ['Order line', 'SKU, tool, pieces, prices, tax and refunds'],
    refunds: [
      'Refund',
      'Amount, shipping, tax, reason and credit note of each refund made in this period, no matter when its order was paid',
    ],
  } satisfies Record<ExportRows, [string, string]>,
  date: 'Date used',
  dates: {
    paid: ['Payment date', 'Paid orders only'],
    placed: ['Order date', 'All orders, including unpaid ones'],
  } satisfies Record<ExportDate, [string, string]>,
  button: 'Download CSV',
  taxReport: 'Tax report: turnover and tax by country and rate',
  started: 'The download has started.',
} as const;
