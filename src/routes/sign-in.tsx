import { SignInForm } from '#src/features/identity/ui/sign-in-form.tsx';
import { shownTags } from '#src/platform/page-context.ts';
import { messages } from '#src/shared/messages.ts';
import { NeedsScript } from '#src/shared/ui/needs-script.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/sign-in';

export const meta = () => pageMeta({ title: 'Sign in' });

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return null;
}

export default function SignIn() {
  return (
    <Page title={messages.nav.signIn} width="form" drawing="/images/marks/lock-open.svg">
      <NeedsScript what="Signing in" />
      <SignInForm />
    </Page>
  );
}
