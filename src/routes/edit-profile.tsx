import { redirect, useNavigate } from 'react-router';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { updateUser } from '#src/features/identity/ui/session-actions.ts';
import { getSession } from '#src/features/identity/ui/session-state.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import { ProfileForm } from '#src/features/profiles/ui/profile-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { FramedPageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { PICTURE_HINT } from '#src/shared/upload-limits.ts';
import type { Route } from './+types/edit-profile';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: matches.at(-1)?.id === 'add-profile' ? 'Add profile' : 'Update profile' }, matches);

/** Users can only edit their own profile: they add one if there is none, and else update it. */
export async function clientLoader({ request, params, pattern }: Route.ClientLoaderArgs) {
  const { user } = await requireSignedIn(request);
  const profile = requireResult(await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`), request);
  const page = profile ? 'updateprifile' : 'addprofile';
  if (params.email !== user.email || !pattern.includes(page))
    throw redirect(`/${page}/${encodeURIComponent(user.email)}`);
  return { user, profile };
}

export const HydrateFallback = Loading;

export const ErrorBoundary = FramedPageError;

export default function EditProfile({ loaderData: { user, profile } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const image = useImageField({
    label: 'Picture',
    hint: `${profile?.image ? 'Choose one to replace the current one.' : 'Not required.'} ${PICTURE_HINT}`,
    ...(profile && { stored: profile.image }),
  });
  return (
    <RequireSession>
      <Page
        title={profile ? copy.profile.update : copy.profile.add}
        width="form"
        actions={
          <ButtonLink to="/dashboard" variant="secondary">
            {copy.dashboard.myProfile}
          </ButtonLink>
        }
        drawing="/images/drawings/spirit-level.svg"
      >
        <ProfileForm
          user={user}
          profile={profile}
          image={image}
          onChangeUser={updateUser}
          isSignedIn={() => getSession().status === 'signedIn'}
          onStored={() => void navigate('/dashboard')}
        />
      </Page>
    </RequireSession>
  );
}
