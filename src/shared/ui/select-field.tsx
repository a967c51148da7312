import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputClasses } from './field.tsx';

/** One of several values. `options` are value and label. */
export function SelectField({
  label,
  error,
  hint,
  id,
  options,
  ...select
}: FieldProps & ComponentProps<'select'> & { options: readonly (readonly [value: string, label: string])[] }) {
  return (
    <Field label={label} error={error} hint={hint} required={select.required} id={id}>
      {(control) => (
        <select {...select} {...control} className={inputClasses}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
