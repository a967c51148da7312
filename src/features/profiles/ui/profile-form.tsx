import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import type { Profile } from '../contract.ts';

const validator = lazyValidator(async () => (await import('../contract.ts')).profileFormSchema);
const FIELDS = ['displayName', 'number', 'collegeName', 'universityName', 'division', 'district'] as const;

export interface ProfileFormProps {
  user: { displayName: string; email: string };
  /** The profile to update, or null to create one. */
  profile: Profile | null;
  picture: FormImage;
  /** Changes the name and the picture of the account: the profile's are the same. Answers what stood in the way. */
  onChangeUser: (change: { displayName?: string; photo?: string }) => Promise<ApiProblem | null>;
  /** Asked at the moment of sending: somebody may have signed out meanwhile. */
  isSignedIn: () => boolean;
  onStored: () => void;
}

/** Creates or updates one's own profile; the e-mail is the account's, and a new name becomes the account's. */
export function ProfileForm({ user, profile, picture, onChangeUser, isSignedIn, onStored }: ProfileFormProps) {
  const dialog = useDialog();
  const form = useForm({
    resolver: validator.resolver,
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
  const showSignedOut = () => void dialog.alert({ tone: 'error', title: 'Error!', text: copy.profile.nobody });

  return (
    <UploadForm
      form={form}
      validator={validator}
      fields={FIELDS}
      draft={`profile:${user.email}`}
      image={{ ...picture, name: 'image', needed: false }}
      canSubmit={() => {
        if (isSignedIn()) return true;
        showSignedOut();
        return false;
      }}
      send={async (fields, image) => {
        if (fields.displayName !== name.current) {
          // First: a profile under a name that is not the account's is refused.
          const problem = await onChangeUser({ displayName: fields.displayName });
          if (problem) return { ok: false, problem };
          name.current = fields.displayName;
        }
        const body = { ...fields, email: user.email, image };
        const answer = profile
          ? await callApi(`/update/${encodeURIComponent(user.email)}`, { method: 'PUT', body })
          : await callApi('/profile', { method: 'POST', body });
        // The profile is what shows it; that the account has it too is not worth a wait.
        if (answer.ok && image) void onChangeUser({ photo: new URL(image, location.href).href });
        return answer;
      }}
      onProblem={({ status }) => {
        if (status === 401) showSignedOut();
        return status === 401;
      }}
      onSuccess={onStored}
      submit={profile ? copy.profile.update : copy.profile.add}
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
    </UploadForm>
  );
}
