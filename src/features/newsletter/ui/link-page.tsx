import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { NEWSLETTER_DRAWING, newsletterTexts as texts } from '../messages.ts';

type LinkState = 'open' | 'used' | 'expired' | 'unknown';

// A link to leave never expires.
const pages = { confirm: texts.confirm, leave: { ...texts.leave, expired: texts.leave.unknown } };

/**
 * Where a letter's link leads. Opening it does nothing yet: programs that look through mails open links, too. What it
 * is for happens by the button.
 */
export function LinkPage({ purpose, state }: { purpose: 'confirm' | 'leave'; state: LinkState }) {
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
      <ButtonLink to={askAgain ? '/newsletter' : '/home'}>{askAgain ? texts.again : texts.home}</ButtonLink>
    </Page>
  );
}

/** The title of that page, for its head. */
export function linkTitle(purpose: 'confirm' | 'leave', state: LinkState): string {
  return state === 'open' ? pages[purpose].title : pages[purpose][state].title;
}
