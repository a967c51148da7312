import { type ComponentProps, useState } from 'react';
import { Field, type FieldProps, inputClasses } from './field.tsx';
import { Icon } from './icon.tsx';

interface QuantityFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'min' | 'max' | 'onChange' | 'type'> {
  min: number;
  max: number;
  /** Null where the input is no whole number. The field still shows the input. */
  value: number | null;
  onValueChange: (value: number | null) => void;
}

/** The input as a whole number, or null. */
function readQuantity(typed: string): number | null {
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

/** A quantity with steppers that stay between `min` and `max`. Typed input may leave them; validation judges it. */
export function QuantityField({
  label,
  error,
  hint,
  id,
  min,
  max,
  value,
  onValueChange,
  className,
  ...input
}: QuantityFieldProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const [previousValue, setPreviousValue] = useState(value);
  if (value !== previousValue) {
    setPreviousValue(value);
    if (value !== readQuantity(typed)) setTyped(value === null ? '' : String(value));
  }
  const enter = (text: string) => {
    setTyped(text);
    onValueChange(readQuantity(text));
  };
  const step = (by: number) => enter(String(Math.min(max, Math.max(min, (value ?? min - by) + by))));
  const locked = input.disabled || input.readOnly;
  return (
    <Field label={label} error={error} hint={hint} required={input.required} id={id}>
      {(control) => (
        <div className={`isolate flex ${className ?? ''}`}>
          <Step label="One fewer" disabled={locked || (value !== null && value <= min)} onStep={() => step(-1)}>
            <Icon name="minus" className="size-5" />
          </Step>
          <input
            inputMode="numeric"
            autoComplete="off"
            {...input}
            {...control}
            type="number"
            step={1}
            min={min}
            max={max}
            value={typed}
            onChange={(event) => enter(event.target.value)}
            className={`${inputClasses} figures -mx-px min-w-0 rounded-none text-right focus-visible:z-10`}
          />
          <Step label="One more" disabled={locked || (value !== null && value >= max)} onStep={() => step(1)}>
            <Icon name="plus" className="size-5" />
          </Step>
        </div>
      )}
    </Field>
  );
}

function Step({ label, onStep, ...rest }: { label: string; onStep: () => void } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onStep}
      className="grid size-11 shrink-0 place-items-center rounded-edge border border-edge bg-sheet transition-colors hover:bg-tint focus-visible:z-10 disabled:cursor-not-allowed disabled:bg-tint disabled:text-muted"
      {...rest}
    />
  );
}
