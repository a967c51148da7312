import { toSignInCacheKey } from '#src/features/identity/ui/return-path.ts';
import { SignInForm } from '#src/features/identity/ui/sign-in-form.tsx';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { NoscriptNotice } from '#src/shared/ui/noscript-notice.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/sign-in';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Sign in' }, matches);

export const handle = { cacheKey: toSignInCacheKey } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

export default function SignIn() {
  return (
    <Page title={copy.nav.signIn} width="form" drawing="/images/marks/lock-open.svg">
      <NoscriptNotice what="Signing in" />
      <SignInForm />
    </Page>
  );
}
