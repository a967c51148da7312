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
import { Loading } from '#src/shared/ui/loading.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/update-profile';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Update profile' }, matches);

/** Users can only update their own profile. A user without a profile is redirected to add one. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requireSignedIn(request);
  if (params.email !== user.email) throw redirect(`/updateprifile/${encodeURIComponent(user.email)}`);
  const result = await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`);
  const profile = requireResult(result, request);
  if (!profile) throw redirect(`/addprofile/${encodeURIComponent(user.email)}`);
  return { user, profile };
}

export const HydrateFallback = Loading;

export function ErrorBoundary() {
  return (
    <div className="frame py-10">
      <PageError />
    </div>
  );
}

export default function UpdateProfile({ loaderData: { user, profile } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const image = useImageField({
    label: 'Picture',
    stored: profile.image,
    hint: 'Choose one to replace the current one. JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.',
  });
  return (
    <RequireSession>
      <Page title={copy.profile.update} width="form" drawing="/images/drawings/spirit-level.svg">
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
