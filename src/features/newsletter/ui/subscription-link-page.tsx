import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { newsletterCopy as copy, NEWSLETTER_DRAWING } from '../copy.ts';

type TokenState = 'open' | 'used' | 'expired' | 'unknown';

// A link to leave never expires, but the type needs a text.
const pages = { confirm: copy.confirm, leave: { ...copy.leave, expired: copy.leave.unknown } };

/** The page behind a link in an email. Only its button changes anything, because mail scanners open links, too. */
export function SubscriptionLinkPage({ purpose, state }: { purpose: 'confirm' | 'leave'; state: TokenState }) {
  const pending = useNavigation().formMethod === 'POST';
  const page = pages[purpose];
  if (state === 'open') {
    return (
      <Page title={page.title} text={page.open.text} width="form" drawing={NEWSLETTER_DRAWING}>
        <Form method="post" replace>
          <Button type="submit" pending={pending} className="w-full sm:w-auto">
            {page.open.button}
          </Button>
        </Form>
      </Page>
    );
  }
  const askAgain = purpose === 'confirm' && state !== 'used';
  return (
    <Page {...page[state]} width="form" drawing={NEWSLETTER_DRAWING}>
      <ButtonLink to={askAgain ? '/newsletter' : '/home'}>{askAgain ? copy.again : copy.home}</ButtonLink>
    </Page>
  );
}

/** The document title of a `SubscriptionLinkPage`. */
export function subscriptionLinkTitle(purpose: 'confirm' | 'leave', state: TokenState): string {
  return state === 'open' ? pages[purpose].title : pages[purpose][state].title;
}
