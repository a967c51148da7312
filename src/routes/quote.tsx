import { useLocation } from 'react-router';
import { listToolNames } from '#src/features/catalogue/queries.server.ts';
import { getTool } from '#src/features/catalogue/service.server.ts';
import { newQuoteSchema } from '#src/features/enquiries/contract.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { QuoteForm } from '#src/features/enquiries/ui/quote-form.tsx';
import { useCurrentUser } from '#src/features/identity/ui/use-current-user.ts';
import { submitQuote } from '#src/flows/enquiries/submit-enquiry.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { formHeaders, handleForm } from '#src/flows/page-form.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { discardDraft } from '#src/shared/draft.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/quote';

const pageCopy = enquiryCopy.quote;
const MAX_SUGGESTIONS = 100;

export const handle = {
  cacheKey(search) {
    const tool = search.get('tool') ?? '';
    if (tool === '') return '';
    return /^[A-Za-z0-9]{24}$/.test(tool) ? `?tool=${tool}` : null;
  },
} satisfies CacheablePage;

/** Only the plain page and one page per tool are cached: of ids that name no tool there is no end. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const query = searchParams.get('tool');
  const [toolNames, found] = await Promise.all([listToolNames(db, MAX_SUGGESTIONS), query ? getTool(db, query) : null]);
  const tool = found?.ok ? found.value : null;
  if (tool || !query) context.get(cacheTags).add('tools');
  return { canonical: `${publicUrl}/quote`, product: tool?.itemName ?? '', toolNames };
}

export function action({ request, context }: Route.ActionArgs) {
  return handleForm(
    { request, context },
    {
      schema: newQuoteSchema,
      fields: ['product', 'quantity', 'message', 'name', 'email', 'company'],
      limit: 'enquiry',
      store: (quote, clientAddress) => submitQuote(context.get(pageContext), quote, clientAddress),
      redirectTo: '/quote/sent',
    },
  );
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { search } = new URL(request.url);
  return submitForm(serverAction, () => discardDraft(draftOf(search)));
}

/** Asking about another tool is another request. */
function draftOf(search: string): string {
  return `quote${search}`;
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: pageCopy.title, description: pageCopy.description, canonical: loaderData?.canonical }, matches);

export default function Quote({ loaderData: { product, toolNames }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  const user = useCurrentUser();
  return (
    <Page title={pageCopy.title} text={pageCopy.text} width="form" drawing="/images/drawings/micrometer.svg">
      <QuoteForm
        key={search}
        result={actionData}
        product={product}
        toolNames={toolNames}
        draft={draftOf(search)}
        user={user}
      />
    </Page>
  );
}
