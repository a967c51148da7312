import { redirect, useNavigate } from 'react-router';
import { Guarded } from '#src/features/identity/ui/guarded.tsx';
import { requireAnswer } from '#src/features/identity/ui/guarded-read.ts';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { readSession } from '#src/features/identity/ui/session-state.ts';
import { changePerson } from '#src/features/identity/ui/session-store.ts';
import { usePicture } from '#src/features/images/ui/use-picture.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import { ProfileForm } from '#src/features/profiles/ui/profile-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/update-profile';

export const meta = () => pageMeta({ title: 'Update profile' });

/** One's own profile only; whoever has none yet adds one. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requireSignedIn(request);
  if (params.email !== user.email) throw redirect(`/updateprifile/${encodeURIComponent(user.email)}`);
  const answer = await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`);
  const profile = requireAnswer(answer, request);
  if (!profile) throw redirect(`/addprofile/${encodeURIComponent(user.email)}`);
  return { user, profile };
}

export const HydrateFallback = Loading;

export function ErrorBoundary() {
  return (
    <div className="frame py-10">
      <PageFault />
    </div>
  );
}

export default function UpdateProfile({ loaderData: { user, profile } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const picture = usePicture({
    label: 'Picture',
    stored: profile.image,
    hint: 'Choose one to replace the present one. JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.',
  });
  return (
    <Guarded>
      <Page title={messages.profile.update} width="form" drawing="/images/drawings/spirit-level.svg">
        <ProfileForm
          user={user}
          profile={profile}
          picture={picture}
          onChangePerson={changePerson}
          isSignedIn={() => readSession().status === 'signedIn'}
          onStored={() => void navigate('/dashboard')}
        />
      </Page>
    </Guarded>
  );
}
