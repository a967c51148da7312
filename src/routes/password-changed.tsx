import { useEffect } from 'react';
import { IDENTITY_DRAWING, identityTexts } from '#src/features/identity/messages.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { lookAgain } from '#src/features/identity/ui/session-store.ts';
import { shownTags } from '#src/platform/page-context.ts';
import { messages } from '#src/shared/messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/password-changed';

const texts = identityTexts.reset.done;

/** Where a new password leads, so that reloading the page does nothing again. */
export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return null;
}

export const meta = () => pageMeta({ title: texts.title });

export default function PasswordChanged() {
  const { status } = useSession();
  useEffect(() => {
    // Any link may lead here, so nobody is signed out for that: the service says whether the session is over.
    if (status === 'signedIn') void lookAgain();
  }, [status]);
  return (
    <Page {...texts} width="form" drawing={IDENTITY_DRAWING}>
      <ButtonLink to="/signIn">{messages.nav.signIn}</ButtonLink>
    </Page>
  );
}
