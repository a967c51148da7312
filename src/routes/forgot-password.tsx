import { IDENTITY_ILLUSTRATION, identityCopy } from '#src/features/identity/copy.ts';
import { ForgotPasswordForm } from '#src/features/identity/ui/forgot-password-form.tsx';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { NoscriptNotice } from '#src/shared/ui/noscript-notice.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/forgot-password';

const pageCopy = identityCopy.forgot;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: pageCopy.title }, matches);

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

export default function ForgotPassword() {
  return (
    <Page title={pageCopy.title} text={pageCopy.text} width="form" drawing={IDENTITY_ILLUSTRATION}>
      <NoscriptNotice what="Requesting a new password" />
      <ForgotPasswordForm />
    </Page>
  );
}
