import { copy } from '#src/shared/copy.ts';
import { EmailForm } from '#src/shared/ui/email-form.tsx';

/** The newsletter's form at the foot of every page. Without script, the newsletter's own page shows the result. */
export function FooterSubscription() {
  return (
    <EmailForm
      label="Your email address"
      submit={copy.home.subscribe}
      stored="Please check your email. Open the link we sent you to subscribe."
      action="/newsletter"
      draft="newsletter-footer"
    />
  );
}
