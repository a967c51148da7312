import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmailLinkPage } from '#src/shared/ui/email-link-page.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { newsletterCopy as copy, NEWSLETTER_DRAWING } from '../copy.ts';

type TokenState = 'open' | 'used' | 'expired' | 'unknown';

// An unsubscribe link never expires, but the type needs a text.
const pages = { confirm: copy.confirm, leave: { ...copy.leave, expired: copy.leave.unknown } };

/** The page behind a link in an email of the newsletter. */
export function SubscriptionLinkPage({ purpose, state }: { purpose: 'confirm' | 'leave'; state: TokenState }) {
  const page = pages[purpose];
  if (state === 'open') {
    const { text, button } = page.open;
    return <EmailLinkPage title={page.title} text={text} button={button} drawing={NEWSLETTER_DRAWING} />;
  }
  const askAgain = purpose === 'confirm' && state !== 'used';
  return (
    <Page {...page[state]} width="form" drawing={NEWSLETTER_DRAWING}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={askAgain ? '/newsletter' : '/home'}>{askAgain ? copy.again : copy.home}</ButtonLink>
        {purpose === 'leave' && state !== 'used' && (
          <ButtonLink to="/contact" variant="secondary">
            {copy.contact}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

export function subscriptionLinkTitle(purpose: 'confirm' | 'leave', state: TokenState): string {
  return state === 'open' ? pages[purpose].title : pages[purpose][state].title;
}
