import { useRevalidator } from 'react-router';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { formatDate } from '#src/shared/dates.ts';
import { formatDecimalMoney, getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import { DownloadButton } from '#src/shared/ui/download-button.tsx';
import { DashboardPage, EmptyState, LoadError } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { TaxReport, TaxReportRow } from '../contract.ts';
import { taxReportCopy as copy } from '../tax-report-copy.ts';
import { TaxPeriod } from './tax-period.tsx';

/** The report of the period in the page's address; without one, that of last month. */
export const fetchTaxReport = (request: Request): Promise<ApiResult<TaxReport>> => {
  const asked = new URL(request.url).searchParams;
  const query = new URLSearchParams(
    ['from', 'to'].flatMap((name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : [])),
  );
  return callApi<TaxReport>(`/tax-report?${query}`);
};

/** What was invoiced and credited in a period, by country and rate, to declare it. */
export function TaxReportPage({ result }: { result: ApiResult<TaxReport> }) {
  const { timeZone } = useCompany();
  const { revalidate, state } = useRevalidator();
  const errors = result.ok ? {} : (result.problem.errors ?? {});
  const isRefused = Object.keys(errors).length > 0;
  return (
    <DashboardPage title={copy.title} text={copy.text(timeZone)}>
      <div className="grid gap-8">
        <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
          <TaxPeriod shown={result.ok ? result.value : null} errors={errors} />
          {result.ok && result.value.rows.length > 0 && <Download {...result.value} />}
        </div>
        {result.ok ? (
          <Report {...result.value} />
        ) : (
          !isRefused && (
            <LoadError text={result.problem.detail} pending={state !== 'idle'} onRetry={() => void revalidate()} />
          )
        )}
      </div>
    </DashboardPage>
  );
}

function Report({ from, to, rows, totals, hasMore }: TaxReport) {
  if (rows.length === 0) return <EmptyState {...copy.none} />;
  const toDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC');
  return (
    <>
      {totals.map((sums) => (
        <dl key={sums.currency} className="grid gap-x-6 gap-y-4 border-ink border-y py-5 sm:grid-cols-3">
          {(['net', 'tax', 'total'] as const).map((part) => (
            <div key={part}>
              <dt className="text-fine text-muted">{copy.totals[part]}</dt>
              <dd className="figures text-lead font-semibold">{format(sums[part], sums.currency)}</dd>
            </div>
          ))}
        </dl>
      ))}
      <div className="grid gap-3">
        <Table
          caption={copy.caption(toDay(from), toDay(to))}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ country, region, kind, name, rate, currency }) =>
            [country, region, kind, name, rate, currency].join()
          }
        />
        {hasMore && <p>{copy.more(formatCount(rows.length))}</p>}
        {hasSharedTurnover(rows, totals) && <p className="text-fine text-muted">{copy.shared}</p>}
        <p className="text-fine text-muted">{copy.note}</p>
      </div>
    </>
  );
}

function Download({ from, to }: TaxReport) {
  return <DownloadButton path={`/exports/taxes?${new URLSearchParams({ from, to })}`} label={copy.download} />;
}

/** Whether the rows list more turnover than there was, since several taxes have the same. */
const hasSharedTurnover = (rows: readonly TaxReportRow[], totals: TaxReport['totals']) => {
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + Number(amount), 0);
  return sum(rows.map(({ base }) => base)) - sum(totals.map(({ net }) => net)) > 0.0001;
};

const COLUMNS: Column<TaxReportRow>[] = [
  {
    header: copy.columns.place,
    rowHeader: true,
    cell: ({ country, region }) =>
      [country ? getCountryName(country) : copy.noCountry, region].filter(Boolean).join(', '),
  },
  {
    header: copy.columns.tax,
    userText: true,
    cell: ({ name, rate, kind }) => (
      <>
        {rate === null ? copy.noTax : `${name} ${rate} %`}
        {copy.kinds[kind] && <span className="block text-fine text-muted">{copy.kinds[kind]}</span>}
      </>
    ),
  },
  {
    header: copy.columns.base,
    align: 'end',
    cell: ({ base, creditedBase, currency }) => <Amount amount={base} credited={creditedBase} currency={currency} />,
  },
  {
    header: copy.columns.amount,
    align: 'end',
    cell: ({ rate, tax, creditedTax, currency }) =>
      rate === null ? '–' : <Amount amount={tax} credited={creditedTax} currency={currency} />,
  },
];

function Amount({ amount, credited, currency }: { amount: string; credited: string; currency: string }) {
  return (
    <>
      <span className="whitespace-nowrap">{format(amount, currency)}</span>
      {Number(credited) !== 0 && (
        <span className="block whitespace-nowrap text-fine text-muted">
          {copy.credited(format(credited, currency))}
        </span>
      )}
    </>
  );
}

/** Papers of another currency than the shop's keep theirs. */
const format = (amount: string, currency: string) =>
  currency === getShopCurrency().code ? formatDecimalMoney(amount) : `${currency} ${amount}`;
