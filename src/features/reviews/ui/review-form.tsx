import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import { RatingField } from './rating-field.tsx';

const validator = lazyValidator(async () => (await import('../contract.ts')).reviewFormSchema);
const FIELDS = ['company', 'designation', 'title', 'rating', 'about'] as const;
const EMPTY = { company: '', designation: '', title: '', rating: '', about: '' };

export interface ReviewFormProps {
  user: { displayName: string; email: string };
  image: FormImage;
}

/** A customer's review, under their own name. All fields are required. */
export function ReviewForm({ user: { displayName, email }, image }: ReviewFormProps) {
  const form = useForm({ resolver: validator.resolver, defaultValues: EMPTY });
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <UploadForm
      form={form}
      validator={validator}
      fields={FIELDS}
      draft={`review:${email}`}
      image={{ ...image, name: 'image', needed: true }}
      send={(fields, imageUrl) =>
        callApi('/review', { method: 'POST', body: { ...fields, displayName, image: imageUrl } })
      }
      submit="Send review"
    >
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
    </UploadForm>
  );
}
