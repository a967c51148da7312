import { type ReactNode, useId } from 'react';
import { formatCount } from '#src/shared/numbers.ts';
import { FieldError, inputClasses } from '#src/shared/ui/field.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { categoryCopy as copy } from '../category-copy.ts';

/** The longest number that a filter accepts, in characters. */
const MAX_TYPED_LENGTH = 40;

/** The input of a form's fields, and what is wrong with it: name → sentence. */
export interface FieldState {
  texts: URLSearchParams;
  errors: Record<string, string>;
}

export function FilterFieldGroup({
  title,
  isOpen,
  error,
  children,
}: {
  title: string;
  isOpen: boolean;
  error?: string | undefined;
  children: ReactNode;
}) {
  const errorId = useId();
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-semibold wrap-anywhere">
        {title}
        <Icon name="chevron-right" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
      </summary>
      <fieldset className="pb-3" aria-describedby={error ? errorId : undefined}>
        <legend className="sr-only">{title}</legend>
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {children}
      </fieldset>
    </details>
  );
}

/** One of several values, with the number of tools that have it. */
export function Choice({
  label,
  count,
  about = false,
  checked,
  ...input
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  label: string;
  count?: number;
  about?: boolean;
  checked: boolean;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
      <input {...input} defaultChecked={checked} className="size-5 shrink-0 accent-signal" />
      {/* The browser's name of a country may differ from the server's. */}
      <span suppressHydrationWarning className="min-w-0 grow wrap-anywhere">
        {label}
      </span>
      {count !== undefined && (
        <span className="figures text-fine text-muted">
          {about && <span className="font-sans">about </span>}
          {formatCount(count)}
        </span>
      )}
    </label>
  );
}

/** A 'from' and a 'to' field. Errors of either are shown below both, since each has only room for a number. */
export function Range({
  name,
  low,
  high,
  unit = '',
  state,
}: {
  name: string;
  /** The lowest and highest value among the tools. Undefined if no tool passes. */
  low: string | undefined;
  high: string | undefined;
  unit?: string;
  state: FieldState;
}) {
  return (
    <div className="grid gap-2 pb-2">
      {low !== undefined && high !== undefined && (
        <p className="text-fine text-muted">{copy.within(low, high, unit)}</p>
      )}
      <NumberFields
        state={state}
        fields={[
          [`${name}.min`, copy.from],
          [`${name}.max`, copy.to],
        ]}
      />
    </div>
  );
}

/** Fields for numbers side by side, in the order of their labels. */
export function NumberFields({
  state: { texts, errors },
  fields,
}: {
  state: FieldState;
  fields: [name: string, label: string][];
}) {
  const id = useId();
  return (
    <>
      <div className={`grid gap-3 ${fields.length > 1 ? 'grid-cols-2' : ''}`}>
        {fields.map(([name, label], at) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}${at}`} className="text-fine">
              {label}
            </label>
            <input
              id={`${id}${at}`}
              name={name}
              defaultValue={texts.get(name) ?? ''}
              inputMode="decimal"
              autoComplete="off"
              maxLength={MAX_TYPED_LENGTH}
              aria-invalid={Object.hasOwn(errors, name) || undefined}
              aria-describedby={Object.hasOwn(errors, name) ? `${id}${at}-error` : undefined}
              className={inputClasses}
            />
          </div>
        ))}
      </div>
      {fields.map(([name, label], at) =>
        Object.hasOwn(errors, name) ? (
          <FieldError key={name} id={`${id}${at}-error`}>
            {fields.length > 1 ? copy.errorOf(label, errors[name] ?? '') : errors[name]}
          </FieldError>
        ) : null,
      )}
    </>
  );
}
