import { copy } from '#src/shared/copy.ts';
import { EmailForm } from '#src/shared/ui/email-form.tsx';
import { newsletterFormCopy } from '../form-copy.ts';

/** The newsletter's form at the foot of every page. Without script, the newsletter's own page shows the result. */
export function FooterSubscription() {
  return (
    <EmailForm {...newsletterFormCopy} action="/newsletter" submit={copy.home.subscribe} draft="newsletter-footer" />
  );
}
