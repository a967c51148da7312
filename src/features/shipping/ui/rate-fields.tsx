import { useRef } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { shippingCopy } from '../copy.ts';
import { MAX_RATES, WEIGHT_UNITS, type WeightUnit } from '../rules.ts';
import { addRate, type MethodDraft, type RateDraft } from './method-draft.ts';

const { methods: copy } = shippingCopy;

interface RateFieldsProps {
  draft: MethodDraft;
  errors: Readonly<Record<string, string>>;
  clearErrors: (...names: string[]) => void;
  onChange: (changes: Partial<MethodDraft>) => void;
}

/** The price of a method, or its table of prices by weight or value. */
export function RateFields({ draft, errors, clearErrors, onChange }: RateFieldsProps) {
  const { kind, rates, weightUnit } = draft;
  const list = useRef<HTMLUListElement>(null);
  const set = (at: number, changes: Partial<RateDraft>) => {
    clearErrors(...Object.keys(changes).map((field) => `rates.${at}.${field}`), 'rates');
    onChange({ rates: rates.map((rate, index) => (index === at ? { ...rate, ...changes } : rate)) });
  };
  const figure = {
    inputMode: 'decimal',
    autoComplete: 'off',
    className: 'figures text-right',
    required: true,
  } as const;
  if (kind === 'flat')
    return (
      <div className="grid gap-x-8 sm:grid-cols-2">
        <TextField
          label={copy.price}
          {...figure}
          value={rates[0]?.price ?? ''}
          onChange={(event) => set(0, { price: event.target.value })}
          error={errors['rates.0.price']}
        />
      </div>
    );
  const fromLabel = kind === 'by_weight' ? copy.from.by_weight(weightUnit) : copy.from.by_value;
  const remove = (at: number) => {
    // Errors name rows by their numbers, which change.
    clearErrors('rates', ...Object.keys(errors).filter((name) => name.startsWith('rates.')));
    onChange({ rates: rates.filter((_, index) => index !== at) });
    list.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend style={{ float: 'left' }} className="w-full font-semibold">
        {copy.rates}
      </legend>
      <p className="text-fine text-muted">
        {copy.rateHint} {kind === 'by_weight' && copy.weightHint}
      </p>
      {kind === 'by_weight' && (
        <div className="max-w-36">
          <SelectField
            label={copy.weightUnit}
            options={WEIGHT_UNITS.map((unit) => [unit, unit] as const)}
            value={weightUnit}
            onChange={(event) => onChange({ weightUnit: event.target.value as WeightUnit })}
          />
        </div>
      )}
      <ul ref={list} className="grid gap-3">
        {rates.map(({ key, from, price }, at) => (
          <li
            key={key}
            style={{ gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr) 2.75rem' }}
            className="grid items-start gap-x-3"
          >
            <TextField
              label={at === 0 ? fromLabel : <span className="sr-only">{copy.fromLabel(at + 1)}</span>}
              aria-label={copy.fromLabel(at + 1)}
              {...figure}
              // A mark without a label would be a line of its own.
              required={at === 0}
              value={from}
              onChange={(event) => set(at, { from: event.target.value })}
              error={errors[`rates.${at}.from`]}
            />
            <TextField
              label={at === 0 ? copy.price : <span className="sr-only">{copy.priceLabel(at + 1)}</span>}
              aria-label={copy.priceLabel(at + 1)}
              {...figure}
              required={at === 0}
              value={price}
              onChange={(event) => set(at, { price: event.target.value })}
              error={errors[`rates.${at}.price`]}
            />
            <div className={at === 0 ? 'pt-6' : 'pt-1.5'}>
              {rates.length > 1 && (
                <Button
                  variant="quiet"
                  className="min-w-11 px-3!"
                  aria-label={copy.removeRate(at + 1)}
                  onClick={() => remove(at)}
                >
                  <Icon name="x" className="size-4" />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {errors.rates && <p className="text-fine font-medium text-bad">{errors.rates}</p>}
      {rates.length < MAX_RATES && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              onChange({ rates: addRate(rates) });
              // The row is there after the next paint.
              requestAnimationFrame(() =>
                list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
              );
            }}
          >
            {copy.addRate}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
