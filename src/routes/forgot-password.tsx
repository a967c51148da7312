import { IDENTITY_DRAWING, identityTexts } from '#src/features/identity/messages.ts';
import { ForgotPasswordForm } from '#src/features/identity/ui/forgot-password-form.tsx';
import { shownTags } from '#src/platform/page-context.ts';
import { NeedsScript } from '#src/shared/ui/needs-script.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/forgot-password';

const texts = identityTexts.forgot;

export const meta = () => pageMeta({ title: texts.title });

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return null;
}

export default function ForgotPassword() {
  return (
    <Page title={texts.title} text={texts.text} width="form" drawing={IDENTITY_DRAWING}>
      <NeedsScript what="Asking for a new password" />
      <ForgotPasswordForm />
    </Page>
  );
}
