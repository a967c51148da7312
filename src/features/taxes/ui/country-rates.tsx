import { type ReactNode, useState } from 'react';
import { formatDate } from '#src/shared/dates.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { type Column, Table } from '#src/shared/ui/table.tsx';
import type { WireTaxRate } from '../contract.ts';
import { taxCopy as copy, describePart, describeWireRate } from '../copy.ts';
import type { TaxRateTask } from './tax-rate-form.tsx';

/** More rows are shown on demand: a state can have a rate for each of its postal codes. */
const SHOWN_AT_FIRST = 50;

const BADGES = {
  in_force: { icon: 'circle-check', color: 'text-good' },
  scheduled: { icon: 'clock', color: 'text-ink' },
  past: { icon: 'archive', color: 'text-muted' },
} as const;

interface CountryRatesProps {
  country: string;
  rates: readonly WireTaxRate[];
  /** The id of the rate that is being deleted. */
  removed: string | null;
  onTask: (task: TaxRateTask) => void;
  onRemove: (rate: WireTaxRate) => void;
  /** What is shown below a rate, or null. */
  renderDetail: (rate: WireTaxRate) => ReactNode;
}

/** The rates of a country: the largest place first, and those that were replaced folded below. */
export function CountryRates({ country, rates, removed, onTask, onRemove, renderDetail }: CountryRatesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const current = rates.filter(({ state }) => state !== 'past').toSorted(compareRates);
  const past = rates.filter(({ state }) => state === 'past').toSorted(compareRates);
  const name = getCountryName(country);
  const columns = listColumns({ removed, onTask, onRemove });
  const table = (caption: string, rows: readonly WireTaxRate[]) => (
    <div>
      <Table
        wide
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        renderDetail={renderDetail}
      />
    </div>
  );
  return (
    <Section id={`rates-${country.toLowerCase()}`} title={name}>
      {current.length > 0 && table(name, showsAll ? current : current.slice(0, SHOWN_AT_FIRST))}
      {!showsAll && current.length > SHOWN_AT_FIRST && (
        <Button variant="quiet" className="-mx-5" onClick={() => setShowsAll(true)}>
          {copy.showAll(current.length)}
        </Button>
      )}
      {past.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer py-3 text-fine text-muted hover:underline">
            {copy.past(past.length)}
          </summary>
          {table(`${name}: ${copy.past(past.length)}`, past)}
        </details>
      )}
    </Section>
  );
}

function listColumns({
  removed,
  onTask,
  onRemove,
}: Pick<CountryRatesProps, 'removed' | 'onTask' | 'onRemove'>): Column<WireTaxRate>[] {
  const { columns } = copy;
  return [
    {
      header: columns.place,
      rowHeader: true,
      cell: (rate) => <div className="min-w-24 wrap-anywhere">{describePart(rate) || copy.wholeCountry}</div>,
    },
    {
      header: columns.name,
      cell: ({ name, isAdded }) => (
        <div className="min-w-24 wrap-anywhere">
          {name}
          {isAdded && <span className="block text-fine text-muted">{copy.added}</span>}
        </div>
      ),
    },
    {
      header: columns.taxClass,
      cell: ({ taxClass }) => taxClass,
    },
    {
      header: columns.rate,
      align: 'end',
      cell: ({ rate }) => <span className="whitespace-nowrap">{rate} %</span>,
    },
    {
      header: columns.validFrom,
      align: 'end',
      cell: ({ validFrom }) => (
        <time dateTime={validFrom} className="whitespace-nowrap">
          {formatDate(`${validFrom}T00:00:00Z`, 'UTC')}
        </time>
      ),
    },
    {
      header: columns.state,
      cell: ({ state }) => (
        <span className="whitespace-nowrap">
          <Badge {...BADGES[state]}>{copy.states[state]}</Badge>
        </span>
      ),
    },
    {
      header: columns.actions,
      fullWidth: true,
      cell: (rate) => <RateActions rate={rate} isPending={removed === rate._id} onTask={onTask} onRemove={onRemove} />,
    },
  ];
}

function RateActions({
  rate,
  isPending,
  onTask,
  onRemove,
}: Pick<CountryRatesProps, 'onTask' | 'onRemove'> & { rate: WireTaxRate; isPending: boolean }) {
  const name = describeWireRate(rate);
  return (
    <div className="-mx-2 flex justify-end whitespace-nowrap">
      {rate.state === 'in_force' && (
        <Button
          variant="quiet"
          className="px-2!"
          aria-label={copy.nextLabel(name)}
          onClick={() => onTask({ kind: 'next', rate })}
        >
          {copy.next}
        </Button>
      )}
      {rate.state !== 'past' && (
        <Button
          variant="quiet"
          className="px-2!"
          aria-label={copy.changeLabel(name)}
          onClick={() => onTask({ kind: 'change', rate })}
        >
          {copy.change}
        </Button>
      )}
      <Button
        variant="quiet"
        className="px-2!"
        pending={isPending}
        aria-label={copy.removeLabel(name)}
        onClick={() => onRemove(rate)}
      >
        {copy.remove}
      </Button>
    </div>
  );
}

/** The largest place first, then by class and day. */
function compareRates(one: WireTaxRate, other: WireTaxRate): number {
  const toKey = (rate: WireTaxRate) =>
    [
      describePart(rate),
      rate.taxClass === 'standard' ? '' : rate.taxClass,
      rate.isAdded,
      rate.name,
      rate.validFrom,
    ].join('\n');
  return toKey(one).localeCompare(toKey(other), 'en');
}
