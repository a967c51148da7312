import { SignUpForm } from '#src/features/identity/ui/sign-up-form.tsx';
import { cacheTags, type PublicPage } from '#src/platform/page-context.ts';
import { copy } from '#src/shared/copy.ts';
import { NoscriptNotice } from '#src/shared/ui/noscript-notice.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/sign-up';

export const meta = () => pageMeta({ title: 'Sign up' });

export const handle = { publicParameters: [] } satisfies PublicPage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

export default function SignUp() {
  return (
    <Page title={copy.identity.signUp} width="form" drawing="/images/marks/lock-open.svg">
      <NoscriptNotice what="Signing up" />
      <SignUpForm />
    </Page>
  );
}
