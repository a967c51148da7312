import { copy } from '#src/shared/copy.ts';
import { EmailForm } from '#src/shared/ui/email-form.tsx';
import { newsletterCopy } from '../copy.ts';

/** The newsletter's form at the foot of every page. Without script, the newsletter's own page shows the result. */
export function FooterSubscription() {
  return (
    <EmailForm
      action="/newsletter"
      label={newsletterCopy.email}
      submit={copy.home.subscribe}
      stored={newsletterCopy.stored}
      draft="newsletter-footer"
    />
  );
}
