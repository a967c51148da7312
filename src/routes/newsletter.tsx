import { newSubscriberSchema } from '#src/features/newsletter/contract.ts';
import { NEWSLETTER_DRAWING, newsletterCopy as pageCopy } from '#src/features/newsletter/copy.ts';
import { subscribe } from '#src/flows/newsletter/manage-subscriptions.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { formHeaders, handleForm } from '#src/flows/page-form.server.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { copy } from '#src/shared/copy.ts';
import { discardDraft } from '#src/shared/draft.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { ActionForm } from '#src/shared/ui/action-form.tsx';
import { EmailField } from '#src/shared/ui/email-form.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/newsletter';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return { canonical: `${context.get(pageContext).publicUrl}/newsletter` };
}

/** Also handles the form in the footer of every page. */
export function action({ request, context }: Route.ActionArgs) {
  return handleForm(
    { request, context },
    {
      schema: newSubscriberSchema,
      fields: ['email'],
      limit: 'newsletter',
      store: ({ email }, clientAddress) => subscribe(context.get(pageContext), email, clientAddress),
      redirectTo: '/newsletter/sent',
    },
  );
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(serverAction, () => discardDraft('newsletter'));
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: pageCopy.title, description: pageCopy.description, canonical: loaderData?.canonical }, matches);

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return (
    <Page title={pageCopy.title} text={pageCopy.about} width="form" drawing={NEWSLETTER_DRAWING}>
      {/* Also shows the result of the footer's form without script. */}
      <ActionForm result={actionData} draft="newsletter" submit={copy.home.subscribe}>
        {(field) => <EmailField label="Email" {...field('email')} />}
      </ActionForm>
    </Page>
  );
}
