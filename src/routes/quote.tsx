import { useLocation } from 'react-router';
import { selectToolNames } from '#src/features/catalogue/queries.server.ts';
import { findTool } from '#src/features/catalogue/service.server.ts';
import { newQuoteSchema } from '#src/features/enquiries/contract.ts';
import { enquiryTexts } from '#src/features/enquiries/messages.ts';
import { QuoteForm } from '#src/features/enquiries/ui/quote-form.tsx';
import { usePerson } from '#src/features/identity/ui/use-person.ts';
import { takeQuote } from '#src/flows/take-enquiry.server.ts';
import { pageShop, pageVisitor, shownTags } from '#src/platform/page-context.ts';
import { formHeaders, takeForm } from '#src/platform/page-form.server.ts';
import { dropDraft } from '#src/shared/draft.ts';
import { sendForm } from '#src/shared/form-answer.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/quote';

const texts = enquiryTexts.quote;
const SUGGESTED = 100;

/** Kept for the plain page and for each tool there is, not for whatever else somebody may write behind the `?`. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageShop);
  const asked = searchParams.get('tool');
  const [toolNames, found] = await Promise.all([selectToolNames(db, SUGGESTED), asked ? findTool(db, asked) : null]);
  const tool = found?.ok ? found.value : null;
  if (searchParams.size === (tool ? 1 : 0)) context.get(shownTags).add('tools');
  return { canonical: `${publicUrl}/quote`, product: tool?.itemName ?? '', toolNames };
}

export function action({ request, context }: Route.ActionArgs) {
  return takeForm(
    { request, context },
    {
      schema: newQuoteSchema,
      fields: ['product', 'quantity', 'message', 'name', 'email', 'company'],
      limit: 'enquiry',
      store: (quote) => takeQuote({ ...context.get(pageShop), ...context.get(pageVisitor) }, quote),
      leadTo: '/quote/sent',
    },
  );
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { search } = new URL(request.url);
  return sendForm(serverAction, () => dropDraft(draftOf(search)));
}

/** Asking about another tool is another request. */
function draftOf(search: string): string {
  return `quote${search}`;
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: texts.title, description: texts.description, canonical: loaderData?.canonical });

export default function Quote({ loaderData: { product, toolNames }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const person = usePerson();
  return (
    <Page title={texts.title} text={texts.text} width="form" drawing="/images/drawings/micrometer.svg">
      <QuoteForm
        key={search}
        answer={actionData}
        product={product}
        toolNames={toolNames}
        draft={draftOf(search)}
        person={person}
      />
    </Page>
  );
}
