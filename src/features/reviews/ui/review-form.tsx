import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyCheck } from '#src/shared/form.ts';
import { TextArea, TextField } from '#src/shared/ui/field.tsx';
import { type FormPicture, SendingForm } from '#src/shared/ui/sending-form.tsx';
import { RatingField } from './rating-field.tsx';

const check = lazyCheck(async () => (await import('../contract.ts')).reviewFormSchema);
const FIELDS = ['company', 'designation', 'title', 'rating', 'about'] as const;
const EMPTY = { company: '', designation: '', title: '', rating: '', about: '' };

export interface ReviewFormProps {
  user: { displayName: string; email: string };
  picture: FormPicture;
}

/** A customer's review, under their own name. All fields are required. */
export function ReviewForm({ user: { displayName, email }, picture }: ReviewFormProps) {
  const form = useForm({ resolver: check.resolver, defaultValues: EMPTY });
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <SendingForm
      form={form}
      check={check}
      fields={FIELDS}
      draft={`review:${email}`}
      picture={{ ...picture, name: 'image', needed: true }}
      send={(fields, image) => callApi('/review', { method: 'POST', body: { ...fields, displayName, image } })}
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
      {picture.field}
    </SendingForm>
  );
}
