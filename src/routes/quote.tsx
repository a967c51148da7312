import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { listToolNames } from '#src/features/catalogue/tool/queries.server.ts';
import { getTool, solveQuantity } from '#src/features/catalogue/tool/service.server.ts';
import { newQuoteSchema } from '#src/features/enquiries/contract.ts';
import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { readQuantity } from '#src/features/enquiries/rules.ts';
import { QuoteForm } from '#src/features/enquiries/ui/quote-form.tsx';
import type { QuoteTool } from '#src/features/enquiries/ui/use-quantity-offer.ts';
import { useCurrentUser } from '#src/features/identity/ui/use-current-user.ts';
import { getQuotedToolId, submitQuote } from '#src/flows/enquiries/submit-enquiry.server.ts';
import { pageContext } from '#src/flows/page-context.server.ts';
import { formHeaders, handleForm } from '#src/flows/page-form.server.ts';
import { type CacheablePage, cacheTags } from '#src/platform/page-request.ts';
import { cleanSearch } from '#src/shared/clean-search.ts';
import { discardDraft, readDraft, writeDraft } from '#src/shared/draft.ts';
import { submitForm } from '#src/shared/form-result.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { useHydrated } from '#src/shared/ui/use-hydrated.ts';
import type { Route } from './+types/quote';

const pageCopy = enquiryCopy.quote;
const MAX_SUGGESTIONS = 100;

export const handle = {
  cacheKey(search) {
    const tool = search.get('tool') ?? '';
    if (readProduct(search)) return null;
    if (tool === '') return '';
    return /^[A-Za-z0-9]{24}$/.test(tool) ? `?tool=${tool}` : null;
  },
} satisfies CacheablePage;

/** Only the plain page and one page per tool are cached, since there is no end of ids that name no tool. */
export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { db, publicUrl } = context.get(pageContext);
  const query = searchParams.get('tool');
  const [toolNames, found] = await Promise.all([listToolNames(db, MAX_SUGGESTIONS), query ? getTool(db, query) : null]);
  const tool = found?.ok ? found.value : null;
  if (tool || !query) context.get(cacheTags).add('tools');
  return {
    canonical: `${publicUrl}/quote`,
    tool: tool && toQuoteTool(tool),
    product: readProduct(searchParams),
    toolNames,
  };
}

/** What somebody searched for without a result and may want a quote for. '' if nothing led here. */
function readProduct(search: URLSearchParams): string {
  return cleanSearch(search.get('product') ?? '');
}

function toQuoteTool(tool: Tool): QuoteTool {
  const { _id, itemName } = tool;
  const quantity = getSmallestOrder(tool);
  return { _id, itemName, smallest: { ...solveQuantity(tool, quantity), toolId: _id, quantity } };
}

export function action({ request, context }: Route.ActionArgs) {
  const tool = new URL(request.url).searchParams.get('tool');
  return handleForm(
    { request, context },
    {
      schema: newQuoteSchema,
      fields: ['product', 'quantity', 'message', 'name', 'email', 'company'],
      limit: 'enquiry',
      store: (quote, clientAddress) => submitQuote(context.get(pageContext), quote, clientAddress, tool),
      redirectTo: '/quote/sent',
      async toQuery({ product, quantity }) {
        // The request is stored by now. If this fails, the next page only says less.
        const toolId = await getQuotedToolId(context.get(pageContext).db, product, tool).catch(() => null);
        return toolId === null ? '' : `?tool=${toolId}&quantity=${quantity}`;
      },
    },
  );
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const { search } = new URL(request.url);
  return submitForm(serverAction, () => discardDraft(draftOf(search)));
}

/** The key of the draft: another tool is another request, but another quantity is not. */
function draftOf(search: string): string {
  const query = new URLSearchParams(search);
  const [tool, product] = [query.get('tool'), readProduct(query)];
  if (tool) return `quote?tool=${tool}`;
  return product ? `quote?product=${product}` : 'quote';
}

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: pageCopy.title, description: pageCopy.description, canonical: loaderData?.canonical }, matches);

export default function Quote({ loaderData: { tool, product, toolNames }, actionData }: Route.ComponentProps) {
  const { search, state } = useLocation();
  const user = useCurrentUser();
  const prefill = useMemo(() => {
    const quantity = new URLSearchParams(search).get('quantity');
    return { ...user, ...readTakenAlong(state), ...(quantity && readQuantity(quantity) !== null ? { quantity } : {}) };
  }, [search, state, user]);
  useQuantityTakenAlong(draftOf(search), 'quantity' in prefill);
  return (
    <Page title={pageCopy.title} text={pageCopy.text} width="form" drawing="/images/drawings/micrometer.svg">
      <QuoteForm
        key={draftOf(search)}
        result={actionData}
        tool={tool}
        product={tool?.itemName ?? product}
        toolNames={toolNames}
        draft={draftOf(search)}
        prefill={prefill}
      />
    </Page>
  );
}

/** What a link has taken along for the form. Too long for an address, it is part of the browser's history. */
function readTakenAlong(state: unknown): Record<string, string> {
  const { quantity, message } = Object(Object(state).prefill) as Record<string, unknown>;
  return typeof quantity === 'string' && typeof message === 'string' ? { quantity, message } : {};
}

/**
 * Removes the quantity from an older draft if a link has led here with another one. A reload and going back keep what
 * was typed since. A layout effect runs before the draft is restored.
 */
function useQuantityTakenAlong(draft: string, isTakenAlong: boolean): void {
  const { search } = useLocation();
  const type = useNavigationType();
  const hydrated = useHydrated();
  const isLink = type !== 'POP' || (!hydrated && getDocumentType() === 'navigate');
  const arrived = useRef<string>(null);
  useLayoutEffect(() => {
    // Submitting the form navigates, too, and must not drop what was typed.
    if (arrived.current === search) return;
    arrived.current = search;
    if (!isTakenAlong || !isLink) return;
    const { quantity: _, ...others } = readDraft(draft);
    writeDraft(draft, others);
  }, [search, draft, isTakenAlong, isLink]);
}

function getDocumentType(): string | undefined {
  if (typeof window === 'undefined') return undefined;
  return performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).type)[0];
}
