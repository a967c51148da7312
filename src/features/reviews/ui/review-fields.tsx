import { type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { Field, inputClasses, TextArea, TextField } from '#src/shared/ui/field.tsx';
import type { FormImage } from '#src/shared/ui/upload-form.tsx';
import type { reviewFormSchema } from '../contract.ts';
import { reviewCopy as copy } from '../copy.ts';
import { STARS, Star } from './stars.tsx';

/** Checks a new or changed review of the shop. */
const shopReviewValidator = lazyValidator(async () => (await import('../contract.ts')).reviewFormSchema);

/** The same for a review of a tool, whose author the shop knows from the order. */
const toolReviewValidator = lazyValidator(async () => (await import('../contract.ts')).toolReviewFormSchema);

export const getReviewValidator = (toolId: string | null) => (toolId ? toolReviewValidator : shopReviewValidator);

/** The fields that can show an error, in the order of the page. */
export const REVIEW_FIELDS = ['company', 'designation', 'title', 'rating', 'about'] as const;

type ReviewFormFields = z.input<typeof reviewFormSchema>;

interface ReviewFieldsProps {
  form: UseFormReturn<ReviewFormFields, unknown, z.output<typeof reviewFormSchema>>;
  displayName: string;
  /** The tool that is reviewed. Null if the review is about the shop. */
  toolId: string | null;
  image: FormImage;
}

/** The fields of a review. All are required, unless it is of a tool. */
export function ReviewFields({ form, displayName, toolId, image }: ReviewFieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <>
      <TextField label="Display name" value={displayName} readOnly />
      <TextField
        label="Company"
        hint={toolId ? copy.ofTool : undefined}
        autoComplete="organization"
        enterKeyHint="next"
        required={!toolId}
        error={errors.company?.message}
        {...register('company')}
      />
      <TextField
        label="Designation"
        hint={toolId ? `What you do there. ${copy.ofTool}` : 'What you do there.'}
        autoComplete="organization-title"
        enterKeyHint="next"
        required={!toolId}
        error={errors.designation?.message}
        {...register('designation')}
      />
      <TextField
        label="Title"
        autoComplete="off"
        enterKeyHint="next"
        required
        error={errors.title?.message}
        {...register('title')}
      />
      <RatingField form={form} error={errors.rating?.message} />
      <TextArea label="About" required error={errors.about?.message} {...register('about')} />
      {image.field}
    </>
  );
}

type RatingForm = Pick<
  UseFormReturn<{ company: string; designation: string; title: string; rating: string | number; about: string }>,
  'control' | 'register' | 'setValue' | 'formState'
>;

/**
 * The rating as a number and as stars. The stars are a shortcut for fingers and mice. Keyboards and screen readers use
 * the number.
 */
function RatingField({ form, error }: { form: RatingForm; error: string | undefined }) {
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
