import { use, useEffect } from 'react';
import { ChangePassword } from '#src/features/identity/ui/change-password.tsx';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { requireSignedIn, useSession } from '#src/features/identity/ui/session.ts';
import { isEmailConfirmed } from '#src/features/identity/ui/session-actions.ts';
import { UnconfirmedNote } from '#src/features/identity/ui/unconfirmed-note.tsx';
import { YourData } from '#src/features/identity/ui/your-data.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import { ProfileView } from '#src/features/profiles/ui/profile-view.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-profile';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'My Profile' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireSignedIn(request);
  const result = await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`);
  return { user, profile: requireResult(result, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardProfile({ loaderData }: Route.ComponentProps) {
  const { user, profile } = loaderData;
  const confirmed = (useSession().user ?? user).emailVerified;
  useEffect(() => {
    // Not in the loader, since the identity service may be slow. The note disappears once the address is confirmed.
    void isEmailConfirmed();
  }, []);
  const { identity } = use(PublicSettingsContext);
  return (
    <>
      <PageHeading title={copy.dashboard.myProfile} />
      {!confirmed && (
        <div className="mt-8">
          <UnconfirmedNote email={user.email} />
        </div>
      )}
      <div className="mt-8">
        <ProfileView user={user} profile={profile} />
      </div>
      {identity.kind === 'embedded' && (
        <div className="mt-14">
          <ChangePassword email={user.email} />
        </div>
      )}
      <div className="mt-14">
        <YourData email={user.email} confirmed={confirmed} />
      </div>
    </>
  );
}
