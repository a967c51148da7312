import { SignUpForm } from '#src/features/identity/ui/sign-up-form.tsx';
import { shownTags } from '#src/platform/page-context.ts';
import { messages } from '#src/shared/messages.ts';
import { NeedsScript } from '#src/shared/ui/needs-script.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/sign-up';

export const meta = () => pageMeta({ title: 'Sign up' });

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return null;
}

export default function SignUp() {
  return (
    <Page title={messages.identity.signUp} width="form" drawing="/images/marks/lock-open.svg">
      <NeedsScript what="Signing up" />
      <SignUpForm />
    </Page>
  );
}
