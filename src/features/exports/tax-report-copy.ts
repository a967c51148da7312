import type { TaxKind } from '#src/shared/totals/tax-case.ts';

/** 'America/New_York' in a sentence: 'New York time'. Zones without a place, such as 'UTC', are names already. */
const nameTimeZone = (timeZone: string) =>
  timeZone.includes('/') ? `${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time` : timeZone;

const periods = {
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
  other: 'Another period',
} as const;

export type PeriodName = keyof typeof periods;

export const taxReportCopy = {
  title: 'Tax report',
  text: (timeZone: string) =>
    `What your invoices say, less your credit notes, by country and rate. Papers count on the day they were issued, in ${nameTimeZone(timeZone)}.`,
  period: 'Period',
  /** 'Last month (Oct 2026)' */
  named: (name: PeriodName, months: string | undefined) => (months ? `${periods[name]} (${months})` : periods[name]),
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
  /** Below a tax. Null where the tax itself says it. */
  kinds: {
    domestic: null,
    intra_community: 'Intra-community supply',
    reverse_charge: 'Reverse charge',
    export: 'Export',
    exempt: 'Exempt buyer',
    small_business: 'Small business',
    untaxed: null,
  } satisfies Record<TaxKind, string | null>,
  shared: 'Taxes on the same goods list the same turnover. The total has it once.',
  more: (count: string) => `Only the first ${count} lines are shown. The CSV has all of them.`,
  none: {
    title: 'No invoices in this period',
    text: 'Paid orders with a billing address get an invoice. Please choose another period.',
  },
  note: 'Paid orders without a billing address have no invoice and are not included.',
} as const;
