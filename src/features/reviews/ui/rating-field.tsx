import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Field, inputClasses } from '#src/shared/ui/field.tsx';
import { STARS, Star } from './stars.tsx';

type RatingForm = Pick<
  UseFormReturn<{ company: string; designation: string; title: string; rating: string | number; about: string }>,
  'control' | 'register' | 'setValue' | 'formState'
>;

/**
 * The rating as a number and as stars. The stars are a shortcut for fingers and mice. Keyboards and screen readers use
 * the number.
 */
export function RatingField({ form, error }: { form: RatingForm; error: string | undefined }) {
  const { control, register, setValue, formState } = form;
  const typed = String(useWatch({ control, name: 'rating' }));
  const shown = /^[1-5]$/.test(typed) ? Number(typed) : 0;
  return (
    <Field label="Rating" hint="A whole number between 1 and 5; 5 is best." error={error} required>
      {(field) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <input
            placeholder="1 to 5"
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
            required
            {...field}
            {...register('rating')}
            className={`${inputClasses} figures max-w-22`}
          />
          {/* A press must not move the focus into an element that is hidden from screen readers. */}
          <div aria-hidden="true" className="flex" onMouseDown={(event) => event.preventDefault()}>
            {STARS.map((star) => (
              <button
                key={star}
                type="button"
                tabIndex={-1}
                title={`${star} of 5`}
                className="grid size-11 place-items-center"
                onClick={() =>
                  setValue('rating', String(star), { shouldDirty: true, shouldValidate: formState.isSubmitted })
                }
              >
                <Star filled={star <= shown} className="size-6" />
              </button>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}
