import { lazy, Suspense, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { WireTaxRate } from '../contract.ts';
import { taxCopy as copy, describeWireRate } from '../copy.ts';
import { CountryRates } from './country-rates.tsx';
import type { TaxRateTask } from './tax-rate-form.tsx';

// Loaded when the form is opened, together with the regions of all countries.
const TaxRateForm = lazy(() => import('./tax-rate-form.tsx'));

/** Fewer rates are seen at a glance. */
const FILTERED_FROM = 15;

/** All tax rates by country. Each can be changed, deleted, or followed by another one. */
export function TaxRates({ rates, refresh }: { rates: readonly WireTaxRate[]; refresh: () => Promise<void> }) {
  const dialog = useDialog();
  const [task, setTask] = useState<TaxRateTask | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const [filter, setFilter] = useState('');
  const status = useRef<HTMLParagraphElement>(null);

  const open = (next: TaxRateTask | null) => {
    setTask(next);
    setError(null);
    setDone('');
  };
  /** The pressed button may be gone. The focus moves to a place one step before the list. */
  const report = (sentence: string) => {
    setDone(sentence);
    status.current?.focus();
  };
  const close = () => {
    open(null);
    status.current?.focus();
  };
  const store = async (sentence: string) => {
    await refresh();
    setTask(null);
    report(sentence);
  };
  const remove = async (rate: WireTaxRate) => {
    const name = describeWireRate(rate);
    if (!(await dialog.confirm(copy.askRemove(name, rate.state)))) return;
    open(null);
    setRemoved(rate._id);
    const result = await callApi(`/tax-rates/${rate._id}`, { method: 'DELETE' });
    // A rate that is gone already is what was asked for.
    if (result.ok || result.problem.status === 404) await refresh();
    setRemoved(null);
    if (result.ok || result.problem.status === 404) report(copy.done.removed(name));
    else setError(result.problem.detail);
  };

  const words = filter.trim().toLowerCase();
  const edited = task?.kind === 'add' || !task ? null : task.rate._id;
  const shown = rates.filter((rate) => rate._id === edited || describeWireRate(rate).toLowerCase().includes(words));
  const form = task && (
    <Suspense fallback={<p role="status">{copy.loading}</p>}>
      <TaxRateForm key={`${task.kind} ${edited}`} task={task} rates={rates} onStored={store} onCancel={close} />
    </Suspense>
  );
  const addButton = <Button onClick={() => open({ kind: 'add' })}>{copy.add}</Button>;
  return (
    <div className="grid gap-x-6 gap-y-8">
      <p ref={status} tabIndex={-1} role="status" className="-mb-4 min-h-6 outline-none wrap-anywhere">
        {done}
      </p>
      <FormError>{error}</FormError>
      {task?.kind === 'add' ? form : rates.length > 0 && <div>{addButton}</div>}
      {rates.length === 0 && task === null && <EmptyState {...copy.none} action={addButton} />}
      {rates.length >= FILTERED_FROM && (
        <div className="grid max-w-md gap-2">
          <TextField
            type="search"
            label={copy.filter}
            value={filter}
            maxLength={60}
            onChange={(event) => setFilter(event.target.value)}
          />
          <p role="status" className="text-fine text-muted wrap-anywhere">
            {shown.length === 0 ? copy.noMatch(filter.trim()) : copy.count(shown.length, rates.length)}
          </p>
        </div>
      )}
      {groupByCountry(shown).map(([country, inCountry]) => (
        <CountryRates
          key={country}
          country={country}
          rates={inCountry}
          removed={removed}
          onTask={open}
          onRemove={(rate) => void remove(rate)}
          renderDetail={(rate) => (rate._id === edited ? form : null)}
        />
      ))}
    </div>
  );
}

/** Countries by name. */
function groupByCountry(rates: readonly WireTaxRate[]): [country: string, rates: WireTaxRate[]][] {
  return [...Map.groupBy(rates, ({ country }) => country)].sort(([one], [other]) =>
    getCountryName(one).localeCompare(getCountryName(other), 'en'),
  );
}
