import { useEffect, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { TAX_CLASSES } from '#src/shared/totals/tax-class.ts';
import { FormEnd } from '#src/shared/ui/form-end.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { TaxRateInput, WireTaxRate } from '../contract.ts';
import { describeWireRate, taxCopy } from '../copy.ts';
import { type TaxRateField, TaxRateFields } from './tax-rate-fields.tsx';

const { form: copy } = taxCopy;

const validator = lazyValidator(async () => (await import('../contract.ts')).taxRateFormSchema);

const FIELDS: readonly TaxRateField[] = [
  ...(['country', 'region', 'postalFrom', 'postalTo', 'name'] as const),
  ...(['taxClass', 'rate', 'validFrom', 'isAdded'] as const),
];

/** What a form does: `next` adds the rate that follows another one. */
export type TaxRateTask = { kind: 'add' } | { kind: 'next'; rate: WireTaxRate } | { kind: 'change'; rate: WireTaxRate };

interface TaxRateFormProps {
  task: TaxRateTask;
  rates: readonly WireTaxRate[];
  /** Receives what the stored rate is called. */
  onStored: (done: string) => Promise<void>;
  onCancel: () => void;
}

/** Adds or changes a tax rate. Nothing that is typed is lost by an error or by somebody else's change. */
export default function TaxRateForm({ task, rates, onStored, onCancel }: TaxRateFormProps) {
  const country = findHomeCountry(useCompany()) ?? '';
  const [newer, setNewer] = useState<WireTaxRate | null>(null);
  const title = { add: copy.addTitle, next: copy.nextTitle, change: copy.changeTitle }[task.kind];
  const shown = listShown(task);
  const { form, element, props, pending, formError } = useFieldForm({
    defaultValues: toInput(task, country),
    validator,
    fields: shown,
    async send(values) {
      const result =
        task.kind === 'change'
          ? await callApi(`/tax-rates/${task.rate._id}`, {
              method: 'PATCH',
              body: {
                ...Object.fromEntries(shown.map((field) => [field, values[field]])),
                version: (newer ?? task.rate).version,
              },
            })
          : await callApi('/tax-rates', { method: 'POST', body: values });
      if (result.ok) {
        const { added, changed } = taxCopy.done;
        await onStored((task.kind === 'change' ? changed : added)(describeWireRate(values)));
        return null;
      }
      setNewer((known) => readNewer<WireTaxRate>(result.problem, 'tax_rate') ?? known);
      return result.problem;
    },
  });
  useEffect(() => element.current?.querySelector<HTMLElement>('select, input')?.focus(), [element]);

  return (
    <form
      {...props}
      aria-label={title}
      className="grid max-w-xl gap-5 border border-ink bg-sheet p-4 sm:p-5"
      onKeyDown={(event) => event.key === 'Escape' && !pending && onCancel()}
    >
      <div className="grid gap-1">
        <p className="font-semibold text-lead">{title}</p>
        {task.kind === 'next' && <p className="text-muted">{copy.nextText(describeWireRate(task.rate))}</p>}
        {task.kind === 'change' && shown.length === 1 && <p className="text-muted">{copy.nameOnly}</p>}
      </div>
      <TaxRateFields form={form} shown={shown} taxClasses={listClasses(rates)} />
      <FormEnd
        newer={newer && { title: copy.newer, text: describeWireRate(newer) }}
        error={formError}
        pending={pending}
        submit={copy.submit}
        cancel={copy.cancel}
        onCancel={onCancel}
      />
    </form>
  );
}

function listShown(task: TaxRateTask): readonly TaxRateField[] {
  if (task.kind === 'next') return ['rate', 'validFrom'];
  if (task.kind === 'change' && task.rate.state !== 'scheduled') return ['name'];
  return FIELDS;
}

function toInput(task: TaxRateTask, country: string): TaxRateInput {
  const blank = { name: '', taxClass: 'standard', country, region: '', postalFrom: '', postalTo: '' };
  if (task.kind === 'add') return { ...blank, rate: '', isAdded: false, validFrom: '' };
  const { name, taxClass, region, postalFrom, postalTo, isAdded, validFrom } = task.rate;
  const fields = { name, taxClass, country: task.rate.country, region, postalFrom, postalTo, isAdded };
  return task.kind === 'next'
    ? { ...fields, rate: '', validFrom: '' }
    : { ...fields, rate: String(task.rate.rate), validFrom };
}

const listClasses = (rates: readonly WireTaxRate[]) => [
  ...new Set([...TAX_CLASSES, ...rates.map(({ taxClass }) => taxClass)]),
];
