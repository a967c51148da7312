import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import type { TaxRateInput } from '../contract.ts';
import { taxCopy } from '../copy.ts';
import { proposeRate } from './proposed-rate.ts';

const { form: copy } = taxCopy;

export type TaxRateField = keyof TaxRateInput;

interface TaxRateFieldsProps<O> {
  form: UseFormReturn<TaxRateInput, unknown, O>;
  /** The fields that can be changed. The others are not shown. */
  shown: readonly TaxRateField[];
  /** Suggested for the class. */
  taxClasses: readonly string[];
}

/** The fields of a tax rate. The regions depend on the country. */
export function TaxRateFields<O>({ form, shown, taxClasses }: TaxRateFieldsProps<O>) {
  const country = useWatch({ control: form.control, name: 'country' });
  const classes = useId();
  const regions = listRegions(country);
  const { errors } = form.formState;
  const toProps = (name: TaxRateField) => ({
    error: errors[name]?.message,
    autoComplete: 'off',
    ...form.register(name),
  });
  const has = (name: TaxRateField) => shown.includes(name);
  return (
    <>
      {has('country') && (
        <SelectField
          label={copy.country}
          required
          options={[['', copy.choose], ...COUNTRIES]}
          error={errors.country?.message}
          {...form.register('country', { onChange: () => form.setValue('region', '') })}
        />
      )}
      {has('country') && <ProposedRate form={form} country={country} />}
      {has('region') &&
        (regions ? (
          <SelectField
            key={country}
            label={copy.region}
            options={[['', copy.wholeCountry], ...regions]}
            {...toProps('region')}
          />
        ) : (
          <TextField label={copy.region} hint={copy.regionHint} {...toProps('region')} />
        ))}
      {has('postalFrom') && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={copy.postalFrom}
            hint={copy.postalFromHint}
            spellCheck={false}
            className="figures"
            {...toProps('postalFrom')}
          />
          <TextField
            label={copy.postalTo}
            hint={copy.postalToHint}
            spellCheck={false}
            className="figures"
            {...toProps('postalTo')}
          />
        </div>
      )}
      {has('name') && <TextField label={copy.name} hint={copy.nameHint} required {...toProps('name')} />}
      {has('taxClass') && (
        <>
          <TextField
            label={copy.taxClass}
            hint={copy.taxClassHint}
            list={classes}
            spellCheck={false}
            autoCapitalize="none"
            {...toProps('taxClass')}
          />
          <datalist id={classes}>
            {taxClasses.map((taxClass) => (
              <option key={taxClass} value={taxClass} />
            ))}
          </datalist>
        </>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {has('rate') && (
          <TextField
            label={copy.rate}
            hint={copy.rateHint}
            inputMode="decimal"
            required
            className="figures text-right"
            {...toProps('rate')}
          />
        )}
        {has('validFrom') && (
          <TextField
            type="date"
            label={copy.validFrom}
            hint={copy.validFromHint}
            required
            className="figures"
            {...toProps('validFrom')}
          />
        )}
      </div>
      {has('isAdded') && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-5 shrink-0 accent-signal"
            aria-invalid={errors.isAdded ? true : undefined}
            {...form.register('isAdded')}
          />
          <span>
            <span className="font-semibold">{copy.isAdded}</span>
            <span className="block text-fine text-muted">{copy.isAddedHint}</span>
          </span>
        </label>
      )}
    </>
  );
}

/** What the standard rate of a country probably is. The owner takes it over, checks it and stores it. */
function ProposedRate<O>({ form, country }: Pick<TaxRateFieldsProps<O>, 'form'> & { country: string }) {
  const proposed = proposeRate(country);
  if (!proposed) return null;
  const { name, percent } = proposed;
  const use = () => {
    form.setValue('name', name, { shouldDirty: true });
    form.setValue('rate', String(percent), { shouldDirty: true });
    form.clearErrors(['name', 'rate']);
    form.setFocus('validFrom');
  };
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-edge border-l-2 pl-3 text-fine">
      <span className="min-w-0">{copy.proposed(getCountryName(country), name, percent)}</span>
      <Button variant="quiet" className="-mr-3 px-3!" onClick={use}>
        {copy.useProposed}
      </Button>
    </p>
  );
}
