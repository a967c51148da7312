import { newSubscriberSchema } from '#src/features/newsletter/contract.ts';
import { NEWSLETTER_DRAWING, newsletterTexts as texts } from '#src/features/newsletter/messages.ts';
import { SubscriptionForm } from '#src/features/newsletter/ui/subscription-form.tsx';
import { subscribe } from '#src/flows/keep-newsletter-list.server.ts';
import { pageShop, pageVisitor, shownTags } from '#src/platform/page-context.ts';
import { formHeaders, takeForm } from '#src/platform/page-form.server.ts';
import { dropDraft } from '#src/shared/draft.ts';
import { sendForm } from '#src/shared/form-answer.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter';

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return { canonical: `${context.get(pageShop).publicUrl}/newsletter` };
}

/** Takes the form in the footer of every page, too. */
export function action({ request, context }: Route.ActionArgs) {
  return takeForm(
    { request, context },
    {
      schema: newSubscriberSchema,
      fields: ['email'],
      limit: 'newsletter',
      store: ({ email }) => subscribe({ ...context.get(pageShop), ...context.get(pageVisitor) }, email),
      leadTo: '/newsletter/sent',
    },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction, () => dropDraft('newsletter'));
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: texts.title, description: texts.description, canonical: loaderData?.canonical });

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <Page title={texts.title} text={texts.about} width="form" drawing={NEWSLETTER_DRAWING}>
      <SubscriptionForm answer={actionData} />
    </Page>
  );
}
