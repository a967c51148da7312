import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: ReactNode;
  /** Absent while the field is valid. A text from the specification and our plain one are two lines. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the label. The control itself tells screen readers. */
  required?: boolean | undefined;
}

// Not one text: the bundler copies a constant text into the modules that use it.
export const inputClasses = [
  'block w-full min-h-11 rounded-edge border border-edge bg-sheet px-3 py-2 text-body text-ink transition-colors hover:border-ink aria-invalid:border-bad aria-invalid:border-2 disabled:bg-tint disabled:text-muted [&[readonly]]:bg-tint',
  'file:mr-3 file:border-0 file:border-r file:border-line file:bg-transparent file:pr-3 file:font-semibold file:text-ink',
].join(' ');

/** A control with its label, hint and error. The control gets the ids that connect them. */
export function Field({
  label,
  error,
  hint,
  required,
  id,
  children,
}: FieldProps & {
  id?: string | undefined;
  children: (control: {
    id: string;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={controlId} className={`font-semibold leading-snug ${required ? 'required-mark' : ''}`}>
        {label}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 text-fine text-muted">
          {hint}
        </p>
      )}
      {children({ id: controlId, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** What is wrong with a field. Each line of the text is a line on the page. */
export function FieldError({ id, children }: { id: string | undefined; children: string | undefined }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-fine font-medium text-bad">
      <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
      <span>
        {children?.split('\n').map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </span>
    </p>
  );
}

/** One line of text. Takes the props of react-hook-form's `register`, `ref` included. */
export function TextField({ label, error, hint, id, className, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint} required={input.required} id={id}>
      {(control) => <input type="text" {...input} {...control} className={`${inputClasses} ${className ?? ''}`} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({ label, error, hint, id, className, ...input }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint} required={input.required} id={id}>
      {(control) => <textarea rows={5} {...input} {...control} className={`${inputClasses} ${className ?? ''}`} />}
    </Field>
  );
}
