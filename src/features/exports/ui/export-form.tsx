import { type ReactNode, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { toDay } from '#src/shared/dates.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { exportCopy as copy } from '../copy.ts';
import { toMonthName } from '../period-names.ts';
import { EXPORT_DATES, EXPORT_ROWS, type ExportDate, type ExportRows, listMonths } from '../rules.ts';
import { PeriodFields } from './period-fields.tsx';

const MONTHS = 13;
const OTHER = 'other';

/** Lets somebody choose a period and download what was sold or refunded in it. Starts with the shop's last whole month. */
export function ExportForm() {
  const { timeZone } = useCompany();
  const [months] = useState(() => listMonths(toDay(new Date(), timeZone), MONTHS));
  const [month, setMonth] = useState('1');
  const [period, setPeriod] = useState(() => months[1] ?? { from: '', to: '' });
  const [rows, setRows] = useState<ExportRows>('purchases');
  const [date, setDate] = useState<ExportDate>('paid');
  const [started, setStarted] = useState(false);
  const { props, pending, errors, formError, clearErrors } = useFormSubmission({
    async send() {
      setStarted(false);
      const query = new URLSearchParams({ ...period, by: rows, date });
      const result = await callApi<{ address: string }>(`/exports/purchases?${query}`, { method: 'POST' });
      if (!result.ok) return result.problem;
      setStarted(true);
      // The response is an attachment: the browser stays on this page.
      window.location.assign(result.value.address);
      return null;
    },
  });

  return (
    <form {...props} className="grid max-w-xl gap-8">
      <div className="grid gap-6">
        <SelectField
          label={copy.period}
          value={month}
          options={[
            ...months.map(({ from }, at) => [String(at), toMonthName(from)] as const),
            [OTHER, copy.otherPeriod] as const,
          ]}
          onChange={({ target }) => {
            setMonth(target.value);
            clearErrors('from', 'to');
            const chosen = months[Number(target.value)];
            if (chosen) setPeriod(chosen);
          }}
        />
        {month === OTHER && <PeriodFields period={period} labels={copy} errors={errors} onChange={setPeriod} />}
      </div>
      <Choice legend={copy.rows}>
        {EXPORT_ROWS.map((value) => (
          <Option
            key={value}
            name="rows"
            texts={copy.rowKinds[value]}
            checked={rows === value}
            onChoose={() => setRows(value)}
          />
        ))}
      </Choice>
      {/* Refunds are exported by their own date. */}
      {rows !== 'refunds' && (
        <Choice legend={copy.date}>
          {EXPORT_DATES.map((value) => (
            <Option
              key={value}
              name="date"
              texts={copy.dates[value]}
              checked={date === value}
              onChoose={() => setDate(value)}
            />
          ))}
        </Choice>
      )}
      <FormError>{formError}</FormError>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" pending={pending} className="w-full sm:w-auto">
          {copy.button}
        </Button>
        <p role="status" className="text-fine">
          {started ? copy.started : ''}
        </p>
      </div>
    </form>
  );
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold leading-snug">{legend}</legend>
      <div className="border-ink border-t">{children}</div>
    </fieldset>
  );
}

function Option(props: { name: string; texts: readonly [string, string]; checked: boolean; onChoose: () => void }) {
  const [label, hint] = props.texts;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 border-line border-b py-3 transition-colors hover:bg-tint">
      <input
        type="radio"
        name={props.name}
        checked={props.checked}
        onChange={props.onChoose}
        className="mt-0.5 size-5 shrink-0 accent-ink"
      />
      <span>
        <span className="block leading-snug">{label}</span>
        <span className="block text-fine text-muted">{hint}</span>
      </span>
    </label>
  );
}
