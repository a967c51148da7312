import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { SuccessNote, useDialog } from '#src/shared/ui/dialog.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { type FormImage, UploadForm } from '#src/shared/ui/upload-form.tsx';
import type { Profile } from '../contract.ts';

const validator = lazyValidator(async () => (await import('../contract.ts')).profileFormSchema);
const FIELDS = ['displayName', 'number', 'collegeName', 'universityName', 'division', 'district'] as const;

export interface ProfileFormProps {
  user: { displayName: string; email: string };
  /** The profile to update, or null to create one. */
  profile: Profile | null;
  image: FormImage;
  /**
   * Changes the name and the image of the account, which are the same as the profile's. Returns the problem, or null.
   */
  onChangeUser: (change: { displayName?: string; photo?: string }) => Promise<ApiProblem | null>;
  /** Called when the form is submitted: the user may have signed out meanwhile. */
  isSignedIn: () => boolean;
  onStored: () => void;
}

/**
 * Creates or updates the user's own profile. The email address is the account's, and a new name also changes the
 * account's.
 */
export function ProfileForm({ user, profile, image, onChangeUser, isSignedIn, onStored }: ProfileFormProps) {
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
  // In a dialog, since the sign-in page replaces this one afterwards.
  const showSignedOut = () =>
    void dialog.alert({
      tone: 'error',
      title: 'Error!',
      text: copy.profile.nobody,
      note: 'Your sign-in has ended, so your profile was not saved. Please sign in and submit it again.',
    });

  return (
    <SuccessNote note={() => 'Your profile is saved. You can find it under My Profile.'}>
      <UploadForm
        form={form}
        validator={validator}
        fields={FIELDS}
        draft={`profile:${user.email}`}
        image={{ ...image, name: 'image', needed: false }}
        canSubmit={() => {
          if (isSignedIn()) return true;
          showSignedOut();
          return false;
        }}
        send={async (fields, imageUrl) => {
          if (fields.displayName !== name.current) {
            // Comes first, since a profile must have the name of the account.
            const problem = await onChangeUser({ displayName: fields.displayName });
            if (problem) return { ok: false, problem };
            name.current = fields.displayName;
          }
          const body = { ...fields, email: user.email, image: imageUrl };
          const result = profile
            ? await callApi(`/update/${encodeURIComponent(user.email)}`, { method: 'PUT', body })
            : await callApi('/profile', { method: 'POST', body });
          // The user sees the profile's image at once, so there is no need to wait for the account's.
          if (result.ok && imageUrl) void onChangeUser({ photo: new URL(imageUrl, location.href).href });
          return result;
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
        <TextField label="Email" type="email" value={user.email} readOnly />
        {image.field}
        <TextField
          label="Phone number"
          hint="Include any extension: 216 555 0100 ext. 9."
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
    </SuccessNote>
  );
}
