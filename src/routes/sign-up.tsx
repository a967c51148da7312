import { toSignInCacheKey } from '#src/features/identity/ui/return-path.ts';
import { SignUpForm } from '#src/features/identity/ui/sign-up-form.tsx';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { NoscriptNotice } from '#src/shared/ui/noscript-notice.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/sign-up';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Sign up' }, matches);

export const handle = { cacheKey: toSignInCacheKey } satisfies CacheablePage;

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
