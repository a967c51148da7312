import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCompany } from '#src/shared/company.ts';
import { toDay } from '#src/shared/dates.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { namePeriod } from '../period-names.ts';
import { getCalendarYear, getQuarter, listMonths } from '../rules.ts';
import { taxReportCopy as copy, type PeriodName } from '../tax-report-copy.ts';
import { PeriodFields } from './period-fields.tsx';

interface Period {
  from: string;
  to: string;
}

/** The periods that owners declare taxes for. */
function listPeriods(today: string): [PeriodName, Period | undefined][] {
  const [thisMonth, lastMonth] = listMonths(today, 2);
  return [
    ['thisMonth', thisMonth],
    ['lastMonth', lastMonth],
    ['thisQuarter', getQuarter(today, 0)],
    ['lastQuarter', getQuarter(today, 1)],
    ['thisYear', getCalendarYear(today, 0)],
    ['lastYear', getCalendarYear(today, 1)],
    ['other', undefined],
  ];
}

/** The period of the report, which is in the address of the page. `shown`: that of the report, null if there is none. */
export function TaxPeriod({
  shown,
  errors,
}: {
  shown: Period | null;
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const { timeZone } = useCompany();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [periods] = useState(() => listPeriods(toDay(new Date(), timeZone)));
  const asked = { from: params.get('from') ?? shown?.from ?? '', to: params.get('to') ?? shown?.to ?? '' };
  const key = `${asked.from} ${asked.to}`;
  // Belongs to the period that it was typed over: going back shows that of the address again.
  const [draft, setDraft] = useState<{ over: string; period: Period } | null>(null);
  const isOther = draft?.over === key;
  const typed = isOther ? draft.period : asked;
  const setTyped = (period: Period) => setDraft({ over: key, period });
  const known = periods.find(([, period]) => period?.from === asked.from && period.to === asked.to)?.[0];
  const chosen = isOther ? 'other' : (known ?? 'other');
  const show = ({ from, to }: Period) =>
    void navigate(`?${new URLSearchParams({ from, to })}`, { preventScrollReset: true });
  return (
    <form
      noValidate
      className="grid max-w-xl grow gap-6"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        show(typed);
      }}
    >
      <SelectField
        label={copy.period}
        value={chosen}
        options={periods.map(([name, period]) => [name, copy.named(name, period && namePeriod(period))] as const)}
        onChange={({ target }) => {
          const period = periods.find(([name]) => name === target.value)?.[1];
          if (!period) return setTyped(asked);
          setDraft(null);
          show(period);
        }}
      />
      {chosen === 'other' && (
        <>
          <PeriodFields period={typed} labels={copy} errors={errors} onChange={setTyped} />
          <div>
            <Button type="submit" variant="secondary">
              {copy.show}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
