import { useForm } from 'react-hook-form';
import { callApi } from '#src/shared/api-client.ts';
import { lazyCheck } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { type FormPicture, SendingForm } from '#src/shared/ui/sending-form.tsx';
import type { Profile } from '../contract.ts';

const check = lazyCheck(async () => (await import('../contract.ts')).profileFormSchema);
const FIELDS = ['number', 'collegeName', 'universityName', 'division', 'district'] as const;

export interface ProfileFormProps {
  user: { displayName: string; email: string };
  /** The profile to update, or null to create one. */
  profile: Profile | null;
  picture: FormPicture;
  /** Asked at the moment of sending: somebody may have signed out meanwhile. */
  isSignedIn: () => boolean;
  onStored: () => void;
}

/** Creates or updates one's own profile; name and e-mail are those of the account. */
export function ProfileForm({ user, profile, picture, isSignedIn, onStored }: ProfileFormProps) {
  const popup = usePopup();
  const form = useForm({
    resolver: check.resolver,
    defaultValues: {
      number: profile?.number ?? '',
      collegeName: profile?.collegeName ?? '',
      universityName: profile?.universityName ?? '',
      division: profile?.division ?? '',
      district: profile?.district ?? '',
    },
  });
  const {
    register,
    formState: { errors },
  } = form;
  // Over the page, since the page itself then gives way to sign-in.
  const tellNobody = () => void popup.show({ tone: 'error', title: 'Error!', text: messages.profile.nobody });

  return (
    <SendingForm
      form={form}
      check={check}
      fields={FIELDS}
      draft={`profile:${user.email}`}
      picture={{ ...picture, name: 'image', needed: false }}
      mayBegin={() => {
        if (isSignedIn()) return true;
        tellNobody();
        return false;
      }}
      send={(fields, image) => {
        const body = { ...fields, displayName: user.displayName, email: user.email, image };
        return profile
          ? callApi(`/update/${encodeURIComponent(user.email)}`, { method: 'PUT', body })
          : callApi('/profile', { method: 'POST', body });
      }}
      onRefused={({ status }) => {
        if (status === 401) tellNobody();
        return status === 401;
      }}
      onSent={onStored}
      submit={profile ? messages.profile.update : messages.profile.add}
    >
      <TextField label="Display name" value={user.displayName} readOnly />
      <TextField label="E-mail" type="email" value={user.email} readOnly />
      {picture.field}
      <TextField
        label="Phone number"
        type="tel"
        autoComplete="tel"
        enterKeyHint="next"
        required
        error={errors.number?.message}
        {...register('number')}
      />
      <TextField
        label="College name"
        autoComplete="off"
        enterKeyHint="next"
        required
        error={errors.collegeName?.message}
        {...register('collegeName')}
      />
      <TextField
        label="University name"
        autoComplete="off"
        enterKeyHint="next"
        required
        error={errors.universityName?.message}
        {...register('universityName')}
      />
      <TextField
        label="Division"
        autoComplete="address-level1"
        enterKeyHint="next"
        required
        error={errors.division?.message}
        {...register('division')}
      />
      <TextField
        label="District"
        autoComplete="address-level2"
        enterKeyHint="done"
        required
        error={errors.district?.message}
        {...register('district')}
      />
    </SendingForm>
  );
}
