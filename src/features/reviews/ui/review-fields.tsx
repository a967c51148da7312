import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import type { FormImage } from '#src/shared/ui/upload-form.tsx';
import type { reviewFormSchema } from '../contract.ts';
import { RatingField } from './rating-field.tsx';

/** Checks a new review and a changed one. */
export const reviewValidator = lazyValidator(async () => (await import('../contract.ts')).reviewFormSchema);

/** The fields that can show an error, in the order of the page. */
export const REVIEW_FIELDS = ['company', 'designation', 'title', 'rating', 'about'] as const;

type ReviewFormFields = z.input<typeof reviewFormSchema>;

interface ReviewFieldsProps {
  form: UseFormReturn<ReviewFormFields, unknown, z.output<typeof reviewFormSchema>>;
  displayName: string;
  image: FormImage;
}

/** The fields of a review; all are required. */
export function ReviewFields({ form, displayName, image }: ReviewFieldsProps) {
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <>
      <TextField label="Display name" value={displayName} readOnly />
      <TextField
        label="Company"
        autoComplete="organization"
        enterKeyHint="next"
        required
        error={errors.company?.message}
        {...register('company')}
      />
      <TextField
        label="Designation"
        hint="What you do there."
        autoComplete="organization-title"
        enterKeyHint="next"
        required
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
