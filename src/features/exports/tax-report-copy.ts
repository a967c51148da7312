import type { TaxKind } from '#src/shared/totals/tax-case.ts';

export const taxReportCopy = {
  title: 'Tax report',
  text: (timeZone: string) =>
    `What your invoices say, less your credit notes, by country and rate. Papers count on the day they were issued, in ${timeZone}.`,
  period: 'Period',
  periods: {
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisQuarter: 'This quarter',
    lastQuarter: 'Last quarter',
    thisYear: 'This year',
    lastYear: 'Last year',
    other: 'Another period',
  },
  from: 'From',
  to: 'Through',
  show: 'Show report',
  download: 'Download CSV',
  totals: { net: 'Turnover without tax', tax: 'Tax', total: 'Total' },
  caption: (from: string, to: string) => `Tax report from ${from} through ${to}`,
  columns: { place: 'Country', tax: 'Tax', base: 'Turnover without tax', amount: 'Tax amount' },
  noTax: 'No tax',
  noCountry: 'Unknown country',
  credited: (amount: string) => `${amount} credited`,
  kinds: {
    domestic: 'Taxed',
    intra_community: 'Intra-community supply',
    reverse_charge: 'Reverse charge',
    export: 'Export',
    exempt: 'Exempt buyer',
    small_business: 'Small business',
    untaxed: 'Untaxed',
  } satisfies Record<TaxKind, string>,
  shared: 'Taxes on the same goods list the same turnover. The total has it once.',
  more: (count: string) => `Only the first ${count} lines are shown. The CSV has all of them.`,
  none: {
    title: 'No invoices in this period',
    text: 'Paid orders with a billing address get an invoice. Please choose another period.',
  },
  note: 'Paid orders without a billing address have no invoice and are not included.',
} as const;
