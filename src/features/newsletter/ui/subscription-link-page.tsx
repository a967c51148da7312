import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { newsletterCopy as copy, NEWSLETTER_DRAWING } from '../copy.ts';

type SubscriptionTokenState = 'open' | 'used' | 'expired' | 'unknown';

// A link to leave never expires.
const pages = { confirm: copy.confirm, leave: { ...copy.leave, expired: copy.leave.unknown } };

/**
 * Where a letter's link leads. Opening it does nothing yet: programs that look through mails open links, too. What it
 * is for happens by the button.
 */
export function SubscriptionLinkPage({
  purpose,
  state,
}: {
  purpose: 'confirm' | 'leave';
  state: SubscriptionTokenState;
}) {
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

/** The title of that page, for its head. */
export function subscriptionLinkTitle(purpose: 'confirm' | 'leave', state: SubscriptionTokenState): string {
  return state === 'open' ? pages[purpose].title : pages[purpose][state].title;
}
