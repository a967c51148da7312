import { type ComponentProps, useId, useState } from 'react';
import { Field, type FieldProps, inputClasses } from './field.tsx';
import { Icon } from './icon.tsx';

interface QuantityFieldProps
  extends FieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'min' | 'max' | 'step' | 'onChange' | 'type'> {
  min: number;
  max: number;
  /** In how many pieces it is sold, for the names of the steppers. */
  step: number;
  /** Where the steppers lead; null at an end. */
  below: number | null;
  above: number | null;
  /** Null if the input is not a whole number. The field still shows the input. */
  value: number | null;
  onValueChange: (value: number | null) => void;
}

/** The input as a whole number, or null. */
function readQuantity(typed: string): number | null {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
}

/** A quantity with steppers that lead to `below` and `above`. Typed input may be between them; validation judges it. */
export function QuantityField({
  label,
  error,
  hint,
  id,
  min,
  max,
  step,
  below,
  above,
  value,
  onValueChange,
  className,
  ...input
}: QuantityFieldProps) {
  const labelId = useId();
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
  const locked = input.disabled || input.readOnly;
  return (
    <Field label={<span id={labelId}>{label}</span>} error={error} hint={hint} required={input.required} id={id}>
      {(control) => (
        <div className={`isolate flex ${className ?? ''}`}>
          <Step
            label={step === 1 ? 'One fewer' : 'One pack fewer'}
            of={labelId}
            disabled={locked}
            to={below}
            onStep={enter}
          >
            <Icon name="minus" className="size-5" />
          </Step>
          <input
            // A field for numbers drops a comma without a word, so that 3,5 becomes 35, and the wheel changes it.
            type="text"
            role="spinbutton"
            aria-valuemin={min}
            aria-valuemax={max}
            aria-valuenow={value ?? undefined}
            inputMode="numeric"
            autoComplete="off"
            {...input}
            {...control}
            value={typed}
            onChange={(event) => enter(event.target.value)}
            onKeyDown={(event) => {
              const to = event.key === 'ArrowUp' ? above : event.key === 'ArrowDown' ? below : null;
              if (to === null || locked || event.nativeEvent.isComposing) return;
              event.preventDefault();
              enter(String(to));
            }}
            className={`${inputClasses} figures -mx-px min-w-0 rounded-none text-right focus-visible:z-10`}
          />
          <Step
            label={step === 1 ? 'One more' : 'One pack more'}
            of={labelId}
            disabled={locked}
            to={above}
            onStep={enter}
          >
            <Icon name="plus" className="size-5" />
          </Step>
        </div>
      )}
    </Field>
  );
}

interface StepProps extends ComponentProps<'button'> {
  label: string;
  /** The id of the field's label, since a dialog has a field for each line. */
  of: string;
  to: number | null;
  onStep: (text: string) => void;
}

function Step({ label, of, to, onStep, disabled, ...rest }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={of}
      title={label}
      disabled={disabled || to === null}
      onClick={() => to !== null && onStep(String(to))}
      className="grid size-11 shrink-0 place-items-center rounded-edge border border-edge bg-sheet transition-colors hover:bg-tint focus-visible:z-10 disabled:cursor-not-allowed disabled:bg-tint disabled:text-muted"
      {...rest}
    />
  );
}
