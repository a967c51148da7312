import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { formResolver, showProblem } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { type Profile, profileFieldsSchema } from '../contract.ts';

const formSchema = profileFieldsSchema.omit({ _id: true, image: true, email: true, displayName: true });
const FIELDS = ['number', 'collegeName', 'universityName', 'division', 'district'] as const;

export interface ProfileFormProps {
  user: { displayName: string; email: string };
  /** The profile to update, or null to create one. */
  profile: Profile | null;
  picture: { field: ReactNode; upload: () => Promise<string | null>; refuse: (sentence: string) => void };
  /** Asked at the moment of sending: somebody may have signed out meanwhile. */
  isSignedIn: () => boolean;
  onStored: () => void;
}

/** Creates or updates one's own profile; name and e-mail are those of the account. */
export function ProfileForm({ user, profile, picture, isSignedIn, onStored }: ProfileFormProps) {
  const popup = usePopup();
  const [fault, setFault] = useState<string | null>(null);
  const form = useForm({
    resolver: formResolver(formSchema),
    defaultValues: {
      number: profile?.number ?? '',
      collegeName: profile?.collegeName ?? '',
      universityName: profile?.universityName ?? '',
      division: profile?.division ?? '',
      district: profile?.district ?? '',
    },
  });
  const { register, handleSubmit, formState } = form;
  const { errors, isSubmitting } = formState;

  // Over the page, since the page itself then gives way to sign-in.
  const tellNobody = () => void popup.show({ tone: 'error', title: 'Error!', text: messages.profile.nobody });

  const submit = handleSubmit(async (fields) => {
    setFault(null);
    if (!isSignedIn()) return tellNobody();
    const image = await picture.upload();
    if (image === null) return;
    const body = { ...fields, displayName: user.displayName, email: user.email, image };
    const answer = profile
      ? await callApi(`/update/${encodeURIComponent(user.email)}`, { method: 'PUT', body })
      : await callApi('/profile', { method: 'POST', body });
    if (!answer.ok) {
      if (answer.problem.errors.image) picture.refuse(answer.problem.errors.image);
      else if (answer.problem.status === 401) tellNobody();
      else setFault(showProblem(form, answer.problem, FIELDS));
      return;
    }
    await popup.show({ tone: 'success', ...messages.popup.stored });
    onStored();
  });

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit(event);
      }}
    >
      <FormFault>{fault}</FormFault>
      <TextField label="Display name" value={user.displayName} readOnly />
      <TextField label="E-mail" type="email" value={user.email} readOnly />
      {picture.field}
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        required
        error={errors.number?.message}
        {...register('number')}
      />
      <TextField label="College name" required error={errors.collegeName?.message} {...register('collegeName')} />
      <TextField
        label="University name"
        required
        error={errors.universityName?.message}
        {...register('universityName')}
      />
      <TextField label="Division" required error={errors.division?.message} {...register('division')} />
      <TextField label="District" required error={errors.district?.message} {...register('district')} />
      <Button type="submit" pending={isSubmitting}>
        {profile ? messages.profile.update : messages.profile.add}
      </Button>
    </form>
  );
}
