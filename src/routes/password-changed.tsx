import { useEffect } from 'react';
import { IDENTITY_ILLUSTRATION, identityCopy } from '#src/features/identity/copy.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { revalidateSession } from '#src/features/identity/ui/session-store.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/password-changed';

const pageCopy = identityCopy.reset.done;

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/** A new password redirects here, so that a reload does nothing again. */
export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: pageCopy.title }, matches);

export default function PasswordChanged() {
  const { status } = useSession();
  useEffect(() => {
    // Any link may lead here, so the page signs nobody out. The identity service says whether the session has ended.
    if (status === 'signedIn') void revalidateSession();
  }, [status]);
  return (
    <Page {...pageCopy} width="form" drawing={IDENTITY_ILLUSTRATION}>
      <ButtonLink to="/signIn">{copy.nav.signIn}</ButtonLink>
    </Page>
  );
}
