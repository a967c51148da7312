import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { lazyCheck } from '#src/shared/form.ts';
import { messages } from '#src/shared/messages.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { usePopup } from '#src/shared/ui/popup.tsx';
import { type FormPicture, SendingForm } from '#src/shared/ui/sending-form.tsx';
import type { Profile } from '../contract.ts';

const check = lazyCheck(async () => (await import('../contract.ts')).profileFormSchema);
const FIELDS = ['displayName', 'number', 'collegeName', 'universityName', 'division', 'district'] as const;

export interface ProfileFormProps {
  user: { displayName: string; email: string };
  /** The profile to update, or null to create one. */
  profile: Profile | null;
  picture: FormPicture;
  /** Changes the name and the picture of the account: the profile's are the same. Answers what stood in the way. */
  onChangePerson: (change: { displayName?: string; photo?: string }) => Promise<ApiProblem | null>;
  /** Asked at the moment of sending: somebody may have signed out meanwhile. */
  isSignedIn: () => boolean;
  onStored: () => void;
}

/** Creates or updates one's own profile; the e-mail is the account's, and a new name becomes the account's. */
export function ProfileForm({ user, profile, picture, onChangePerson, isSignedIn, onStored }: ProfileFormProps) {
  const popup = usePopup();
  const form = useForm({
    resolver: check.resolver,
    defaultValues: {
      displayName: user.displayName,
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
  const name = useRef(user.displayName);
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
      send={async (fields, image) => {
        if (fields.displayName !== name.current) {
          // First: a profile under a name that is not the account's is refused.
          const problem = await onChangePerson({ displayName: fields.displayName });
          if (problem) return { ok: false, problem };
          name.current = fields.displayName;
        }
        const body = { ...fields, email: user.email, image };
        const answer = profile
          ? await callApi(`/update/${encodeURIComponent(user.email)}`, { method: 'PUT', body })
          : await callApi('/profile', { method: 'POST', body });
        // The profile is what shows it; that the account has it too is not worth a wait.
        if (answer.ok && image) void onChangePerson({ photo: new URL(image, location.href).href });
        return answer;
      }}
      onRefused={({ status }) => {
        if (status === 401) tellNobody();
        return status === 401;
      }}
      onSent={onStored}
      submit={profile ? messages.profile.update : messages.profile.add}
    >
      <TextField
        label="Display name"
        autoComplete="name"
        enterKeyHint="next"
        required
        error={errors.displayName?.message}
        {...register('displayName')}
      />
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
