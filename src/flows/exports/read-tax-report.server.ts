import { setImmediate as nextTurn } from 'node:timers/promises';
import { asc, sql } from 'drizzle-orm';
import type { TaxReport, TaxReportRow } from '#src/features/exports/contract.ts';
import { MAX_REPORT_ROWS, splitByMonths } from '#src/features/exports/rules.ts';
import { paperTaxes } from '#src/features/papers/tables.server.ts';
import type { Cell } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { getCurrencyFormat } from '#src/shared/currencies.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { type ExportPeriod, isWithin } from './stream-purchases.server.ts';

type TaxPeriod = Pick<ExportPeriod, 'from' | 'to' | 'timeZone'>;

/** More rows would be written while nobody else is served. */
const BATCH_SIZE = 200;

/** The header of the tax report as CSV. */
export const TAX_COLUMNS = [
  'month',
  'country',
  'region',
  'kind',
  'tax name',
  'rate',
  'currency',
  'base',
  'tax',
  'credited base',
  'credited tax',
  'net turnover',
];

/** The tax report of a period as it is shown: by country and rate, with totals. */
export async function readTaxReport(db: Queryable, period: TaxPeriod): Promise<TaxReport> {
  const found = await listTaxSums(toReadSource(db), period);
  const currencies = Map.groupBy(found, ({ currency }) => currency);
  const { from, to } = period;
  return {
    from,
    to,
    rows: found.slice(0, MAX_REPORT_ROWS).map(toRow),
    hasMore: found.length > MAX_REPORT_ROWS,
    totals: [...currencies].map(([currency, sums]) => {
      const toDecimal = formatIn(currency);
      const net = sums.reduce((sum, { netMinor }) => sum + netMinor, 0);
      const tax = sums.reduce((sum, { taxMinor }) => sum + taxMinor, 0);
      return {
        currency: currency.toUpperCase(),
        net: toDecimal(net),
        tax: toDecimal(tax),
        total: toDecimal(net + tax),
      };
    }),
  };
}

/** The rows of the tax report as CSV, month by month in the shop's time zone. */
export async function* readTaxRows(db: Queryable, { from, to, timeZone }: TaxPeriod): AsyncGenerator<Cell[][]> {
  const source = toReadSource(db);
  for (const part of splitByMonths(from, to)) {
    const found = await listTaxSums(source, { ...part, timeZone });
    for (let at = 0; at < found.length; at += BATCH_SIZE) {
      await nextTurn();
      yield found.slice(at, at + BATCH_SIZE).map((sums) => {
        const { country, region, kind, name, rate, currency, base, tax, creditedBase, creditedTax } = toRow(sums);
        const net = formatIn(sums.currency)(sums.netMinor);
        const amounts = [base, tax, creditedBase, creditedTax, net].map(toCell);
        return [part.from.slice(0, 7), country, region, kind, name, rate ?? '', currency, ...amounts];
      });
    }
  }
}

/** A text that begins with a minus would be protected as a formula, and no spreadsheet would add it up. */
const toCell = (amount: string): Cell => (amount.startsWith('-') ? Number(amount) : amount);

type TaxSums = Awaited<ReturnType<typeof listTaxSums>>[number];

/** The sums of a period by place, kind, tax and currency: one pass over its part of an index, without any document. */
function listTaxSums(db: Queryable, period: TaxPeriod) {
  const { country, region, kind, name, rate, currency, isCredit, baseMinor, netMinor, taxMinor } = paperTaxes;
  const key = { country, region, kind, name, rate, currency };
  // As text, a sum would have to be read; a shop with more than 2^53 minor units a year has other worries.
  const sum = (column: typeof baseMinor | typeof netMinor | typeof taxMinor) => sql`sum(${column})`.mapWith(Number);
  const sumCredited = (column: typeof baseMinor | typeof taxMinor) =>
    sql`coalesce(- sum(${column}) filter (where ${isCredit}), 0)`.mapWith(Number);
  return db
    .select({
      ...key,
      baseMinor: sum(baseMinor),
      netMinor: sum(netMinor),
      taxMinor: sum(taxMinor),
      creditedBaseMinor: sumCredited(baseMinor),
      creditedTaxMinor: sumCredited(taxMinor),
    })
    .from(paperTaxes)
    .where(isWithin(paperTaxes.issuedAt, period))
    .groupBy(...Object.values(key))
    .orderBy(asc(currency), asc(country), asc(region), asc(kind), sql`${rate} desc nulls last`, asc(name));
}

function toRow({ rate, currency, ...sums }: TaxSums): TaxReportRow {
  const { country, region, kind, name, baseMinor, taxMinor, creditedBaseMinor, creditedTaxMinor } = sums;
  const toDecimal = formatIn(currency);
  return {
    country,
    region,
    kind,
    name,
    rate: rate === null ? null : rate / 10_000,
    currency: currency.toUpperCase(),
    base: toDecimal(baseMinor),
    tax: toDecimal(taxMinor),
    creditedBase: toDecimal(creditedBaseMinor),
    creditedTax: toDecimal(creditedTaxMinor),
  };
}

function formatIn(currency: string): (minor: number) => string {
  const format = getCurrencyFormat(currency);
  return (minor) => minorToDecimal(minor, format);
}
